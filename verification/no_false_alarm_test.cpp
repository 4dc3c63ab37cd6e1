// What must not stop a run, nor make it warn: rows that take each other's place, and rest.
#include "bricard/io/yaml_reader.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

Model bricard_with_gravity(double x, double y, double z) {
  Model model = benchmark("a04");
  model.gravity = {x, y, z};
  return model;
}

// Along x and y a row of Bricard's linkage that was left out as dependent at the start becomes independent, and one that was kept
// depends on the others; no position is singular. The reference is another formulation in other
// coordinates, at a hundredth of the tolerance.
TEST(NoFalseAlarm, BricardsLinkageFallsInAnyDirection) {
  const double g = 9.81;
  std::vector<std::array<double, 3>> directions{{-g, 0, 0}, {0, g, 0}};
  if (is_long()) directions.insert(directions.end(), {{g, 0, 0}, {0, 0, g}, {-g / 2, g / 2, g / 2}});
  for (const std::array<double, 3>& gravity : directions) {
    const Model model = bricard_with_gravity(gravity[0], gravity[1], gravity[2]);
    AnalysisOptions options = timed(10, 1, "relative", 1e-10);
    options.formulation = "null_space";
    const Results exact = run(model, options);
    EXPECT_DONE(exact);
    const Vector3 p3(value(exact, "p3.x"), value(exact, "p3.y"), value(exact, "p3.z"));
    for (const std::string& coordinates : coordinate_sets_everywhere())
      for (const auto& [formulation, stabilization] :
           std::vector<std::pair<std::string, std::string>>{{"lagrange", "none"},
                                                            {"lagrange", "baumgarte"},
                                                            {"lagrange", "mass_projection"},
                                                            {"augmented_lagrangian", "none"},
                                                            {"augmented_lagrangian", "mass_projection"},
                                                            {"pseudo_inverse", "none"},
                                                            {"coordinate_partitioning", "none"}}) {
        SCOPED_TRACE(coordinates + " " + formulation + " " + stabilization + " " + std::to_string(gravity[0]) + " " +
                     std::to_string(gravity[1]));
        AnalysisOptions trial = timed(10, 1, coordinates, 1e-8);
        trial.formulation = formulation;
        trial.stabilization = stabilization;
        const Results results = run(model, trial);
        EXPECT_DONE(results);
        EXPECT_LT(distance(results, "p3", p3), 1e-5);
        for (const std::string& warning : results.summary.warnings)
          EXPECT_EQ(warning.find("singular"), std::string::npos) << warning;
      }
  }
}

// Hanging at rest: accelerations are zero, the small difference of large forces. It stays there, and nobody warns of 1e-15 J.
TEST(NoFalseAlarm, RestIsNoTrouble) {
  const std::string rod =
      "bricard: 1\ngravity: [0, -9.81, 0]\n"
      "bodies: {a: {mass: M, inertia: [M/10, M/10, M/10], position: [0, -0.5, 0]}}\n"
      "joints: {j: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}}\n";
  const std::string chain =
      "bricard: 1\ngravity: [0, -9.81, 0]\n"
      "bodies: {a: {mass: M, inertia: [M/10, M/10, M/10], position: [0, -0.5, 0]},\n"
      "         b: {mass: M, inertia: [M/10, M/10, M/10], position: [0, -1.5, 0]},\n"
      "         c: {mass: 100*M, inertia: [M, M, M], position: [0, -2.5, 0]}}\n"
      "joints: {j: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]},\n"
      "         k: {type: spherical, bodies: [a, b], at: [0, -1, 0]},\n"
      "         l: {type: revolute, bodies: [b, c], at: [0, -2, 0], axis: [0, 0, 1]}}\n";
  const std::string sprung =
      "bricard: 1\ngravity: [0, -9.81, 0]\n"
      "bodies: {a: {mass: M, inertia: [M/10, M/10, M/10], position: [0, -0.5, 0]}}\n"
      "joints: {j: {type: prismatic, bodies: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}}\n"
      "forces: {s: {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: a, at: [0, -0.5, 0]}, stiffness: "
      "9.81*M/0.1, free_length: 0.4}}\n";
  for (std::string text : {rod, chain, sprung})
    for (const std::string mass : {"1", "1e-3", "1e4"}) {
      std::string with = text;
      for (std::size_t i = 0; (i = with.find('M', i)) != std::string::npos;) with.replace(i, 1, mass);
      const Model model = read_yaml_text(with, "model");
      for (const std::string& coordinates : coordinate_sets_of(model))
        for (const std::string formulation : {"augmented_lagrangian", "penalty", "lagrange"})
          for (const double tolerance : {1e-6, 1e-9}) {  // penalty gives way a little, and says so
            SCOPED_TRACE(with + coordinates + " " + formulation);
            AnalysisOptions options = timed(1, 0.1, coordinates, tolerance);
            options.formulation = formulation;
            const Results results = run(model, options);
            EXPECT_DONE(results);
            EXPECT_LT(distance(results, "a", {0, -0.5, 0}), formulation == "penalty" ? 1e-4 : 1e-8);
            if (formulation != "penalty") {
              EXPECT_TRUE(results.summary.warnings.empty()) << results.summary.warnings.front();
            }
          }
    }
}

}  // namespace
}  // namespace bricard
