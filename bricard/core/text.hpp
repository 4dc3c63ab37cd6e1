// Words and numbers in messages and files: the nearest right word to a misspelt one, quoting, numbers that read back the same.
#pragma once
#include <limits>
#include <string>
#include <string_view>

namespace bricard {

// Least number of insertions, deletions, replacements and swaps of neighbors that turn a into b, letters of either case being
// equal (optimal string alignment; Damerau 1964). Where it exceeds `most` it need not be exact, only more than that.
int edit_distance(std::string_view a, std::string_view b, int most = std::numeric_limits<int>::max());

// How many slips someone may have made who typed the word: about one in three letters.
int most_slips(std::string_view word);

// The candidate nearest to the word, the first of several; empty if none is near.
template <class Words>
std::string nearest(std::string_view word, const Words& candidates) {
  std::string best;
  int most = most_slips(word);
  for (const auto& candidate : candidates) {
    const int distance = edit_distance(word, candidate, most);
    if (distance > most) continue;
    most = distance - 1;
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
