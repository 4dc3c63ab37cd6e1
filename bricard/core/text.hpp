// Words and numbers in messages and files: the nearest right word to a misspelt one, quoting, numbers that read back the same.
#pragma once
#include <string>
#include <string_view>

namespace bricard {

// Least number of insertions, deletions, replacements and swaps of neighbors that turn a into b, letters of either case being
// equal (optimal string alignment; Damerau 1964).
int edit_distance(std::string_view a, std::string_view b);

// Whether b may be what someone meant who typed a: about one slip in three letters.
bool near(int distance, std::string_view word);

// The candidate nearest to the word, the first of several; empty if none is near.
template <class Words>
std::string nearest(std::string_view word, const Words& candidates) {
  std::string best;
  int least = -1;
  for (const auto& candidate : candidates) {
    const int distance = edit_distance(word, candidate);
    if (!near(distance, word) || (least >= 0 && distance >= least)) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

// "did you mean `crank`?" for the nearest candidate; empty if none is near.
template <class Words>
std::string did_you_mean(std::string_view word, const Words& candidates) {
  const std::string best = nearest(word, candidates);
  return best.empty() ? best : "did you mean `" + best + "`?";
}

// The text in back quotes, cut to a readable length, control characters written as \xNN.
std::string quoted(std::string_view text);
// The same for exact types, which std::quoted would otherwise take by argument-dependent lookup.
inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(const char* text) { return quoted(std::string_view(text)); }

// The shortest decimal number that reads back as the same double (at most 17 digits); "nan", "inf", "-inf".
std::string to_text(double number);

}  // namespace bricard
