// Line plots as SVG text: linear and logarithmic axes, a marker and a color for every series, a legend beside the frame.
//
// The colors are those of Okabe and Ito (Color Universal Design, 2008) without their yellow, which is too light on white: people
// who see no red or no green can tell them apart, and where the eight markers are exhausted the dashes change.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace bricard {

enum class Scale { linear, logarithmic };

struct PlotAxis {
  std::string label;
  std::string unit;  // "m"; empty: a pure number
  Scale scale = Scale::linear;
  std::optional<double> from = {}, to = {};  // default: what the series need, and a little more
};

// Points that are not finite, or not positive on a logarithmic axis, are left out and interrupt the line.
struct Series {
  std::string name;  // in the legend; empty: not there
  std::vector<double> x, y;
  bool line = true;
  bool markers = true;
  bool dashed = false;                   // whatever its place
  std::optional<std::size_t> like = {};  // it has the color of the series in this place
  std::string color = {};                // its own, "#rrggbb"
  std::size_t dashes = 0;                // of a series with a color of its own: 0 none, then further patterns
};

// What the colors of a family of series mean: a scale beside the frame.
struct ColorScale {
  std::string label;
  double from = 0, to = 1;
};

// The color of a value between 0 and 1: the perceptually even scale viridis (S. van der Walt, N. Smith, 2015), without its light
// end, which is hard to see on white.
std::string scale_color(double part);

struct Plot {
  std::string title;
  std::string note;  // a line below the title
  PlotAxis x, y;
  std::vector<Series> series;
  std::optional<ColorScale> colors = {};
  int width = 900, height = 560;  // pixels; a long legend makes it higher
};

// What the lines above a plot and the name below it take of its height; without them the frame has this room.
inline constexpr int title_room = 44, label_room = 24;

std::string svg(const Plot& plot);
// Several plots below each other in one picture, their frames in line.
std::string stacked_svg(const std::vector<Plot>& plots);

// The values at which an axis from `from` to `to` has ticks with labels, at most about `most` of them: multiples of 1, 2 or 5
// times a power of ten; on a logarithmic axis powers of ten, or 1, 2, 5 between them where it spans fewer than two.
std::vector<double> ticks(double from, double to, Scale scale, int most);

}  // namespace bricard
