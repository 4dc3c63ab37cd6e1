// A small set of combinations of methods in which every pair that matters occurs: formulation with integrator, formulation with
// stabilization, stabilization with integrator, coordinates with formulation. Generated from the lists, so that it grows with
// them: greedily the combination that covers most pairs that are still missing, the first of several.
#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bricard/analyses/run.hpp"

namespace bricard {

// Every legal combination in every set of coordinates.
inline std::vector<Methods> all_combinations(const std::vector<std::string>& coordinates) {
  std::vector<Methods> all;
  for (const std::string& set : coordinates)
    for (const LegalCombination& c : legal_combinations(set))
      all.push_back({set, c.formulation, c.stabilization, c.integrator, ""});
  return all;
}

inline std::vector<std::string> pairs_of(const Methods& m) {
  return {"fi " + m.formulation + " " + m.integrator, "fs " + m.formulation + " " + m.stabilization,
          "si " + m.stabilization + " " + m.integrator, "cf " + m.coordinates + " " + m.formulation};
}

inline std::vector<Methods> pairwise_cover(const std::vector<Methods>& all) {
  std::set<std::string> missing;
  for (const Methods& each : all)
    for (const std::string& pair : pairs_of(each)) missing.insert(pair);
  std::vector<Methods> cover;
  std::map<std::string, int> uses;  // of coordinates: ties go to the set used least
  while (!missing.empty()) {
    const Methods* best = nullptr;
    long most = 0;
    for (const Methods& each : all) {
      const auto pairs = pairs_of(each);
      const long covers =
          std::count_if(pairs.begin(), pairs.end(), [&](const std::string& pair) { return missing.contains(pair); });
      if (covers > most || (covers == most && best && uses[each.coordinates] < uses[best->coordinates])) {
        most = covers;
        best = &each;
      }
    }
    for (const std::string& pair : pairs_of(*best)) missing.erase(pair);
    ++uses[best->coordinates];
    cover.push_back(*best);
  }
  return cover;
}

}  // namespace bricard
