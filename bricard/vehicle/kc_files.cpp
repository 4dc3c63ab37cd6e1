#include "bricard/vehicle/kc_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"

namespace bricard::vehicle {

namespace {

using Row = std::vector<std::optional<double>>;

// Values of a row in the units and axes of the sheet.
class Told {
 public:
  Told(const KcAxle& axle, const Convention& convention) : axle_(axle), convention_(convention) {
    caster_.assign(axle.columns.size(), -1);
    for (std::size_t i = 0; i < axle.columns.size(); ++i) {  // that of the same axis: trail_height_held, caster_height_held
      if (axle.columns[i].output->component != Component::trail) continue;
      std::string name = axle.columns[i].name;
      name.replace(name.rfind(".trail"), 6, ".caster");
      for (std::size_t k = 0; k < axle.columns.size(); ++k)
        if (axle.columns[k].name == name) caster_[i] = static_cast<int>(k);
    }
  }
  std::optional<double> operator()(const Row& row, std::size_t column) const {
    if (!row[column]) return std::nullopt;
    const Output& output = *axle_.columns[column].output;
    const double caster = caster_[column] >= 0 ? row[caster_[column]].value_or(0) : 0;
    return *row[column] / output.unit_in_si * factor(convention_, output.component, caster) + 0.0;
  }

 private:
  const KcAxle& axle_;
  const Convention& convention_;
  std::vector<int> caster_;
};

const KcTest* find_test(const KcAxle& axle, const std::string& name) {
  for (const KcTest& test : axle.tests)
    if (test.name == name) return &test;
  return nullptr;
}

std::vector<std::string> all_tests(const KcResults& results) {
  std::vector<std::string> names;
  for (const KcAxle& axle : results.axles)
    for (const KcTest& test : axle.tests)
      if (std::count(names.begin(), names.end(), test.name) == 0) names.push_back(test.name);
  return names;
}

// Columns that have a value anywhere in a test.
std::vector<std::size_t> columns_with_values(const KcAxle& axle, const KcTest& test) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < axle.columns.size(); ++c)
    if (std::any_of(test.rows.begin(), test.rows.end(), [&](const Row& row) { return row[c].has_value(); })) columns.push_back(c);
  return columns;
}

// Rows of motions, columns of loads, SI.
void put_matrix(JsonText& json, std::string_view name, const Eigen::MatrixXd& C) {
  std::vector<std::vector<double>> rows(static_cast<std::size_t>(C.rows()));
  for (Eigen::Index i = 0; i < C.rows(); ++i)
    for (Eigen::Index k = 0; k < C.cols(); ++k) rows[static_cast<std::size_t>(i)].push_back(C(i, k));
  json.put(name, rows);
}

// Of curves that are looked at, seven digits.
double rounded(double value) { return std::stod(fmt::format("{:.7g}", value)); }

}  // namespace

void put_output(JsonText& json, const Output& output) {
  json.put("title", output.name);
  json.put("unit", output.unit);
  if (!output.formula.empty()) json.put("formula", output.formula);
  if (!output.method.empty()) json.put("method", output.method);
  if (!output.frame.empty()) json.put("frame", output.frame);
  if (!output.sign.empty()) json.put("sign", output.sign);
  if (output.component != Component::none) json.put("component", name_of(output.component));
}

std::string kc_csv(const KcResults& results) {
  const Convention& convention = *find_convention(results.options.convention);
  std::string text = "test,position,setting";
  std::vector<Told> told;
  for (const KcAxle& axle : results.axles) {
    told.emplace_back(axle, convention);
    for (const KcColumn& column : axle.columns) text += ',' + column.name;
  }
  text += '\n';
  for (const std::string& name : all_tests(results)) {
    std::size_t count = 0;
    for (const KcAxle& axle : results.axles)
      if (const KcTest* test = find_test(axle, name)) count = std::max(count, test->rows.size());
    for (std::size_t k = 0; k < count; ++k) {
      text += name + ',' + std::to_string(k + 1) + ',';
      for (const KcAxle& axle : results.axles)
        if (const KcTest* test = find_test(axle, name); test && k < test->rows.size()) {
          text += to_text(test->setting[k] / test->setting_unit);
          break;
        }
      for (std::size_t a = 0; a < results.axles.size(); ++a) {
        const KcTest* test = find_test(results.axles[a], name);
        for (std::size_t c = 0; c < results.axles[a].columns.size(); ++c) {
          text += ',';
          if (!test || k >= test->rows.size()) continue;
          if (const auto value = told[a](test->rows[k], c)) text += to_text(*value);
        }
      }
      text += '\n';
    }
  }
  return text;
}

