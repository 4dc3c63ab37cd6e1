// Evaluation in the plane against evaluation in space of the same planar System, which shares no kinematics, pairs or matrices
// with it: at random states, on and off the constraints, for every element that a planar model may have.
#include <gtest/gtest.h>

#include <random>

#include "bricard/io/yaml_reader.hpp"
#include "bricard/system/coordinates/relative.hpp"
#include "bricard/system/system.hpp"

namespace bricard {
namespace {

constexpr const char* bodies = R"yaml(
bricard: 1
dimension: 2
gravity: [1, -9]
points: {O: [0, 0], P: [1, 0.2], Q: [2, -0.1], R: [2.5, 1], T: [0.5, 2]}
bodies:
  a: {mass: 2, inertia: 0.5, position: [0.4, 0.3], orientation: 0.7}
  b: {mass: 1, inertia: 0.3, position: [1.4, 0.1], orientation: -1.2}
  c: {mass: 3, inertia: 0.8, position: [2.3, 0.6]}
  d: {mass: 1.5, inertia: 0.2, position: [1.1, 2.2], orientation: 7}
)yaml";

// Every kind of joint in the tree, from either side, and a body that no joint reaches.
constexpr const char* tree = R"yaml(
joints:
  pin: {type: revolute, bodies: [ground, a], at: P}
  back: {type: revolute, bodies: [b, a], at: Q, axis: [0, 0, -1]}
  slide: {type: prismatic, bodies: [b, c], at: R, axis: [1, 2]}
)yaml";
constexpr const char* reversed_tree = R"yaml(
joints:
  slide: {type: prismatic, bodies: [a, ground], at: P, axis: [1, -0.5]}
  weld: {type: fixed, bodies: [b, a], at: Q}
  loose: {type: free, bodies: [c, b], at: R}
  pin: {type: revolute, bodies: [d, c], at: T}
)yaml";
// Every kind of joint in a loop.
constexpr const char* loops = R"yaml(
joints:
  pin: {type: revolute, bodies: [ground, a], at: O}
  knee: {type: revolute, bodies: [a, b], at: P}
  ankle: {type: revolute, bodies: [b, c], at: Q}
  closing: {type: revolute, bodies: [d, ground], at: T, axis: [0, 0, -1], cut: joint}
  swing: {type: revolute, bodies: [c, d], at: R}
)yaml";
constexpr const char* other_loops = R"yaml(
joints:
  pin: {type: revolute, bodies: [ground, a], at: O}
  guide: {type: prismatic, bodies: [a, b], at: P, axis: [1, 0.3]}
  arm: {type: revolute, bodies: [b, c], at: Q}
  sleeve: {type: prismatic, bodies: [ground, c], at: R, axis: [0.2, 1], cut: joint}
  wire: {type: point_on_line, bodies: [a, d], at: P, at2: T, axis: [1, -1]}
  rod: {type: spherical_spherical, bodies: [c, d], at: R, at2: T}
)yaml";
constexpr const char* wheels = R"yaml(
joints:
  rail: {type: rolling, bodies: [ground, a], at: [0, -0.2], at2: [0.4, 0.3], axis: [0, 1], radius: 0.5}
  wheel: {type: rolling, bodies: [b, c], at: P, at2: R, axis: [1, 0.1], axis2: [0, 0, 1], radius: 1.5}
)yaml";
constexpr const char* coupled = R"yaml(
units: {length: mm, angle: deg}
joints:
  pin: {type: revolute, bodies: [ground, a], at: O}
  other: {type: revolute, bodies: [ground, b], at: P, axis: [0, 0, -1]}
  rack: {type: prismatic, bodies: [ground, c], at: Q, axis: [1, 1]}
  third: {type: revolute, bodies: [c, d], at: R}
  mesh: {type: gear, joints: [pin, other], ratio: -1.5}
  teeth: {type: rack_pinion, joints: [other, rack], ratio: 0.3}
  sum: {type: coupler, joints: [pin, rack, third], ratio: [1, 2, -0.7]}
)yaml";
constexpr const char* constrained = R"yaml(
units: {angle: deg}
inputs: {wave: "0.3*sin(4*t)"}
sensors:
  tip: {body: c, at: R, axis: [1, 1]}
  seen: {body: b, at: Q, axis: [0, 1], relative_to: a}
joints:
  pin: {type: revolute, bodies: [ground, a], at: O}
  knee: {type: revolute, bodies: [a, b], at: P}
