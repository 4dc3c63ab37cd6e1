// Whether steps of runs are interpreted or compiled: a choice of this process that no result depends on beyond the tolerance. It is
// what the environment variable BRICARD_ENGINE says, or who set it last (--engine).
#pragma once
#include <string>

namespace bricard {

enum class Engine { interpreted, compiled };
Engine engine();
void set_engine(const std::string& name, const std::string& where);  // throws Error where there is none of that name

}  // namespace bricard
