// Builds a double pendulum in C++, runs it, and says where it is.
#include <bricard/bricard.hpp>
#include <iostream>

int main() {
  bricard::Model model;
  add_body(model, "upper", "1 kg", {1e-3, 0.02, 0.02}, {"250 mm", 0, 0});
  add_body(model, "lower", "1 kg", {1e-3, 0.02, 0.02}, {"750 mm", 0, 0});
  add_joint(model, "shoulder", "revolute", {"ground", "upper"}, {0, 0, 0}, {0, 1, 0});
  start(add_joint(model, "elbow", "revolute", {"upper", "lower"}, {0.5, 0, 0}, {0, 1, 0}), "speed", "60 deg/s");
  bricard::AnalysisOptions options;
  options.duration = 2;
  const bricard::Results results = bricard::run(model, options);
  std::cout << results.summary.outcome.message << ": " << results.rows() << " rows, the elbow ends at "
            << results.at(results.rows() - 1, results.column("elbow.angle")) << " rad\n";
  return results.summary.outcome.failed();
}