constraints:
  apart: {type: distance, bodies: [a, c], at: P, at2: R, value: "2 + 0.1*sin(t)"}
  across: {type: dot1, bodies: [a, d], axis: [1, 0], axis2: [1, 1], value: "0.2*t"}
  beside: {type: dot2, bodies: [b, d], axis: [0, 1], at: Q, at2: T}
  level: {type: coordinate, bodies: [c, d], at: R, at2: T, coordinate: y, value: "t^2"}
  curve: {type: expression, equal_zero: "sind(pin.angle)*tip.x + 1*d.y^2*t - b.angle/50 + 1*seen.x*seen.y + 1*tip.ux"}
)yaml";
constexpr const char* driven = R"yaml(
joints:
  pin: {type: revolute, bodies: [ground, a], at: O}
  slide: {type: prismatic, bodies: [a, b], at: P, axis: [1, 1]}
  hip: {type: revolute, bodies: [ground, d], at: T, axis: [0, 0, -1]}
  loop: {type: revolute, bodies: [b, d], at: Q, cut: joint}
drivers:
  motor: {joint: pin, angle: "2*t + 0.3*sin(5*t)"
}
  ram: {joint: loop, angle: "t^2"}
  along: {body: c, at: R, coordinate: x, value: "3*t"}
  up: {body: c, coordinate: y, value: "1 + t"}
  spin: {body: c, coordinate: angle, value: "exp(t)"}
)yaml";
constexpr const char* loaded = R"yaml(
units: {length: mm, angle: deg}
inputs: {wave: "3*sin(4*t)"}
states:
  filter: {initial: 0.2, derivative: "b.vx/100 - 2*filter + wave"}
sensors:
  tip: {body: c, at: R, axis: [1, 1]}
  seen: {body: b, at: Q, axis: [0, 1], relative_to: a}
joints:
  pin: {type: revolute, bodies: [ground, a], at: O}
  slide: {type: prismatic, bodies: [a, b], at: P, axis: [1, 1]}
  knee: {type: revolute, bodies: [b, c], at: Q}
forces:
  push: {type: force, body: b, at: Q, components: ["1 + filter", "2*t + tip.vx/1000"]}
  pull: {type: force, body: c, frame: body, magnitude: "3 + c.angle/100", direction: [1, 1]}
  fixed_pull: {type: force, body: d, frame: body, components: [2, -1]}
  twist: {type: torque, body: a, magnitude: "2*t + 1*a.w"}
  turner: {type: torque, body: d, components: ["7*sin(seen.ux)"]}
  coil: {type: rotational_spring_damper, bodies: [a, d], stiffness: 4, damping: 0.2}
  hinge_coil: {type: rotational_spring_damper, joint: knee, stiffness: "3 + seen.vy/1000", free_angle: 0.3}
  actuator: {type: joint_force, joint: slide, force: "5*cos(t) - 0.2*spring.length"}
  spring: {type: spring_damper, from: {body: a, at: O}, to: {body: d, at: T}, stiffness: 10, damping: 1, force: "0.1*spring.rate"}
  mount: {type: bushing, bodies: [a, d], at: P, orientation: 30, stiffness: [1, 2], damping: [0.1, 0.3], rotational_stiffness: 3, rotational_damping: 0.4, preload: [1, 2, 3]}
  plate: {type: bushing, bodies: [ground, c], at: P, matrix: [[1, 2, 3], [4, 5, 6], [7, 8, 9]]}
outputs: {a_sum: "tip.vx + 1*push.fx"}
)yaml";

Model model_of(const std::string& rest) { return read_yaml_text(bodies + rest, "plane_test"); }

// Both evaluations of one System.
struct Both {
  Both(const Model& model, const std::string& coordinates)
      : system(model, coordinates), space(system), plane(system, Purpose::stepping), random(1) {}

  State random_state() {
    std::uniform_real_distribution<double> uniform(-1, 1);
    State state = system.designed();
    for (double& q : state.q) q += uniform(random);
    for (double& v : state.v) v = 2 * uniform(random);
    for (double& z : state.z) z = uniform(random);
    for (double& angle : state.angles) angle += 20 * uniform(random);  // some turns further
    state.t = 0.3 + 0.2 * uniform(random);
    return state;
  }
  System system;
  Equations space, plane;
  std::mt19937 random;
};

