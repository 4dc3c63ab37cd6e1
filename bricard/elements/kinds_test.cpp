// What kinds say about themselves and about their own values: columns, faults, mirror images, loads seen from turned axes.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "bricard/elements/elements.hpp"

namespace bricard {
namespace {

// key → what is said.
template <class Any>
std::map<std::string, std::string> faults(const Any& kind, bool planar = false, std::size_t joints = 2) {
  std::map<std::string, std::string> found;
  KindCheck check;
  check.planar = planar;
  check.joints = joints;
  check.report = [&](const std::string& key, std::string what, std::string) { found[key] += what; };
  kind.check(check);
  return found;
}

template <class Any>
std::string keys(const Any& kind, bool planar = false, std::size_t joints = 2) {
  std::string text;
  for (const auto& [key, what] : faults(kind, planar, joints)) text += (text.empty() ? "" : " ") + (key.empty() ? "itself" : key);
  return text;
}

TEST(Kinds, JointsCheckTheirNumbers) {
  EXPECT_EQ(keys(JointKind(Gear{-2})), "");
  EXPECT_EQ(keys(JointKind(Gear{})), "ratio");
  EXPECT_EQ(keys(JointKind(RackPinion{0.1})), "");
  EXPECT_EQ(keys(JointKind(RackPinion{})), "ratio");
  EXPECT_EQ(keys(JointKind(Coupler{{1, -2}})), "");
  EXPECT_EQ(keys(JointKind(Coupler{{1, -2}}), false, 3), "ratio");
  EXPECT_EQ(keys(JointKind(Coupler{{1}}), false, 1), "joints");
  EXPECT_EQ(keys(JointKind(Coupler{{1, 0}})), "ratio[1]");
  EXPECT_EQ(keys(JointKind(Screw{0.01})), "");
  EXPECT_EQ(keys(JointKind(Screw{})), "lead");
  EXPECT_EQ(keys(JointKind(Rolling{0.3})), "");
  EXPECT_EQ(keys(JointKind(Rolling{0})), "radius");
  EXPECT_EQ(keys(JointKind(SphericalSpherical{})), "") << "the length may be that of the design";
  EXPECT_EQ(keys(JointKind(SphericalSpherical{0.2})), "");
  EXPECT_EQ(keys(JointKind(SphericalSpherical{0.0})), "length");
  EXPECT_EQ(keys(JointKind(SphericalRevolute{0.2})), "");
  EXPECT_EQ(keys(JointKind(SphericalRevolute{0.0})), "length");
  EXPECT_EQ(keys(JointKind(RevoluteCylindrical{0.0})), "");
  EXPECT_EQ(keys(JointKind(RevoluteCylindrical{-0.1})), "length");
  EXPECT_EQ(keys(JointKind(RevolutePrismatic{0.0})), "");
  EXPECT_EQ(keys(JointKind(RevolutePrismatic{-0.1})), "length");
}

TEST(Kinds, ConstraintsCheckTheirValues) {
  EXPECT_EQ(keys(ConstraintKind(Coordinate{Axis::z})), "");
  EXPECT_EQ(keys(ConstraintKind(Coordinate{Axis::z}), true), "coordinate");
  EXPECT_EQ(keys(ConstraintKind(Coordinate{Axis::y}), true), "");
  const auto expression = [](const Function& position, const std::optional<Function>& rate) {
    ExpressionConstraint kind;
    kind.equal_zero = position;
    kind.rate_zero = rate;
    return ConstraintKind(kind);
  };
  EXPECT_EQ(keys(expression("a.x", {})), "");
  EXPECT_EQ(keys(expression({}, "a.vx")), "");
  EXPECT_EQ(keys(expression("a.x", "a.vx")), "rate_zero");
  EXPECT_EQ(keys(expression({}, 3.0)), "rate_zero");
  EXPECT_EQ(keys(expression(3.0, {})), "equal_zero");
}

TEST(Kinds, ForcesCheckTheirValues) {
  SpringDamper spring;
  spring.friction = -1;
  EXPECT_EQ(keys(ForceKind(SpringDamper{})), "");
  EXPECT_EQ(keys(ForceKind(spring)), "friction");
  RotationalSpringDamper coil;
  coil.friction = -1;
  EXPECT_EQ(keys(ForceKind(coil)), "friction");
  JointForce force, both, torque;
  torque.torque = both.torque = 1.0;
  both.force = 1.0;
  torque.friction = 2;
  EXPECT_EQ(keys(ForceKind(force)), "force");
  EXPECT_EQ(keys(ForceKind(both)), "torque");
  EXPECT_EQ(keys(ForceKind(torque)), "");
  torque.friction = -2;
  EXPECT_EQ(keys(ForceKind(torque)), "friction");
}

AppliedForce force_of(const std::array<Function, 3>& components) {
  AppliedForce force;
  force.components = components;
  return force;
}
AppliedTorque torque_of(const std::array<Function, 3>& components) {
  AppliedTorque torque;
  torque.components = components;
  return torque;
}

TEST(Kinds, LoadsAreComponentsOrAMagnitudeAlongADirection) {
  AppliedForce push;
  EXPECT_EQ(keys(ForceKind(push)), "components");
  push.magnitude = 3.0;
  EXPECT_EQ(keys(ForceKind(push)), "direction");
  push.direction = Direction{{1, 0, 0}, ""};
  EXPECT_EQ(keys(ForceKind(push)), "");
  EXPECT_EQ(ForceKind(push).direction()->axis, Vector3(1, 0, 0));
  push.magnitude.reset();
  EXPECT_EQ(keys(ForceKind(push)), "magnitude");
  push.components = {1.0, 2.0, 3.0};
  EXPECT_EQ(keys(ForceKind(push)), "components");
  EXPECT_EQ(ForceKind(force_of({1.0, 2.0, 3.0})).direction(), nullptr);
  // In the plane.
  EXPECT_EQ(keys(ForceKind(force_of({1.0, "t", 0.0})), true), "");
  EXPECT_EQ(keys(ForceKind(force_of({1.0, "t", 3.0})), true), "components");
  EXPECT_EQ(keys(ForceKind(force_of({1.0, "t", 3.0})), false), "");
  EXPECT_EQ(keys(ForceKind(torque_of({0.0, 0.0, "t"})), true), "");
  EXPECT_EQ(keys(ForceKind(torque_of({1.0, 0.0, 3.0})), true), "components");
  EXPECT_EQ(keys(ForceKind(torque_of({0.0, 1.0, 3.0})), true), "components");
  ForceKind torque = AppliedTorque{};
  torque.as<AppliedTorque>().magnitude = 2.0;
  torque.turn_about(Direction{{0, 0, 1}, ""});
  EXPECT_EQ(torque.direction()->axis, Vector3(0, 0, 1)) << "in the plane nobody writes it";
  torque.turn_about(Direction{{0, 0, -1}, ""});
  EXPECT_EQ(torque.direction()->axis, Vector3(0, 0, 1)) << "what is given stays";
}

// Seen from axes of which x is the old y, y the old z, z the old x.
TEST(Kinds, LoadsAreSeenFromTurnedAxes) {
  Matrix3 by;
  by(0, 1) = by(1, 2) = by(2, 0) = 1;
  ForceKind force = force_of({1.0, 2.0, 3.0});
  ASSERT_TRUE(force.turn(by));
  EXPECT_EQ(force.as<AppliedForce>().components, (std::array<Function, 3>{2.0, 3.0, 1.0}));
  ForceKind text = force_of({1.0, "t", 3.0});
  EXPECT_FALSE(text.turn(by)) << "a text would have to be rewritten";
  AppliedForce along;
  along.magnitude = Function("t");
  along.direction = Direction{{0, 0, 2}, ""};
  ForceKind fixed = along;
  ASSERT_TRUE(fixed.turn(by));
  EXPECT_EQ(fixed.direction()->axis, Vector3(0, 2, 0));
  along.direction->body = "rod";
  EXPECT_FALSE(ForceKind(along).turn(by));
  AppliedForce follower = force_of({1.0, 2.0, 3.0});
  follower.frame = ForceFrame::body;
  ForceKind turning = follower;
  EXPECT_TRUE(turning.in_body_axes());
  EXPECT_FALSE(turning.turn(by)) << "it turns with its body";
  EXPECT_FALSE(ForceKind(SpringDamper{}).turn(by));
}

TEST(Kinds, BushingsStayInThePlane) {
  const auto bushing = [](const std::function<void(Bushing&)>& change) {
    Bushing kind;
    change(kind);
    return ForceKind(kind);
  };
  EXPECT_EQ(keys(bushing([](Bushing&) {})), "stiffness") << "it does nothing";
  EXPECT_EQ(keys(bushing([](Bushing& b) { b.stiffness = {1, 2, 0}; }), true), "");
  EXPECT_EQ(keys(bushing([](Bushing& b) { b.stiffness = {1, 2, 3}; }), true), "stiffness");
  EXPECT_EQ(keys(bushing([](Bushing& b) { b.stiffness = {1, 2, 3}; }), false), "");
  EXPECT_EQ(keys(bushing([](Bushing& b) { b.damping = {0, 0, 3}; }), true), "damping");
  EXPECT_EQ(keys(bushing([](Bushing& b) { b.rotational_stiffness = {0, 0, 3}; }), true), "");
  EXPECT_EQ(keys(bushing([](Bushing& b) { b.rotational_stiffness = {1, 0, 3}; }), true), "rotational_stiffness");
  EXPECT_EQ(keys(bushing([](Bushing& b) { b.rotational_damping = {0, 1, 3}; }), true), "rotational_damping");
  for (int i = 0; i < 6; ++i) {
    const bool is_out = i == 2 || i == 3 || i == 4;  // z, and turns about x and y
    EXPECT_EQ(keys(bushing([&](Bushing& b) { b.preload.emplace()[i] = 1; }), true), is_out ? "itself" : "") << i;
    for (int j = 0; j < 6; ++j) {
      const bool either = is_out || j == 2 || j == 3 || j == 4;
      EXPECT_EQ(keys(bushing([&](Bushing& b) { b.matrix.emplace()[i][j] = 1; }), true), either ? "itself" : "") << i << j;
    }
  }
  EXPECT_EQ(keys(bushing([](Bushing& b) {
              b.matrix.emplace()[0][0] = 1;
              b.stiffness = {1, 2, 3};
            })),
            "matrix");
}

// y → -y: left and right are exchanged. A force keeps its x and z, a torque about x and z turns around.
const Reflection mirror{.sign = {1, -1, 1}, .handedness = -1, .coordinate_sign = {-1, 1}, .coordinate_unit = {1, 1}};

template <class Any>
Any mirrored(Any kind) {
  kind.reflect(mirror);
  return kind;
}

TEST(Kinds, MirrorImages) {
  EXPECT_EQ(mirrored(JointKind(Screw{0.01})), JointKind(Screw{-0.01})) << "a right thread becomes a left one";
  EXPECT_EQ(mirrored(JointKind(Gear{-2})), JointKind(Gear{2})) << "one of its angles counts the other way";
  EXPECT_EQ(mirrored(JointKind(RackPinion{0.1})), JointKind(RackPinion{-0.1}));
  EXPECT_EQ(mirrored(JointKind(Coupler{{3, 4}})), JointKind(Coupler{{-3, 4}}));
  Reflection units = mirror;
  units.coordinate_unit = {1000, 0.5};
  JointKind coupler = Coupler{{3, 4}};
  coupler.reflect(units);
  EXPECT_EQ(coupler, JointKind(Coupler{{-3000, 2}}));

  JointForce force;
  force.force = "2*t";
  EXPECT_EQ(mirrored(ForceKind(force)).as<JointForce>().force, Function("-(2*t)"));
  JointForce torque;
  torque.torque = 3.0;
  EXPECT_EQ(mirrored(ForceKind(torque)).as<JointForce>().torque, Function(-3));

  Bushing bushing;
  bushing.preload = {1, 2, 3, 4, 5, 6};
  bushing.matrix.emplace();
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) (*bushing.matrix)[i][j] = 1 + 6 * i + j;
  const Bushing other = mirrored(ForceKind(bushing)).as<Bushing>();
  const std::array<double, 6> sign{1, -1, 1, -1, 1, -1};
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ((*other.preload)[i], sign[i] * (i + 1)) << i;
    for (int j = 0; j < 6; ++j) EXPECT_EQ((*other.matrix)[i][j], sign[i] * sign[j] * (1 + 6 * i + j)) << i << j;
  }
}

