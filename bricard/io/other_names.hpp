// What other programs and books call the things of a model file: someone who writes `sphere` or `hinge` is told our word.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/core/text.hpp"

namespace bricard {

// Our words for a foreign one, in any section; empty: none is known.
std::vector<std::string> words_for(std::string_view foreign);

// "did you mean `spherical`?": the word among `known` that a foreign name stands for, else the nearest one; empty if there is
// neither.
template <class Words>
std::string meant(std::string_view word, const Words& known) {
  for (const std::string& ours : words_for(word))
    if (std::find(known.begin(), known.end(), ours) != known.end()) return "did you mean `" + ours + "`?";
  return did_you_mean(word, known);
}

}  // namespace bricard
