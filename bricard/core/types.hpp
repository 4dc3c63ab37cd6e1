// A list of types, and loops over it: the explicit list of every extension folder (joints.hpp, forces.hpp, ...).
#pragma once
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace bricard {

template <class... Ts>
struct Types {
  static constexpr int size = sizeof...(Ts);
  using Variant = std::variant<Ts...>;
  // visit.template operator()<T>() for every type, in order.
  template <class Visitor>
  static constexpr void for_each(Visitor&& visit) {
    (visit.template operator()<Ts>(), ...);
  }
  // One vector per type, so that loops over elements need no dispatch.
  template <template <class> class Entry>
  using Vectors = std::tuple<std::vector<Entry<Ts>>...>;
};

}  // namespace bricard
