#include "bricard/vehicle/kc_tables.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "bricard/core/text.hpp"
#include "bricard/io/workbook/out_sheet.hpp"
#include "bricard/vehicle/sheet_units.hpp"

namespace bricard::vehicle {

namespace {

using Row = std::vector<std::optional<double>>;
using Number = std::optional<double>;

const Convention& convention_of(const KcResults& results) { return *find_convention(results.options.convention); }

const KcTest* find_test(const KcAxle& axle, const std::string& name) {
  for (const KcTest& test : axle.tests)
    if (test.name == name) return &test;
  return nullptr;
}

std::array<double, 3> signs(const Convention& c) { return {c.x, c.y, c.z}; }
std::array<double, 3> turning_signs(const Convention& c) { return {c.rx, c.ry, c.rz}; }

// Half the width of tolerances that the sheet tells of.
constexpr double usual_tolerance = mm / 2;

}  // namespace

ToldRow::ToldRow(const KcAxle& axle, const Convention& convention) : axle_(axle), convention_(convention) {
  caster_.assign(axle.columns.size(), -1);
  for (std::size_t i = 0; i < axle.columns.size(); ++i) {  // that of the same axis: trail_height_held, caster_height_held
    if (axle.columns[i].output->component != Component::trail) continue;
    std::string name = axle.columns[i].name;
    name.replace(name.rfind(".trail"), 6, ".caster");
    for (std::size_t k = 0; k < axle.columns.size(); ++k)
      if (axle.columns[k].name == name) caster_[i] = static_cast<int>(k);
  }
}

std::optional<double> ToldRow::operator()(const Row& row, std::size_t column) const {
  if (!row[column]) return std::nullopt;
  const Output& output = *axle_.columns[column].output;
  const double caster = caster_[column] >= 0 ? row[caster_[column]].value_or(0) : 0;
  return *row[column] / output.unit_in_si * factor(convention_, output.component, caster) + 0.0;
}

// Of Lotus' trail x cos(caster) its caster changes too.
std::optional<double> told_rate(const KcAxle& axle, const Convention& convention, const KcSensitivity::Line& line, std::size_t column) {
  const Number& rate = line.values[column];
  if (!rate) return std::nullopt;
  const Output& output = *axle.columns[column].output;
  double changed = *rate * factor(convention, output.component, 0);
  if (output.component == Component::trail && convention.trail_at_right_angles) {
    std::string name = axle.columns[column].name;
    name.replace(name.rfind(".trail"), 6, ".caster");
    for (std::size_t k = 0; k < axle.columns.size(); ++k)
      if (axle.columns[k].name == name && axle.design[k] && axle.design[column] && line.values[k])
        changed = *rate * std::cos(*axle.design[k]) - *axle.design[column] * std::sin(*axle.design[k]) * *line.values[k];
  }
  return changed / output.unit_in_si * mm * signs(convention)[line.coordinate] + 0.0;
}

std::vector<std::size_t> varied_columns(const KcAxle& axle) {
  std::vector<std::size_t> columns;
  if (!axle.sensitivity) return columns;
  for (std::size_t c = 0; c < axle.columns.size(); ++c) {
    if (axle.columns[c].name.ends_with(".travel")) continue;
    if (std::any_of(axle.sensitivity->drawn.begin(), axle.sensitivity->drawn.end(), [&](const auto& line) { return line.values[c].has_value(); }))
      columns.push_back(c);
  }
  return columns;
}

double told_setting(const KcTest& test, std::size_t k, const Convention& convention) {
  return test.setting[k] / test.setting_unit * factor(convention, test.setting_component, 0) + 0.0;
}

Spread spread_of(const KcSensitivity& sensitivity, double size) {
  Spread spread;
  double toe = 0, camber = 0;
  for (const auto& part : sensitivity.built)
    for (int c = 0; c < 3; ++c) {
      toe += size * size * part.toe[c] * part.toe[c];
      camber += size * size * part.camber[c] * part.camber[c];
      spread.worst_toe += size * std::abs(part.toe[c]);
      spread.worst_camber += size * std::abs(part.camber[c]);
    }
  spread.toe = std::sqrt(toe);
  spread.camber = std::sqrt(camber);
  return spread;
}

KcTable design_table(const KcResults& results) {
  KcTable table{"design", "values at design; each with its formula, method, frame and sign", {"name", "title", "value", "unit", "formula", "method", "frame", "sign"}, {}};
  const auto put = [&](const std::string& name, const Output& output, Number value) {
    table.rows.push_back({name, std::string(output.name), value, std::string(output.unit), std::string(output.formula), std::string(output.method),
                          std::string(output.frame), std::string(output.sign)});
  };
  for (const KcAxle& axle : results.axles) {
    const ToldRow told(axle, convention_of(results));
    for (std::size_t c = 0; c < axle.columns.size(); ++c)
      if (const Number value = told(axle.design, c)) put(axle.columns[c].name, *axle.columns[c].output, value);
    for (const KcValue& each : axle.values)
      if (each.value) put(each.name, each.output, *each.value / each.output.unit_in_si * factor(convention_of(results), each.output.component, 0));
  }
  return table;
}

KcTable test_table(const KcResults& results, const std::string& name) {
  KcTable table{name, "", {"setting"}, {}};
  std::size_t count = 0;
  for (const KcAxle& axle : results.axles)
    if (const KcTest* test = find_test(axle, name)) {
      count = std::max(count, test->rows.size());
      table.header[0] = test->setting_name;
      table.words = test->what;
    }
  table.rows.resize(count);
  for (std::size_t k = 0; k < count; ++k)
    for (const KcAxle& axle : results.axles)
      if (const KcTest* test = find_test(axle, name); test && k < test->rows.size() && table.rows[k].empty())
        table.rows[k].push_back(Number(told_setting(*test, k, convention_of(results))));
  for (const KcAxle& axle : results.axles) {
    const KcTest* test = find_test(axle, name);
    if (!test) continue;
    const ToldRow told(axle, convention_of(results));
    for (std::size_t c = 0; c < axle.columns.size(); ++c) {
      if (std::none_of(test->rows.begin(), test->rows.end(), [&](const Row& row) { return row[c].has_value(); })) continue;
      table.header.push_back(axle.columns[c].name);
      for (std::size_t k = 0; k < count; ++k) table.rows[k].push_back(k < test->rows.size() ? told(test->rows[k], c) : Number());
    }
  }
  return table;
}

KcTable compliance_table(const KcResults& results) {
  constexpr std::array motions{"x", "y", "z", "rx", "ry", "rz"};
  KcTable table{"compliance", "m/N, rad/N, m/(N m), rad/(N m), ISO axes; rows motions, columns loads", {"axle", "at", "motion"}, {}};
  for (const char* side : {"left", "right"})
    for (const char* motion : motions) table.header.push_back(std::string(side) + ' ' + motion);
  for (const KcAxle& axle : results.axles) {
    if (!axle.compliance) continue;
    for (const auto& [where, C] : {std::pair{"contact", &axle.compliance->at_contact}, {"center", &axle.compliance->at_center}})
      for (Eigen::Index i = 0; i < C->rows(); ++i) {
        auto& row = table.rows.emplace_back();
        row = {axle.name, std::string(where), std::string(i < 6 ? "left " : "right ") + motions[i % 6]};
        for (Eigen::Index k = 0; k < C->cols(); ++k) row.push_back(Number((*C)(i, k)));
      }
  }
  return table;
}

KcTable hard_points_table(const KcResults& results) {
  KcTable table{"hard_points",
                "derivatives of values at design per mm of a coordinate; a point and its mirror image move together, all parts follow the drawing",
                {"axle", "point", "coordinate"}, {}};
  std::vector<std::pair<const KcAxle*, std::size_t>> columns;
  for (const KcAxle& axle : results.axles)
    for (const std::size_t c : varied_columns(axle)) {
      columns.emplace_back(&axle, c);
      table.header.push_back(axle.columns[c].name + " in " + std::string(axle.columns[c].output->unit) + "/mm");
    }
  for (const KcAxle& axle : results.axles) {
    if (!axle.sensitivity) continue;
    for (const KcSensitivity::Line& line : axle.sensitivity->drawn) {
      auto& row = table.rows.emplace_back();
      row = {axle.name, line.point, std::string(1, "xyz"[line.coordinate])};
      for (const auto& [of, c] : columns) row.push_back(of == &axle ? told_rate(axle, convention_of(results), line, c) : Number());
    }
  }
  return table;
}

KcTable tolerances_table(const KcResults& results) {
  KcTable table{"tolerances",
                "toe and camber at design height in deg per mm, of one part that is not as drawn; the spread is that of 0.5 mm either way: of a part all "
                "coordinates at their worst, of all parts also the root of the sum of squares",
                {"axle", "point", "on", "toe per x", "toe per y", "toe per z", "camber per x", "camber per y", "camber per z", "spread of toe in deg",
                 "spread of camber in deg"}, {}};
  const std::array<double, 3> sign = signs(convention_of(results));
  for (const KcAxle& axle : results.axles) {
    if (!axle.sensitivity) continue;
    for (const auto& part : axle.sensitivity->built) {
      auto& row = table.rows.emplace_back();
      row = {axle.name, part.point, part.body};
      double toe = 0, camber = 0;
      for (int c = 0; c < 3; ++c) row.push_back(Number(part.toe[c] / deg * mm * sign[c] + 0.0)), toe += std::abs(part.toe[c]);
      for (int c = 0; c < 3; ++c) row.push_back(Number(part.camber[c] / deg * mm * sign[c] + 0.0)), camber += std::abs(part.camber[c]);
      row.push_back(Number(toe * usual_tolerance / deg));
      row.push_back(Number(camber * usual_tolerance / deg));
    }
    const Spread spread = spread_of(*axle.sensitivity, usual_tolerance);
    const auto sum = [&](const char* how, double toe, double camber) {
      table.rows.push_back({axle.name, std::string("all"), std::string(how), Number(), Number(), Number(), Number(), Number(), Number(), Number(toe / deg),
                            Number(camber / deg)});
    };
    sum("root of the sum of squares", spread.toe, spread.camber);
    sum("all at their worst", spread.worst_toe, spread.worst_camber);
  }
  return table;
}

KcTable shims_table(const KcResults& results) {
  KcTable table{"shims",
                "what one mm does: a rod that is longer, or a shim that moves a point of the carrier outward; the wheel's height where the spring keeps its length",
                {"axle", "change by 1 mm", "toe in deg", "camber in deg", "height of the wheel in mm"}, {}};
  for (const KcAxle& axle : results.axles) {
    if (!axle.sensitivity) continue;
    for (const auto& rod : axle.sensitivity->rods)
      table.rows.push_back({axle.name, rod.joint + " longer", Number(rod.toe / deg * mm), Number(rod.camber / deg * mm), rod.height});
    for (const auto& part : axle.sensitivity->built)
      if (part.on_carrier)
        table.rows.push_back({axle.name, part.point + " on " + part.body + " outward", Number(part.side * part.toe[1] / deg * mm),
                              Number(part.side * part.camber[1] / deg * mm), Number()});
  }
  return table;
}

KcTable loads_table(const KcResults& results) {
  KcTable table{"loads",
                "wheel loads in N; vertical: at rest, and what accelerations along x and y transfer to unsprung masses, through links (geometric) and through "
                "springs (elastic)",
                {"case", "a_x in g", "a_y in g", "weight in g", "wheel", "rest", "unsprung x", "geometric x", "elastic x", "unsprung y", "geometric y",
                 "elastic y", "Fx", "Fy", "Fz"}, {}};
  const Convention& c = convention_of(results);
  for (const KcLoadCase& each : results.load_cases)
    for (std::size_t a = 0; a < each.axles.size(); ++a)
      for (const auto& [side, w] : {std::pair{"left", &each.axles[a].left}, {"right", &each.axles[a].right}})
        table.rows.push_back({each.load.name, Number(c.x * each.load.g[0] + 0.0), Number(c.y * each.load.g[1] + 0.0), Number(each.load.g[2]),
                              results.axles[a].name + '.' + side, Number(w->rest), Number(w->unsprung_x), Number(w->geometric_x), Number(w->elastic_x),
                              Number(w->unsprung_y), Number(w->geometric_y), Number(w->elastic_y), Number(c.x * w->fx + 0.0), Number(c.y * w->fy + 0.0),
                              Number(c.z * w->fz + 0.0)});
  return table;
}

KcTable forces_table(const KcResults& results) {
  KcTable table{"forces",
                "what each joint, link and spring does to the body named here, at this point; its other body gets the opposite; N, N m, points in mm, in the "
                "design position",
                {"case", "axle", "element", "kind", "on", "x", "y", "z", "Fx", "Fy", "Fz", "Mx", "My", "Mz", "size", "tension"}, {}};
  const Convention& c = convention_of(results);
  const auto s = signs(c), t = turning_signs(c);
  for (const KcLoadCase& each : results.load_cases)
    for (std::size_t a = 0; a < each.members.size(); ++a)
      for (const MemberForce& m : each.members[a]) {
        auto& row = table.rows.emplace_back();
        row = {each.load.name, results.axles[a].name, m.name, m.kind, m.body};
        for (int i = 0; i < 3; ++i) row.push_back(Number(s[i] * m.at[i] / mm + 0.0));
        for (int i = 0; i < 3; ++i) row.push_back(Number(s[i] * m.force[i] + 0.0));
        for (int i = 0; i < 3; ++i) row.push_back(Number(t[i] * m.moment[i] + 0.0));
        row.push_back(Number(m.force.norm()));
        row.push_back(m.axial);
      }
  return table;
}

std::string csv_of(const KcTable& table) {
  std::string text;
  for (std::size_t c = 0; c < table.header.size(); ++c) text += (c ? "," : "") + table.header[c];
  text += '\n';
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c) text += ',';
      if (const auto* word = std::get_if<std::string>(&row[c]))
        text += word->find(',') == std::string::npos ? *word : '"' + *word + '"';
      else if (const Number& number = std::get<Number>(row[c]))
        text += to_text(*number);
    }
    text += '\n';
  }
  return text;
}

