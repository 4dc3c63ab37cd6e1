// Impacts that follow each other ever faster: the times of an event whose intervals shrink by a steady ratio r < 1 end at
//
//   t + interval r / (1 - r),
//
// after infinitely many of them (a ball that loses a part of its speed at every bounce). No run passes that point event by event.
// It is recognized when what is left until there is within the tolerance of the run. What then goes on all the same is not at
// rest. Events that undo each other, as a relay without hysteresis, follow without end as fast as time is resolved.
#pragma once
#include <cmath>
#include <map>
#include <optional>

namespace bricard {

class Accumulation {
 public:
  // The event has happened at t: where its repetitions end, if that is less than `near` away.
  std::optional<double> at(int event, double t, double near) {
    constexpr int enough = 5;          // intervals of one ratio
    constexpr double steady = 0.02;    // change of the ratio
    constexpr double slowest = 0.999;  // ratio
    Times& times = times_[event];
    const double interval = times.count == 0 ? 0 : t - times.last;
    const double ratio = times.interval > 0 ? interval / times.interval : 0;
    const bool same = ratio > 0 && ratio < slowest && std::abs(ratio - times.ratio) < steady;
    times = {t, interval, ratio, times.count == 0 ? 1 : same ? times.count + 1 : 2};
    const double rest = interval * ratio / (1 - ratio);
    return times.count > enough && same && rest < near ? std::optional(t + rest) : std::nullopt;
  }
  // Something has been switched at t: so often in moments that follow each other that it has no end.
  bool has_no_end(double t, double moment) {
    constexpr int enough = 100;
    quick_ = t - last_ < moment ? quick_ + 1 : 0;
    last_ = t;
    return quick_ > enough;
  }
  // The event has come to rest at t.
  void rest(int event, double t) {
    times_.erase(event);
    rests_[event] = {t, 0};
  }
  // It has happened again and again since.
  bool goes_on(int event, double t, double near) {
    constexpr int enough = 2;
    const auto rest = rests_.find(event);
    return rest != rests_.end() && t - rest->second.t < near && ++rest->second.count > enough;
  }

 private:
  struct Times {
    double last = 0, interval = 0, ratio = 0;
    int count = 0;
  };
  struct Rest {
    double t = 0;
    int count = 0;
  };
  std::map<int, Times> times_;
  std::map<int, Rest> rests_;
  double last_ = -1;
  int quick_ = 0;
};

}  // namespace bricard
