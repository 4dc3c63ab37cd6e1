// What a Model knows of joints: a kind as a value, and what the kind says about itself. The contract with its equations is in
// joint.hpp, the list in joints.hpp.
#pragma once
#include <array>
#include <span>

#include "bricard/core/any_kind.hpp"

namespace bricard {

template <class S>
struct Pair;
struct Friction;

struct JointKeys {
  bool axis = true;
  bool axis2 = false;           // needs a second, independent axis; otherwise axis2 only restates `axis` on the second body
  bool separate_axis2 = false;  // axis2 may be given, is B's z axis, and need not agree with `axis` in the design position
  bool at = true;               // needs `at`
  bool at2 = false;             // needs `at2`; otherwise its default is what coincides with `at`
  bool joints = false;          // couples the coordinates of joints; it has no bodies and no markers
  bool planar = false;          // makes sense in plane models
};

// Along or about which direction of the first body a coordinate counts: the joint's axis, one across it, or what is a global axis
// in the design position. From it follows what becomes of the coordinate in a mirror image.
enum class CountedAlong { axis, across_axis, x, y, z };

// A named free coordinate: its columns are J.<name> and J.<rate>.
struct CoordinateName {
  std::string_view name;  // "angle", "position", "rx"
  std::string_view rate;  // "speed", "rate", "rx_rate"
  bool is_angle;
  std::string_view effort = {};  // column of the force or torque that an actuator applies along it: "torque", "rx_torque"
  CountedAlong along = CountedAlong::axis;
  // The second of three angles, which lies within ±90 deg: at these ends neither it nor the others are defined. Empty: it is
  // defined everywhere.
  std::string_view second_angle = {};
};

inline constexpr CoordinateName angle_coordinate{"angle", "speed", true, "torque"};
inline constexpr CoordinateName position_coordinate{"position", "rate", false, "force"};

// Position and angles (turning_angles of joint.hpp) in axes that are global in the design position.
inline constexpr CoordinateName x_coordinate{"x", "x_rate", false, "x_force", CountedAlong::x};
inline constexpr CoordinateName y_coordinate{"y", "y_rate", false, "y_force", CountedAlong::y};
inline constexpr CoordinateName z_coordinate{"z", "z_rate", false, "z_force", CountedAlong::z};
inline constexpr CoordinateName rx_coordinate{"rx", "rx_rate", true, "rx_torque", CountedAlong::x, "ry"};
inline constexpr CoordinateName ry_coordinate{"ry", "ry_rate", true, "ry_torque", CountedAlong::y, "ry"};
inline constexpr CoordinateName rz_coordinate{"rz", "rz_rate", true, "rz_torque", CountedAlong::z, "ry"};

// The name of a coordinate of some joint, or of its rate: a key of drivers and of `initial`.
struct CoordinateKey {
  std::string_view name;
  bool is_angle, is_rate;
  Dimension dimension() const {
    const Dimension of_value = is_angle ? dimension::angle : dimension::length;
    return is_rate ? of_value / dimension::time : of_value;
  }
};
// Those of all joints, each once, in the order of the list.
std::span<const CoordinateKey> coordinate_keys();
// Null: no joint has it.
const CoordinateKey* find_coordinate_key(std::string_view name);

class JointKind;

struct JointInfo : KindInfo {
  std::string_view reactions;
  JointKeys uses;
  int freedoms = 0;
  int coordinates = 0;   // of its motion
  bool in_tree = false;  // it has a motion and may carry the spanning tree
  std::span<const CoordinateName> names;
  std::span<const CoordinateName> names_in_plane;  // in plane models
  int stored = 0;                                  // how many of the names are the coordinates of the motion
  bool has_tension = false;
  bool in_file_units = false;
  std::string_view without_axis2;              // what it is where a separate axis2 is not given
  std::span<const bool> coupled;               // a coupling of so many coordinates: whether each is an angle
  std::string_view rubs;                       // its friction as a formula; empty: it has none
  int surfaces = 0;                            // that rub
  bool needs_radius = false;                   // of the friction
  bool friction_is_torque = false;             // as it is told
  std::span<const std::string_view> releases;  // kinds that hold less at the same place, fewest released rows first
  // The kind with what was not given taken from the pair in its design position.
  JointKind (*designed)(const void* kind, const Pair<double>& pair);

