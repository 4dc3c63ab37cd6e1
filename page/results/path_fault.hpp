// An error about a file or folder that the user has named.
#pragma once
#include <filesystem>
#include <string>
#include <utility>

#include "bricard/core/error.hpp"

namespace bricard::page {

[[noreturn]] inline void refuse(const std::filesystem::path& path, std::string what, std::string hint = {}) {
  throw Error({Fault{{path.string(), 0, 0}, "", std::move(what), std::move(hint)}});
}

}  // namespace bricard::page
