// SHA-256 (FIPS 180-4) in base 64 (RFC 4648): how a content security policy names the page's own script.
#pragma once
#include <string>
#include <string_view>

namespace bricard::page {

std::string sha256_base64(std::string_view text);

}  // namespace bricard::page
