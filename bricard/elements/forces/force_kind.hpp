// What a Model knows of forces: a kind as a value, and what the kind says about itself. The contract with its equations is in
// force.hpp, the list in forces.hpp.
#pragma once
#include <array>
#include <span>

#include "bricard/core/any_kind.hpp"

namespace bricard {

// What a mirror makes of a column: components of vectors are told by their names; a column in the element's own axes keeps its
// sign or changes it, whatever plane mirrors.
enum class Mirrored { by_name, same, opposite };

struct ColumnName {
  std::string_view name;
  Dimension dimension;
  Mirrored mirrored = Mirrored::by_name;
};

// A state of an element, which the reader adds to the states of the model (model/own_states.hpp): the Function of the kind
// that reads it, and the column that is its rate.
struct OwnState {
  std::string_view suffix;  // of its name, after that of the element
  std::optional<Function>* read;
  std::string_view rate;
};

// A Function of an element as the assembler needs it.
struct Term {
  const Function* function;  // null: not given, use `otherwise` of the element
  Dimension dimension;
};

enum class ForceEnds {
  body,        // `body`, `at`: a load on one body, from ground
  torque,      // `body`: a couple on one body
  two_ends,    // `from`, `to`: between two points
  coordinate,  // `joint`: one of its measured coordinates; or `bodies`, `axis`: the angle between two bodies about an axis
  two_bodies,  // `bodies`, `at`, `orientation`: markers on both, equal in the design position
  difference,  // `joints`: one measured coordinate less another; or as `coordinate` by `bodies`, `axis`
  wheel,       // `wheel`, `carrier`, `at`, `axis`: a wheel on the road
  two_points   // `body`, `at`, `at2`: two points of one body over the road
};

// It acts along a coordinate, or the difference of two.
constexpr bool on_coordinate(ForceEnds ends) { return ends == ForceEnds::coordinate || ends == ForceEnds::difference; }
// It sees the road: its first marker is that of the road, the second pair is that of `carrier` and wheel, or of `at2`.
constexpr bool over_road(ForceEnds ends) { return ends == ForceEnds::wheel || ends == ForceEnds::two_points; }

// The wrench of an element as columns: global components.
inline constexpr std::array wrench_columns{ColumnName{"fx", dimension::force},  ColumnName{"fy", dimension::force},
                                           ColumnName{"fz", dimension::force},  ColumnName{"tx", dimension::torque},
                                           ColumnName{"ty", dimension::torque}, ColumnName{"tz", dimension::torque}};

struct ForceInfo : KindInfo {
  std::string_view columns;
  ForceEnds uses{};
  bool planar = false;
  std::span<const ColumnName> measured;
  std::vector<ColumnName> (*results)(const void* kind);
  std::vector<Term> (*functions)(const void* kind);
  bool (*conservative)(const void* kind);
  double (*friction)(const void* kind);             // a constant force or torque against its motion, N or N m; 0: none
  const Direction* (*direction)(const void* kind);  // of a load along a fixed direction; null: none
  bool (*in_body_axes)(const void* kind);           // that load turns with the body
  // A planar file does not write the direction of a torque: this one is taken where none is given.
  void (*turn_about)(void* kind, const Direction& normal);
  // A load in global axes, seen from axes whose rows are those of `by`. False: it cannot be said so.
  bool (*turn)(void* kind, const Matrix3& by);
  // The states that it needs and does not read yet.
  std::vector<OwnState> (*own_states)(void* kind);
  std::string_view mark, mark_means;  // a column that is not 0 where the law is used beyond what it was made for; what that is
  // Its length without tension, for the picture of a spring; nothing where it is none, or has no fixed one.
  std::optional<double> (*rest_length)(const void* kind, double designed);

  // It acts on an angle between two bodies, of a joint or about an axis.
  bool acts_on_angle() const {
    for (const ColumnName& each : measured)
      if (uses == ForceEnds::coordinate && each.dimension == dimension::angle) return true;
    return false;
  }

  template <class Kind>
  static const ForceInfo of;
};

// A force of any kind.
class ForceKind : public AnyKind<ForceInfo> {
 public:
  using AnyKind::AnyKind;
  ForceKind();  // the first of the list

  static std::span<const ForceInfo* const> all();
  static const ForceInfo* find(std::string_view type);

