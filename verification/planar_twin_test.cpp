// A planar model moves as its twin in space, and as the exact solution where there is one. The two share the Model and nothing of
// the evaluation: three accelerations of a body against six, its angle against a quaternion or spatial joints.
#include "verification/planar_twin.hpp"

#include "bricard/system/coordinates/names.hpp"
#include "verification/cases.hpp"
#include "verification/chains.hpp"
#include "verification/exact.hpp"

namespace bricard {
namespace {

void expect_same_motion(const Model& planar, const Model& spatial, const AnalysisOptions& options, double limit) {
  const Results here = run(planar, options), there = run(spatial, options);
  EXPECT_DONE(here);
  EXPECT_DONE(there);
  ASSERT_EQ(here.rows(), there.rows());
  std::vector<std::string> columns{"energy.kinetic", "energy.potential", "energy.total"};
  for (const Body& body : planar.bodies)
    for (const char* column : {".x", ".y", ".vx", ".vy", ".ax", ".ay"}) columns.push_back(body.name + column);
  for (const Joint& joint : planar.joints)
    for (const CoordinateName& coordinate : coordinates_of(planar, joint)) {
      columns.push_back(joint.name + '.' + std::string(coordinate.name));
      columns.push_back(joint.name + '.' + std::string(coordinate.rate));
    }
  for (const std::string& column : columns) {
    double largest = 1;
    for (const double x : there.series(column)) largest = std::max(largest, std::abs(x));
    for (int row = 0; row < here.rows(); ++row)
      ASSERT_NEAR(value(here, column, row), value(there, column, row), limit * largest) << column << ", row " << row;
  }
}

TEST(PlanarTwin, chain_of_bars) {
  Model spatial = chain(5, ChainAxes::parallel);
  for (const std::string& coordinates : coordinate_names(2)) {
    SCOPED_TRACE(coordinates);
    expect_same_motion(in_the_plane(spatial), spatial, timed(1, 0.1, coordinates, 1e-11), 1e-8);
  }
}

TEST(PlanarTwin, squeezer_of_andrews) {
  const Model planar = read_model(source_file("models/examples/andrews_squeezer.bricard.yaml"));
  expect_same_motion(planar, in_space(planar), timed(0.01, 0.002, "relative", 1e-11), 1e-6);
}

// Ten singular positions: the passage through them is watched and repeated with the kernel in the plane.
TEST(PlanarTwin, two_four_bars_through_their_singular_positions) {
  for (const std::string& coordinates : coordinate_names(2)) {
    SCOPED_TRACE(coordinates);
    const Results results = run(in_the_plane(n_four_bar(2)), timed(10, 0.25, coordinates, 1e-7));
    EXPECT_DONE(results);
    for (int row = 0; row < results.rows(); ++row) {
      const auto exact = exact::four_bars(2, 0.25 * row);
      ASSERT_LT(std::hypot(value(results, "tip.x", row) - exact.x, value(results, "tip.y", row) - exact.y), 1e-6) << row;
    }
    EXPECT_LT(energy_error(results), 1e-6);
  }
}

}  // namespace
}  // namespace bricard
