// For tests: running a model with a few settings, reading the end of a column, where models and outside files are.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "bricard/bricard.hpp"
#include "bricard/core/test_paths.hpp"
#include "bricard/elements/elements.hpp"

namespace bricard {

inline std::string source_file(const std::string& path) { return source_dir + "/" + path; }
inline Model benchmark(const std::string& name) { return read_model(source_file("models/benchmarks/" + name + ".bricard.yaml")); }

// The model's own analysis over another time, with other coordinates and tolerance.
inline AnalysisOptions timed(double duration, double output_step, const std::string& coordinates, double tolerance) {
  AnalysisOptions options;
  options.duration = duration;
  options.output_step = output_step;
  options.coordinates = coordinates;
  options.tolerance.relative = tolerance;
  return options;
}

inline Body& body(Model& model, const std::string& name) {
  return *std::find_if(model.bodies.begin(), model.bodies.end(), [&](const Body& b) { return b.name == name; });
}

// The sets without singular positions in which the model can be computed: bodies in the plane have one angle.
inline std::vector<std::string> coordinate_sets_of(const Model& model) {
  return model.dimension == 2 ? std::vector<std::string>{"absolute", "relative"} : coordinate_sets_everywhere();
}

// Value of a column in a row; negative rows count from the end.
inline double value(const Results& results, const std::string& column, int row = -1) {
  return results.at(row < 0 ? results.rows() + row : row, results.column(column));
}
// Distance of a point (columns NAME.x, .y, .z) from where it should be.
inline double distance(const Results& results, const std::string& point, const Vector3& expected, int row = -1) {
  const Vector3 p(value(results, point + ".x", row), value(results, point + ".y", row), value(results, point + ".z", row));
  return (p - expected).norm();
}
// Largest departure of the total energy from its start, J.
inline double energy_error(const Results& results) {
  double worst = 0;
  for (const double e : results.series("energy.total")) worst = std::max(worst, std::abs(e - value(results, "energy.total", 0)));
  return worst;
}

#define EXPECT_DONE(results) EXPECT_EQ((results).summary.outcome.status, Status::done) << (results).summary.outcome.message

}  // namespace bricard
