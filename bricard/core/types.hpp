// A list of types, and loops over it: the explicit list of every extension folder (joints.hpp, forces.hpp, ...).
#pragma once
#include <array>
#include <cassert>
#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

namespace bricard {

template <class... Ts>
struct Types {
  static constexpr int size = sizeof...(Ts);
  // visit.template operator()<T>() for every type, in order.
  template <class Visitor>
  static constexpr void for_each(Visitor&& visit) {
    (visit.template operator()<Ts>(), ...);
  }

  // visit(T()) for the type at a place of the list.
  template <class Visitor>
  static decltype(auto) at(int index, Visitor&& visit) {
    return at_from<0>(index, visit);
  }

  // What each kind of the list says about itself (any_kind.hpp).
  template <class Info>
  static constexpr std::array<const Info*, sizeof...(Ts)> infos{&Info::template of<Ts>...};

  // The place in the list of a kind whose type is forgotten.
  template <class Any>
  static int index_of(const Any& kind) {
    int index = 0;
    const bool found = ((kind.template is<Ts>() || (++index, false)) || ...);
    assert(found);
    return found ? index : -1;
  }
  // visit.template operator()<T>() for its type.
  template <class Any, class Visitor>
  static void with_type(const Any& kind, Visitor&& visit) {
    [[maybe_unused]] const bool found = ((kind.template is<Ts>() && (visit.template operator()<Ts>(), true)) || ...);
    assert(found);
  }
  // visit(kind) with its type.
  template <class Any, class Visitor>
  static void visit(const Any& kind, Visitor&& visit) {
    with_type(kind, [&]<class T>() { visit(kind.template as<T>()); });
  }
  // visit.template operator()<T>(entries) for every run of entries of one type; entry.kind is a kind whose type is forgotten.
  template <class Entry, class Visitor>
  static void for_each_run(std::span<const Entry> entries, Visitor&& visit) {
    for (std::size_t first = 0, last; first < entries.size(); first = last) {
      for (last = first + 1; last < entries.size() && &entries[last].kind.info() == &entries[first].kind.info();) ++last;
      with_type(entries[first].kind, [&]<class T>() { visit.template operator()<T>(entries.subspan(first, last - first)); });
    }
  }

 private:
  template <int i, class Visitor>
  static decltype(auto) at_from(int index, Visitor& visit) {
    using Type = std::tuple_element_t<i, std::tuple<Ts...>>;
    if constexpr (i + 1 == size) {
      return visit(Type());
    } else {
      if (index == i) return visit(Type());
      return at_from<i + 1>(index, visit);
    }
  }
};

}  // namespace bricard
