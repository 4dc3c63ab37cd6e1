// What delay(x, T) reads: the past of expressions, in pieces of degree 8 through values at Chebyshev's points, and where a motion
// that reads its past bends again: what begins at t shows in x(t - T) from t + T on, and there one derivative later. Reference:
// Bellen, Zennaro: Numerical Methods for Delay Differential Equations, Oxford 2003, chapters 2 and 3.
#pragma once
#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace bricard {

class PastValues {
 public:
  static constexpr int degree = 8;
  struct Piece {
    double from = 0, to = 0;
    std::array<double, degree + 1> values{};  // at node(0) .. node(degree)
  };
  struct Past {
    double time = 0;   // T, s
    double first = 0;  // before the start
    std::deque<Piece> pieces;
  };
  // By how much of its width a point of a piece stands after its begin.
  static double node(int j);

  PastValues() = default;
  explicit PastValues(const std::vector<double>& times);  // of each delay, s

  bool has_begun() const { return has_begun_; }
  void begin(double t, std::span<const double> first);
  double end() const { return end_; }  // known until there
  void append(std::size_t delay, const Piece& piece) { pasts_[delay].pieces.push_back(piece); }
  void end_at(double t);  // what no delay reaches any more is forgotten
  // x of a delay at t - T; the piece that begins there where two meet.
  double at(std::size_t delay, double t) const;

  // The motion begins anew at t: a kink, or one of the moments here. Those nearer to each other than `near` are one.
  void bend(double t, double near);
  std::optional<double> next_bend(double t, double near) const;
  double shortest_delay() const;

  // All of it, for snapshots.
  const std::vector<Past>& pasts() const { return pasts_; }
  const std::map<double, int>& bends() const { return bends_; }
  PastValues(std::vector<Past> pasts, std::map<double, int> bends, double end)
      : pasts_(std::move(pasts)), bends_(std::move(bends)), end_(end), has_begun_(true) {}

 private:
  std::vector<Past> pasts_;
  std::map<double, int> bends_;  // and how often what begins there has been smoothed
  double end_ = 0;
  bool has_begun_ = false;
};

}  // namespace bricard
