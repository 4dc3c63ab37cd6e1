// The Summary as a text for people: what was computed, by which methods and why, and how far it can be trusted.
#pragma once
#include <string>

#include "bricard/results/results.hpp"

namespace bricard {

// After a run.
std::string report_text(const Summary& summary);

// After `check`: the mechanism itself, nothing about a run.
std::string check_text(const Summary& summary);

}  // namespace bricard
