#include "bricard/math/thresholds.hpp"
#include "bricard/vehicle/maneuver_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace bricard::vehicle {

namespace {

constexpr double degree = std::numbers::pi / 180, gravity = 9.80665;

// A column over the rows, in SI. Outputs are plain numbers in units of the file: those of maneuver.* are brought back.
class Curves {
 public:
  explicit Curves(const Results& results) : results_(results), t_((*this)("t")) {}
  std::vector<double> operator()(const std::string& name) const {
    std::vector<double> values;
    for (int row = 0; row < results_.rows(); ++row) values.push_back(Row(results_, row)[name]);
    return values;
  }
  const std::vector<double>& t() const { return t_; }
  // First time from `from` on when the curve passes the level, between rows linearly.
  std::optional<double> passes(const std::vector<double>& y, double level, double from) const {
    for (std::size_t i = 1; i < y.size(); ++i)
      if (t_[i] > from && (y[i - 1] - level) * (y[i] - level) <= 0 && y[i] != y[i - 1])
        return t_[i - 1] + (level - y[i - 1]) / (y[i] - y[i - 1]) * (t_[i] - t_[i - 1]);
    return std::nullopt;
  }
  // Mean over the last part of the run.
  double steady(const std::vector<double>& y, double part = 0.1) const {
    const std::size_t first = y.size() - std::max<std::size_t>(1, static_cast<std::size_t>(part * static_cast<double>(y.size())));
    double sum = 0;
    for (std::size_t i = first; i < y.size(); ++i) sum += y[i];
    return sum / static_cast<double>(y.size() - first);
  }

 private:
  const Results& results_;
  std::vector<double> t_;
};

double unit_of_column(const Results& results, const std::string& name) {
  const UnitSystem& units = results.summary.units;
  if (!name.starts_with("maneuver.") || name.find('.', 9) != std::string::npos) return 1;  // sensors are in SI
  const std::string what = name.substr(9);
  const double angle = units.factor(dimension::angle), length = units.factor(dimension::length), time = units.factor(dimension::time);
  if (what == "speed") return length / time;
  if (what == "yaw_rate") return angle / time;
  if (what.ends_with("acceleration")) return length / time / time;
  if (what == "sideslip" || what == "yaw" || what == "roll" || what == "pitch" || what.starts_with("wheel_angle")) return angle;
  if (what.ends_with("force")) return units.factor(dimension::force);
  return 1;
}

struct Peak {
  double value = 0, t = 0;
};
Peak peak_after(const std::vector<double>& t, const std::vector<double>& y, double from, double sign) {
  Peak peak{-std::numeric_limits<double>::infinity(), from};
  for (std::size_t i = 0; i < y.size(); ++i)
    if (t[i] >= from && sign * y[i] > peak.value) peak = {sign * y[i], t[i]};
  peak.value *= sign;
  return peak;
}

// Amplitude and phase at a frequency, by least squares over whole periods.
struct Wave {
  double amplitude, phase;
};
Wave wave(const std::vector<double>& t, const std::vector<double>& y, double f, double from, double to) {
  double s = 0, c = 0, n = 0;
  const double w = 2 * std::numbers::pi * f;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (t[i] >= from && t[i] < to) s += y[i] * std::sin(w * (t[i] - from)), c += y[i] * std::cos(w * (t[i] - from)), ++n;
  return {2 / n * std::hypot(s, c), std::atan2(c, s)};
}

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

}  // namespace

double Row::operator[](const std::string& name) const {
  const int column = results_.column(name);
  if (column < 0) return std::numeric_limits<double>::quiet_NaN();
  const ResultColumn& told = results_.columns[static_cast<std::size_t>(column)];
  const double plain = told.dimension == dimension::none ? unit_of_column(results_, name) : 1;
  return results_.at(row_, column) * plain;
}

double Row::plain(const std::string& name) const {
  const int column = results_.column(name);
  if (column < 0) return std::numeric_limits<double>::quiet_NaN();
  const Dimension of = results_.columns[static_cast<std::size_t>(column)].dimension;
  return results_.at(row_, column) / (of == dimension::none ? 1 : results_.summary.units.factor(of));
}

