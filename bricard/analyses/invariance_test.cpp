// What no answer may depend on: the order in which a file lists its elements, and the coordinates that are computed with. Every
// shipped model with its own analysis, the first tenth of runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "bricard/analyses/test_cases.hpp"
#include "bricard/core/text.hpp"

namespace bricard {
namespace {

// The same mechanism, written from the last element to the first.
Model written_backwards(Model model) {
  const auto turn_around = [](auto&... lists) { (std::reverse(lists.begin(), lists.end()), ...); };
  turn_around(model.tables, model.bodies, model.joints, model.constraints, model.drivers, model.forces, model.sensors,
              model.inputs, model.states, model.events, model.outputs);
  return model;
}

std::vector<std::string> shipped_models() {
  std::vector<std::string> paths;
  for (const char* folder : {"models/mechanisms", "models/examples", "models/benchmarks", "models/vehicles"})
    for (const auto& each : std::filesystem::directory_iterator(source_file(folder)))
      if (const std::string path = each.path().string(); path.ends_with(".bricard.yaml") && path.find("guess") == std::string::npos)
        paths.push_back(path);
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Of models that are whole and have an analysis.
AnalysisOptions shortened(const Model& model) {
  AnalysisOptions options = *model.analysis;
  if (options.duration && options.type == "dynamics") {
    options.duration = *options.duration / 10;
    options.output_step = *options.duration / 20;
    options.tolerance.relative = 1e-8;
  }
  return options;
}

// Columns by name: those of one dimension compare with the largest of them.
void expect_same_columns(const Results& a, const Results& b, double part) {
  ASSERT_EQ(a.columns.size(), b.columns.size());
  ASSERT_EQ(a.rows(), b.rows());
  std::map<std::string, double> largest;
  const auto kind = [](const ResultColumn& column) { return UnitSystem().name(column.dimension); };
  for (std::size_t c = 0; c < a.columns.size(); ++c)
    for (int row = 0; row < a.rows(); ++row)
      if (const double size = std::abs(a.at(row, static_cast<int>(c))); std::isfinite(size))
        largest[kind(a.columns[c])] = std::max(largest[kind(a.columns[c])], size);
  for (std::size_t c = 0; c < a.columns.size(); ++c) {
    const std::string& name = a.columns[c].name;
    if (name.starts_with("violation") || name == "motion_ratio") continue;  // rounding, and its quotient at rest
    const int other = b.column(name);
    ASSERT_GE(other, 0) << name;
    const bool is_quaternion = name.size() > 3 && name.compare(name.size() - 3, 2, ".e") == 0;  // of both signs
    double worst = 0;
    for (int row = 0; row < a.rows(); ++row) {
      const double x = a.at(row, static_cast<int>(c)), y = b.at(row, other);
      ASSERT_EQ(std::isnan(x), std::isnan(y)) << name;
      if (!std::isnan(x)) worst = std::max(worst, std::min(std::abs(x - y), is_quaternion ? std::abs(x + y) : 1e300));
    }
    EXPECT_LE(worst, part * largest[kind(a.columns[c])] + 1e-9) << name;
  }
}

// Eigenvalues of a moment of a motion depend on the coordinates.
bool is_steady(const Summary& summary) {
  return std::none_of(summary.warnings.begin(), summary.warnings.end(),
                      [](const std::string& each) { return each.find("nor a steady motion") != std::string::npos; });
}

// Everything that is said and does not name coordinates.
void expect_same_words(const Summary& a, const Summary& b) {
  EXPECT_EQ(a.mobility_counted, b.mobility_counted);
  EXPECT_EQ(a.mobility_actual, b.mobility_actual);
  EXPECT_EQ(a.driven, b.driven);
  EXPECT_EQ(a.constraints, b.constraints);
  EXPECT_EQ(a.redundant.size(), b.redundant.size());
  EXPECT_EQ(a.free_motions.size(), b.free_motions.size());
  EXPECT_EQ(a.bodies, b.bodies);
  EXPECT_EQ(a.joints, b.joints);
  EXPECT_EQ(a.events.size(), b.events.size());
  std::map<std::string, bool> unique;
  for (const auto& [name, is] : a.efforts) unique[name] = is;
  for (const auto& [name, is] : b.efforts) EXPECT_EQ(unique.at(name), is) << name;
  ASSERT_EQ(a.modes.size(), b.modes.size());
  if (!is_steady(a) || !is_steady(b)) return;
  for (std::size_t i = 0; i < a.modes.size(); ++i) {
    const double size = std::hypot(a.modes[i].real, a.modes[i].imag);
    EXPECT_NEAR(a.modes[i].real, b.modes[i].real, 1e-7 * (1 + size));
    EXPECT_NEAR(a.modes[i].imag, b.modes[i].imag, 1e-7 * (1 + size));
  }
  ASSERT_EQ(a.equilibrium.has_value(), b.equilibrium.has_value());
  if (!a.equilibrium) return;
  for (std::size_t i = 0; i < a.equilibrium->found.size(); ++i)
    EXPECT_NEAR(a.equilibrium->found[i].second, b.equilibrium->found[i].second, 1e-6 * std::abs(a.equilibrium->found[i].second));
  EXPECT_EQ(a.equilibrium->configuration.stable, b.equilibrium->configuration.stable);
  EXPECT_NEAR(a.equilibrium->configuration.growth, b.equilibrium->configuration.growth,
              1e-6 * (1 + std::abs(a.equilibrium->configuration.growth)));
  if (a.methods.coordinates == b.methods.coordinates) {  // further starts are displaced along coordinates
    EXPECT_EQ(a.equilibrium->others.size(), b.equilibrium->others.size());
  }
  EXPECT_EQ(std::set<std::string>(a.equilibrium->left_alone.begin(), a.equilibrium->left_alone.end()),
            std::set<std::string>(b.equilibrium->left_alone.begin(), b.equilibrium->left_alone.end()));
}

Model read(const std::string& path, const std::vector<std::pair<std::string, double>>& values = {}) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const auto& [parameter, value] : values) texts.emplace_back(parameter, to_text(value));
  return read_model(path, texts);
}

struct Answer {
  std::string of, type;  // path, analysis
  Results results;
};
Answer answer(const std::string& path, bool backwards, const std::string& type, const std::string& coordinates) {
  Control control;
  control.vary = [&](const auto& values) { return backwards ? written_backwards(read(path, values)) : read(path, values); };
  const Model model = control.vary({});
  AnalysisOptions options = shortened(model);
  if (!type.empty()) {
    options.type = type;
    options.modes.emplace().about = About::design;
  }
  if (!coordinates.empty()) options.coordinates = coordinates;
  return {path, options.type, run(model, options, control)};
}
void expect_same(const Answer& a, const Answer& b) {
  SCOPED_TRACE(a.of + " " + a.type);
  const Results &left = a.results, &right = b.results;
  EXPECT_EQ(left.summary.outcome.status, right.summary.outcome.status) << right.summary.outcome.message;
  expect_same_words(left.summary, right.summary);
  expect_same_columns(left, right, a.type == "dynamics" ? 1e-4 : 1e-6);
}

TEST(Invariance, TheOrderOfElementsDoesNotMatter) {
  for (const std::string& path : shipped_models())
    if (read(path).analysis)
      for (const char* type : {"", "modes", "assembly"}) expect_same(answer(path, false, type, ""), answer(path, true, type, ""));
}

TEST(Invariance, CoordinatesDoNotMatter) {
  for (const std::string& path : shipped_models()) {
    const Model model = read(path);
    if (!model.analysis) continue;
    for (const char* type : {"", "modes"}) {
      const Answer first = answer(path, false, type, "relative");
      for (const std::string& coordinates : coordinate_sets_of(model)) {
        SCOPED_TRACE(coordinates);
        if (coordinates != "relative") expect_same(first, answer(path, false, type, coordinates));
      }
    }
  }
}

}  // namespace
}  // namespace bricard
