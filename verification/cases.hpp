// What the cases share with the tests of the analyses, and how long a case may take.
#pragma once
#include "bricard/analyses/test_cases.hpp"

namespace bricard {

// `make verify` sets BRICARD_LONG: longer, finer, through more combinations.
inline bool is_long() { return std::getenv("BRICARD_LONG") != nullptr; }

}  // namespace bricard
