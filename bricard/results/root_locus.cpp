#include "bricard/results/root_locus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <limits>

#include "bricard/core/text.hpp"
#include "bricard/results/plot.hpp"

namespace bricard {

namespace {

using Complex = std::complex<double>;

Complex value_of(const Mode& mode) { return {mode.real, mode.imag}; }

// A mode that is followed: its last two values.
struct Track {
  int number = 0;
  double at = 0, before_at = 0;
  Complex last, before;
  bool is_new = true;

  Complex expected(double value) const {
    if (is_new || at == before_at) return last;
    return last + (last - before) * ((value - at) / (at - before_at));
  }
  void go_on(double value, Complex lambda) {
    before = last;
    before_at = at;
    last = lambda;
    at = value;
    is_new = false;
  }
};

}  // namespace

std::vector<std::vector<int>> followed(const std::vector<LocusPoint>& points) {
  std::vector<std::vector<int>> numbers;
  std::vector<Track> tracks;
  int count = 0;
  for (const LocusPoint& point : points) {
    struct Match {
      double distance;
      std::size_t track, mode;
    };
    std::vector<Match> matches;
    for (std::size_t t = 0; t < tracks.size(); ++t)
      for (std::size_t m = 0; m < point.modes.size(); ++m)
        matches.push_back({std::abs(tracks[t].expected(point.value) - value_of(point.modes[m])), t, m});
    std::stable_sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) { return a.distance < b.distance; });
    std::vector<int>& of_point = numbers.emplace_back(point.modes.size(), 0);
    std::vector<Track> now;
    std::vector<char> used(tracks.size(), 0);
    for (const Match& match : matches) {
      if (used[match.track] || of_point[match.mode]) continue;
      used[match.track] = 1;
      now.push_back(tracks[match.track]);
      now.back().go_on(point.value, value_of(point.modes[match.mode]));
      of_point[match.mode] = now.back().number;
    }
    for (std::size_t m = 0; m < point.modes.size(); ++m)
      if (of_point[m] == 0) {
        Track& track = now.emplace_back();
        track.number = of_point[m] = ++count;
        track.last = value_of(point.modes[m]);
        track.at = point.value;
      }
    tracks = std::move(now);
  }
  return numbers;
}

std::string locus_csv(const std::string& name, const std::vector<LocusPoint>& points) {
  std::string out = name + ",mode,real,imag,frequency,damping\n";
  const std::vector<std::vector<int>> numbers = followed(points);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t m = 0; m < points[i].modes.size(); ++m) {
      const Mode& mode = points[i].modes[m];
      out += fmt::format("{},{},{},{},{},{}\n", to_text(points[i].value), numbers[i][m], to_text(mode.real), to_text(mode.imag),
                         to_text(mode.frequency), to_text(mode.damping));
    }
  return out;
}

std::string locus_svg(const std::string& title, const std::string& name, const std::string& unit,
                      const std::vector<LocusPoint>& points) {
  const std::vector<std::vector<int>> numbers = followed(points);
  int count = 0;
  for (const auto& of_point : numbers)
    for (const int number : of_point) count = std::max(count, number);
  Plot real, frequency;
  real.title = title;
  real.note = "a mode with a positive real part grows";
  real.height = frequency.height = 380;
  real.x = frequency.x = {name, unit};
  real.y = {"real part", "1/s"};
  frequency.y = {"imaginary part", "1/s"};
  real.series.resize(count);
  frequency.series.resize(count);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t m = 0; m < points[i].modes.size(); ++m) {
      const int track = numbers[i][m] - 1;
      for (const auto& [plot, y] : {std::pair(&real, points[i].modes[m].real), std::pair(&frequency, points[i].modes[m].imag)}) {
        Series& series = plot->series[track];
        series.name = fmt::format("mode {}", track + 1);
        series.markers = points.size() <= 40;
        series.x.push_back(points[i].value);
        series.y.push_back(y);
      }
    }
  return stacked_svg({real, frequency});
}

}  // namespace bricard