TEST(Kinds, ForcesHaveTheColumnsOfTheFormat) {
  const auto names = [](const auto& columns) {
    std::string text;
    for (const ColumnName& each : columns) text += (text.empty() ? "" : " ") + std::string(each.name);
    return text;
  };
  EXPECT_EQ(names(ForceKind(SpringDamper{})->measured), "length rate");
  EXPECT_EQ(names(ForceKind(SpringDamper{}).results()), "force");
  EXPECT_EQ(names(ForceKind(RotationalSpringDamper{})->measured), "angle rate");
  EXPECT_EQ(names(ForceKind(RotationalSpringDamper{}).results()), "torque");
  EXPECT_EQ(names(ForceKind(AppliedForce{}).results()), "fx fy fz tx ty tz");
  EXPECT_EQ(names(ForceKind(Bushing{}).results()), "fx fy fz tx ty tz");
  EXPECT_TRUE(ForceKind(RotationalSpringDamper{})->acts_on_angle());
  EXPECT_FALSE(ForceKind(SpringDamper{})->acts_on_angle());
  EXPECT_FALSE(ForceKind(JointForce{})->acts_on_angle()) << "on either";
  JointForce motor;
  motor.torque = 1.0;
  EXPECT_EQ(names(ForceKind(motor).results()), "torque");
  SpringDamper seal;
  seal.friction = 12;
  EXPECT_EQ(ForceKind(seal).friction(), 12);
  EXPECT_EQ(ForceKind(AppliedForce{}).friction(), 0);
  EXPECT_EQ(ForceKind(seal).rest_length(0.7), 0.7) << "as designed";
  seal.free_length = 0.4;
  EXPECT_EQ(ForceKind(seal).rest_length(0.7), 0.4);
  seal.free_length = Function("t");
  EXPECT_EQ(ForceKind(seal).rest_length(0.7), std::nullopt);
  EXPECT_EQ(ForceKind(Bushing{}).rest_length(0.7), std::nullopt);
}

