// FNV-1a, 64 bits: tells texts apart that nobody makes alike on purpose.
#pragma once
#include <cstdint>
#include <string_view>

namespace bricard::page {

constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  return hash;
}

}  // namespace bricard::page