template <class Vector>
void expect_near(const Vector& a, const Vector& b, double tolerance, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  double largest = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.size()); ++i) largest = std::max(largest, std::abs(double(b[i])));
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.size()); ++i)
    EXPECT_NEAR(a[i], b[i], tolerance * largest) << what << ' ' << i;
}

class InThePlane : public testing::TestWithParam<std::tuple<const char*, std::string>> {
 protected:
  Both both{model_of(std::get<0>(GetParam())), std::get<1>(GetParam())};
};

TEST_P(InThePlane, RowsAndForcesAreThoseInSpace) {
  auto& [system, space, plane, random] = both;
  ASSERT_TRUE(plane.plane) << "an element is not evaluated in the plane";
  for (int i = 0; i < 10; ++i) {
    const State state = both.random_state();
    for (Equations* e : {&space, &plane}) {
      system.motion(state, *e, RowSet::all, Measure::all);
      system.forces(*e);
    }
    const PlanarKinematics<double>& here = plane.plane->k;
    expect_near(here.Phi, space.k.Phi, 1e-12, "Phi");
    expect_near(here.Phi_rate, space.k.Phi_rate, 1e-12, "Phi_rate");
    expect_near(here.nu, space.k.nu, 1e-12, "nu");
    expect_near(here.second, space.k.second, 1e-12, "second");
    expect_near(here.gamma, space.k.gamma, 1e-12, "gamma");
    expect_near(here.columns, space.k.columns, 1e-12, "columns");
    expect_near(here.z_rate, space.k.z_rate, 1e-12, "z_rate");
    EXPECT_NEAR(here.potential, space.k.potential, 1e-12 * (1 + std::abs(space.k.potential)));
    for (int b = 1; b <= system.layout().bodies; ++b) {
      const Vec6<double>& f = space.k.f[b];
      EXPECT_LT((here.f[b] - Vec3<double>(f[0], f[1], f[5])).norm(), 1e-12 * (1 + f.norm())) << "force on body " << b;
      EXPECT_LT((here.p[b] - space.k.p[b].head<2>()).norm(), 1e-13 * (1 + space.k.p[b].norm()));
      EXPECT_LT((here.v[b] - space.k.v[b].head<2>()).norm(), 1e-12 * (1 + space.k.v[b].norm()));
    }
    State counted_here = state, counted_there = state;
    system.update_angles(plane, counted_here);
    system.update_angles(space, counted_there);
    expect_near(counted_here.angles, counted_there.angles, 1e-12, "angles");
    for (const RowSet rows : {RowSet::loops, RowSet::all})
      for (const Order order : {Order::position, Order::velocity})
        EXPECT_NEAR(system.violation(plane, order, rows), system.violation(space, order, rows),
                    1e-12 * (1 + system.violation(space, order, rows)));
    EXPECT_NEAR(system.speed(plane), system.speed(space), 1e-12 * (1 + system.speed(space)));
  }
}

TEST_P(InThePlane, AccelerationsCorrectionsAndMultipliersAreThoseInSpace) {
  auto& [system, space, plane, random] = both;
  int regular = 0;
  for (int i = 0; i < 10; ++i) {
    const State state = both.random_state();
    for (Equations* e : {&space, &plane}) {
      system.motion(state, *e);
      system.fill(*e);
    }
    ASSERT_EQ(space.kernel.select(), plane.rows().select());
    ASSERT_EQ(space.kernel.selected(), plane.rows().selected());
    // The choice of either serves the other.
    plane.rows().set_selected(space.kernel.selected());
    ASSERT_TRUE(system.factor(space) && system.factor(plane));
    if (space.kernel.smallest_pivot() < 1e-4) continue;
    ++regular;
    const double tolerance = 1e-12 / space.kernel.smallest_pivot();
    expect_near(plane.rows().pivots(), space.kernel.pivots(), tolerance, "pivots");
    EXPECT_NEAR(plane.rows().smallest_pivot(), space.kernel.smallest_pivot(), 1e-12);
    Eigen::VectorXd here(system.nv()), there(system.nv());
    system.forces(plane);
    system.forces(space);
    system.accelerations(plane, here);
    system.accelerations(space, there);
    expect_near(here, there, tolerance, "accelerations");
    expect_near(plane.plane->solution.lambda, space.solution.lambda, tolerance, "multipliers");
    for (int b = 1; b <= system.layout().bodies; ++b) {
      const Vec6<double>& A = space.solution.A[b];
      EXPECT_LT((plane.plane->solution.A[b] - Vec3<double>(A[0], A[1], A[5])).norm(), tolerance * (1 + there.norm()));
    }
    for (const Order order : {Order::position, Order::velocity}) {
      system.correction(order, plane, here);
      system.correction(order, space, there);
      expect_near(here, there, tolerance, "correction");
    }
  }
  EXPECT_GT(regular, 4);
}