  std::vector<ColumnName> results() const { return info().results(value()); }
  std::vector<Term> functions() const { return info().functions(value()); }
  bool conservative() const { return info().conservative(value()); }
  double friction() const { return info().friction(value()); }
  const Direction* direction() const { return info().direction(value()); }
  bool in_body_axes() const { return info().in_body_axes(value()); }
  void turn_about(const Direction& normal) { info().turn_about(changeable(), normal); }
  bool turn(const Matrix3& by) { return info().turn(changeable(), by); }
  std::vector<OwnState> own_states() { return info().own_states(changeable()); }
  std::optional<double> rest_length(double designed) const { return info().rest_length(value(), designed); }
};

template <class Kind>
concept ForceContract = requires(const Kind& kind) {
  { Kind::type } -> std::convertible_to<std::string_view>;
  { Kind::help } -> std::convertible_to<std::string_view>;
  { Kind::equation } -> std::convertible_to<std::string_view>;
  { Kind::columns } -> std::convertible_to<std::string_view>;
  { Kind::example } -> std::convertible_to<std::string_view>;
  { Kind::symbol } -> std::convertible_to<std::string_view>;
  { Kind::uses } -> std::convertible_to<ForceEnds>;
  { Kind::planar } -> std::convertible_to<bool>;
  std::span<const ColumnName>(Kind::measured);
  std::span<const ColumnName>(Kind::results);
  kind.functions();
  { kind.conservative() } -> std::convertible_to<bool>;
}
&&HasFields<Kind>&& std::equality_comparable<Kind>&& std::default_initializable<Kind>;

template <class Kind>
constexpr ForceInfo force_info() {
  static_assert(ForceContract<Kind>, "a force kind lacks a member of its contract: see elements/forces/force.hpp");
  ForceInfo info{};
  static_cast<KindInfo&>(info) = kind_info<Kind>();
  info.columns = Kind::columns;
  info.uses = Kind::uses;
  info.planar = Kind::planar;
  info.measured = Kind::measured;
  info.results = [](const void* kind) -> std::vector<ColumnName> {
    const auto names = [&] {
      if constexpr (requires(const Kind& each) { each.result_names(); })
        return static_cast<const Kind*>(kind)->result_names();
      else
        return Kind::results;
    }();
    return {names.begin(), names.end()};
  };
  info.functions = [](const void* kind) -> std::vector<Term> {
    const auto terms = static_cast<const Kind*>(kind)->functions();
    return {terms.begin(), terms.end()};
  };
  info.conservative = [](const void* kind) { return static_cast<const Kind*>(kind)->conservative(); };
  info.friction = [](const void* kind) -> double {
    if constexpr (requires(const Kind& each) { each.friction; })
      return static_cast<const Kind*>(kind)->friction;
    else
      return 0;
  };
  info.direction = [](const void* kind) -> const Direction* {
    if constexpr (requires(const Kind& each) { each.load_direction(); })
      return static_cast<const Kind*>(kind)->load_direction();
    else
      return nullptr;
  };
  info.in_body_axes = [](const void* kind) {
    if constexpr (requires(const Kind& each) { each.in_body_axes(); })
      return static_cast<const Kind*>(kind)->in_body_axes();
    else
      return false;
  };
  info.turn_about = [](void* kind, const Direction& normal) {
    if constexpr (requires(Kind & each) { each.turn_about(normal); }) static_cast<Kind*>(kind)->turn_about(normal);
  };
  info.turn = [](void* kind, const Matrix3& by) {
    if constexpr (requires(Kind & each) { each.turn(by); })
      return static_cast<Kind*>(kind)->turn(by);
    else
      return false;
  };
  if constexpr (requires { Kind::mark; }) {
    info.mark = Kind::mark;
    info.mark_means = Kind::mark_means;
  }
  info.own_states = [](void* kind) -> std::vector<OwnState> {
    if constexpr (requires(Kind & each) { each.own_states(); })
      return static_cast<Kind*>(kind)->own_states();
    else
      return {};
  };
  info.rest_length = [](const void* kind, double designed) -> std::optional<double> {
    if constexpr (requires(const Kind& each) { each.rest_length(designed); })
      return static_cast<const Kind*>(kind)->rest_length(designed);
    else
      return std::nullopt;
  };
  return info;
}

template <class Kind>
inline constexpr ForceInfo ForceInfo::of = force_info<Kind>();

}  // namespace bricard
