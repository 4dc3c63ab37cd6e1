// Constraints that do work, as a law C says (analysis: nonideal). References: closed forms of a bead on a wire that the wire
// brakes with C = -a |v|^k v/|v|, the example of F. E. Udwadia and R. E. Kalaba (J. Appl. Mech. 68, 2001, 462-467); the same
// efforts as applied forces, by elimination, on two McPherson struts.
#include "bricard/io/yaml_reader.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

const char* const formulations_that_take_it[] = {"udwadia_phohomsiri", "udwadia_kalaba"};

Results run_with(const Model& model, const std::string& coordinates, const std::string& formulation,
                 const std::vector<std::string>& nonideal, const std::string& redundant = "auto") {
  AnalysisOptions options = *model.analysis;
  options.coordinates = coordinates;
  options.formulation = formulation;
  options.nonideal = nonideal;
  options.redundant = redundant;
  options.tolerance.relative = 1e-9;
  return run(model, options);
}

bool is_defined(const std::string& formulation, const std::string& coordinates) {
  return formulation != "udwadia_kalaba" || coordinates != "euler_parameters";
}

// A bead on the circle x² + y² = R² without weight: v' = -a/m v^k, so that v^(1-k) = v0^(1-k) + (k - 1) a/m t.
std::string bead_on_a_wire(int k) {
  const std::string law = std::to_string(k - 1);
  return "bricard: 1\ngravity: [0, 0, 0]\nparameters: {a: 0.8, R: 2}\nbodies:\n"
         "  bead: {mass: 0.5, inertia: [1, 1, 1], position: [R, 0, 0], velocity: [0, 3, 0]}\nconstraints:\n"
         "  wire: {type: expression, equal_zero: \"bead.x^2 + bead.y^2 - R^2\"}\n"
         "  plane: {type: expression, equal_zero: bead.z}\noutputs: {v: \"sqrt(bead.vx^2 + bead.vy^2 + bead.vz^2)\"}\nforces:\n"
         "  rub: {type: force, body: bead, components: [\"-a*v^" +
         law + "*bead.vx\", \"-a*v^" + law + "*bead.vy\", \"-a*v^" + law +
         "*bead.vz\"]}\nanalysis: {type: dynamics, duration: 1.5}\n";
}

TEST(Nonideal, ABeadThatItsWireBrakes) {
  const double a = 0.8, m = 0.5, R = 2, v0 = 3, t = 1.5;
  for (const int k : {1, 2, 3}) {
    const Model model = read_yaml_text(bead_on_a_wire(k), "bead");
    const double v = k == 1 ? v0 * std::exp(-a / m * t) : std::pow(std::pow(v0, 1 - k) + (k - 1) * a / m * t, 1. / (1 - k));
    const double way = k == 1   ? m / a * (v0 - v)
                       : k == 2 ? m / a * std::log(v0 / v)
                                : m / a * (1 / v - 1 / v0);  // ∫ v dt = m/a ∫ v^(1-k) dv
    for (const std::string& coordinates : coordinate_sets_of(model))
      for (const char* formulation : formulations_that_take_it) {
        if (!is_defined(formulation, coordinates)) continue;
        SCOPED_TRACE(std::to_string(k) + " " + coordinates + " " + formulation);
        const Results results = run_with(model, coordinates, formulation, {"rub"});
        ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
        EXPECT_NEAR(value(results, "v"), v, 1e-7);
        EXPECT_NEAR(std::atan2(value(results, "bead.y"), value(results, "bead.x")), way / R, 1e-7);
        // The constraint as a whole: across the wire m v²/R, along it the law.
        const double angle = way / R, ax = value(results, "bead.ax"), ay = value(results, "bead.ay");
        EXPECT_NEAR(m * (-ax * std::cos(angle) - ay * std::sin(angle)), m * v * v / R, 1e-6);
        EXPECT_NEAR(m * (-ax * std::sin(angle) + ay * std::cos(angle)), -a * std::pow(v, k), 1e-6);
        ASSERT_TRUE(results.summary.balance && results.summary.balance->work_nonideal);
        EXPECT_NEAR(*results.summary.balance->work_nonideal, m / 2 * (v * v - v0 * v0), 1e-7);
      }
  }
}

// On a slope in the plane, mm and degrees: v = V tanh(g sin(30°) t/V), V² = m g sin(30°)/a.
TEST(Nonideal, ASlideInThePlaneInOtherUnits) {
  const Model model = read_yaml_text(
      "bricard: 1\ndimension: 2\nunits: {length: mm, angle: deg}\ngravity: [0, -9810]\nbodies:\n"
      "  block: {mass: 2, inertia: 1, position: [0, 0]}\njoints:\n"
      "  slope: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [cosd(-30), sind(-30)]}\nforces:\n"
      "  rub: {type: joint_force, joint: slope, force: -5e-6*slope.rate*abs(slope.rate)}\n"
      "analysis: {type: dynamics, duration: 1}\n",
      "slope");
  const double V = std::sqrt(2 * 9.81 * 0.5 / 5), g = 9.81 * 0.5;
  for (const char* coordinates : {"absolute", "relative"})
    for (const char* formulation : formulations_that_take_it) {
      const Results results = run_with(model, coordinates, formulation, {"rub"});
      ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
      EXPECT_NEAR(value(results, "slope.rate"), V * std::tanh(g / V), 1e-7) << coordinates << formulation;
      EXPECT_NEAR(value(results, "slope.position"), V * V / g * std::log(std::cosh(g / V)), 1e-7);
    }
}

