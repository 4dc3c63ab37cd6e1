// Laws that were used beyond what they were made for, such as a tire under a load that its file does not cover: each is told once.
#pragma once
#include "bricard/model/model.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

void warn_beyond_range(const Model& model, Results& results);

}  // namespace bricard
