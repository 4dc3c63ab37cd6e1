#include "bricard/analyses/many/variants.hpp"

#include <algorithm>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/formulations/stabilizations/baumgarte.hpp"

namespace bricard {

namespace {

bool penalizes(const MethodChoice& methods) { return methods.formulation->penalizes; }
bool feeds_back(const MethodChoice& methods) { return methods.stabilization->name == baumgarte.name; }

PenaltyOptions& penalty_of(AnalysisOptions& options) { return options.penalty ? *options.penalty : options.penalty.emplace(); }
BaumgarteOptions& baumgarte_of(AnalysisOptions& options) {
  return options.baumgarte ? *options.baumgarte : options.baumgarte.emplace();
}

constexpr VariedKey list[] = {
    {"penalty.alpha", penalizes, [](AnalysisOptions& options, double value) { penalty_of(options).alpha = value; }},
    {"penalty.omega", penalizes, [](AnalysisOptions& options, double value) { penalty_of(options).omega = value; }},
    {"penalty.mu", penalizes, [](AnalysisOptions& options, double value) { penalty_of(options).mu = value; }},
    {"baumgarte.alpha", feeds_back, [](AnalysisOptions& options, double value) { baumgarte_of(options).alpha = value; }},
    {"baumgarte.beta", feeds_back, [](AnalysisOptions& options, double value) { baumgarte_of(options).beta = value; }}};

const VariedKey& key_of(const std::string& name) {
  std::vector<std::string_view> names;
  for (const VariedKey& each : list) {
    if (each.name == name) return each;
    names.push_back(each.name);
  }
  throw Error(name, "is no number of `analysis` that can be varied", did_you_mean(name, names));
}

}  // namespace

std::span<const VariedKey> varied_keys() { return list; }

std::vector<std::vector<Setting>> combinations_of(const std::vector<Sweep>& varied) {
  std::vector<std::vector<Setting>> all(1);
  for (const Sweep& each : varied) {
    std::vector<std::vector<Setting>> longer;
    for (const std::vector<Setting>& settings : all)
      for (const double value : each.values) longer.emplace_back(settings).emplace_back(each.parameter, value);
    all = std::move(longer);
  }
  return all;
}

std::vector<Sweep> applying(const std::vector<Sweep>& keys, const MethodChoice& methods) {
  std::vector<Sweep> known;
  for (const Sweep& each : keys)
    if (key_of(each.parameter).applies(methods)) known.push_back(each);
  return known;
}

void apply(const std::vector<Setting>& settings, AnalysisOptions& options) {
  for (const auto& [name, value] : settings) key_of(name).set(options, value);
}

}  // namespace bricard
