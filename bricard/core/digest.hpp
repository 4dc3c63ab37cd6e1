// SHA-256 (FIPS 180-4): what a content is known by.
#pragma once
#include <string>
#include <string_view>

namespace bricard {

std::string sha256(std::string_view text);      // 32 bytes
std::string sha256_hex(std::string_view text);  // 64 digits

}  // namespace bricard