  template <class Kind>
  static const JointInfo of;
};

// A joint of any kind.
class JointKind : public AnyKind<JointInfo> {
 public:
  using AnyKind::AnyKind;
  JointKind();  // the first of the list

  JointKind designed(const Pair<double>& pair) const { return info().designed(value(), pair); }

  // The list, in order.
  static std::span<const JointInfo* const> all();
  // Null: there is none of that type.
  static const JointInfo* find(std::string_view type);
};

// What every kind of joint says about itself. What it computes is judged by the laws (conformance_test.cpp).
template <class Kind>
concept JointContract = requires {
  { Kind::type } -> std::convertible_to<std::string_view>;
  { Kind::help } -> std::convertible_to<std::string_view>;
  { Kind::equation } -> std::convertible_to<std::string_view>;
  { Kind::reactions } -> std::convertible_to<std::string_view>;
  { Kind::example } -> std::convertible_to<std::string_view>;
  { Kind::symbol } -> std::convertible_to<std::string_view>;
  { Kind::uses } -> std::convertible_to<JointKeys>;
  { Kind::freedoms } -> std::convertible_to<int>;
  std::span<const CoordinateName>(Kind::names);
}
&&HasFields<Kind>&& std::equality_comparable<Kind>&& std::default_initializable<Kind>;

template <class Kind>
constexpr JointInfo joint_info() {
  static_assert(JointContract<Kind>, "a joint kind lacks a member of its contract: see elements/joints/joint.hpp");
  JointInfo info{};
  static_cast<KindInfo&>(info) = kind_info<Kind>();
  info.reactions = Kind::reactions;
  info.uses = Kind::uses;
  info.freedoms = Kind::freedoms;
  info.names = info.names_in_plane = Kind::names;
  if constexpr (requires { Kind::names_in_plane; }) info.names_in_plane = Kind::names_in_plane;
  info.stored = static_cast<int>(Kind::names.size());
  if constexpr (requires { Kind::stored; }) info.stored = Kind::stored;
  if constexpr (requires { Kind::coordinates; }) {
    info.in_tree = true;
    info.coordinates = Kind::coordinates;
  }
  if constexpr (requires { Kind::has_tension; }) info.has_tension = Kind::has_tension;
  if constexpr (requires { Kind::in_file_units; }) info.in_file_units = Kind::in_file_units;
  if constexpr (requires { Kind::without_axis2; }) info.without_axis2 = Kind::without_axis2;
  if constexpr (requires { Kind::rubs; }) {
    info.rubs = Kind::rubs;
    info.surfaces = 1;
    if constexpr (requires { Kind::surfaces; }) info.surfaces = Kind::surfaces;
    if constexpr (requires { Kind::needs_radius; }) info.needs_radius = Kind::needs_radius;
    info.friction_is_torque = requires(const Kind& kind, const Friction& friction) { kind.lever(friction); };
  }
  if constexpr (requires { Kind::coupled; }) info.coupled = Kind::coupled;
  if constexpr (requires { Kind::releases; }) info.releases = Kind::releases;
  info.designed = [](const void* kind, const Pair<double>& pair) -> JointKind {
    const Kind& given = *static_cast<const Kind*>(kind);
    if constexpr (requires { given.designed(pair); })
      return given.designed(pair);
    else
      return given;
  };
  return info;
}

template <class Kind>
inline constexpr JointInfo JointInfo::of = joint_info<Kind>();

}  // namespace bricard
