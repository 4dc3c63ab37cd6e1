// Rows that depend on others and stay in (analysis: redundant: keep). References: the same motion by elimination, which leaves
// them out, on the overconstrained strut of M. Pekal, J. Fraczek (Arch. Mech. Eng. 63, 2016), a four-bar in space, Bricard's
// linkage and, away from its singular positions, A02, whose parallelogram obeys phi'' = c sin phi.
#include "bricard/formulations/formulations.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

struct Case {
  const char* file;
  double duration;
  int redundant;
};
const Case cases[] = {{"mechanisms/mcpherson_strut_overconstrained", 2, 5},
                      {"mechanisms/four_bar", 1, 3},
                      {"mechanisms/bricard", 1, 1},
                      {"benchmarks/a02", 0.4, 6}};

Model model_of(const char* file) { return read_model(source_file(std::string("models/") + file + ".bricard.yaml")); }

// Largest difference of the bodies' positions and orientations at the end.
double difference(const Results& a, const Results& b, const Model& model) {
  double largest = 0;
  for (const Body& body : model.bodies)
    for (const char* of : {".x", ".y", ".z", ".e0", ".e1", ".e2", ".e3"})
      largest = std::max(largest, std::abs(value(a, body.name + of) - value(b, body.name + of)));
  return largest;
}

class RedundantRows : public testing::TestWithParam<int> {
 protected:
  const Formulation& formulation() const { return formulations[GetParam()]; }
  AnalysisOptions options(const Case& each, const std::string& coordinates) const {
    AnalysisOptions options = timed(each.duration, each.duration, coordinates, 1e-8);
    options.formulation = formulation().name;
    options.redundant = "keep";
    return options;
  }
};

TEST_P(RedundantRows, StayInWithTheSameMotion) {
  if (!formulation().keeps_redundant) GTEST_SKIP() << "needs independent rows";
  for (const Case& each : cases) {
    const Model model = model_of(each.file);
    AnalysisOptions without = timed(each.duration, each.duration, "relative", 1e-9);
    const Results expected = run(model, without);
    EXPECT_DONE(expected);
    for (const std::string& coordinates : coordinate_sets()) {
      if (formulation().inverts_mass && coordinates == "euler_parameters") continue;  // not defined there
      if (coordinates == "euler_angles" && each.redundant != 5) continue;             // other models start in gimbal lock
      for (const char* stabilization : {"auto", "baumgarte"}) {
        if (formulation().stabilizes && stabilization != std::string("auto")) continue;
        SCOPED_TRACE(std::string(each.file) + " " + coordinates + " " + stabilization);
        AnalysisOptions with = options(each, coordinates);
        with.stabilization = stabilization;
        const Results results = run(model, with);
        ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
        EXPECT_LT(difference(results, expected, model), formulation().name == "penalty" ? 1e-5 : 1e-6);
      }
    }
  }
}

// A door on two hinges along a tilted axis: in relative coordinates the second is satisfied by the first, up to rounding.
TEST_P(RedundantRows, ThatTheCoordinatesSatisfyStayIn) {
  if (!formulation().keeps_redundant) GTEST_SKIP() << "needs independent rows";
  const std::string door =
      "bricard: 1\nunits: {length: mm}\nbodies:\n  door: {mass: 7, inertia: [3e5, 2e5, 4e5], position: [300, 40, 10]}\n"
      "joints:\n  low: {type: revolute, bodies: [ground, door], at: [0, 0, 0], axis: [1, 2, 3]}\n";
  const std::string second = "  high: {type: revolute, bodies: [ground, door], at: [700/3, 1400/3, 700], axis: [1, 2, 3]}\n";
  const std::string analysis = "analysis: {type: dynamics, duration: 1, tolerance: 1e-9}\n";
  const Results expected = run(read_yaml_text(door + analysis, "door"));
  const Model model = read_yaml_text(door + second + analysis, "door");
  for (const char* coordinates : {"absolute", "relative"}) {
    AnalysisOptions options = *model.analysis;
    options.formulation = formulation().name;
    options.coordinates = coordinates;
    options.redundant = "keep";
    const Results results = run(model, options);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << coordinates << results.summary.outcome.message;
    EXPECT_NEAR(value(results, "low.angle"), value(expected, "low.angle"), formulation().name == "penalty" ? 1e-5 : 1e-7)
        << coordinates;
  }
}

TEST_P(RedundantRows, AreRefusedByNameWhereTheyCannotStay) {
  if (formulation().keeps_redundant) GTEST_SKIP() << "takes them";
  try {
    run(model_of("mechanisms/four_bar"), options(cases[1], "absolute"));
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.faults().front().where, "analysis.redundant");
    EXPECT_EQ(error.faults().front().what, "the formulation '" + std::string(formulation().name) +
                                               "' needs independent rows: it cannot keep those that depend on others");
    EXPECT_NE(error.faults().front().hint.find("pseudo_inverse, udwadia_kalaba"), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RedundantRows, testing::Range(0, static_cast<int>(formulations.size())),
                         [](const auto& info) { return std::string(formulations[info.param].name); });

TEST(RedundantRowsChoice, AutoTakesAFormulationThatKeepsThem) {
  AnalysisOptions options = timed(0.5, 0.5, "auto", 1e-6);
  options.redundant = "keep";
  const Results results = run(model_of("mechanisms/four_bar"), options);
  EXPECT_DONE(results);
  EXPECT_EQ(results.summary.methods.formulation, "null_space");
  EXPECT_NE(results.summary.methods.why.find("dependent rows stay in"), std::string::npos) << results.summary.methods.why;
}

TEST(RedundantRowsChoice, OtherWordsAreFaults) {
  AnalysisOptions options = timed(0.5, 0.5, "auto", 1e-6);
  options.redundant = "kept";
  Model model = model_of("mechanisms/four_bar");
  model.analysis = options;
  const std::vector<Fault> faults = validate(model);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].where, "analysis.redundant");
  EXPECT_NE(faults[0].hint.find("keep"), std::string::npos) << faults[0].hint;
}

}  // namespace
}  // namespace bricard
