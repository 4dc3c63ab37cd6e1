// A01, simple pendulum (UDC/IFToMM library of multibody benchmark problems), against its exact solution in elliptic functions;
// the quoted points are those of an independent evaluation with 15 digits.
#include "verification/cases.hpp"
#include "verification/exact.hpp"

namespace bricard {
namespace {

Vector3 exact_at(double t) {
  const auto p = exact::pendulum(t);
  return {p.x, p.y, 0};
}

// A body of finite extent that swings like the point mass: all its motion is that of the point at 1 m.
Model pendulum_with_inertia() { return read_model(source_file("models/mechanisms/pendulum.bricard.yaml")); }

TEST(Pendulum, exact_solution_agrees_with_quoted_points) {
  EXPECT_LT((exact_at(1) - Vector3(0.986291751131875, -0.165010853125541, 0)).norm(), 2e-15);
  EXPECT_LT((exact_at(5) - Vector3(-0.942305435043757, -0.334754338414001, 0)).norm(), 2e-15);
  EXPECT_LT((exact_at(10) - Vector3(-0.275087462576117, -0.961419205099125, 0)).norm(), 2e-15);
  EXPECT_LT((exact_at(2000) - Vector3(0.8146030686, -0.5800188278, 0)).norm(), 1e-10);
}

TEST(Pendulum, point_mass_in_relative_coordinates) {
  const Results results = run(benchmark("a01"), timed(10, 1, "relative", 1e-11));
  EXPECT_DONE(results);
  for (int row = 0; row < results.rows(); ++row) EXPECT_LT(distance(results, "bob", exact_at(row), row), 1e-8) << "t = " << row;
  EXPECT_LT(energy_error(results), 1e-8);
  RecordProperty("energy_error", std::to_string(energy_error(results)));
}

TEST(Pendulum, point_mass_in_absolute_coordinates) {
  const Results results = run(benchmark("a01"), timed(10, 1, "absolute", 1e-11));
  EXPECT_DONE(results);
  for (int row = 0; row < results.rows(); ++row) EXPECT_LT(distance(results, "bob", exact_at(row), row), 1e-8) << "t = " << row;
}

TEST(Pendulum, rod_in_both_coordinate_sets) {
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    const Results results = run(pendulum_with_inertia(), timed(10, 1, coordinates, 1e-11));
    EXPECT_DONE(results);
    for (int row = 0; row < results.rows(); ++row)
      EXPECT_LT(distance(results, "bob", exact_at(row), row), 1e-8) << coordinates << ", t = " << row;
    EXPECT_LT(energy_error(results), 1e-8) << coordinates;
  }
}

// At the tolerance of a user who sets nothing. Limits of the reference sheet for a coarse run: 5e-5 J.
TEST(Pendulum, default_settings) {
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    const Results results = run(pendulum_with_inertia(), timed(10, 0.01, coordinates, 1e-6));
    EXPECT_LT(distance(results, "bob", exact_at(10)), 1e-4) << coordinates;
    EXPECT_LT(energy_error(results), 5e-5) << coordinates;
    ASSERT_TRUE(results.summary.energy_drift.has_value());
    EXPECT_LT(*results.summary.energy_drift, 1e-5) << coordinates;
  }
}

TEST(Pendulum, two_thousand_seconds) {
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    if (coordinates != "relative" && !is_long()) continue;
    const Results results = run(pendulum_with_inertia(), timed(2000, 500, coordinates, 1e-11));
    EXPECT_DONE(results);
    for (int row = 1; row < results.rows(); ++row)
      EXPECT_LT(distance(results, "bob", exact_at(500 * row), row), 1e-6) << coordinates << ", t = " << 500 * row;
  }
}

// A pendulum whose inertia is wrong by 1e-6 must be seen.
TEST(Pendulum, sees_a_wrong_inertia) {
  Model wrong = pendulum_with_inertia();
  body(wrong, "rod").inertia.matrix(2, 2) *= 1 + 1e-6;
  EXPECT_GT(distance(run(wrong, timed(10, 1, "relative", 1e-11)), "bob", exact_at(10)), 1e-7);
}

}  // namespace
}  // namespace bricard