TEST(Kinds, AreFoundByTheirType) {
  for (const JointInfo* each : JointKind::all()) EXPECT_EQ(JointKind::find(each->type), each);
  for (const ForceInfo* each : ForceKind::all()) EXPECT_EQ(ForceKind::find(each->type), each);
  for (const ConstraintInfo* each : ConstraintKind::all()) EXPECT_EQ(ConstraintKind::find(each->type), each);
  EXPECT_EQ(JointKind::find("hinge"), nullptr);
  EXPECT_EQ(ForceKind::find("spring"), nullptr);
  EXPECT_EQ(ConstraintKind::find(""), nullptr);
}

// 6 - freedoms is what a joint takes; in the tree it has coordinates, as many as freedoms but for balls (quaternions).
TEST(Kinds, JointsCountTheirFreedoms) {
  const std::map<std::string_view, int> freedoms{
      {"revolute", 1}, {"prismatic", 1}, {"cylindrical", 2}, {"spherical", 3}, {"universal", 2},         {"planar", 3},
      {"screw", 1},    {"fixed", 0},     {"free", 6},        {"gear", 6},      {"constant_velocity", 2}, {"point_on_plane", 5}};
  for (const auto& [type, count] : freedoms) EXPECT_EQ(JointKind::find(type)->freedoms, count) << type;
  EXPECT_TRUE(JointKind::find("revolute")->in_tree);
  EXPECT_FALSE(JointKind::find("gear")->in_tree);
  EXPECT_EQ(JointKind::find("revolute")->stored, 1);
  EXPECT_EQ(JointKind::find("universal")->surfaces, 2);
  EXPECT_EQ(JointKind::find("revolute")->surfaces, 1);
  EXPECT_EQ(JointKind::find("gear")->surfaces, 0);
  EXPECT_TRUE(JointKind::find("revolute")->needs_radius);
  EXPECT_FALSE(JointKind::find("prismatic")->needs_radius);
  EXPECT_TRUE(JointKind::find("revolute")->friction_is_torque);
  EXPECT_FALSE(JointKind::find("prismatic")->friction_is_torque);
}

}  // namespace
}  // namespace bricard
