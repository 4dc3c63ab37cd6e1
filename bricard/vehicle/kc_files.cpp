#include "bricard/vehicle/kc_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/vehicle/kc_tables.hpp"
#include "bricard/vehicle/sheet_units.hpp"

namespace bricard::vehicle {

namespace {

using Row = std::vector<std::optional<double>>;

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

void put_vector(JsonText& json, std::string_view name, const Vector3& v, const std::array<double, 3>& sign, double unit = 1) {
  json.put(name, std::vector<double>{v[0] / unit * sign[0] + 0.0, v[1] / unit * sign[1] + 0.0, v[2] / unit * sign[2] + 0.0});
}

void put_sensitivity(JsonText& json, const KcAxle& axle, const Convention& convention) {
  const KcSensitivity& s = *axle.sensitivity;
  const std::vector<std::size_t> columns = varied_columns(axle);
  const std::array<double, 3> sign{convention.x, convention.y, convention.z};
  json.object("sensitivity", [&] {
    json.put("words", "per mm of a coordinate; a point and its mirror image move together, and all parts follow the drawing");
    json.list("outputs", [&] {
      for (const std::size_t c : columns)
        json.object([&] {
          json.put("name", axle.columns[c].name);
          put_output(json, *axle.columns[c].output);
        });
    });
    json.list("rows", [&] {
      for (const auto& line : s.drawn)
        json.object([&] {
          json.put("name", line.point + '.' + "xyz"[line.coordinate]);
          json.put("point", line.point);
          json.put("coordinate", std::string(1, "xyz"[line.coordinate]));
          put_vector(json, "at", line.at, sign, mm);
          std::vector<std::optional<double>> values;
          for (const std::size_t c : columns) values.push_back(told_rate(axle, convention, line, c));
          json.put("values", values);
          const auto curve = [&](const char* name, const std::vector<double>& rates) {
            std::vector<double> told;
            for (const double rate : rates) told.push_back(rounded(rate / deg * mm * sign[line.coordinate] + 0.0));
            json.put(name, told);
          };
          curve("toe_over_heave", line.toe);
          curve("camber_over_heave", line.camber);
        });
    });
    json.put("built_words", "toe and camber at design height in deg per mm, of one part that is not as drawn, the others as they are");
    json.list("built", [&] {
      for (const auto& part : s.built)
        json.object([&] {
          json.put("point", part.point);
          json.put("on", part.body);
          put_vector(json, "toe", {part.toe[0], part.toe[1], part.toe[2]}, sign, deg / mm);
          put_vector(json, "camber", {part.camber[0], part.camber[1], part.camber[2]}, sign, deg / mm);
        });
    });
    const Spread spread = spread_of(s, mm / 2);
    json.object("spread", [&] {
      json.put("size", "0.5 mm either way in every coordinate of every part; deg");
      json.put("toe", spread.toe / deg);
      json.put("camber", spread.camber / deg);
      json.put("worst_toe", spread.worst_toe / deg);
      json.put("worst_camber", spread.worst_camber / deg);
    });
    json.list("rods", [&] {
      for (const auto& rod : s.rods)
        json.object([&] {
          json.put("joint", rod.joint);
          json.put("toe", rod.toe / deg * mm);
          json.put("camber", rod.camber / deg * mm);
          json.put("height", rod.height);
        });
    });
  });
}

// Of one axle; the words for a wheel hold what the other tables split.
void put_load_cases(JsonText& json, const KcResults& results, std::size_t a, const Convention& convention) {
  const std::array<double, 3> sign{convention.x, convention.y, convention.z}, turning{convention.rx, convention.ry, convention.rz};
  json.list("load_cases", [&] {
    for (const KcLoadCase& each : results.load_cases)
      json.object([&] {
        json.put("name", each.load.name);
        json.put("what", fmt::format("{:.3g} g forward, {:.3g} g to the left, weight {:.3g} g", each.load.g[0], each.load.g[1], each.load.g[2]));
        json.list("wheels", [&] {
          for (const auto& [side, w] : {std::pair{"left", &each.axles[a].left}, {"right", &each.axles[a].right}})
            json.object([&, side = side, w = w] {
              json.put("wheel", results.axles[a].name + '.' + side);
              put_vector(json, "force", {w->fx, w->fy, w->fz}, sign);
              json.put("rest", w->rest);
              json.put("unsprung", w->unsprung_x + w->unsprung_y);
              json.put("geometric", w->geometric_x + w->geometric_y);
              json.put("elastic", w->elastic_x + w->elastic_y);
            });
        });
        json.list("members", [&] {
          for (const MemberForce& m : each.members[a])
            json.object([&] {
              json.put("name", m.name);
              json.put("kind", m.kind);
              json.put("on", m.body);
              put_vector(json, "at", m.at, sign, mm);
              put_vector(json, "force", m.force, sign);
              put_vector(json, "torque", m.moment, turning);
              json.put("size", m.force.norm());
              json.put("tension", m.axial);
            });
        });
      });
  });
}

}  // namespace

void put_output(JsonText& json, const Output& output) {
  json.put("title", output.name);
  json.put("unit", output.unit);
  json.put("formula", output.formula);
  json.put("method", output.method);
  json.put("frame", output.frame);
  json.put("sign", output.sign);
  if (output.component != Component::none) json.put("component", name_of(output.component));
}

std::string kc_csv(const KcResults& results) {
  const Convention& convention = *find_convention(results.options.convention);
  std::string text = "test,position,setting";
  std::vector<ToldRow> told;
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
          text += to_text(told_setting(*test, k, convention));
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
    json.put("notes", results.notes);
    json.list("axles", [&] {
      for (const KcAxle& axle : results.axles) {
        const ToldRow told(axle, convention);
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
          if (axle.sensitivity) put_sensitivity(json, axle, convention);
          if (!results.load_cases.empty()) put_load_cases(json, results, static_cast<std::size_t>(&axle - results.axles.data()), convention);
          json.list("tests", [&] {
            for (const KcTest& test : axle.tests) {
              const std::vector<std::size_t> columns = columns_with_values(axle, test);
              json.object([&] {
                json.put("name", test.name);
                json.put("what", test.what);
                json.put("setting_name", test.setting_name);
                std::vector<double> setting;
                for (std::size_t k = 0; k < test.setting.size(); ++k) setting.push_back(told_setting(test, k, convention));
                json.put("setting", setting);
                if (test.setting_component != Component::none) json.put("setting_component", name_of(test.setting_component));
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
    const ToldRow told(axle, convention);
    text += fmt::format("\n  {:<44}{:>12}{:>12}\n", axle.name + " axle, at design", "left", "right");
    const auto value_of = [&](const std::string& name) -> std::optional<double> {
      for (std::size_t c = 0; c < axle.columns.size(); ++c)
        if (axle.columns[c].name == name) return told(axle.design, c);
      return std::nullopt;
    };
    const auto shown = [](const std::optional<double>& value) { return value ? fmt::format("{:.4f}", std::abs(*value) < 0.00005 ? 0.0 : *value) : std::string("-"); };
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
    if (axle.sensitivity && !axle.sensitivity->built.empty()) {
      const Spread spread = spread_of(*axle.sensitivity, mm / 2);
      text += fmt::format("  parts within 0.5 mm of the drawing: toe within {:.3f} deg, camber within {:.3f} deg (root of the sum of squares)\n", spread.toe / deg,
                          spread.camber / deg);
    }
    for (const std::string& note : axle.notes) text += fmt::format("  note: {}\n", note);
  }
  if (!results.load_cases.empty()) {
    text += fmt::format("\n  {:<34}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "wheel loads in N", "Fx", "Fy", "Fz", "unsprung", "geometric", "elastic");
    for (const KcLoadCase& each : results.load_cases)
      for (std::size_t a = 0; a < each.axles.size(); ++a)
        for (const auto& [side, w] : {std::pair{"left", &each.axles[a].left}, {"right", &each.axles[a].right}})
          text += fmt::format("  {:<34}{:>10.0f}{:>10.0f}{:>10.0f}{:>10.0f}{:>10.0f}{:>10.0f}\n", each.load.name + ' ' + results.axles[a].name + '.' + side,
                              convention.x * w->fx, convention.y * w->fy, convention.z * w->fz, w->unsprung_x + w->unsprung_y, w->geometric_x + w->geometric_y,
                              w->elastic_x + w->elastic_y);
  }
  for (const std::string& note : results.notes) text += fmt::format("  note: {}\n", note);
  return text;
}

}  // namespace bricard::vehicle
