// Writes model files through the field tables: sections and lines; the values are those of value_text.hpp.
#include "bricard/io/yaml_writer.hpp"

#include "bricard/core/counting.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/value_text.hpp"
#include "bricard/model/in_plane.hpp"

namespace bricard {

namespace {

constexpr std::size_t line_length = 130;

std::string joined(const std::vector<std::string>& items, char open, char close, std::size_t indent, std::size_t start) {
  std::string text(1, open);
  std::size_t column = start + 1;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += ',';
    if (i > 0 && column + items[i].size() + 3 > line_length) {
      text += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (i > 0) {
      text += ' ';
      ++column;
    }
    text += items[i];
    column += items[i].size() + 1;
  }
  return text + close;
}

class YamlWriter {
 public:
  explicit YamlWriter(const Model& model) : model_(model), values_(model, TextFor::file) {}
  std::string write();

 private:
  void line(const std::string& text) { text_ += text + '\n'; }
  template <class Element, class Text>
  void section(const char* name, const std::vector<Element>& elements, Text&& text);
  template <class Element>
  std::vector<std::string> element(const Element& element) const;
  void write_units();
  std::string with_unit(const std::string& number, const std::optional<Unit>& unit) const;
  std::string table_units(const Table& table) const;

  const Model& model_;
  ValueText values_;
  std::string text_;
};

template <class Element>
std::vector<std::string> YamlWriter::element(const Element& element) const {
  std::vector<std::string> entries;
  if constexpr (requires { element.kind; }) entries.push_back("type: " + std::string(element.kind->type));
  for (const FieldText& each : values_.element(element)) entries.push_back(each.key + ": " + each.value);
  return entries;
}

template <class Element, class Text>
void YamlWriter::section(const char* name, const std::vector<Element>& elements, Text&& text) {
  if (elements.empty()) return;
  line(std::string(name) + ':');
  for (const Element& each : elements) {
    const std::string start = "  " + yaml_scalar(each.name) + ": ";
    line(start + text(each, start.size()));
  }
}

void YamlWriter::write_units() {
  std::vector<std::string> entries;
  const UnitSystem si;
  const auto add = [&](const char* key, std::string UnitSystem::*unit) {
    if (model_.units.*unit != si.*unit) entries.push_back(std::string(key) + ": " + yaml_scalar(model_.units.*unit));
  };
  add("length", &UnitSystem::length);
  add("mass", &UnitSystem::mass);
  add("time", &UnitSystem::time);
  add("angle", &UnitSystem::angle);
  add("force", &UnitSystem::force);
  if (!entries.empty()) line("units: " + mapped(entries));
}

// A number that counts in other units than the file, as one of a subsystem, stays plain: so do the expressions that read it.
std::string YamlWriter::with_unit(const std::string& number, const std::optional<Unit>& unit) const {
  const bool is_of_file = unit && *unit == unit_of(unit->dimension, model_.units) && unit->dimension != dimension::none;
  return is_of_file ? number + ' ' + model_.units.name(unit->dimension) : number;
}

// Of a table all of whose numbers count in units of the file.
std::string YamlWriter::table_units(const Table& table) const {
  std::vector<std::string> names;
  for (std::size_t axis = 0; axis < (table.grid ? 3 : 2); ++axis) {
    const std::optional<Unit>& unit = table.units[axis];
    if (!unit || *unit != unit_of(unit->dimension, model_.units)) return {};
    names.push_back(model_.units.name(unit->dimension));
  }
  return ", units: " + listed(names);
}

std::string YamlWriter::write() {
  const auto fields = [&](const auto& each, std::size_t column) { return joined(element(each), '{', '}', column + 1, column); };
  line("bricard: 1");
  if (!model_.name.empty()) line("name: " + yaml_scalar(model_.name));
  if (model_.dimension == 2) line("dimension: 2");
  write_units();
  if (model_.gravity != default_gravity(model_.dimension))
    line("gravity: " + values_.of(model_.gravity, dimension::acceleration));
  section("parameters", model_.parameters,
          [&](const Parameter& each, std::size_t) { return with_unit(to_text(each.value), each.unit); });
  section("points", model_.points, [&](const NamedPoint& each, std::size_t) { return values_.of(each.at, dimension::length); });
  section("tables", model_.tables, [&](const Table& each, std::size_t column) {
    std::vector<std::string> rows;
    for (const auto& [x, y] : each.points) rows.push_back(listed({to_text(x), to_text(y)}));
    for (std::size_t j = 0; each.grid && j <= each.grid->y.size(); ++j) {
      std::vector<std::string> row{j == 0 ? "0" : to_text(each.grid->y[j - 1])};
      for (std::size_t i = 0; i < each.grid->x.size(); ++i)
        row.push_back(to_text(j == 0 ? each.grid->x[i] : each.grid->values[(j - 1) * each.grid->x.size() + i]));
      rows.push_back(listed(row));
    }
    std::string text = (each.grid ? "{grid: " : "{points: ") + joined(rows, '[', ']', column + 10, column + 9);
    text += table_units(each);
    if (each.interpolation != Interpolation::linear) text += ", interpolation: " + values_.of(each.interpolation, {});
    if (each.extrapolation != Extrapolation::linear) text += ", extrapolation: " + values_.of(each.extrapolation, {});
    return text + '}';
  });
  section("functions", model_.functions, fields);
  section("bodies", model_.bodies, fields);
  section("joints", model_.joints, fields);
  section("constraints", model_.constraints, fields);
  section("drivers", model_.drivers, fields);
  section("forces", model_.forces, fields);
  if (model_.road) line("road: " + mapped(element(*model_.road)));
  section("sensors", model_.sensors, fields);
  const auto function = [&](const auto& each, std::size_t) { return values_.of(each.value, dimension::none); };
  section("inputs", model_.inputs, function);
  section("states", model_.states, [&](const StateEquation& each, std::size_t column) {
    std::vector<std::string> entries = element(each);
    const std::string initial = with_unit(to_text(each.initial), each.unit);
    if (initial != to_text(each.initial)) {
      std::erase_if(entries, [](const std::string& entry) { return entry.starts_with("initial: "); });
      entries.insert(entries.begin(), "initial: " + initial);
    }
    return joined(entries, '{', '}', column + 1, column);
  });
  section("events", model_.events, fields);
  section("outputs", model_.outputs, [&](const Output& each, std::size_t column) {
    const std::string value = function(each, column);
    return each.unit.empty() ? value : mapped({"value: " + value, "unit: " + yaml_scalar(each.unit)});
  });
  if (model_.analysis) line("analysis: " + joined(element(*model_.analysis), '{', '}', 11, 10));
  return std::move(text_);
}

}  // namespace

std::string write_yaml(const Model& model) { return YamlWriter(model).write(); }

}  // namespace bricard
