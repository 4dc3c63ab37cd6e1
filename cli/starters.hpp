// The models that `bricard new` writes: models/starters/KIND/, files of the program (benchmarks/suite/embedded.hpp).
#pragma once
#include <string>
#include <vector>

namespace bricard::cli {

std::vector<std::string> starter_kinds();

}  // namespace bricard::cli
