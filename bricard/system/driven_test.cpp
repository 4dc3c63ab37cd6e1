// Driven variables: joint coordinates that a driver prescribes, or locks, are known in relative coordinates. They are eliminated,
// no row is added, and the effort that moves them is the same as in sets that constrain them.
#include <gtest/gtest.h>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/recorder.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

Driver driver(const std::string& name, const std::string& joint, std::string_view coordinate, const std::string& value) {
  Driver driver;
  driver.name = name;
  driver.joint = joint;
  driver.prescribed[coordinate] = Function(value);
  return driver;
}

// A hinge, the sliding in a sleeve and the second angle of a cross are driven, the turning in the sleeve is locked.
Model driven_chain() {
  Model model = open_chain();
  model.drivers = {driver("turn", "hinge", "angle", "0.2*sin(3*t) + t"), driver("slip", "sleeve", "position", "0.1*t^2 - 0.3*t"),
                   driver("lock", "sleeve", "angle", "0"), driver("tilt", "cross", "angle2", "0.4*(1 - cos(t)) - t")};
  return model;
}

struct Evaluated {
  System system;
  State state;
  std::vector<double> row;
  Evaluated(const Model& model, const std::string& coordinates) : system(model, coordinates), state(assemble(system).state) {
    Equations e(system);
    system.motion(state, e, RowSet::all, Measure::all);
    system.fill(e);
    e.kernel.select();
    Recorder recorder(system, e.kernel.selected());
    EXPECT_TRUE(recorder.record(state, row));
  }
  double at(const std::string& column) const {
    const auto& columns = system.layout().columns;
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (columns[c].name == column) return row[c];
    ADD_FAILURE() << column;
    return 0;
  }
};

TEST(DrivenVariables, AreEliminatedInRelativeCoordinates) {
  const System free(open_chain(), "relative"), driven(driven_chain(), "relative");
  const Kernel before = Equations(free).kernel, after = Equations(driven).kernel;
  EXPECT_EQ(after.columns(), before.columns() - 4);  // no longer unknown
  EXPECT_EQ(after.rows(), 0);
  EXPECT_EQ(before.rows(), 0);
  EXPECT_EQ(driven.nv(), free.nv());  // still coordinates of the State
  EXPECT_TRUE(driven.loop_groups().empty());

  Model loop = four_bar();
  const int rows = Equations(System(loop, "relative")).kernel.rows();
  loop.drivers = {driver("motor", "main", "angle", "t")};
  const System system(loop, "relative");
  ASSERT_NE(system.layout().joint_of_body[system.layout().tree.number[1]], -1);
  EXPECT_EQ(Equations(system).kernel.rows(), rows);
  EXPECT_EQ(Equations(system).kernel.columns(), system.nv() - 1);
}

TEST(DrivenVariables, FollowTheirFunctionsExactly) {
  const Evaluated chain(driven_chain(), "relative");
  EXPECT_NEAR(chain.at("hinge.speed"), 1.6, 1e-14);
  EXPECT_NEAR(chain.at("sleeve.rate"), -0.3, 1e-14);
  EXPECT_NEAR(chain.at("sleeve.speed"), 0, 1e-14);
  EXPECT_NEAR(chain.at("cross.speed2"), -1, 1e-14);
}

TEST(DrivenVariables, TakeTheSameEffortInAllCoordinates) {
  const Model model = with_tilted_axes(driven_chain());
  const Evaluated relative(model, "relative");
  EXPECT_GT(std::abs(relative.at("turn.torque")), 1);
  for (const std::string& coordinates : coordinate_names(3)) {
    const Evaluated other(model, coordinates);
    for (const char* column :
         {"turn.torque", "slip.force", "lock.torque", "tilt.torque", "hinge.fx", "sleeve.ty", "b3.ax", "b5.alz"})
      EXPECT_NEAR(other.at(column), relative.at(column), 1e-9 * std::max(1.0, std::abs(relative.at(column))))
          << coordinates << " " << column;
  }
}

// A locked hinge is a fixed joint, and its effort is the torque about the axis that this joint carries there.
TEST(DrivenVariables, ALockedJointIsAFixedOne) {
  Model locked = open_chain(), fixed = open_chain();
  locked.forces.erase(locked.forces.begin());  // it reads the hinge's angle
  fixed.forces.erase(fixed.forces.begin());
  locked.drivers = {driver("lock", "hinge", "angle", "0")};
  fixed.joints[0] = joint<Fixed>("hinge", "ground", "b0", {0, 0, 0});
  const Vector3 axis = Vector3(0.1, 0.2, 1).normalized();
  for (const char* coordinates : {"absolute", "relative"}) {
    const Evaluated a(locked, coordinates), b(fixed, coordinates);
    const Vector3 torque(b.at("hinge.tx"), b.at("hinge.ty"), b.at("hinge.tz"));
    EXPECT_GT(torque.norm(), 1);
    EXPECT_NEAR(a.at("lock.torque"), torque.dot(axis), 1e-10) << coordinates;
    for (const char* column : {"b0.ax", "b2.ay", "b5.az", "b4.alx", "hinge.fy"})
      EXPECT_NEAR(a.at(column), b.at(column), 1e-10) << coordinates << " " << column;
  }
}

}  // namespace
}  // namespace bricard::test
