// When something that goes like (t - t0)² + c is least, from its values along the way: the vertex of the parabola through the least
// value so far and its neighbors.
#pragma once
#include <array>

namespace bricard {

class PassageTime {
 public:
  // The next value, later than those before.
  void add(double t, double value) {
    points_[0] = points_[1];
    points_[1] = points_[2];
    points_[2] = {t, value};
    if (count_ < 3) ++count_;
    if (count_ == 1 || value < least_) {
      least_ = value;
      time_ = t;
    }
    // The middle one was the least so far: now both of its neighbors are known.
    if (count_ == 3 && points_[1].value <= least_ && points_[2].value > points_[1].value) time_ = vertex(points_);
  }
  void forget() { count_ = 0; }
  bool is_empty() const { return count_ == 0; }
  double least() const { return least_; }
  double time() const { return time_; }

  struct Point {
    double t = 0, value = 0;
  };
  // Of the parabola through three points; the middle one where there is none that opens upwards, or it lies outside.
  static double vertex(const std::array<Point, 3>& p) {
    const double left = (p[1].value - p[0].value) / (p[1].t - p[0].t), right = (p[2].value - p[1].value) / (p[2].t - p[1].t);
    const double bend = (right - left) / (p[2].t - p[0].t);
    const double t = 0.5 * (p[0].t + p[1].t) - 0.5 * left / bend;
    return bend > 0 && t > p[0].t && t < p[2].t ? t : p[1].t;
  }

 private:
  std::array<Point, 3> points_;
  int count_ = 0;
  double least_ = 0, time_ = 0;
};

}  // namespace bricard
