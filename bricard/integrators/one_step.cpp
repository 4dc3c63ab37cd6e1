#include "bricard/integrators/one_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int most_attempts = 200;  // for one step
constexpr double safety = 0.9;
// Through a singular position: a step may use this share of the tolerance, four times more after each rejection, at most this
// much. There the noise of f grows as steps get shorter and nearer to the point, so that it is better to step over it.
constexpr double share_of_passage = 0.1;
constexpr double largest_share = 3;
constexpr double least_factor_in_passage = 0.5;
// Steps much shorter than those before the passage would follow the noise onto another branch, with energy and constraints in
// order. Then the passage is tried again from where it began, with steps of these lengths, which meet the singular position
// elsewhere.
constexpr double shortest_in_passage = 0.02;
constexpr double other_steps[] = {0.7, 1.3, 0.85, 0.55, 1.15, 0.4, 1.5, 0.62};
constexpr double least_factor = 0.2;
constexpr double most_steps = 1e8;  // of a run
constexpr long steps_to_count = 20000;
constexpr double after_trouble = 0.25;  // the factor where there is no error to judge by
constexpr std::string_view inaccurate = "the error estimate stays above the tolerance";
constexpr std::string_view refused = "the values at the end of the step cannot be used";
constexpr std::string_view undecided = "the problem asks again and again to repeat the step";
}  // namespace

OneStepMethod::OneStepMethod(std::string_view name, const IntegratorSettings& settings, const Control& control)
    : name_(name),
      settings_(settings),
      control_(control),
      t_(settings.start),
      t_previous_(settings.start),
      t_of_last_count_(settings.start) {
  start_with(threshold::first_step * span());
}

void OneStepMethod::start_with(double h) {
  const double longest = settings_.max_step.value_or(0.1 * span());
  h_ = settings_.step.value_or(std::min(h, longest));
}

Outcome OneStepMethod::step() {
  if (t_ >= settings_.end) return {};
  if (!fixed() && control_.error_order == 0) return failed(fmt::format("{} has no error control: give it a fixed step", name_));

  rejections_ = 0;
  for (int attempts = 0; attempts < most_attempts; ++attempts) {
    if (!in_passage() && !fixed()) remember();
    if (in_passage() && !fixed() && h_ < shortest_in_passage * step_before_passage_ && !go_back()) {
      const Outcome outcome = failed(fmt::format("the singular position near t = {:.6g} s cannot be passed safely", t_));
      return_before_passage();
      return outcome;
    }
    if (h_ < shortest_step()) return failed(fmt::format("step below {:.2g} s at t = {:.6g} s", shortest_step(), t_));
    const double t1 = end_of_step();
    const double h = t1 - t_;

    const Trial trial = attempt(t1, h);
    const double ratio = fixed() ? 0 : trial.error / std::max(allowed(h), trial.round_off);
    if (!trial.trouble.empty()) {
      shorten(after_trouble, trial.trouble);
    } else if (!(ratio <= 1)) {
      shorten(std::max(in_passage() ? least_factor_in_passage : least_factor, factor(ratio, h)), inaccurate);
      ++rejections_;
    } else {
      const StepEnd end = finish(t1);
      if (end == StepEnd::accept) {
        if (began_in_passage()) step_before_passage_ = std::max(step_before_passage_, h);
        accept(h);
        if (!fixed()) start_with(h * growth(ratio, h));
        previous_ratio_ = std::max(ratio, threshold::first_error_ratio);
        rejected_ = false;
        trouble_ = inaccurate;  // if from here the step shrinks to nothing without a rejection
        ++statistics_.steps;
        t_previous_ = std::exchange(t_, t1);
        if (const double steps = steps_needed(); steps > most_steps) return without_end(steps, h);
        return {};
      }
      if (end == StepEnd::failed) shorten(after_trouble, refused);
      if (end == StepEnd::repeat) trouble_ = undecided;
    }
    ++statistics_.rejected;
    if (fixed() && trouble_ != undecided) return failed(fmt::format("fixed step of {:.6g} s failed at t = {:.6g} s", h, t_));
  }
  return failed(fmt::format("{} attempts at a step failed at t = {:.6g} s", most_attempts, t_));
}

void OneStepMethod::remember() {
  step_before_passage_ = h_;
  t_before_passage_ = t_;
  retries_ = 0;
  has_marked_ = true;
  mark();
}

