// Two programs in one folder: `bricard`, and `bricard-page` with the verbs that open sockets. The library for sockets loads
// OpenSSL, which would be a third of what a small run costs; so `bricard` goes on as the other for these verbs only.
#pragma once
#include <filesystem>
#include <string_view>

namespace bricard::cli {

inline constexpr std::string_view main_program = "bricard", page_program = "bricard-page";

// A program in the folder of this one.
std::filesystem::path beside_this(std::string_view name);

// This process goes on as that program, with the same words. Returns only by an Error.
[[noreturn]] void go_on_as(std::string_view name);

}  // namespace bricard::cli
