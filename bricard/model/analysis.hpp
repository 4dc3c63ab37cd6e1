// What the `analysis` section asks for. Keys of the file and options of the command line have the same names.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bricard/core/field.hpp"

namespace bricard {

// Relative tolerance; the absolute one follows from the model's scale unless it is given.
struct Tolerance {
  double relative = 1e-6;
  std::optional<double> absolute;
  static constexpr auto fields() {
    return std::tuple{field("relative", &Tolerance::relative, "error relative to the model's scale"),
                      field("absolute", &Tolerance::absolute, "absolute error instead of the one from the model's scale")};
  }
  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

struct AnalysisOptions {
  std::string type = "dynamics";  // assembly | kinematics | inverse_dynamics | dynamics | equilibrium | modes
  std::optional<double> duration;
  std::optional<double> output_step;  // default: duration/1000
  std::string coordinates = "auto";
  std::string formulation = "auto";
  std::string stabilization = "auto";
  std::string integrator = "auto";
  Tolerance tolerance;
  std::optional<double> step;  // fixed step
  std::optional<double> max_step;
  std::vector<std::string> record;  // column patterns; empty: all
  static constexpr auto fields() {
    namespace d = dimension;
    return std::tuple{
        field("type", &AnalysisOptions::type, "assembly, kinematics, inverse_dynamics, dynamics, equilibrium or modes", required),
        field("duration", &AnalysisOptions::duration, d::time, "simulated time"),
        field("output_step", &AnalysisOptions::output_step, d::time, "time between rows of results.csv"),
        field("coordinates", &AnalysisOptions::coordinates, "auto, absolute or relative"),
        field("formulation", &AnalysisOptions::formulation, "auto or one of `bricard list`"),
        field("stabilization", &AnalysisOptions::stabilization, "auto or one of `bricard list`"),
        field("integrator", &AnalysisOptions::integrator, "auto or one of `bricard list`"),
        field("tolerance", &AnalysisOptions::tolerance, "relative error, or {relative: , absolute: }"),
        field("step", &AnalysisOptions::step, d::time, "fixed step, for fixed-step integrators"),
        field("max_step", &AnalysisOptions::max_step, d::time, "largest step"),
        field("record", &AnalysisOptions::record, "patterns of the columns to write, for instance crank.*")};
  }
  friend bool operator==(const AnalysisOptions&, const AnalysisOptions&) = default;
};

}  // namespace bricard