std::vector<Metric> step_metrics(const Results& results, double steer_at, double steer, bool by_angle) {
  const Curves curve(results);
  const auto &t = curve.t(), r = curve("maneuver.yaw_rate"), ay = curve("maneuver.lateral_acceleration"), beta = curve("maneuver.sideslip"),
             roll = curve("maneuver.roll"), wheel = curve("maneuver.wheel_angle");
  if (t.size() < 10) return {};
  std::vector<Metric> all;
  const double r_end = curve.steady(r), ay_end = curve.steady(ay), beta_end = curve.steady(beta), wheel_end = curve.steady(wheel);
  const auto since = [&](const std::optional<double>& when) -> std::optional<double> {
    if (!when) return std::nullopt;
    return *when - steer_at;
  };
  const Peak r_peak = peak_after(t, r, steer_at, r_end < 0 ? -1 : 1), ay_peak = peak_after(t, ay, steer_at, ay_end < 0 ? -1 : 1);
  all.push_back({"steer", by_angle ? steer / degree : steer * 1000, by_angle ? "deg" : "mm", "of the steered joint, after the step"});
  all.push_back({"yaw_rate", r_end / degree, "deg/s", "steady"});
  all.push_back({"lateral_acceleration", ay_end, "m/s^2", "steady"});
  all.push_back({"sideslip", beta_end / degree, "deg", "steady"});
  all.push_back({"roll", curve.steady(roll) / degree, "deg", "steady"});
  all.push_back({"yaw_rate_gain", r_end / wheel_end, "1/s", "steady yaw rate per mean angle of the front wheels"});
  all.push_back({"yaw_rate_response_time", since(curve.passes(r, 0.9 * r_end, steer_at)), "s", "from half of the step to 90 % of the steady yaw rate"});
  all.push_back({"lateral_acceleration_response_time", since(curve.passes(ay, 0.9 * ay_end, steer_at)), "s",
                 "from half of the step to 90 % of the steady lateral acceleration"});
  all.push_back({"yaw_rate_peak_time", r_peak.t - steer_at, "s", "from half of the step to the largest yaw rate"});
  all.push_back({"lateral_acceleration_peak_time", ay_peak.t - steer_at, "s", "from half of the step to the largest lateral acceleration"});
  all.push_back({"yaw_rate_overshoot", 100 * (r_peak.value - r_end) / r_end, "%", "largest over steady"});
  all.push_back({"tb_factor", (r_peak.t - steer_at) * std::abs(beta_end) / degree, "s deg", "time of the largest yaw rate times steady sideslip"});
  return all;
}

std::vector<Metric> ramp_metrics(const Results& results, double wheelbase, const UnitSystem&) {
  const Curves curve(results);
  const auto &t = curve.t(), ay = curve("maneuver.lateral_acceleration"), wheel = curve("maneuver.wheel_angle"), v = curve("maneuver.speed"),
             r = curve("maneuver.yaw_rate");
  std::vector<Metric> all;
  double sxx = 0, sxy = 0, sx = 0, sy = 0, n = 0;  // excess steer over lateral acceleration, 0.1 to 0.3 g
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double a = std::abs(ay[i]), excess = std::abs(wheel[i]) - wheelbase * std::abs(r[i]) / v[i];
    if (a < 0.1 * gravity || a > 0.3 * gravity) continue;
    sx += a, sy += excess, sxx += a * a, sxy += a * excess, ++n;
  }
  const auto at_level = [&](double level) -> std::optional<double> {
    for (std::size_t i = 1; i < t.size(); ++i)
      if (std::abs(ay[i]) >= level) return std::abs(wheel[i]) / degree;
    return std::nullopt;
  };
  all.push_back({"wheel_angle_at_0.3_g", at_level(0.3 * gravity), "deg", "mean angle of the front wheels"});
  if (n > 2)
    all.push_back({"understeer_gradient", (n * sxy - sx * sy) / (n * sxx - sx * sx) * gravity / degree, "deg/g",
                   "slope of wheel angle beyond wheelbase times curvature over lateral acceleration, 0.1 to 0.3 g"});
  all.push_back({"largest_lateral_acceleration", std::abs(*std::max_element(ay.begin(), ay.end(), [](double a, double b) { return std::abs(a) < std::abs(b); })),
                 "m/s^2", "during the run"});
  return all;
}

std::vector<Metric> sine_metrics(const Results& results, double frequency, double from, double to) {
  const Curves curve(results);
  const auto& t = curve.t();
  const Wave steer = wave(t, curve("maneuver.wheel_angle"), frequency, from, to);
  std::vector<Metric> all{{"frequency", frequency, "Hz", "of the steering"}};
  const auto add = [&](const char* name, const std::string& column, double unit, const char* unit_name) {
    const Wave w = wave(t, curve(column), frequency, from, to);
    all.push_back({std::string(name) + "_gain", w.amplitude / steer.amplitude / unit, unit_name, "amplitude per that of the mean angle of the front wheels"});
    all.push_back({std::string(name) + "_phase", wrapped(w.phase - steer.phase) / degree, "deg", "negative: behind the wheels"});
  };
  add("yaw_rate", "maneuver.yaw_rate", 1, "1/s");
  add("lateral_acceleration", "maneuver.lateral_acceleration", 1, "m/s^2/rad");
  add("sideslip", "maneuver.sideslip", 1, "1");
  add("roll", "maneuver.roll", 1, "1");
  return all;
}

