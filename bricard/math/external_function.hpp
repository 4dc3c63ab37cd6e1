// A function of numbers whose code is not ours: compiled from C, taken from a shared object, or a function of C++. An expression
// calls it by its name. What each scalar makes of a call:
//
//   number      the value
//   Dual        the chain rule: Σ ∂f/∂x_i dx_i; derivatives as the code gives them, else central differences
//   Enclosure   code knows no intervals: an estimate from samples (external_enclosure.cpp)
//   Symbol      no code is made of it: refused by name (codegen/symbol.cpp)
//
// Several threads may call it at once.
#pragma once
#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <type_traits>

namespace bricard {

struct ExternalFunction {
  using Value = std::function<double(std::span<const double> x)>;
  using Derivatives = std::function<void(std::span<const double> x, std::span<double> derivatives)>;
  static constexpr int most_arguments = 16;

  std::string name;
  int arguments = 1;
  Value value;         // empty: the code has not been loaded, and every value is nan
  Derivatives first;   // ∂f/∂x_i; empty: by differences
  Derivatives second;  // ∂²f/∂x_i∂x_j, row by row; empty: by differences
  std::string source;  // what the code was made of: the text in C, the bytes of a shared object
};

// Which derivative: 0 the function itself, else the arguments by which it is differentiated, at most two.
inline constexpr int unknown_derivative = -1;
int derivative_by(int order, int argument);
int times_differentiated(int order);

double call_external(const ExternalFunction& f, std::span<const double> x, int order);

template <class S, int N>
struct Dual;
template <class S, int N>
Dual<S, N> call_external(const ExternalFunction& f, std::span<const Dual<S, N>> x, int order) {
  std::array<S, ExternalFunction::most_arguments> values;
  for (std::size_t i = 0; i < x.size(); ++i) values[i] = x[i].value;
  const std::span<const S> at(values.data(), x.size());
  Dual<S, N> result(call_external(f, at, order));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if constexpr (std::is_same_v<decltype(x[i].value == x[i].value), bool>)
      if (std::all_of(x[i].d.begin(), x[i].d.end(), [](const S& lane) { return lane == S(0); })) continue;
    const S slope = call_external(f, at, derivative_by(order, static_cast<int>(i)));
    for (int lane = 0; lane < N; ++lane) result.d[lane] = result.d[lane] + slope * x[i].d[lane];
  }
  return result;
}

// Of the calls of this thread since this was asked last: "the function `tire` in code gave nan at (0.1, 300)"; else empty.
std::string external_trouble();

}  // namespace bricard
