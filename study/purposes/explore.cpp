// The table of runs, and what the measures range over.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bricard/core/error.hpp"
#include "study/purposes/purpose.hpp"

namespace bricard::study {

namespace {

constexpr std::size_t most_points = 10'000'000;

std::vector<double> grid_values(const Varied& varied) {
  if (varied.kind == Varied::Kind::list) return varied.values;
  std::vector<double> values;
  if (varied.kind == Varied::Kind::words) {
    for (std::size_t i = 0; i < varied.words.size(); ++i) values.push_back(static_cast<double>(i));
    return values;
  }
  if (!varied.points)
    throw Error("vary." + varied.name, "a grid needs to know how many values there are",
                varied.kind == Varied::Kind::interval ? "give it `points`, or `sampling: {kind: sobol, count: 200}` to the study"
                                                      : "a distribution has no grid: sampling: {kind: latin, count: 200}");
  const std::size_t n = *varied.points;
  for (std::size_t i = 0; i < n; ++i) {
    const double s = static_cast<double>(i) / static_cast<double>(n - 1);
    values.push_back(i + 1 == n ? varied.high() : varied.low() + s * (varied.high() - varied.low()));
  }
  return values;
}

std::vector<Point> grid(const Study& study) {
  std::vector<Point> points(1);
  for (const Varied& each : study.vary) {
    const std::vector<double> values = grid_values(each);
    if (points.size() * values.size() > most_points) throw Error("vary", "the grid has more than ten million points");
    std::vector<Point> longer;
    for (const Point& point : points)
      for (const double value : values) longer.emplace_back(point).push_back(value);
    points = std::move(longer);
  }
  return points;
}

Conclusion conclude(const Evidence& evidence) {
  Conclusion conclusion;
  const Study& study = evidence.study;
  conclusion.json["samples"] = evidence.samples.size();
  conclusion.json["failed"] = failures_json(evidence.samples);
  conclusion.text = fmt::format("{} runs{}\n", evidence.samples.size(), failures_text(evidence.samples));
  for (std::size_t m = 0; m < study.measures.size(); ++m) {
    const Sample *low = nullptr, *high = nullptr;
    for (const Sample& each : evidence.samples) {
      if (!std::isfinite(each.measures[m])) continue;
      if (!low || each.measures[m] < low->measures[m]) low = &each;
      if (!high || each.measures[m] > high->measures[m]) high = &each;
    }
    if (!low) {
      conclusion.text += fmt::format("  {}: no run has it\n", study.measures[m].name);
      continue;
    }
    conclusion.json["measures"][study.measures[m].name] = {{"least", low->measures[m]}, {"at", low->task}, {"most", high->measures[m]}, {"most_at", high->task}};
    conclusion.text += fmt::format("  {} from {:.6g} (sample {}) to {:.6g} (sample {})\n", study.measures[m].name, low->measures[m],
                                   low->task, high->measures[m], high->task);
  }
  return conclusion;
}

}  // namespace

std::vector<Point> points_at(const Study& study, const std::vector<std::vector<double>>& unit) {
  std::vector<Point> points;
  for (const auto& u : unit) {
    Point& point = points.emplace_back();
    for (std::size_t i = 0; i < u.size(); ++i) point.push_back(study.vary[i].at(u[i]));
  }
  return points;
}

std::vector<Point> sampled_points(const Study& study) {
  const Sampling& sampling = study.sampling;
  if (sampling.kind == SamplingKind::grid) return grid(study);
  return points_at(study, unit_points(sampling.kind, study.vary.size(), sampling.count, sampling.seed));
}

Point start_of_search(const Study& study, long task, std::size_t searches) {
  if (task > 0) return points_at(study, {unit_points(SamplingKind::latin, study.vary.size(), searches - 1, study.sampling.seed)[static_cast<std::size_t>(task - 1)]})[0];
  Point point;
  for (const Varied& each : study.vary) point.push_back(each.start);
  return point;
}

std::vector<double> numbers_of(const Point& point, const std::vector<double>& measures) {
  std::vector<double> all = point;
  all.insert(all.end(), measures.begin(), measures.end());
  return all;
}

std::string value_text(const Varied& varied, double value) {
  if (varied.kind == Varied::Kind::words) return varied.text(value);
  return fmt::format("{:.6g}{}{}", value, varied.unit.empty() ? "" : " ", varied.unit);
}

Json failures_json(const std::vector<Sample>& samples) {
  std::map<std::string, long> reasons;
  long failed = 0;
  for (const Sample& each : samples)
    if (each.failed) ++failed, ++reasons[each.reason];
  return {{"count", failed}, {"reasons", reasons}};
}

std::string failures_text(const std::vector<Sample>& samples) {
  const Json json = failures_json(samples);
  if (json["count"] == 0) return "";
  std::string text = fmt::format(", of which {} failed", json["count"].get<long>());
  std::string most;
  for (const auto& [reason, count] : json["reasons"].items())
    if (most.empty() || count > json["reasons"][most]) most = reason;
  return text + fmt::format(" ({}{})", most, json["reasons"].size() > 1 ? fmt::format(", and {} other reasons", json["reasons"].size() - 1) : "");
}

const PurposeEntry explore{"explore", "the table of all runs", sampled_points, nullptr, nullptr, conclude};

}  // namespace bricard::study
