// Masses of bodies from a table, as CAD programs export them:
//
//   mass_properties: {file: parts.csv, inertia: center, products: tensor, units: {mass: g, length: mm}, names: {rod: [rod_end,
//   tube]}}
//
// The first line names the columns: name, mass, x, y, z, Ixx, Iyy, Izz, and Ixy, Iyz, Ixz where there are products, in any order,
// each with its unit in brackets or that of `units`. Everything is global, in the design position: x, y, z is the center of mass.
//
//   inertia    center: about it;  origin: about the origin of the axes, I_c = I_o - m (|c|² 1 - c cᵀ)
//   products   tensor: elements of the matrix, Ixy = -∫xy dm, as in model files;  integrals: Ixy = +∫xy dm
//   names      the parts that a body is made of, where that is not one of its own name
#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "bricard/io/data_file.hpp"
#include "bricard/io/yaml_file.hpp"

namespace bricard {

namespace {

struct Column {
  std::string_view name;
  Dimension dimension;
  bool is_needed;
};
constexpr std::array columns{
    Column{"name", dimension::none, true},    Column{"mass", dimension::mass, true},   Column{"x", dimension::length, true},
    Column{"y", dimension::length, true},     Column{"z", dimension::length, true},    Column{"ixx", dimension::inertia, true},
    Column{"iyy", dimension::inertia, true},  Column{"izz", dimension::inertia, true}, Column{"ixy", dimension::inertia, false},
    Column{"iyz", dimension::inertia, false}, Column{"ixz", dimension::inertia, false}};
constexpr std::size_t first_product = 8;

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small;
}

// How the table counts.
struct TableForm {
  bool about_origin = false;
  int sign = 0;  // of products; 0: not said
  UnitSystem units;
};

class MassTable {
 public:
  MassTable(const DataFile& file, TableForm form) : file_(file), form_(std::move(form)) {}

  bool read() {
    return file_.for_each_line([&](const DataLine& line) { return place_.empty() ? read_head(line) : read_part(line); }) &&
           (!place_.empty() ||
            file_.wrong(1, 1, "the table is empty", "the first line names its columns: name, mass, x, y, z, Ixx, .."));
  }
  std::map<std::string, MassProperties> parts;
  std::map<std::string, int> lines;

 private:
  bool read_head(const DataLine& line) {
    std::map<std::size_t, int> place;
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      const DataHeader header = data_header(line.cells[i].text);
      const std::string name = lower(header.name);
      const auto column = std::find_if(columns.begin(), columns.end(), [&](const Column& each) { return each.name == name; });
      if (column == columns.end()) continue;  // further columns, such as volumes, are of no use here
      const auto k = static_cast<std::size_t>(column - columns.begin());
      if (!place.emplace(k, static_cast<int>(i)).second)
        return file_.wrong(line.number, line.cells[i].column, "there are two columns " + quoted(header.name));
      factor_[k] = form_.units.factor(column->dimension);
      if (header.unit_text.empty()) continue;
      if (!header.unit || (k > 0 && header.unit->dimension != column->dimension))
        return file_.wrong(line.number, line.cells[i].column,
                           quoted(header.unit_text) + " is no unit of " + to_string(column->dimension));
      factor_[k] = header.unit->factor;
    }
    std::string missing;
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (columns[k].is_needed && !place.contains(k)) missing += (missing.empty() ? "" : ", ") + std::string(columns[k].name);
    if (!missing.empty())
      return file_.wrong(
          line.number, 1, "the table has no column " + missing,
          "its first line names them: name, mass [kg], x [m], y [m], z [m], Ixx [kg m^2], Iyy, Izz, Ixy, Iyz, Ixz");
    place_ = std::move(place);
    return true;
  }

  bool read_part(const DataLine& line) {
    std::array<double, columns.size()> values{};
    std::string name;
    for (const auto& [k, i] : place_) {
      if (static_cast<std::size_t>(i) >= line.cells.size())
        return file_.wrong(line.number, 1,
                           "there are " + std::to_string(line.cells.size()) + " cells, and no " + std::string(columns[k].name));
      const DataCell& cell = line.cells[static_cast<std::size_t>(i)];
      if (k == 0) {
        name = cell.text;
        continue;
      }
      const auto number = cell.number();
      if (!number)
        return file_.wrong(line.number, cell.column,
                           std::string(columns[k].name) + ": expected a number, found " + quoted(cell.text));
      values[k] = *number * factor_[k];
      if (k >= first_product && values[k] != 0 && form_.sign == 0)
        return file_.wrong(line.number, cell.column, "the table has products of inertia, whose sign is not said",
                           "write `products: tensor` where Ixy = -∫xy dm, or `products: integrals` where Ixy = +∫xy dm");
    }
    MassProperties part;
    part.mass = values[1];
    if (part.mass < 0) return file_.wrong(line.number, 1, "the mass of " + quoted(name) + " is negative");
    part.center = {values[2], values[3], values[4]};
    const double xy = form_.sign * values[8], yz = form_.sign * values[9], xz = form_.sign * values[10];
    part.inertia << values[5], xy, xz, xy, values[6], yz, xz, yz, values[7];
    if (form_.about_origin) part.inertia -= inertia_of_point(part.mass, part.center);
    if (!parts.emplace(name, part).second) return file_.wrong(line.number, 1, "the part " + quoted(name) + " is given twice");
    lines.emplace(name, line.number);
    return true;
  }