bool OneStepMethod::go_back() {
  if (began_in_passage() || retries_ == static_cast<int>(std::size(other_steps))) return false;
  h_ = other_steps[retries_++] * step_before_passage_;
  rejections_ = 0;
  return_before_passage();
  return true;
}

void OneStepMethod::return_before_passage() {
  if (began_in_passage()) return;
  t_ = t_previous_ = t_before_passage_;
  return_to_mark();
}

// The last step is shortened, or stretched by a percent where otherwise a sliver would remain.
double OneStepMethod::end_of_step() const {
  const double t1 = fixed() ? settings_.start + (statistics_.steps + 1) * h_ : t_ + h_;  // fixed: no drift of round-off
  const double sliver = (fixed() ? threshold::sliver_of_fixed_step : threshold::sliver) * h_;
  return t1 + sliver >= settings_.end ? settings_.end : t1;
}

double OneStepMethod::shortest_step() const { return std::max(control_.shortest * span(), 16 * epsilon * std::abs(t_)); }

// Steps so far, extrapolated to the span.
double OneStepMethod::average_rate() const {
  return statistics_.steps == 0 ? std::numeric_limits<double>::infinity() : statistics_.steps * span() / (t_ - settings_.start);
}

bool OneStepMethod::capped(double h) const { return in_passage() || span() / h > 4 * average_rate(); }

double OneStepMethod::allowed(double h) const {
  const double share = control_.share > 0 ? control_.share * std::pow(settings_.tolerance, control_.power)
                                          : settings_.tolerance / std::min(span() / h, 4 * average_rate());
  if (!in_passage()) return share;
  return std::max(share, std::min(largest_share, share_of_passage * std::pow(4, rejections_)) * settings_.tolerance);
}

double OneStepMethod::growth(double ratio, double h) const {
  const double growth = std::clamp(factor(ratio, h), least_factor, rejected_ ? 1 : control_.largest_growth);
  return growth >= 1 && growth < control_.keep_below ? 1 : growth;
}

// Of the whole run, at the pace of the last steps; 0 where it is not time to ask. A fixed step is the user's affair.
double OneStepMethod::steps_needed() {
  if (fixed() || statistics_.steps % steps_to_count != 0) return 0;
  const double pace = (t_ - std::exchange(t_of_last_count_, t_)) / steps_to_count;
  return pace > 0 ? statistics_.steps + (settings_.end - t_) / pace : 0;
}

double OneStepMethod::factor(double ratio, double h) const {
  // The allowed error falls with h, or is constant.
  const double k = capped(h) || control_.share > 0 ? error_order() + 1 : error_order();
  const double b = 0.2 / k;
  if (control_.predictive && ratio <= 1) {
    const double plain = safety * caution() * std::pow(std::max(ratio, threshold::least_error_ratio), -1 / k),
                 before = t_ - t_previous_;
    if (before <= 0) return plain;
    return std::min(plain,
                    plain * (h / before) * std::pow(previous_ratio_ / std::max(ratio, threshold::least_error_ratio), 1 / k));
  }
  if (ratio > 1) return safety * caution() * std::pow(ratio, -1 / k);
  return safety * std::pow(std::max(ratio, threshold::least_error_ratio), 0.75 * b - 1 / k) * std::pow(previous_ratio_, b);
}

void OneStepMethod::shorten(double factor, std::string_view trouble) {
  if (!fixed()) h_ = factor * std::min(h_, settings_.end - t_);
  rejected_ = true;
  trouble_ = trouble;
}

Outcome OneStepMethod::without_end(double steps, double h) {
  trouble_ = {};
  const Outcome outcome =
      failed(fmt::format("the run would need about {:.1g} steps: at t = {:.6g} s they have come down to {:.2g} s", steps, t_, h));
  return advice().empty() ? Outcome::failure(outcome.message + "; take a larger tolerance or an implicit integrator") : outcome;
}

Outcome OneStepMethod::failed(std::string what) const {
  if (!cause().empty()) what = fmt::format("{}: {}", cause(), what);
  if (!trouble_.empty()) what += fmt::format(": {}", trouble_);
  if (!trouble_.empty() && trouble_ != inaccurate && !failure().empty()) what += fmt::format(": {}", failure());
  if (!advice().empty()) what += fmt::format("; {}", advice());
  return Outcome::failure(what);
}

}  // namespace bricard
