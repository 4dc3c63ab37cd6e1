// The name of the symbol that a kind of joint, constraint or force is drawn with (web/src/view3d/symbols/): the kind's own
// `symbol`, else its type.
#pragma once
#include <string_view>

namespace bricard::page {

template <class Kind>
constexpr std::string_view symbol_of() {
  if constexpr (requires { Kind::symbol; }) {
    return Kind::symbol;
  } else {
    return Kind::type;
  }
}

}  // namespace bricard::page
