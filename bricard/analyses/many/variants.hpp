// What a comparison varies beside the methods: numbers of `analysis` that a method takes, and parameters of the model. Every
// value is combined with every other.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "bricard/analyses/many/sweep.hpp"
#include "bricard/analyses/methods.hpp"

namespace bricard {

// Name and value, in the file's units: "penalty.alpha" and 1e7, or a parameter.
using Setting = std::pair<std::string, double>;

// A number of `analysis` that a comparison may vary.
struct VariedKey {
  std::string_view name;
  bool (*applies)(const MethodChoice&);  // methods that do not know it are run once
  void (*set)(AnalysisOptions&, double);
};
std::span<const VariedKey> varied_keys();

// All combinations of the values, the last name changing first; one without settings where nothing is varied.
std::vector<std::vector<Setting>> combinations_of(const std::vector<Sweep>& varied);

// Those of the lists whose keys the methods know. Throws Error where a key is none.
std::vector<Sweep> applying(const std::vector<Sweep>& keys, const MethodChoice& methods);
void apply(const std::vector<Setting>& settings, AnalysisOptions& options);

}  // namespace bricard
