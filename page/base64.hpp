// Bytes as text: base64 with padding (RFC 4648).
#pragma once
#include <string>
#include <string_view>

namespace bricard::page {

inline std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned long three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    const std::size_t there = bytes.size() - i;
    text += digits[three >> 18 & 63];
    text += digits[three >> 12 & 63];
    text += there > 1 ? digits[three >> 6 & 63] : '=';
    text += there > 2 ? digits[three & 63] : '=';
  }
  return text;
}

}  // namespace bricard::page
