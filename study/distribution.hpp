// How a varied number scatters.
//
//   uniform      between low and high
//   normal       with mean and standard deviation
//   lognormal    ln x is normal about ln(median) with standard deviation ln(factor)
//   triangular   from low over the most likely value to high
#pragma once

namespace bricard::study {

struct Distribution {
  enum class Kind { uniform, normal, lognormal, triangular };
  Kind kind = Kind::uniform;
  double a = 0, b = 0, c = 0;  // the numbers above, in their order

  // x below which the number lies with probability p, 0 < p < 1.
  double quantile(double p) const;
  double density(double x) const;
  // The same about the same center (mean, median, most likely value), with `share` of the scatter.
  Distribution narrowed(double share) const;

  friend bool operator==(const Distribution&, const Distribution&) = default;
};

double normal_quantile(double p);
// Of Student's distribution: with `freedoms` degrees of freedom.
double student_quantile(double p, double freedoms);

}  // namespace bricard::study
