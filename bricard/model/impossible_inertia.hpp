// Inertias that no body has. Of any distribution of mass the principal moments are not negative and none exceeds the sum of the
// other two. A negative one is a fault; beyond the sum there is published data, and idealizations such as a disc that only spins,
// so that it is computed with and told.
#pragma once
#include <string>

#include "bricard/core/vector3.hpp"

namespace bricard {

enum class InertiaVerdict { possible, impossible, negative, not_symmetric };

struct InertiaJudged {
  InertiaVerdict verdict = InertiaVerdict::possible;
  std::string moments;  // "(1e-06, 1e-06, 5e-06 kg*m^2)"
};

InertiaJudged judge_inertia(const Matrix3& inertia);

// "no body has this inertia: ...", with the consequence; empty where one has.
std::string impossible_inertia(const Matrix3& inertia);

}  // namespace bricard
