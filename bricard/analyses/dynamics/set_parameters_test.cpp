// Parameters that events set: laws follow them from then on, numbers that are fixed for a run may not read them. The reference is
// the oscillation of a mass on a spring whose stiffness jumps, in closed form.
#include "bricard/analyses/dynamics/simulation.hpp"
#include "bricard/analyses/test_cases.hpp"
#include "bricard/core/test_scratch.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard {
namespace {

const std::string oscillator = R"(bricard: 1
gravity: [0, 0, 0]
parameters: {k: 100 N/m, m: 1}
bodies: {mass: {mass: m, inertia: [1, 1, 1], position: [1, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0], initial: {rate: 1}}}
forces: {spring: {type: joint_force, joint: rail, force: -k*rail.position}}
events: {stiffen: {when: t > 0.3, do: switch, set: {k: 400 N/m}}}
outputs: {load: k*rail.position}
)";

// x = sin(10 t)/10 up to 0.3, then a cos(20 s) + b sin(20 s) with its position and rate there.
double exact(double t) {
  if (t <= 0.3) return std::sin(10 * t) / 10;
  return std::sin(3.0) / 10 * std::cos(20 * (t - 0.3)) + std::cos(3.0) / 20 * std::sin(20 * (t - 0.3));
}

TEST(SetParameters, LawsFollowThem) {
  for (const char* coordinates : {"absolute", "relative"}) {
    const Results results = run(read_yaml_text(
        oscillator + "analysis: {type: dynamics, duration: 1, output_step: 0.1, tolerance: 1e-9, coordinates: " + coordinates +
            "}",
        "m.yaml"));
    EXPECT_DONE(results);
    for (int row = 0; row < results.rows(); ++row) {
      const double t = value(results, "t", row);
      EXPECT_NEAR(value(results, "rail.position", row), exact(t), 1e-7) << t;
      if (t < 0.29) {
        EXPECT_EQ(value(results, "k", row), 100);
      } else if (t > 0.31) {
        EXPECT_EQ(value(results, "k", row), 400);  // a column tells what holds
        EXPECT_NEAR(value(results, "load", row), 400 * exact(t), 1e-4);
      }
    }
  }
}

TEST(SetParameters, AreReadAnewWithOtherValuesAndWrittenAsTheyAre) {
  const Model model = read_yaml_text(oscillator, "m.yaml", "", {{"k", "50 N/m"}});
  ASSERT_EQ(model.states.size(), 1u);
  EXPECT_EQ(model.states[0].initial, 50);
  EXPECT_EQ(model.parameters.size(), 1u);
  EXPECT_EQ(read_yaml_text(write_yaml(model), "again"), model);
}

TEST(SetParameters, SnapshotsKeepThem) {
  const Model model =
      read_yaml_text(oscillator + "analysis: {type: dynamics, duration: 1, output_step: 0.1, tolerance: 1e-9}", "m.yaml");
  Simulation first(model);
  first.advance_to(0.5);
  Simulation second(model);
  second.restore(first.snapshot());
  second.advance_to(1);
  EXPECT_EQ(second.value("k"), 400);
  EXPECT_NEAR(second.value("rail.position"), exact(1.0), 1e-7);
}

std::string fault(const std::string& more) {
  try {
    read_yaml_text("bricard: 1\nparameters: {k: 1, j: 2}\nevents: {e: {when: t > 1, do: switch, set: {k: 2}}}\n" + more,
                   "m.yaml");
  } catch (const Error& error) {
    const Fault& first = error.faults()[0];
    return std::to_string(first.place.line) + ": " + first.where + ": " + first.what +
           (first.hint.empty() ? "" : "; " + first.hint);
  }
  return "";
}

TEST(SetParameters, MayNotMoveWhatIsFixedForTheRun) {
  const std::string fixed =
      "`k` may not be used here: the event `e` sets it, and only functions of forces, states, events and outputs can follow; "
      "this "
      "is fixed for the whole run";
  EXPECT_EQ(fault("points: {A: [k, 0, 0]}"), "4: points.A[0]: " + fixed);
  EXPECT_EQ(fault("bodies: {b: {mass: 2*k, position: [0, 0, 0]}}"), "4: bodies.b.mass: " + fixed);
  EXPECT_EQ(fault("tables: {d: {points: [[0, 0], [k, 1]]}}"), "4: tables.d.points[1][0]: " + fixed);
  EXPECT_EQ(fault("joints: {J: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, k, 1]}}\n"
                  "bodies: {b: {position: [0, 0, 0]}}"),
            "4: joints.J.axis[1]: " + fixed);
  const std::string driven = fault("bodies: {b: {position: [0, 0, 0]}}\ndrivers: {d: {body: b, coordinate: x, value: k*t}}");
  EXPECT_NE(driven.find("5: drivers.d.value: `k` may not be used here"), std::string::npos) << driven;
  EXPECT_EQ(fault("inputs: {u: k*t}").find("4: inputs.u: `k` may not be used here"), 0u);
  EXPECT_EQ(fault("outputs: {o: k*t}\nstates: {s: {derivative: -k*s}}"), "");
}

TEST(SetParameters, OfAPartAreSetFromOutside) {
  const ScratchFolder folder("set_parameters");
  folder.write("part.bricard.yaml", oscillator.substr(0, oscillator.find("events:")));
  const Model model = read_model(folder
                                     .write("whole.bricard.yaml",
                                            "bricard: 1\ngravity: [0, 0, 0]\nsubsystems: {p: {file: part.bricard.yaml}}\n"
                                            "events: {stiffen: {when: t > 0.3, do: switch, set: {p.k: 400}}}\n"
                                            "analysis: {type: dynamics, duration: 1, output_step: 0.1, tolerance: 1e-9}\n")
                                     .string());
  const Results results = run(model);
  EXPECT_DONE(results);
  EXPECT_NEAR(value(results, "p.rail.position"), exact(1), 1e-7);
  EXPECT_EQ(value(results, "p.k"), 400);
}

}  // namespace
}  // namespace bricard