// Laws along joints, and one that also presses across the constraints: only what the constraints leave free can do work.
Model braked_strut(const std::string& name) {
  Model model = read_model(source_file("models/mechanisms/" + name + ".bricard.yaml"));
  const auto add = [&](const std::string& element, const std::string& joint, const std::string& law) {
    Force& force = model.forces.emplace_back();
    force.name = element;
    force.joint = joint;
    JointForce kind;
    (joint.ends_with("position") ? kind.force : kind.torque) = Function(law);
    force.kind = kind;
  };
  add("hinge_rub", "hinge_A", "-0.4*hinge_A.speed");
  add("slide_rub", "slide.position", "-30*slide.rate*abs(slide.rate) - 2*slide.rate + 0.1*sin(3*t)");
  Force& wind = model.forces.emplace_back();
  wind.name = "wind";
  wind.body = "tie_rod";
  AppliedForce law;
  law.components = {Function("0.3*sin(2*t)"), Function("-0.5*tie_rod.vy"), Function("0.2")};
  wind.kind = law;
  model.analysis->duration = 2;
  model.analysis->output_step = 2;
  return model;
}

TEST(Nonideal, IsTheMotionUnderTheSameEffortsOnStruts) {
  for (const char* name : {"mcpherson_strut", "mcpherson_strut_overconstrained"}) {
    const Model model = braked_strut(name);
    const Results expected = run_with(model, "relative", "lagrange", {});
    EXPECT_DONE(expected);
    Model without = model;
    for (Force& force : without.forces) force.active = force.name == "lift" || force.name == "steering";
    const Results other = run_with(without, "relative", "lagrange", {});
    EXPECT_GT(std::abs(value(other, "wheel.z") - value(expected, "wheel.z")), 1e-3);  // the laws matter
    for (const std::string& coordinates : coordinate_sets())
      for (const char* formulation : formulations_that_take_it)
        for (const char* redundant : {"auto", "keep"}) {
          if (!is_defined(formulation, coordinates)) continue;
          SCOPED_TRACE(std::string(name) + " " + coordinates + " " + formulation + " " + redundant);
          const Results results = run_with(model, coordinates, formulation, {"hinge_rub", "slide_rub", "wind"}, redundant);
          ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
          for (const char* column : {"wheel.x", "wheel.y", "wheel.z", "rack.y", "slide.position"})
            EXPECT_NEAR(value(results, column), value(expected, column), 1e-7) << column;
          // Reactions and the law together are what the constraints do.
          for (const char* column : {"top_ball.fx", "top_ball.fz", "rack_ball.fy"})
            EXPECT_NEAR(value(results, column), value(expected, column), 1e-5) << column;
        }
  }
}

// A mechanism in space that is stepped in the plane.
TEST(Nonideal, IsTheMotionUnderTheSameEffortsOnAFourBar) {
  Model model = read_model(source_file("models/mechanisms/four_bar.bricard.yaml"));
  Force& force = model.forces.emplace_back();
  force.name = "rub";
  force.joint = "pivot";
  JointForce law;
  law.torque = Function("-3*pivot.speed");
  force.kind = law;
  model.analysis->duration = 1;
  model.analysis->output_step = 1;
  const Results expected = run_with(model, "absolute", "lagrange", {});
  for (const char* coordinates : {"absolute", "relative"})
    for (const char* formulation : formulations_that_take_it)
      for (const char* redundant : {"auto", "keep"}) {
        const Results results = run_with(model, coordinates, formulation, {"rub"}, redundant);
        ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
        EXPECT_NEAR(value(results, "main.angle"), value(expected, "main.angle"), 1e-6) << coordinates << formulation << redundant;
        EXPECT_EQ(results.summary.methods.why.find("in a plane") != std::string::npos,
                  coordinates == std::string("relative") && redundant == std::string("auto"));
      }
}

TEST(Nonideal, IsRefusedByNameWhereConstraintsAreIdeal) {
  const Model model = braked_strut("mcpherson_strut");
  for (const char* formulation : {"lagrange", "pseudo_inverse", "least_squares_1", "least_squares_2", "penalty",
                                  "augmented_lagrangian", "coordinate_partitioning", "null_space", "index3"}) {
    try {
      run_with(model, "absolute", formulation, {"hinge_rub"});
      ADD_FAILURE() << formulation << " is not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.faults().front().where, "analysis.nonideal");
      EXPECT_EQ(error.faults().front().what,
                "the formulation '" + std::string(formulation) + "' knows ideal constraints only, which do no work");
      EXPECT_EQ(error.faults().front().hint, "choose one of udwadia_kalaba, udwadia_phohomsiri, or leave out nonideal");
    }
  }
  const Results results = run_with(model, "auto", "auto", {"hinge_rub"});
  EXPECT_DONE(results);
  EXPECT_EQ(results.summary.methods.formulation, "udwadia_phohomsiri");
}

TEST(Nonideal, NamesForceElements) {
  Model model = braked_strut("mcpherson_strut");
  model.analysis->nonideal = {"hinge_rb", "slide", "wind", "wind"};
  const std::vector<Fault> faults = validate(model);
  ASSERT_EQ(faults.size(), 3u);
  EXPECT_EQ(faults[0].where, "analysis.nonideal[0]");
  EXPECT_NE(faults[0].hint.find("hinge_rub"), std::string::npos) << faults[0].hint;
  EXPECT_EQ(faults[1].where, "analysis.nonideal[1]");
  EXPECT_EQ(faults[2].what, "`wind` is named twice");
}

}  // namespace
}  // namespace bricard
