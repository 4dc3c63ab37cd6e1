// Programs in one folder: `bricard`, and beside it those whose libraries would be a third of what a small run costs, as which it
// goes on for their verbs only: `bricard-page` opens sockets, `bricard-study` has SQLite and NLopt, `bricard-study-mpi` also MPI.
#pragma once
#include <filesystem>
#include <string_view>

namespace bricard::cli {

inline constexpr std::string_view main_program = "bricard", page_program = "bricard-page", study_program = "bricard-study",
                                  mpi_program = "bricard-study-mpi";

// A program in the folder of this one.
std::filesystem::path beside_this(std::string_view name);

// This process goes on as that program, with the same words. Returns only by an Error.
[[noreturn]] void go_on_as(std::string_view name);

}  // namespace bricard::cli
