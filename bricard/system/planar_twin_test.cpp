// Mechanisms in space that move in a plane are seen to, and those that do not are not. That the motion is the same is tested
// where runs are: verification/planar_twin_test.cpp.
#include "bricard/system/planar_twin.hpp"

#include <gtest/gtest.h>

#include "bricard/model/building.hpp"

namespace bricard {
namespace {

// A slider-crank in a plane of any attitude: n is its normal, e and f its axes.
struct SliderCrank {
  Vector3 e{0.6, 0.8, 0}, f{-0.48, 0.36, 0.8}, n{0.64, -0.48, 0.6};
  Model model;

  Triple at(double x, double y, double height = 0) const {
    const Vector3 p = x * e + y * f + height * n;
    return {p[0], p[1], p[2]};
  }
  Triple direction(const Vector3& d) const { return {d[0], d[1], d[2]}; }

  SliderCrank() {
    add_body(model, "crank", 1, {0.01, 0.02, 0.015}, at(0.1, 0, 0.3));
    add_body(model, "rod", 2, {0.03, 0.01, 0.02}, at(0.4, 0.1, -0.2));
    add_body(model, "slider", 3, {0.01, 0.01, 0.01}, at(0.7, 0));
    add_joint(model, "main", "revolute", {"ground", "crank"}, at(0, 0), direction(n));
    add_joint(model, "pin", "revolute", {"crank", "rod"}, at(0.2, 0.1, 0.1), direction(-n));
    add_joint(model, "wrist", "revolute", {"rod", "slider"}, at(0.7, 0), direction(n));
    add_joint(model, "guide", "prismatic", {"ground", "slider"}, at(0.7, 0), direction(e));
  }
  bool planar() const { return PlanarTwin::of(System(model, "relative")).has_value(); }
};

TEST(PlanarTwin, HasTheSameCoordinates) {
  SliderCrank mechanism;
  set(add_joint_force(mechanism.model, "motor", "joint_force", "main"), "torque", "3*sin(t) - 0.1*main.speed");
  set(add_force(mechanism.model, "spring", "spring_damper", {"ground", "slider"}, mechanism.at(1, 0.2, 0.4),
                mechanism.at(0.8, 0.2, 0.4)),
      "stiffness", 100);
  const System system(mechanism.model, "relative");
  const std::optional<PlanarTwin> twin = PlanarTwin::of(system);
  ASSERT_TRUE(twin);
  EXPECT_TRUE(twin->system().is_in_plane());
  EXPECT_EQ(twin->system().nv(), system.nv());
  EXPECT_LT(twin->system().constraints().rows, system.constraints().rows);  // a hinge in space has five
  // Accelerations of the same state, at rest and in motion, are those of the mechanism in space.
  State state = system.designed();
  for (int i = 0; i < state.v.size(); ++i) state.v[i] = 0;
  for (const double t : {0.0, 1.0}) {
    state.t = t;
    Equations e(system), flat(twin->system());
    Eigen::VectorXd a(system.nv()), b(system.nv());
    const auto solve = [](const System& of, const State& at, Equations& in, Eigen::VectorXd& out) {
      of.motion(at, in);
      of.fill(in);
      in.kernel.select();
      ASSERT_TRUE(in.kernel.factor());
      of.forces(in);
      of.accelerations(in, out);
    };
    solve(system, state, e, a);
    solve(twin->system(), twin->into(state), flat, b);
    ASSERT_GT(a.norm(), 1);
    EXPECT_LT((a - b).norm(), 1e-11 * a.norm()) << t;
    EXPECT_EQ(twin->back(twin->into(state)).angles, state.angles);
  }
}

TEST(PlanarTwin, IsNotThereWhereTheMotionLeavesThePlane) {
  EXPECT_TRUE(SliderCrank().planar());
  SliderCrank tilted;
  tilted.model.joints[1].axis->axis = tilted.n + 1e-6 * tilted.e;
  EXPECT_FALSE(tilted.planar());
  SliderCrank leaning;
  leaning.model.joints[3].axis->axis = leaning.e + 1e-6 * leaning.n;
  EXPECT_FALSE(leaning.planar());
  SliderCrank with_ball;
  with_ball.model.joints.erase(with_ball.model.joints.begin() + 2);
  add_joint(with_ball.model, "wrist", "spherical", {"rod", "slider"}, with_ball.at(0.7, 0));
  EXPECT_FALSE(with_ball.planar());
  SliderCrank slanted;  // a spring that pulls out of the plane, and shortens less than its shadow
  set(add_force(slanted.model, "spring", "spring_damper", {"ground", "slider"}, slanted.at(1, 0.2, 0.4), slanted.at(0.8, 0.2)),
      "stiffness", 100);
  EXPECT_FALSE(slanted.planar());
  SliderCrank loose;
  add_body(loose.model, "stone", 1, {1, 1, 1}, {5, 5, 5});
  EXPECT_FALSE(loose.planar());
}

TEST(PlanarTwin, ReadsNothingThatIsOtherInThePlane) {
  for (const auto& [law, planar] : std::vector<std::pair<std::string, bool>>{{"sin(main.angle) + 2*pin.speed", true},
                                                                             {"3*guide.position*t^2 - 1.5e-3", true},
                                                                             {"1 N*crank.x", false},
                                                                             {"if(rod.vy > 0, 1, 2)", false},
                                                                             {"1 N*seen", false}}) {
    SliderCrank mechanism;
    mechanism.model.outputs.push_back({"seen", Function{"crank.x"}});
    set(add_joint_force(mechanism.model, "motor", "joint_force", "main"), "torque", law);
    EXPECT_EQ(mechanism.planar(), planar) << law;
  }
}

TEST(PlanarTwin, TakesLoadsInThePlane) {
  const auto planar = [](const char* type, const Vector3& along) {
    SliderCrank mechanism;
    Force& load = add_load(mechanism.model, "load", type, "slider", mechanism.at(0.7, 0));
    if (std::string_view(type) == "torque") load.at.reset();
    set(load, "magnitude", "5*sin(3*t)");
    load.kind.turn_about(Direction{along});
    return mechanism.planar();
  };
  const SliderCrank axes;
  EXPECT_TRUE(planar("force", axes.e));
  EXPECT_TRUE(planar("force", axes.f - 0.3 * axes.e));
  EXPECT_FALSE(planar("force", axes.e + 0.1 * axes.n));
  EXPECT_TRUE(planar("torque", -axes.n));
  EXPECT_FALSE(planar("torque", axes.n + 0.01 * axes.f));
}

}  // namespace
}  // namespace bricard
