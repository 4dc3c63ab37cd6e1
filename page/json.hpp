// The JSON of the page is that of the program: its keys keep their order.
#pragma once
#include <string_view>

#include "bricard/core/json.hpp"

namespace bricard::page {

using bricard::Json;

inline constexpr int deepest_json = 60;

// Discarded where the text is no JSON or nested deeper than that: writing and copying follow the nesting, and the stack ends.
inline Json parse_json(std::string_view text, bool* told_too_deep = nullptr) {
  bool too_deep = false;
  const auto look = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > deepest_json;
    return !too_deep;
  };
  Json json = Json::parse(text, look, false);
  if (told_too_deep) *told_too_deep = too_deep;
  return too_deep ? Json(Json::value_t::discarded) : json;
}

}  // namespace bricard::page