std::vector<Metric> circle_metrics(const Results& results, double radius, double wheelbase) {
  const Curves curve(results);
  const auto ay = curve("maneuver.lateral_acceleration"), wheel = curve("maneuver.wheel_angle"), beta = curve("maneuver.sideslip"),
             roll = curve("maneuver.roll"), v = curve("maneuver.speed");
  std::vector<Metric> all{{"radius", radius, "m", "of the path"}};
  const auto slope = [&](const std::vector<double>& y) -> std::optional<double> {
    if (ay.size() < 2 || ay[1] == ay[0]) return std::nullopt;
    return (y[1] - y[0]) / (ay[1] - ay[0]);
  };
  if (const auto K = slope(wheel)) {
    const double k = *K * (radius < 0 ? -1 : 1);
    all.push_back({"understeer_gradient", k * gravity / degree, "deg/g", "change of the mean angle of the front wheels per lateral acceleration, between the first two points"});
    if (k > 0) all.push_back({"characteristic_speed", std::sqrt(wheelbase / k), "m/s", "at which the yaw rate gain is largest: sqrt(wheelbase/K)"});
    if (k < 0) all.push_back({"critical_speed", std::sqrt(-wheelbase / k), "m/s", "beyond which it is unstable: sqrt(-wheelbase/K)"});
  }
  if (const auto s = slope(beta)) all.push_back({"sideslip_gradient", *s * gravity / degree, "deg/g", "between the first two points"});
  if (const auto s = slope(roll)) all.push_back({"roll_gradient", *s * gravity / degree, "deg/g", "between the first two points"});
  all.push_back({"largest_lateral_acceleration", ay.back(), "m/s^2", "of the steady turns that were found"});
  all.push_back({"wheel_angle_there", wheel.back() / degree, "deg", "mean angle of the front wheels"});
  all.push_back({"speed_there", v.back(), "m/s", ""});
  return all;
}

std::vector<Metric> brake_metrics(const Results& results, double begin) {
  const Curves curve(results);
  const auto &t = curve.t(), v = curve("maneuver.speed"), x = curve("maneuver.forward.x"), pitch = curve("maneuver.pitch"),
             y = curve("maneuver.forward.y");
  std::size_t first = 0, last = t.size() - 1;
  while (first + 1 < t.size() && t[first] < begin) ++first;
  for (std::size_t i = first; i < t.size(); ++i)
    if (v[i] <= 0.05) {
      last = i;
      break;
    }
  const bool stopped = v[last] <= 0.05;
  const double v0 = v[first], distance = x[last] - x[first];
  std::vector<Metric> all{{"speed", v0, "m/s", "as the brakes come"}};
  all.push_back({"distance", stopped ? std::optional(distance) : std::nullopt, "m", "from there to rest"});
  all.push_back({"time", stopped ? std::optional(t[last] - t[first]) : std::nullopt, "s", "from there to rest"});
  if (stopped) all.push_back({"mean_deceleration", v0 * v0 / 2 / distance, "m/s^2", "speed² over twice the distance"});
  all.push_back({"largest_pitch", peak_after(t, pitch, begin, 1).value / degree, "deg", "nose down"});
  all.push_back({"largest_deviation", std::max(std::abs(peak_after(t, y, begin, 1).value), std::abs(peak_after(t, y, begin, -1).value)), "m", "from the straight line"});
  return all;
}

std::vector<Metric> accelerate_metrics(const Results& results, double begin, double distance) {
  const Curves curve(results);
  const auto &t = curve.t(), x = curve("maneuver.forward.x"), v = curve("maneuver.speed"), pitch = curve("maneuver.pitch");
  std::size_t first = 0;
  while (first + 1 < t.size() && t[first] < begin) ++first;
  const auto there = curve.passes(x, x[first] + distance, begin);
  std::vector<Metric> all{{"distance", distance, "m", "from rest"}};
  all.push_back({"time", there ? std::optional(*there - begin) : std::nullopt, "s", "from the drive force's first moment"});
  std::optional<double> final_speed;
  for (std::size_t i = 0; there && i < t.size(); ++i)
    if (t[i] >= *there) {
      final_speed = v[i];
      break;
    }
  all.push_back({"final_speed", final_speed, "m/s", "at the end of the distance"});
  all.push_back({"largest_pitch", -peak_after(t, pitch, begin, -1).value / degree, "deg", "nose up"});
  return all;
}

