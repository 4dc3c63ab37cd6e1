// The table of a measurement that parameters are identified from.
#pragma once
#include <filesystem>

#include "study/study.hpp"

namespace bricard::study {

// Fills `at` and `data` from a CSV file: a column named as `over` (or `t`), and one for each of `match`.
void read_measured(const std::filesystem::path& path, Identify& options);

}  // namespace bricard::study
