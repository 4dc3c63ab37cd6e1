// Monte Carlo of scatter: how many are good, how the measures spread, and which number to tighten.
//
// The yield with half the scatter of one number needs no further runs: with p(x) the density of that number and q(x) that of half
// its scatter, the good share is Σ w good / Σ w, w = q(x)/p(x) (importance sampling). Its error is that of the linearized ratio.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/purposes/purpose.hpp"

namespace bricard::study {

namespace {

const Tolerance& options_of(const Study& study) { return std::get<Tolerance>(study.purpose); }

struct Share {
  double value = 0, low = 0, high = 0;
};

// Wilson's interval (1927).
Share share_of(long good, long all, double confidence) {
  const double z = normal_quantile((1 + confidence) / 2), n = static_cast<double>(all), p = static_cast<double>(good) / n;
  const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return {p, middle - half, middle + half};
}

// A run that failed is not good: such a mechanism cannot be built.
bool is_good(const Study& study, const Sample& sample) {
  if (sample.failed) return false;
  const std::vector<double> numbers = numbers_of(sample);
  const auto& require = options_of(study).require;
  return std::all_of(require.begin(), require.end(), [&](const Condition& each) { return each.holds(numbers); });
}

// Between the order statistics.
double percentile(const std::vector<double>& sorted, double percent) {
  const double place = percent / 100 * static_cast<double>(sorted.size() - 1);
  const std::size_t below = static_cast<std::size_t>(place);
  const double part = place - static_cast<double>(below);
  return below + 1 < sorted.size() ? sorted[below] + part * (sorted[below + 1] - sorted[below]) : sorted.back();
}

void spread(const Evidence& evidence, Conclusion& conclusion) {
  const Study& study = evidence.study;
  for (std::size_t m = 0; m < study.measures.size(); ++m) {
    std::vector<double> values;
    for (const Sample& each : evidence.samples)
      if (std::isfinite(each.measures[m])) values.push_back(each.measures[m]);
    if (values.empty()) continue;
    std::sort(values.begin(), values.end());
    double mean = 0, variance = 0;
    for (const double each : values) mean += each / static_cast<double>(values.size());
    for (const double each : values) variance += (each - mean) * (each - mean) / std::max(1.0, static_cast<double>(values.size()) - 1);
    Json& json = conclusion.json["measures"][study.measures[m].name];
    json = {{"count", values.size()}, {"mean", mean}, {"deviation", std::sqrt(variance)}};
    conclusion.text += fmt::format("  {}: mean {:.6g}, deviation {:.4g};", study.measures[m].name, mean, std::sqrt(variance));
    for (const double percent : options_of(study).percentiles) {
      json["percentiles"][fmt::format("{:g}", percent)] = percentile(values, percent);
      conclusion.text += fmt::format(" {:g} %: {:.6g}", percent, percentile(values, percent));
    }
    conclusion.text += "\n";
  }
}

struct Tightened {
  std::size_t number = 0;
  double yield = 0, error = 0;
};

std::vector<Tightened> tightened(const Evidence& evidence, const std::vector<bool>& good) {
  const Study& study = evidence.study;
  std::vector<Tightened> found;
  for (std::size_t i = 0; i < study.vary.size(); ++i) {
    if (study.vary[i].kind != Varied::Kind::scatter) continue;
    const Distribution& whole = study.vary[i].distribution;
    const Distribution half = whole.narrowed(0.5);
    double weights = 0, weighted = 0;
    std::vector<double> w;
    for (std::size_t k = 0; k < good.size(); ++k) {
      const double x = evidence.samples[k].point[i];
      w.push_back(half.density(x) / whole.density(x));
      weights += w.back();
      if (good[k]) weighted += w.back();
    }
    const double yield = weighted / weights;
    double error = 0;
    for (std::size_t k = 0; k < good.size(); ++k) error += std::pow(w[k] * ((good[k] ? 1 : 0) - yield) / weights, 2);
    found.push_back({i, yield, std::sqrt(error)});
  }
  std::stable_sort(found.begin(), found.end(), [](const Tightened& a, const Tightened& b) { return a.yield > b.yield; });
  return found;
}

Conclusion conclude(const Evidence& evidence) {
  const Study& study = evidence.study;
  const Tolerance& options = options_of(study);
  Conclusion conclusion;
  conclusion.json["failed"] = failures_json(evidence.samples);
  conclusion.text = fmt::format("{} samples{}\n", evidence.samples.size(), failures_text(evidence.samples));
  if (evidence.samples.empty()) return conclusion;
  std::vector<bool> good;
  for (const Sample& each : evidence.samples) good.push_back(is_good(study, each));
  const Share yield = share_of(std::count(good.begin(), good.end(), true), static_cast<long>(good.size()), options.confidence);
  conclusion.json["yield"] = {{"value", yield.value}, {"low", yield.low}, {"high", yield.high}, {"confidence", options.confidence}};
  conclusion.text += fmt::format("yield {:.2f} % ({:.2f} to {:.2f})\n", 100 * yield.value, 100 * yield.low, 100 * yield.high);
  for (const Condition& each : options.require) {
    const long met = std::count_if(evidence.samples.begin(), evidence.samples.end(), [&](const Sample& s) { return !s.failed && each.holds(numbers_of(s)); });
    conclusion.json["require"][each.text] = static_cast<double>(met) / static_cast<double>(good.size());
    conclusion.text += fmt::format("  {} holds in {:.2f} %\n", each.text, 100 * static_cast<double>(met) / static_cast<double>(good.size()));
  }
  spread(evidence, conclusion);
  if (yield.value == 1 && !options.require.empty()) conclusion.text += "nothing has to be tightened\n";
  if (options.require.empty() || yield.value == 1) return conclusion;
  conclusion.text += "yield with half the scatter of\n";
  for (const Tightened& each : tightened(evidence, good)) {
    conclusion.json["half_scatter"][study.vary[each.number].name] = {{"yield", each.yield}, {"error", each.error}};
    conclusion.text += fmt::format("  {:<24} {:.2f} % (+- {:.2f})\n", study.vary[each.number].name, 100 * each.yield, 100 * each.error);
  }
  return conclusion;
}

}  // namespace

const PurposeEntry tolerance{"tolerance", "Monte Carlo of scatter: yield, percentiles, which number to tighten", sampled_points, nullptr, nullptr, conclude};

}  // namespace bricard::study