std::vector<Metric> brake_in_turn_metrics(const Results& results, double begin) {
  const Curves curve(results);
  const auto &t = curve.t(), r = curve("maneuver.yaw_rate"), ay = curve("maneuver.lateral_acceleration"), v = curve("maneuver.speed"),
             beta = curve("maneuver.sideslip");
  std::size_t first = 0;
  while (first + 1 < t.size() && t[first] < begin) ++first;
  std::vector<Metric> all{{"lateral_acceleration", ay[first], "m/s^2", "before the brakes come"}};
  const auto at = [&](const std::vector<double>& y, double when) -> std::optional<double> {
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t[i] >= when - threshold::on_grid) return y[i];
    return std::nullopt;
  };
  if (const auto one = at(r, begin + 1), speed = at(v, begin + 1); one && speed) {
    const double expected = r[first] / v[first] * *speed;  // on the same path
    all.push_back({"yaw_rate_ratio", *one / r[first], "1", "yaw rate 1 s after the brakes, per that before"});
    all.push_back({"yaw_rate_over_path", *one / expected, "1", "yaw rate 1 s after the brakes, per what the path before takes at the speed then: above 1 it turns in"});
  }
  all.push_back({"largest_sideslip", std::max(std::abs(peak_after(t, beta, begin, 1).value), std::abs(peak_after(t, beta, begin, -1).value)) / degree, "deg", ""});
  return all;
}

std::vector<Metric> lane_change_metrics(const Results& results, double x0, double offset, double width) {
  const Curves curve(results);
  const auto &t = curve.t(), x = curve("maneuver.forward.x"), y = curve("maneuver.forward.y"), steer = curve("maneuver.wheel_angle"),
             ay = curve("maneuver.lateral_acceleration"), r = curve("maneuver.yaw_rate");
  // Inside of its lane: half the width of the lane less half of the car.
  double beyond = -1e9, work = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double s = x[i] - x0;
    const bool first = s >= 0 && s <= 15, second = s >= 45 && s <= 70, third = s >= 95 && s <= 110;
    const double lane = first ? 1.1 * width + 0.25 : second ? 1.2 * width + 0.25 : 1.3 * width + 0.25;
    if (first || second || third) beyond = std::max(beyond, std::abs(y[i] - (second ? offset : 0)) - (lane - width) / 2);
    if (i > 0) work += std::abs(steer[i] - steer[i - 1]);
  }
  const auto size = [&](const std::vector<double>& c) { return std::abs(*std::max_element(c.begin(), c.end(), [](double a, double b) { return std::abs(a) < std::abs(b); })); };
  return {{"clean", beyond <= 0 ? 1.0 : 0.0, "1", "1: the car's middle, with the track as its width, stays in the lanes"},
          {"margin", -beyond, "m", "least distance to the side of a lane; negative: beyond it"},
          {"steer_work", work / degree, "deg", "sum of all changes of the mean angle of the front wheels"},
          {"largest_lateral_acceleration", size(ay), "m/s^2", ""},
          {"largest_yaw_rate", size(r) / degree, "deg/s", ""}};
}

std::vector<Metric> skidpad_metrics(const Results& results, double x0, double radius) {
  const Curves curve(results);
  const auto &t = curve.t(), x = curve("maneuver.forward.x"), y = curve("maneuver.forward.y"), ay = curve("maneuver.lateral_acceleration");
  // Turns of the position about the center.
  double turned = 0, before = 0, largest = 0, sum = 0, n = 0;
  std::vector<double> laps;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double dx = x[i] - x0, dy = y[i] - radius, angle = std::atan2(dy, dx);
    if (x[i] >= x0 - threshold::on_grid || turned != 0) {
      const double change = turned == 0 && before == 0 ? threshold::cancelled : wrapped(angle - before);
      const double then = std::abs(turned);
      turned += change;
      const double laps_before = std::floor(then / (2 * std::numbers::pi)), laps_now = std::floor(std::abs(turned) / (2 * std::numbers::pi));
      if (laps_now > laps_before) {
        const double level = laps_now * 2 * std::numbers::pi;
        laps.push_back(t[i - 1] + (level - then) / (std::abs(turned) - then) * (t[i] - t[i - 1]));
      }
      if (std::abs(turned) > 2 * std::numbers::pi) {
        largest = std::max(largest, std::abs(std::hypot(dx, dy) - std::abs(radius)));
        sum += std::abs(ay[i]), ++n;
      }
    }
    before = angle;
  }
  std::vector<Metric> all{{"radius", radius, "m", "of the circle"}};
  all.push_back({"time_per_circle", laps.size() > 1 ? std::optional(laps[1] - laps[0]) : std::nullopt, "s", "of the second circle"});
  all.push_back({"lateral_acceleration", n > 0 ? std::optional(sum / n) : std::nullopt, "m/s^2", "mean from the second circle on"});
  all.push_back({"largest_deviation", n > 0 ? std::optional(largest) : std::nullopt, "m", "from the circle, from the second one on"});
  return all;
}

}  // namespace bricard::vehicle
