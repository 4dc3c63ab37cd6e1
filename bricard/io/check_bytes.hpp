// Whether bytes are text as the readers of files take it.
#pragma once
#include <string>
#include <string_view>

namespace bricard {

// Throws Error with the place: not UTF-8, control characters, or more structure than any model has.
void check_bytes(std::string_view text, const std::string& file);

}  // namespace bricard
