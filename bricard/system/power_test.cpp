// Powers of a motion whose numbers are written out: a mass on a spring and a damper, pushed by a motor, and one that a driver
// accelerates.
#include "bricard/system/power.hpp"

#include <gtest/gtest.h>

#include "bricard/elements/elements.hpp"
#include "bricard/model/building.hpp"
#include "bricard/model/in_plane.hpp"

namespace bricard {
namespace {

Model two_masses(int dimension) {
  Model model;
  model.dimension = dimension;
  model.gravity = {0, 0, 0};
  for (const char* name : {"load", "slider"}) {
    Body& body = add_body(model, name, 2, {1, 1, 1}, {0, 0, 0});
    if (dimension == 2) body.inertia = planar_inertia(1);
    add_joint(model, std::string("of_") + name, "prismatic", {"ground", name}, {0, 0, 0}, {1, 0, 0});
  }
  set(set(set(add_force(model, "spring", "spring_damper", {"ground", "load"}, {-1, 0, 0}, {0, 0, 0}), "stiffness", 8), "damping",
          5),
      "free_length", 0.5);
  set(add_joint_force(model, "motor", "joint_force", "of_load"), "force", "3*t");
  add_driver(model, "drive", "of_slider", "position", "0.5*t^2");
  return model;
}

TEST(PowerMeter, KnowsWhoGivesAndWhoTakes) {
  for (const int dimension : {2, 3})
    for (const char* coordinates : {"relative", "absolute"}) {
      SCOPED_TRACE(std::string(coordinates) + std::to_string(dimension));
      const System system(two_masses(dimension), coordinates);
      State state = system.designed();
      const double t = 4, x = 0.3, v = -2;
      state.t = t;
      for (int b = 1; b <= system.mechanism().bodies; ++b) {
        const bool is_load = system.model().bodies[system.mechanism().tree.given[b] - 1].name == "load";
        const int per_body = system.nq() / system.mechanism().bodies;
        state.q[per_body * (system.first_velocity(b) * system.mechanism().bodies / system.nv())] = is_load ? x : 0.5 * t * t;
        state.v[system.first_velocity(b)] = is_load ? v : t;
      }
      Equations e(system);
      system.motion(state, e);
      system.fill(e);
      e.kernel.select();
      PowerMeter meter(system, e.kernel.selected());
      EXPECT_FALSE(meter.idle());
      ASSERT_TRUE(meter.measure(state));
      ASSERT_EQ(meter.forces().size(), 2u);
      const double stretch = 1 + x - 0.5;
      EXPECT_EQ(meter.forces()[0].element, 0);
      EXPECT_NEAR(meter.forces()[0].power, -(8 * stretch + 5 * v) * v, 1e-12);
      EXPECT_NEAR(meter.forces()[0].dissipated, 5 * v * v, 1e-12);
      EXPECT_NEAR(meter.forces()[0].stored, 4 * stretch * stretch, 1e-12);
      EXPECT_NEAR(meter.forces()[1].power, 3 * t * v, 1e-12);
      ASSERT_EQ(meter.rows().size(), 1u);
      EXPECT_NEAR(meter.rows()[0].power, 2 * 1 * t, 1e-9) << "mass, acceleration, velocity";
    }
}

TEST(PowerMeter, WhereNothingEntersOrLeavesItIsIdle) {
  Model model = two_masses(3);
  model.forces.clear();
  model.drivers.clear();
  const System system(model, "relative");
  EXPECT_TRUE(PowerMeter(system, {}).idle());
}

}  // namespace
}  // namespace bricard
