#include "bricard/analyses/dynamics/run_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/analyses/common.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr std::size_t told_choices = 8;

void add_choices(const ProblemReport& report, std::string& why) {
  const auto& choices = report.choices;
  for (std::size_t i = 0; i < std::min(choices.size(), told_choices); ++i)
    why += i == 0 ? fmt::format("; independent: {}", choices[i].what)
                  : fmt::format("; from t = {:.6g} s on {}", choices[i].t, choices[i].what);
  if (choices.size() > told_choices) why += fmt::format("; and {} more changes", choices.size() - told_choices);
}

void warn_of_singular_positions(const ProblemReport& report, const MethodChoice& methods, Summary& summary) {
  if (report.singular_times.empty()) return;
  summary.warnings.push_back(fmt::format(
      "a nearly singular position was passed at t = {:.4g} s{}{}", report.singular_times.front(),
      report.singular_times.size() > 1 ? fmt::format(" and {} more times", report.singular_times.size() - 1) : "",
      report.unprojected ? "; nothing brought its stages back to the constraints, so that the motion may have gone on along "
                           "another branch: choose stabilization mass_projection"
      : methods.stabilization->projects ? "; stages were projected there to keep the branch"
                                        : ""));
}

}  // namespace

void add_report(const ProblemReport& report, const MethodChoice& methods, Summary& summary) {
  for (const std::string& warning : report.warnings)
    if (std::find(summary.warnings.begin(), summary.warnings.end(), warning) == summary.warnings.end())
      summary.warnings.push_back(warning);
  add_choices(report, summary.methods.why);
  warn_of_singular_positions(report, methods, summary);
}

void warn_of_balances(const AnalysisOptions& options, double unknown, Summary& summary) {
  const Balance& balance = *summary.balance;
  // Fixed steps have no tolerance: a thousandth.
  const double limit =
      options.step ? threshold::bearable : std::max(100 * options.tolerance.relative, threshold::always_bearable);
  if (balance.largest_error > std::max(limit * balance.moved, unknown))
    summary.warnings.push_back(fmt::format(
        "the energy balance misses {}{}, {:.2g} of the energy that moved ({}, {:.1g}): {}", options.step ? "up to " : "",
        amount(options.step ? balance.largest_error : balance.error, dimension::energy, summary.units),
        balance.largest_error / balance.moved, options.step ? "the limit for fixed steps is" : "the limit is 100 tolerances",
        limit, options.step ? "take a shorter step" : "take a smaller tolerance"));
  if (!summary.momentum) return;
  const double unbalanced = std::max(
      {summary.momentum->linear.value_or(0), summary.momentum->angular.value_or(0), summary.momentum->reactions.value_or(0)});
  if (unbalanced > limit)
    summary.warnings.push_back(
        fmt::format("the momentum balance misses {:.2g} of the momentum or force that it is made of", unbalanced));
}

}  // namespace bricard
