// What counts as small in studies, each with its reason.
#pragma once

namespace bricard::study {

// An equality among conditions holds where its sides differ by no more than searches resolve it, in the numbers of the condition.
inline constexpr double met_equality = 1e-6;
// A search ends where a step changes its goal and its variables by no more than this share. Runs that were integrated with the
// usual tolerance resolve no less.
inline constexpr double search_tolerance = 1e-6;
// Steps of central differences, as shares of the interval: of functions known to 1e-10 the error of rounding, 1e-10/h, and that of
// the method, h², are alike at about 5e-4; half of it costs little and keeps curved functions right.
inline constexpr double difference_step = 2.5e-4;
// An identification ends where a step is this small a share of the intervals, or lowers the sum of squares by no more than this
// share: a hundredth of what its confidence intervals resolve.
inline constexpr double smallest_step = 1e-9, smallest_gain = 1e-10;
// Two numbers of an identification are told apart no more where their estimates are correlated by more than this.
inline constexpr double close_correlation = 0.95;
// A direction of the parameters along which the residuals change less than this share of the most is not seen by the data.
inline constexpr double unseen_direction = 1e-8;

}  // namespace bricard::study
