// SHA-256 in base 64 (RFC 4648): how a content security policy names the page's own script.
#pragma once
#include <string>
#include <string_view>

#include "bricard/core/digest.hpp"
#include "page/base64.hpp"

namespace bricard::page {

inline std::string sha256_base64(std::string_view text) { return base64(sha256(text)); }

}  // namespace bricard::page
