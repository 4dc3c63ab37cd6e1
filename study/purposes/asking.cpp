#include "study/purposes/asking.hpp"

#include <algorithm>
#include <cmath>

namespace bricard::study {

Judged judged(const Study& study, const Point& point, bool failed, const std::vector<double>& measures) {
  const auto& options = std::get<Optimize>(study.purpose);
  Judged found;
  found.failed = failed;
  if (failed) return found;
  const std::vector<double> numbers = numbers_of(point, measures);
  for (const Goal& each : options.goals) {
    found.goals.push_back((each.maximize ? -1 : 1) * each.formula(numbers));
    found.failed = found.failed || !std::isfinite(found.goals.back());
  }
  for (const Condition& each : options.subject_to) {
    found.excesses.push_back(each.signed_excess(numbers));
    const double excess = each.excess(numbers);
    found.worst = std::isfinite(excess) ? std::max(found.worst, excess) : INFINITY;
  }
  return found;
}

bool is_better(const Judged& a, const Judged& b) {
  if (a.failed || b.failed) return !a.failed && b.failed;
  if (a.meets() != b.meets()) return a.meets();
  return a.meets() ? a.goals[0] < b.goals[0] : a.worst < b.worst;
}

Point point_of(const Study& study, const std::vector<double>& unit) {
  Point point;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const Varied& v = study.vary[i];
    point.push_back(std::clamp(v.low() + unit[i] * (v.high() - v.low()), v.low(), v.high()));
  }
  return point;
}

std::vector<double> unit_of(const Study& study, const Point& point) {
  std::vector<double> unit;
  for (std::size_t i = 0; i < point.size(); ++i) {
    const Varied& v = study.vary[i];
    unit.push_back((point[i] - v.low()) / (v.high() - v.low()));
  }
  return unit;
}

std::vector<const Judged*> Asking::operator()(const std::vector<std::vector<double>>& units) {
  std::vector<Point> points;
  std::vector<const std::vector<double>*> asked;
  for (const auto& unit : units) {
    const bool is_new = !known_.count(unit) && std::none_of(asked.begin(), asked.end(), [&](const auto* each) { return *each == unit; });
    if (!is_new || known_.size() + asked.size() >= most_) continue;
    points.push_back(point_of(study_, unit));
    asked.push_back(&unit);
  }
  const std::vector<Run> runs = points.empty() ? std::vector<Run>{} : ask_(points);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto [at, added] = known_.emplace(*asked[i], judged(study_, points[i], runs[i].failed, runs[i].values));
    const Judged& found = at->second;
    if (!best_ || is_better(found, *best_)) best_ = &found, best_at_ = &at->first;
    if (found.failed) continue;
    largest_ = has_goal_ ? std::max(largest_, found.goals[0]) : found.goals[0];
    smallest_ = has_goal_ ? std::min(smallest_, found.goals[0]) : found.goals[0];
    has_goal_ = true;
  }
  std::vector<const Judged*> answers;
  for (const auto& unit : units) {
    const auto found = known_.find(unit);
    answers.push_back(found == known_.end() ? nullptr : &found->second);
  }
  return answers;
}

double Asking::goal_of_failure(const std::vector<double>& unit) const {
  double distance = 0;
  if (best_at_)
    for (std::size_t i = 0; i < unit.size(); ++i) distance += std::pow(unit[i] - (*best_at_)[i], 2);
  const double spread = std::max(largest_ - smallest_, std::max(std::abs(largest_), 1.0) * search_tolerance);
  return largest_ + spread * (1 + std::sqrt(distance));
}

}  // namespace bricard::study