std::string kc_workbook(const KcResults& results) {
  std::vector<KcTable> tables{design_table(results)};
  for (const char* test : {"heave", "roll", "single", "steer", "lateral", "longitudinal", "aligning", "vertical"}) tables.push_back(test_table(results, test));
  for (const auto& make : {compliance_table, hard_points_table, tolerances_table, shims_table, loads_table, forces_table}) tables.push_back(make(results));
  std::vector<workbook::OutSheet> sheets;
  for (const KcTable& table : tables) {
    if (table.rows.empty()) continue;
    workbook::OutSheet& sheet = sheets.emplace_back();
    sheet.name = table.name;
    sheet.word(1, 1, results.model + ": " + table.words, workbook::Look::title);
    sheet.word(2, 1, std::string(convention_of(results).help), workbook::Look::note);
    sheet.frozen_rows = 3;
    sheet.widths = {{1, static_cast<int>(std::max<std::size_t>(table.header.size(), 1)), 16}};
    for (std::size_t c = 0; c < table.header.size(); ++c) sheet.word(3, static_cast<int>(c) + 1, table.header[c], workbook::Look::header);
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
        const int at = static_cast<int>(r) + 4, column = static_cast<int>(c) + 1;
        if (const auto* word = std::get_if<std::string>(&table.rows[r][c]))
          sheet.word(at, column, *word);
        else if (const Number& number = std::get<Number>(table.rows[r][c]))
          sheet.number(at, column, to_text(*number));
      }
  }
  return workbook::workbook_file(sheets);
}

}  // namespace bricard::vehicle