std::string name_of(const testing::TestParamInfo<std::tuple<const char*, std::string>>& info) {
  const char* names[] = {"tree", "reversed", "loops", "other_loops", "wheels", "coupled", "constrained", "driven", "loaded"};
  return names[info.index / 2] + ("_" + std::get<1>(info.param));
}
INSTANTIATE_TEST_SUITE_P(All, InThePlane,
                         testing::Combine(testing::Values(tree, reversed_tree, loops, other_loops, wheels, coupled, constrained,
                                                          driven, loaded),
                                          testing::ValuesIn(coordinate_names(2))),
                         name_of);

// A chain of bars between two walls, pinned twice at the last: the second pin is redundant, and the plane says so too.
TEST(Plane, RedundantRowsAreLeftOut) {
  const Model model = model_of(std::string(loops) + "  again: {type: revolute, bodies: [d, ground], at: T, cut: joint}\n");
  for (const std::string& coordinates : coordinate_names(2)) {
    Both both(model, coordinates);
    for (Equations* e : {&both.space, &both.plane}) {
      both.system.motion(both.system.designed(), *e);
      both.system.fill(*e);
    }
    EXPECT_EQ(both.plane.rows().select(), both.plane.rows().rows() - 2) << coordinates;
    both.space.kernel.select();
    EXPECT_EQ(both.plane.rows().selected(), both.space.kernel.selected()) << coordinates;
  }
}

// The columns of a joint stand in any order: the same motion with the angle first, of two bodies that fly and one that slides on
// them.
TEST(Plane, TheAngleMayBeAnyColumnOfItsJoint) {
  Both both(model_of("joints:\n  pin: {type: revolute, bodies: [ground, a], at: O}\n"
                     "  slide: {type: prismatic, bodies: [b, c], at: R, axis: [1, 2]}\n"),
            "relative");
  const State state = both.random_state();
  both.system.motion(state, both.plane);
  const PlanarKinematics<double>& expected = both.plane.plane->k;
  Layout layout = both.system.layout();
  State other = state;
  PlanarKinematics<double> k = expected;
  std::vector<int> now(both.system.nv());  // where each column has gone
  for (int i = 0; i < both.system.nv(); ++i) now[i] = i;
  int turned = 0;
  for (PlanarTreeJoint& joint : layout.plane.joints) {
    if (joint.freedoms != 3) continue;
    ++turned;
    const PlanarTreeJoint before = joint;
    ASSERT_EQ(before.angle, 2);
    joint.angle = 0;
    for (int i = 0; i < 3; ++i) {
      const int to = (i + 1) % 3;
      joint.axes.col(to) = before.axes.col(i);
      other.q[joint.q + to] = state.q[joint.q + i];
      other.v[joint.v + to] = state.v[joint.v + i];
      now[joint.v + i] = joint.v + to;
    }
  }
  ASSERT_EQ(turned, 2);
  RelativeCoordinates::motion(layout, other.q.data(), other.v.data(), k);
  expect_near(k.w, expected.w, 1e-14, "w");
  expect_near(k.angle, expected.angle, 1e-14, "angle");
  for (int b = 1; b <= layout.bodies; ++b) {
    EXPECT_LT((k.p[b] - expected.p[b]).norm(), 1e-13) << b;
    EXPECT_LT((k.v[b] - expected.v[b]).norm(), 1e-13) << b;
    EXPECT_LT((k.c[b] - expected.c[b]).norm(), 1e-13) << b;
  }
  for (int i = 0; i < both.system.nv(); ++i) EXPECT_EQ(k.S_columns[now[i]], expected.S_columns[i]) << i;
}

TEST(Plane, ModelsInSpaceStayThere) {
  Model model = model_of("");
  model.dimension = 3;
  const System system(model, "relative");
  EXPECT_FALSE(Equations(system, Purpose::stepping).plane);
  EXPECT_FALSE(Equations(System(model_of(""), "relative")).plane) << "who reads poses asks in space";
}

}  // namespace
}  // namespace bricard
