// Hard points of a subsystem from a table: `points: {file: front.csv, frame: sae, unit: mm}`. Each line is a name and x, y, z; lines
// before the first number are headings; one like x [mm] says the unit where the model file does not. The numbers take the place of those in the part's own `points`.
//
//   frame   iso    x forward, y left,  z up        as model files of vehicles count here
//           sae    x forward, y right, z down      (x, -y, -z)
//           adams  x rearward, y right, z up       (-x, -y, z); lotus the same
//   side    right: the table holds the right side, its mirror image is the left one
//   names   {UF: upper_front}: what the table calls a point of the part
#include <algorithm>
#include <array>

#include "bricard/io/data_file.hpp"
#include "bricard/io/field_reader.hpp"
#include "bricard/io/yaml_file.hpp"

namespace bricard {

namespace {

struct Frame {
  std::string_view name;
  std::array<double, 3> sign;
};
constexpr std::array frames{Frame{"iso", {1, 1, 1}}, Frame{"sae", {1, -1, -1}}, Frame{"adams", {-1, -1, 1}},
                            Frame{"lotus", {-1, -1, 1}}};

// Names of points whose coordinates stand in the file as numbers: not those that follow from others.
bool is_written(const Node& point) {
  return point.is_sequence() && std::all_of(point.items.begin(), point.items.end(), [](const Node& item) {
           return item.is_scalar() && parse_quantity(item.text);
         });
}

std::vector<std::string> names_in(const Node* map) {
  std::vector<std::string> names;
  if (map)
    for (const auto& [key, value] : map->entries) names.push_back(key.text);
  return names;
}

}  // namespace

bool YamlReader::read_hard_points(const Node& node, const std::string& where, const Document& part, Overrides& overrides) {
  const Node* given = node.find("points");
  if (!given || given->is_null()) return true;
  const std::string inside = where + ".points";
  if (!check_keys(reading_, *given, inside, {"file", "frame", "unit", "side", "names"})) return false;
  const auto refuse = [&](const Node& at, const char* key, std::string what, std::string hint = {}) {
    reading_.fault(at, inside + '.' + key, std::move(what), std::move(hint));
    return false;
  };
  const Node* file = given->find("file");
  if (!file) return refuse(*given, "file", "the key `file` is missing", "a table of names and x, y, z");
  const auto word = [&](const char* key, std::string otherwise) {
    const Node* value = given->find(key);
    return value && value->is_scalar() ? value->text : otherwise;
  };
  const std::string frame_name = word("frame", "iso"), side = word("side", "left");
  const auto frame = std::find_if(frames.begin(), frames.end(), [&](const Frame& each) { return each.name == frame_name; });
  if (frame == frames.end())
    return refuse(*given->find("frame"), "frame", "unknown frame " + quoted(frame_name), "iso, sae, adams or lotus");
  if (side != "left" && side != "right")
    return refuse(*given->find("side"), "side", "expected left or right, found " + quoted(side));
  std::string unit = word("unit", "");
  if (unit == "inch") unit = "in";
  const auto is_length = [](const std::string& text) {
    const auto known = parse_unit(text);
    return known && known->dimension == dimension::length;
  };
  if (!unit.empty() && !is_length(unit)) return refuse(*given->find("unit"), "unit", quoted(unit) + " is no unit of length", "mm, m or inch");
  std::vector<std::pair<std::string, std::string>> called;  // point of the part, name in the table
  if (const Node* names = given->find("names"))
    if (!bricard::read(values_, called, *names, inside + ".names", {})) return false;

  const Node* points = part.root.find("points");
  const auto table = DataFile::open(values_, *file, inside + ".file");
  if (!table) return false;
  std::vector<std::string> seen;
  bool is_heading = true;
  const bool good = table->for_each_line([&](const DataLine& line) {
    const auto cells = line.cells;
    const bool has_numbers = cells.size() > 3 && cells[1].number() && cells[2].number() && cells[3].number();
    if (!has_numbers && is_heading) {
      // A heading may say the unit: x [mm].
      for (const DataCell& cell : cells) {
        std::string told(data_header(cell.text).unit_text);
        if (told == "inch") told = "in";
        if (!is_length(told)) continue;
        if (unit.empty()) unit = told;
        if (parse_unit(told)->factor != parse_unit(unit)->factor)
          return table->wrong(line.number, cell.column, "the heading says " + quoted(told) + ", the model file " + quoted(unit), "leave `unit` out, or correct it");
      }
      return true;
    }
    if (unit.empty()) unit = values_.units().length;
    is_heading = false;
    if (!has_numbers || cells.size() > 4)
      return table->wrong(line.number, cells[0].column, "expected a name and three numbers: x, y, z", "UBJ; 0; 520; 325");
    std::string name(cells[0].text);
    for (const auto& [own, other] : called)
      if (other == name) name = own;
    if (!points || !points->find(name))
      return table->wrong(line.number, cells[0].column, quoted(part.file) + " has no point " + quoted(name),
                          did_you_mean(name, names_in(points)));
    if (std::count(seen.begin(), seen.end(), name) > 0)
      return table->wrong(line.number, cells[0].column, "the point " + quoted(name) + " is given twice");
    seen.push_back(name);
    for (int i = 0; i < 3; ++i) {
      const double sign = frame->sign[i] * (i == 1 && side == "right" ? -1 : 1);
      overrides.emplace_back("points." + name + '.' + "xyz"[i], to_text(sign * *cells[1 + i].number() + 0.0) + ' ' + unit);
    }
    return true;
  });
  if (!good) return false;
  std::string missing;
  if (points)
    for (const auto& [key, value] : points->entries)
      if (is_written(value) && std::count(seen.begin(), seen.end(), key.text) == 0) missing += (missing.empty() ? "" : ", ") + key.text;
  if (seen.empty())
    return refuse(*file, "file", "the table has no line with a name and three numbers",
                  "UBJ; 0; 520; 325, numbers with a decimal point");
  if (!missing.empty())
    return refuse(*file, "file", "the table lacks points of " + quoted(part.file) + ": " + missing,
                  "a point that is left as the part has it would mix two suspensions");
  return true;
}

}  // namespace bricard
