// A04, Bricard's mechanism (UDC/IFToMM library of multibody benchmark problems), against an independent integration: a null-space
// code in relative coordinates and an absolute-coordinate one with Euler parameters, which agree to 4e-12 m.
#include "verification/cases.hpp"

namespace bricard {
namespace {

struct Sample {
  double t;
  Vector3 p3;
};
const std::vector<Sample> samples = {{1, {0.2744813192646226, -0.8867079387346717, -0.4623300026873759}},
                                     {2.5, {-0.9999831852927938, -0.9999999998586352, -1.6814565838917e-05}},
                                     {5, {0.9999327423021173, -0.999999997738353, -6.725543608e-05}},
                                     {7.5, {-0.9998486744208491, -0.9999999885520169, -1.5131412943537e-04}},
                                     {10, {0.9997309873038339, -0.9999999638258171, -2.689765122506e-04}}};

TEST(BricardMechanism, moves_although_counting_says_it_cannot) {
  const Summary summary = check(benchmark("a04")).summary;
  EXPECT_EQ(summary.mobility_counted, 0);
  EXPECT_EQ(summary.mobility_actual, 1);
  ASSERT_EQ(summary.redundant.size(), 1u);
  EXPECT_EQ(summary.redundant[0].rows.size(), 1u);
  EXPECT_EQ(summary.redundant[0].group.size(), 6u);  // all six hinges take part in the dependency
}

TEST(BricardMechanism, ten_seconds_in_both_coordinate_sets) {
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    const Results results = run(benchmark("a04"), timed(10, 0.5, coordinates, 1e-10));
    EXPECT_DONE(results);
    for (const Sample& s : samples)
      EXPECT_LT(distance(results, "p3", s.p3, int(std::lround(s.t / 0.5))), 1e-8) << coordinates << ", t = " << s.t;
    EXPECT_LT(energy_error(results), 1e-7) << coordinates;
    EXPECT_LT(results.summary.violation.position, 1e-10) << coordinates;
  }
}

TEST(BricardMechanism, default_settings) {
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    const Results results = run(benchmark("a04"), timed(10, 0.01, coordinates, 1e-6));
    EXPECT_LT(distance(results, "p3", samples.back().p3), 1e-4) << coordinates;
    EXPECT_LT(energy_error(results), 1e-3) << coordinates;
  }
}

// Thin rods (I along the rod zero, across 1/12) have another reference; a mistake in the inertia of the rods would show as the
// one for the other.
TEST(BricardMechanism, thin_rods_tell_a_wrong_inertia) {
  const Vector3 thin_at_10(0.999264610, -0.999999730, -7.35119511e-04);
  Model thin = benchmark("a04");
  for (Body& rod : thin.bodies)
    for (int i = 0; i < 3; ++i) rod.inertia.matrix(i, i) = rod.inertia.matrix(i, i) < 0.01 ? 0 : 1.0 / 12;
  const Results results = run(thin, timed(10, 10, "relative", 1e-10));
  EXPECT_DONE(results);
  EXPECT_LT(distance(results, "p3", thin_at_10), 5e-9);
  EXPECT_GT(distance(results, "p3", samples.back().p3), 1e-4);
}

}  // namespace
}  // namespace bricard
