// What the cases of dry friction share: models as text, and the methods they run with.
#pragma once
#include <numbers>
#include <sstream>

#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {

inline constexpr double g = 9.81, pi = std::numbers::pi;

struct Chosen {
  std::string coordinates, formulation, integrator;
};
inline const std::vector<Chosen> several_methods{{"relative", "auto", "auto"},
                                                 {"absolute", "auto", "auto"},
                                                 {"euler_parameters", "pseudo_inverse", "dop853"},
                                                 {"absolute", "coordinate_partitioning", "adams"},
                                                 {"relative", "null_space", "radau"},
                                                 {"absolute", "index3", "generalized_alpha"}};

inline Results run_text(const std::string& text, double duration, const Chosen& methods, double tolerance = 1e-8) {
  const Model model = read_yaml_text("bricard: 1\ngravity: [0, 0, -9.81]\n" + text, "friction");
  AnalysisOptions options = timed(duration, duration / 20, methods.coordinates, tolerance);
  options.formulation = methods.formulation;
  options.integrator = methods.integrator;
  return run(model, options);
}

// visit(results, ..) with all of them, or only with the first two, which `auto` takes.
template <class Visit>
void with_methods(const std::string& text, double duration, const Visit& visit, std::size_t count = 2) {
  for (std::size_t i = 0; i < count; ++i) {
    const Chosen& methods = several_methods[i];
    const double tolerance = methods.formulation == "index3" ? 1e-6 : 1e-8;
    SCOPED_TRACE(methods.coordinates + ' ' + methods.formulation + ' ' + methods.integrator);
    const Results results = run_text(text, duration, methods, tolerance);
    EXPECT_DONE(results);
    visit(results, methods.formulation == "index3" ? 1e-4 : 1.0);
  }
}

inline std::string number(double x) {
  std::ostringstream text;
  text.precision(17);
  text << x;
  return text.str();
}

}  // namespace bricard
