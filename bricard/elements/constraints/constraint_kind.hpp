// What a Model knows of basic constraints: a kind as a value, and what the kind says about itself. The contract with its
// equations is in constraint.hpp, the list in constraints.hpp.
#pragma once
#include <algorithm>
#include <array>
#include <span>

#include "bricard/core/any_kind.hpp"

namespace bricard {

template <class S>
struct Pair;

struct ConstraintKeys {
  bool bodies = true;
  bool points = true;  // `at`, `at2`
  bool axis = false;
  bool axis2 = false;
  bool value = true;
};

struct ConstraintInfo : KindInfo {
  std::string_view reactions;
  ConstraintKeys uses;
  Dimension dimension;
  bool value_is_designed = false;
  int pairs = 0;                                                              // marker pairs that it sees
  double (*function)(const void* kind, std::span<const Pair<double>> pairs);  // its value there
  // The global axis along which it measures, which a mirror may turn around; -1: none.
  int (*global_axis)(const void* kind);

  template <class Kind>
  static const ConstraintInfo of;
};

// A constraint of any kind.
class ConstraintKind : public AnyKind<ConstraintInfo> {
 public:
  using AnyKind::AnyKind;
  ConstraintKind();  // the first of the list

  static std::span<const ConstraintInfo* const> all();
  static const ConstraintInfo* find(std::string_view type);

  double function(std::span<const Pair<double>> pairs) const { return info().function(value(), pairs); }
  int global_axis() const { return info().global_axis(value()); }
};

template <class Kind>
concept ConstraintContract = requires {
  { Kind::type } -> std::convertible_to<std::string_view>;
  { Kind::help } -> std::convertible_to<std::string_view>;
  { Kind::equation } -> std::convertible_to<std::string_view>;
  { Kind::reactions } -> std::convertible_to<std::string_view>;
  { Kind::example } -> std::convertible_to<std::string_view>;
  { Kind::symbol } -> std::convertible_to<std::string_view>;
  { Kind::uses } -> std::convertible_to<ConstraintKeys>;
  { Kind::dimension } -> std::convertible_to<Dimension>;
  { Kind::value_is_designed } -> std::convertible_to<bool>;
  Kind::pairs.size();
}
&&HasFields<Kind>&& std::equality_comparable<Kind>&& std::default_initializable<Kind>;

// P: complete only where this is called.
template <class Kind, class P = Pair<double>>
double constraint_value(const void* kind, std::span<const P> pairs) {
  std::array<P, Kind::pairs.size()> own;
  std::copy(pairs.begin(), pairs.end(), own.begin());
  double sum = 0;
  for (const auto& row : static_cast<const Kind*>(kind)->function(own)) sum += row.value;
  return sum;
}

template <class Kind>
constexpr ConstraintInfo constraint_info() {
  static_assert(ConstraintContract<Kind>,
                "a constraint kind lacks a member of its contract: see elements/constraints/constraint.hpp");
  ConstraintInfo info{};
  static_cast<KindInfo&>(info) = kind_info<Kind>();
  info.reactions = Kind::reactions;
  info.uses = Kind::uses;
  info.dimension = Kind::dimension;
  info.value_is_designed = Kind::value_is_designed;
  info.pairs = static_cast<int>(Kind::pairs.size());
  info.function = constraint_value<Kind>;
  info.global_axis = [](const void* kind) {
    if constexpr (requires(const Kind& each) { each.global_axis(); })
      return static_cast<const Kind*>(kind)->global_axis();
    else
      return -1;
  };
  return info;
}

template <class Kind>
inline constexpr ConstraintInfo ConstraintInfo::of = constraint_info<Kind>();

}  // namespace bricard
