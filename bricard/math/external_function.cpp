// Values and derivatives of functions in code. Differences are central: over h = ε^(1/3) s, for second derivatives without
// first ones over ε^(1/4) s, with s the size of the argument, but at least a hundredth of its unit. Truncation and rounding are
// then of one size, ε^(2/3) and ε^(1/2) of a smooth function (Nocedal, Wright: Numerical Optimization, 2nd ed., section 8.1).
#include "bricard/math/external_function.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/core/text.hpp"

namespace bricard {

namespace {

using Point = std::array<double, ExternalFunction::most_arguments>;

constexpr int base = ExternalFunction::most_arguments + 1;  // of an order: the later argument counts on from the first by it
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double least_argument = 0.01;

struct Trouble {
  bool is_new = false;
  std::string name;
  int arguments = 0;
  double value = 0;
  Point at{};
};
thread_local Trouble trouble;

double value_at(const ExternalFunction& f, std::span<const double> x) {
  if (!f.value) return nan;
  const double value = f.value(x);
  if (std::isfinite(value)) return value;
  trouble.is_new = true;
  trouble.name = f.name;
  trouble.arguments = static_cast<int>(x.size());
  trouble.value = value;
  std::copy(x.begin(), x.end(), trouble.at.begin());
  return value;
}

// The slope of g along argument i by central differences; at the edge of where g has values by one side.
template <class G>
double slope_of(const G& g, std::span<const double> x, int i, double share) {
  Point at;
  std::copy(x.begin(), x.end(), at.begin());
  const std::span<const double> there(at.data(), x.size());
  const double h = share * std::max(std::abs(x[i]), least_argument);
  const double above = x[i] + h, below = x[i] - h;
  at[i] = above;
  const double up = g(there);
  at[i] = below;
  const double down = g(there);
  if (std::isfinite(up) && std::isfinite(down)) return (up - down) / (above - below);
  const double here = g(x);
  return std::isfinite(up) ? (up - here) / (above - x[i]) : (here - down) / (x[i] - below);
}

double first_derivative(const ExternalFunction& f, std::span<const double> x, int i) {
  if (!f.first) return slope_of([&](std::span<const double> at) { return value_at(f, at); }, x, i, std::cbrt(epsilon));
  Point first;
  first.fill(nan);
  f.first(x, std::span(first.data(), x.size()));
  return first[i];
}

double second_derivative(const ExternalFunction& f, std::span<const double> x, int i, int j) {
  if (!f.second) {
    const double share = f.first ? std::cbrt(epsilon) : std::sqrt(std::sqrt(epsilon));
    const auto inner = [&](std::span<const double> at) {
      if (f.first) return first_derivative(f, at, i);
      return slope_of([&](std::span<const double> there) { return value_at(f, there); }, at, i, share);
    };
    return slope_of(inner, x, j, share);
  }
  std::array<double, ExternalFunction::most_arguments * ExternalFunction::most_arguments> second;
  second.fill(nan);
  f.second(x, std::span(second.data(), x.size() * x.size()));
  return second[static_cast<std::size_t>(i) * x.size() + static_cast<std::size_t>(j)];
}

}  // namespace

int derivative_by(int order, int argument) {
  if (order == 0) return argument + 1;
  if (order < 0 || order >= base) return unknown_derivative;
  return std::min(order, argument + 1) + base * std::max(order, argument + 1);
}

int times_differentiated(int order) { return order < 0 ? 3 : order == 0 ? 0 : order < base ? 1 : 2; }

double call_external(const ExternalFunction& f, std::span<const double> x, int order) {
  switch (times_differentiated(order)) {
    case 0:
      return value_at(f, x);
    case 1:
      return first_derivative(f, x, order - 1);
    case 2:
      return second_derivative(f, x, order % base - 1, order / base - 1);
    default:
      return nan;
  }
}

std::string external_trouble() {
  if (!trouble.is_new) return {};
  trouble.is_new = false;
  std::string text = "the function " + quoted(trouble.name) + " in code gave " + to_text(trouble.value) + " at (";
  for (int i = 0; i < trouble.arguments; ++i) text += (i > 0 ? ", " : "") + to_text(trouble.at[i]);
  return text + ")";
}

}  // namespace bricard