std::string kc_json(const KcResults& results, bool compact) {
  const Convention& convention = *find_convention(results.options.convention);
  JsonText json(compact ? 0 : 1);
  json.object([&] {
    json.put("model", results.model);
    json.put("convention", convention.name);
    json.put("axes", convention.help);
    json.put("cpu_seconds", results.cpu_seconds);
    json.list("axles", [&] {
      for (const KcAxle& axle : results.axles) {
        const Told told(axle, convention);
        json.object([&] {
          json.put("name", axle.name);
          json.put("notes", axle.notes);
          json.list("values", [&] {
            for (std::size_t c = 0; c < axle.columns.size(); ++c) {
              const auto value = told(axle.design, c);
              if (!value) continue;
              json.object([&] {
                json.put("name", axle.columns[c].name);
                json.put("value", *value);
                put_output(json, *axle.columns[c].output);
              });
            }
            for (const KcValue& each : axle.values)
              json.object([&] {
                json.put("name", each.name);
                json.put("value", each.value ? std::optional(*each.value / each.output.unit_in_si *
                                                             factor(convention, each.output.component, 0))
                                             : std::nullopt);
                put_output(json, each.output);
              });
          });
          if (axle.compliance) {
            json.object("compliance", [&] {
              put_matrix(json, "at_contact", axle.compliance->at_contact);
              put_matrix(json, "at_center", axle.compliance->at_center);
            });
          }
          json.list("tests", [&] {
            for (const KcTest& test : axle.tests) {
              const std::vector<std::size_t> columns = columns_with_values(axle, test);
              json.object([&] {
                json.put("name", test.name);
                json.put("what", test.what);
                json.put("setting_name", test.setting_name);
                std::vector<double> setting;
                for (const double each : test.setting) setting.push_back(each / test.setting_unit);
                json.put("setting", setting);
                std::vector<std::string> names;
                for (const std::size_t c : columns) names.push_back(axle.columns[c].name);
                json.put("columns", names);
                std::vector<std::vector<std::optional<double>>> rows;
                for (const Row& row : test.rows) {
                  auto& values = rows.emplace_back();
                  for (const std::size_t c : columns) {
                    const auto value = told(row, c);
                    values.push_back(value && compact ? rounded(*value) : value);
                  }
                }
                json.put("rows", rows);
              });
            }
          });
        });
      }
    });
  });
  json.end();
  return json.text();
}

std::string kc_text(const KcResults& results) {
  const Convention& convention = *find_convention(results.options.convention);
  std::string text = fmt::format("{}\n  {}\n", results.model, convention.help);
  for (const KcAxle& axle : results.axles) {
    const Told told(axle, convention);
    text += fmt::format("\n  {:<44}{:>12}{:>12}\n", axle.name + " axle, at design", "left", "right");
    const auto value_of = [&](const std::string& name) -> std::optional<double> {
      for (std::size_t c = 0; c < axle.columns.size(); ++c)
        if (axle.columns[c].name == name) return told(axle.design, c);
      return std::nullopt;
    };
    const auto shown = [](const std::optional<double>& value) { return value ? fmt::format("{:.4f}", *value) : std::string("-"); };
    for (const WheelOutput& output : wheel_outputs()) {
      const auto left = value_of(axle.name + ".left." + output.key), right = value_of(axle.name + ".right." + output.key);
      if (left || right)
        text += fmt::format("  {:<32}{:<12}{:>12}{:>12}\n", output.key, output.unit, shown(left), shown(right));
    }
    for (const AxleOutput& output : axle_outputs())
      if (const auto value = value_of(axle.name + '.' + output.key))
        text += fmt::format("  {:<32}{:<12}{:>12}\n", output.key, output.unit, shown(value));
    for (const KcValue& each : axle.values)
      text += fmt::format("  {:<32}{:<12}{:>12}\n", each.name.substr(axle.name.size() + 1), each.output.unit,
                          shown(each.value ? std::optional(*each.value / each.output.unit_in_si) : std::nullopt));
    for (const std::string& note : axle.notes) text += fmt::format("  note: {}\n", note);
  }
  return text;
}

}  // namespace bricard::vehicle
