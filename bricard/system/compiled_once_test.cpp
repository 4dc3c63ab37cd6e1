// A model is compiled once: Systems in other coordinates and with further drivers share what was compiled, and Equations the
// symbolic analysis of their System. Each is compared with one that was compiled anew.
#include <gtest/gtest.h>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

Eigen::VectorXd accelerations(const System& system, const State& state) {
  Equations e(system);
  system.motion(state, e);
  system.fill(e);
  e.kernel.select();
  EXPECT_TRUE(e.kernel.factor());
  system.forces(e);
  Eigen::VectorXd a(system.nv());
  system.accelerations(e, a);
  return a;
}

Driver holding(const std::string& joint, double angle) {
  Driver driver;
  driver.name = joint + "_held";
  driver.joint = joint;
  driver.prescribed["angle"] = Function(angle);
  return driver;
}

TEST(CompiledOnce, CoordinatesAreChangedWithoutCompiling) {
  const System relative(slider_crank(), "relative"), absolute(relative, "absolute"), anew(slider_crank(), "absolute");
  EXPECT_EQ(&absolute.layout(), &relative.layout());
  EXPECT_EQ(absolute.coordinates(), "absolute");
  const State state = carried_over(relative, random_state(relative, 1), anew);
  EXPECT_EQ(accelerations(absolute, state), accelerations(anew, state));
  EXPECT_EQ(System(relative, "relative").kernel_plan(), relative.kernel_plan());
}

TEST(CompiledOnce, EquationsShareTheSymbolicAnalysis) {
  const System system(four_bar(), "relative");
  const long before = system.kernel_plan().use_count();
  const Equations one(system), another(system);
  EXPECT_EQ(system.kernel_plan().use_count(), before + 2);
}

TEST(CompiledOnce, FurtherDriversAreLikeThoseOfTheModel) {
  Model driven = slider_crank();
  driven.drivers = {holding("main", 0.1)};
  const System free(slider_crank(), "relative");
  for (const std::string coordinates : {"absolute", "relative"}) {
    const System compiled(driven, coordinates), added(free, coordinates, {{holding("main", 0.1), 0, 0.1}});
    ASSERT_EQ(added.layout().rows, compiled.layout().rows) << coordinates;
    EXPECT_EQ(added.name_of(added.layout().groups.back()), "main_held");
    EXPECT_EQ(free.model().drivers.size(), 0u);
    const State state = assemble(compiled).state;
    Equations e(added);
    added.motion(state, e, RowSet::all, Measure::all);
    EXPECT_LT(added.violation(e, Order::position, RowSet::all), 1e-9) << coordinates;
    EXPECT_NEAR(e.k.measured[0].value, 0.1, 1e-12) << coordinates;
    EXPECT_LT((accelerations(added, state) - accelerations(compiled, state)).norm(), 1e-10) << coordinates;
  }
}

TEST(CompiledOnce, AnInputThatIsHeldChangesNoOtherSystem) {
  Model model = four_bar();
  Input push;
  push.name = "push";
  push.value = Function(1.0);
  model.inputs = {push};
  System system(model, "relative");
  const System other(system, "absolute");
  system.hold_input(0, 5);
  EXPECT_EQ(system.model().inputs[0].value.number, 5);
  EXPECT_EQ(other.model().inputs[0].value.number, 1);
}

}  // namespace
}  // namespace bricard::test
