// The spanning tree in words: which joints close loops, and what became of the user's wishes (`cut`).
#pragma once
#include <string>
#include <vector>

#include "bricard/system/layout.hpp"

namespace bricard {

// The joints that might carry a body and close a loop instead, by index in the model.
std::vector<int> cut_joints(const Layout& layout);

// "loops are cut at `rocker_pin`, `slide`"; empty where there are none.
std::string tree_in_words(const Layout& layout);

// Wishes that cost more than they gain, or that could not be kept: a sentence for each.
std::vector<std::string> cut_warnings(const Layout& layout);

}  // namespace bricard