  const DataFile& file_;
  TableForm form_;
  std::map<std::size_t, int> place_;  // of the columns in a line
  std::array<double, columns.size()> factor_{};
};

}  // namespace

void YamlReader::read_mass_properties() {
  const Node* node = root_.find("mass_properties");
  if (!node || node->is_null()) return;
  const std::string where = "mass_properties";
  if (!check_keys(reading_, *node, where, {"file", "inertia", "products", "units", "names"})) return;
  if (values_.planar()) return reading_.fault(*node, where, "a planar model has one inertia, which a table of CAD does not give");
  const auto word = [&](const char* key, std::initializer_list<std::string_view> known) -> std::optional<std::size_t> {
    const Node* value = node->find(key);
    if (!value) return {};
    const auto found = std::find(known.begin(), known.end(), value->is_scalar() ? std::string_view(value->text) : "");
    if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
    reading_.fault(*value, where + '.' + key,
                   "expected `" + std::string(*known.begin()) + "` or `" + std::string(*(known.begin() + 1)) + "`, found " +
                       describe(*value));
    return {};
  };
  TableForm form;
  const auto about = word("inertia", {"center", "origin"});
  if (!node->find("inertia"))
    reading_.fault(*node, where, "the key `inertia` is missing", "`center` or `origin`: about which point the table has it");
  form.about_origin = about == std::size_t{1};
  if (const auto products = word("products", {"tensor", "integrals"})) form.sign = *products == 0 ? 1 : -1;
  form.units = values_.units();
  if (const Node* units = node->find("units"); units && check_keys(reading_, *units, where + ".units", {"mass", "length"}))
    for (const auto& [key, of, name] :
         {std::tuple{"mass", dimension::mass, &form.units.mass}, std::tuple{"length", dimension::length, &form.units.length}})
      if (const Node* unit = units->find(key)) {
        const auto known = unit->is_scalar() ? parse_unit(unit->text) : std::nullopt;
        if (known && known->dimension == of)
          *name = unit->text;
        else
          reading_.fault(*unit, where + ".units." + key, "expected a unit of " + to_string(of) + ", found " + describe(*unit));
      }
  const Node* path = node->find("file");
  if (!path) return reading_.fault(*node, where, "the key `file` is missing", "a table of names, masses, centers and inertias");
  const auto file = DataFile::open(values_, *path, where + ".file");
  if (!file || reading_.failed()) return;
  MassTable table(*file, form);
  if (!table.read()) return;

  // Which parts make which body.
  std::map<std::string, std::string> made;  // body by part
  const auto take = [&](const std::string& part, const std::string& body, const Node& at) {
    const auto found = table.parts.find(part);
    if (found == table.parts.end()) {
      std::vector<std::string> names;
      for (const auto& [name, each] : table.parts) names.push_back(name);
      return reading_.fault(at, where + ".names." + body, "the table has no part " + quoted(part),
                            reading_.tells_more() ? did_you_mean(part, names) : "");
    }
    if (!made.emplace(part, body).second)
      return reading_.fault(at, where + ".names." + body,
                            "the part " + quoted(part) + " belongs to " + quoted(made[part]) + " already");
    const auto sum = masses_.find(body);
    masses_[body] = sum == masses_.end() ? found->second : together(sum->second, found->second);
  };
  if (const Node* names = node->find("names"); names && !names->is_null()) {
    if (!names->is_map())
      return reading_.fault(*names, where + ".names", "expected bodies with their parts, found " + describe(*names),
                            "{rod: [rod_end, tube]}");
    for (const auto& [body, parts] : names->entries) {
      if (!values_.has_body(body.text)) {
        reading_.fault(body, where + ".names", "unknown body " + quoted(body.text), values_.nearest_body(body.text));
        continue;
      }
      if (parts.is_scalar()) take(parts.text, body.text, parts);
      for (const Node& part : parts.items) take(part.text, body.text, part);
      if (!parts.is_scalar() && parts.items.empty())
        reading_.fault(parts, where + ".names." + body.text, "expected the names of parts, found " + describe(parts));
    }
  }
  for (const auto& [part, mass] : table.parts) {
    if (made.contains(part)) continue;
    if (values_.has_body(part) && !masses_.contains(part))
      masses_[part] = mass;
    else
      file->wrong(table.lines[part], 1,
                  values_.has_body(part) ? "the body " + quoted(part) + " is made of other parts already, by `names`"
                                         : "there is no body " + quoted(part),
                  "say by `names` which body the part belongs to; mass that is left out would be missing without a word");
  }
  for (const auto& [body, mass] : masses_) values_.give_center(body, mass.center);
}

// What the file says itself beside the table would be another body; --set is meant so.
void YamlReader::take_mass(Body& body, const MassProperties& table) {
  const Node* node = root_.find("bodies") ? root_.find("bodies")->find(body.name) : nullptr;
  const auto own = [&](const char* key) {
    const Node* given = node ? node->find(key) : nullptr;
    if (given && given->line != 0)
      reading_.fault(*given, "bodies." + body.name + '.' + key, "the table of `mass_properties` gives it too",
                     "leave it out in one of them");
    return given != nullptr;
  };
  if (!own("mass")) body.mass = table.mass;
  if (!own("position")) body.position = Point{table.center, ""};
  if (own("inertia")) return;
  const Mat3<double> R = rotation<double>(eigen(body.orientation.quaternion));
  const Mat3<double> turned = R.transpose() * table.inertia * R;
  body.inertia.matrix = Mat3<double>(0.5 * (turned + turned.transpose()));  // symmetric to the last digit
}

}  // namespace bricard
