#include "bricard/results/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "bricard/math/thresholds.hpp"

namespace bricard {
namespace {

constexpr std::array colors{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};
constexpr std::array dashes{"", "7 3", "2 3", "9 3 2 3"};
constexpr int markers = 8;
constexpr double letter = 6.8;  // mean width at 12 px, for the room that texts take
constexpr double top = 62, bottom = 58, least_left = 84, right = 24, legend_line = 18, swatch = 30, strip_room = 110;

// Names come from files: what XML reserves is written as an entity, what it forbids is left out.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
  return out;
}

bool shows(double value, Scale scale) { return std::isfinite(value) && (scale == Scale::linear || value > 0); }

// The next 1, 2 or 5 times a power of ten.
double round_below(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  return value >= 5 * power ? 5 * power : value >= 2 * power ? 2 * power : power;
}

// From values to pixels.
class Ruler {
 public:
  Ruler(const PlotAxis& axis, double least, double most, double first_pixel, double last_pixel)
      : scale_(axis.scale), first_(first_pixel), last_(last_pixel) {
    const bool log = scale_ == Scale::logarithmic;
    if (!(least <= most)) least = most = 1;  // nothing to show
    if (log) {
      from_ = axis.from.value_or(round_below(0.9 * least));
      to_ = axis.to.value_or(1 / round_below(0.9 / most));  // 1, 2, 5 times a power of ten have inverses of the same kind
    } else {
      const double size = std::max(std::abs(least), std::abs(most));
      const double margin = most - least > threshold::cancelled * size ? 0.04 * (most - least) : size > 0 ? 0.5 * size : 1;
      from_ = axis.from.value_or(least - margin);
      to_ = axis.to.value_or(most + margin);
    }
    if (!(from_ < to_) || (log && !(from_ > 0))) from_ = log ? 0.1 : 0, to_ = 1;
  }
  double pixel(double value) const {
    return first_ + (last_ - first_) * (place(value) - place(from_)) / (place(to_) - place(from_));
  }
  bool inside(double value) const { return shows(value, scale_) && value >= from_ && value <= to_; }
  double from() const { return from_; }
  double to() const { return to_; }
  Scale scale() const { return scale_; }

 private:
  double place(double value) const { return scale_ == Scale::linear ? value : std::log10(value); }
  Scale scale_;
  double from_, to_, first_, last_;
};

std::string text(double x, double y, std::string_view anchor, std::string_view content, std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more, content);
}

std::string tick_label(double value, const Ruler& ruler) {
  if (ruler.scale() == Scale::linear) {
    // as many digits as the distance of ticks shows; rounding makes -1e-17 a zero
    const double span = ruler.to() - ruler.from(), size = std::max(std::abs(ruler.from()), std::abs(ruler.to()));
    const int digits = std::clamp(static_cast<int>(std::ceil(std::log10(size / span))) + 2, 6, 15);
    return fmt::format("{:.{}g}", std::abs(value) < threshold::on_grid * span ? 0.0 : value, digits);
  }
  const double exponent = std::log10(value);
  const bool few = ruler.from() > threshold::plain_numbers && ruler.to() < 1.1e4;
  if (few || std::abs(exponent - std::round(exponent)) > threshold::agrees) return fmt::format("{:.5g}", value);
  return fmt::format("10<tspan dy=\"-5\" font-size=\"9\">{:.0f}</tspan>", exponent);
}

std::string marker(int kind, double x, double y, std::string_view color) {
  const auto shape = [&](std::string_view points) {
    return fmt::format("<path transform=\"translate({:.1f} {:.1f})\" d=\"{}\" fill=\"{}\"/>\n", x, y, points, color);
  };
  const auto lines = [&](std::string_view points) {
    return fmt::format("<path transform=\"translate({:.1f} {:.1f})\" d=\"{}\" stroke=\"{}\" stroke-width=\"2\" fill=\"none\"/>\n",
                       x, y, points, color);
  };
  switch (kind % markers) {
    case 0:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", x, y, color);
    case 1:
      return shape("M-3.6-3.6h7.2v7.2h-7.2z");
    case 2:
      return shape("M0-4.8L4.6 3.4H-4.6z");
    case 3:
      return shape("M0-5L5 0 0 5-5 0z");
    case 4:
      return shape("M0 4.8L4.6-3.4H-4.6z");
    case 5:
      return lines("M-4-4L4 4M-4 4L4-4");
    case 6:
      return lines("M0-5V5M-5 0H5");
    default:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.6\" fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.8\"/>\n", x,
                         y, color);
  }
}

struct Look {
  std::string color;
  std::string_view dash;
  int marker;
};

// What is dashed lies over a line of the same color and must be seen there.
std::string darker(std::string_view color) {
  const auto part = [&](int i) { return std::stoi(std::string(color.substr(1 + 2 * i, 2)), nullptr, 16) / 2; };
  return fmt::format("#{:02x}{:02x}{:02x}", part(0), part(1), part(2));
}

Look look_of(const Plot& plot, std::size_t i) {
  const Series& series = plot.series[i];
  if (!series.color.empty()) return {series.color, dashes[series.dashes % dashes.size()], static_cast<int>(i % markers)};
  i = series.like.value_or(i);
  const std::size_t round = i / colors.size();
  const std::string_view color = colors[i % colors.size()];
  return {series.dashed ? darker(color) : std::string(color), series.dashed ? "5 4" : dashes[round % dashes.size()],
          static_cast<int>((i % colors.size() + 3 * round) % markers)};
}

std::string stroke(const Look& look) {
  return fmt::format("stroke=\"{}\" stroke-width=\"1.6\" fill=\"none\"{}", look.color,
                     look.dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", look.dash));
}

// One path for the pieces of the line that can be shown; points that fall on the one before are left out.
std::string line_of(const Series& series, const Ruler& x, const Ruler& y) {
  std::string path;
  bool pen_down = false;
  double last_x = 0, last_y = 0;
  for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
    if (!shows(series.x[i], x.scale()) || !shows(series.y[i], y.scale())) {
      pen_down = false;
      continue;
    }
    const double px = std::clamp(x.pixel(series.x[i]), -1e5, 1e5), py = std::clamp(y.pixel(series.y[i]), -1e5, 1e5);
    if (pen_down && std::abs(px - last_x) < 0.1 && std::abs(py - last_y) < 0.1) continue;
    path += fmt::format("{}{:.1f} {:.1f}", pen_down ? "L" : "M", px, py);
    pen_down = true;
    last_x = px, last_y = py;
  }
  return path;
}

// Least and largest value that an axis must show.
std::pair<double, double> range(const Plot& plot, std::vector<double> Series::*values) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Series& series : plot.series)
    for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i)
      if (shows(series.x[i], plot.x.scale) && shows(series.y[i], plot.y.scale)) {
        least = std::min(least, (series.*values)[i]);
        most = std::max(most, (series.*values)[i]);
      }
  return {least, most};
}

std::string axis_title(const PlotAxis& axis) { return escaped(axis.label + (axis.unit.empty() ? "" : " [" + axis.unit + "]")); }

struct DrawingArea {
  double left, top, right, bottom;
};

// Grid lines and labels: `across` is the horizontal axis.
std::string grid(const Ruler& ruler, const DrawingArea& frame, bool across) {
  const double length = across ? frame.right - frame.left : frame.bottom - frame.top;
  std::string out;
  const auto line = [&](double value, std::string_view color) {
    const double p = ruler.pixel(value);
    out += across ? fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"{}\"/>\n", p, frame.top, frame.bottom, color)
                  : fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\"/>\n", frame.left, p, frame.right, color);
  };
  const int most = across ? std::max(2, static_cast<int>(length / 70))
                          : std::max(std::min(6, static_cast<int>(length / 30)), static_cast<int>(length / 45));
  if (ruler.scale() == Scale::logarithmic && std::log10(ruler.to() / ruler.from()) < 6.5)
    for (double decade = std::pow(10, std::floor(std::log10(ruler.from()))); decade < ruler.to(); decade *= 10)
      for (int digit = 2; digit < 10; ++digit)
        if (ruler.inside(digit * decade)) line(digit * decade, "#f0f0f0");
  for (const double value : ticks(ruler.from(), ruler.to(), ruler.scale(), most)) {
    line(value, "#d4d4d4");
    const double p = ruler.pixel(value);
    out += across ? text(p, frame.bottom + 18, "middle", tick_label(value, ruler))
                  : text(frame.left - 8, p + 4, "end", tick_label(value, ruler));
  }
  return out;
}

std::string legend(const Plot& plot, double x, double y) {
  std::string out;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    if (series.name.empty()) continue;
    const Look look = look_of(plot, i);
    if (series.line) out += fmt::format("<path d=\"M{:.1f} {:.1f}h{}\" {}/>\n", x, y - 4, swatch - 8, stroke(look));
    if (series.markers) out += marker(look.marker, x + (swatch - 8) / 2, y - 4, look.color);
    out += text(x + swatch, y, "start", escaped(series.name));
    y += legend_line;
  }
  return out;
}

// A strip of the colors from the lowest value, below, to the highest, with its ticks.
std::string color_strip(const ColorScale& scale, double x, double top, double bottom) {
  constexpr int pieces = 48;
  constexpr double width = 14;
  std::string out = text(x, top - 8, "start", escaped(scale.label));
  const double piece = (bottom - top) / pieces;
  for (int i = 0; i < pieces; ++i)
    out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.2f}\" width=\"{}\" height=\"{:.2f}\" fill=\"{}\"/>\n", x,
                       bottom - (i + 1) * piece, width, piece + 0.5, scale_color((i + 0.5) / pieces));
  const PlotAxis axis{"", "", Scale::linear, scale.from, scale.to};
  const Ruler ruler(axis, scale.from, scale.to, bottom, top);
  for (const double value : ticks(ruler.from(), ruler.to(), Scale::linear, std::max(2, static_cast<int>((bottom - top) / 40)))) {
    const double y = ruler.pixel(value);
    out += fmt::format("<path d=\"M{:.1f} {:.1f}h5\" stroke=\"#666\"/>\n", x + width, y);
    out += text(x + width + 8, y + 4, "start", tick_label(value, ruler));
  }
  return out;
}

// Letters, not bytes: continuation bytes of UTF-8 take no room.
double text_width(std::string_view text) {
  return letter * static_cast<double>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string scale_color(double part) {
  constexpr std::array<std::array<int, 3>, 8> anchors{{{0x44, 0x01, 0x54},
                                                       {0x48, 0x28, 0x78},
                                                       {0x3e, 0x49, 0x89},
                                                       {0x31, 0x68, 0x8e},
                                                       {0x26, 0x82, 0x8e},
                                                       {0x1f, 0x9e, 0x89},
                                                       {0x35, 0xb7, 0x79},
                                                       {0x6e, 0xce, 0x58}}};
  const double place = std::clamp(std::isfinite(part) ? part : 0.0, 0.0, 1.0) * (anchors.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(place), anchors.size() - 2);
  std::string color = "#";
  for (int i = 0; i < 3; ++i)
    color += fmt::format(
        "{:02x}", std::lround(anchors[low][i] + (place - static_cast<double>(low)) * (anchors[low + 1][i] - anchors[low][i])));
  return color;
}

std::vector<double> ticks(double from, double to, Scale scale, int most) {
  std::vector<double> values;
  most = std::max(most, 2);
  if (!(from < to) || !std::isfinite(to - from)) return values;
  if (scale == Scale::logarithmic) {
    if (!(from > 0)) return values;
    const int first = static_cast<int>(std::ceil(std::log10(from) - threshold::on_grid)),
              last = static_cast<int>(std::floor(std::log10(to) + threshold::on_grid));
    if (last - first >= 2) {
      const int stride = std::max(1, (last - first + most - 1) / most);
      for (int n = first; n <= last; n += stride) values.push_back(std::pow(10, n));
    } else {
      for (int n = first - 1; n <= last; ++n)
        for (const int digit : {1, 2, 5})
          if (const double value = digit * std::pow(10, n);
              value >= from * (1 - threshold::on_grid) && value <= to * (1 + threshold::on_grid))
            values.push_back(value);
    }
    return values;
  }
  const double raw = (to - from) / most, power = std::pow(10, std::floor(std::log10(raw)));
  double step = 10 * power;
  for (const int digit : {5, 2, 1})
    if (digit * power >= raw * (1 - threshold::on_grid)) step = digit * power;
  const auto slack = threshold::on_grid * (to - from);
  for (double n = std::ceil((from - slack) / step); n * step <= to + slack; ++n) values.push_back(n * step);
  return values;
}

namespace {

struct Drawing {
  double height;
  std::string content;
};

// Left and right of the frame, the same for all plots of a picture.
struct Margins {
  double left = least_left, legend = 0;
  void widen(const Plot& plot) {
    for (const Series& series : plot.series)
      if (!series.name.empty()) legend = std::max(legend, swatch + text_width(series.name) + 28);
    if (plot.colors) legend = std::max({legend, text_width(plot.colors->label) + 28, strip_room});
    const auto [least, most] = range(plot, &Series::y);
    const Ruler y(plot.y, least, most, 0, 1);
    if (y.scale() == Scale::logarithmic) return;  // its labels are short
    for (const double value : ticks(y.from(), y.to(), y.scale(), 6)) left = std::max(left, text_width(tick_label(value, y)) + 48);
  }
};

// `id`: of what is drawn, for the frame that it is cut at; `width`: of the picture.
Drawing draw(const Plot& plot, int id, double width, const Margins& margins) {
  const auto entries = std::count_if(plot.series.begin(), plot.series.end(), [](const Series& s) { return !s.name.empty(); });
  const double above = plot.title.empty() && plot.note.empty() ? top - title_room : top;
  const double below = plot.x.label.empty() ? bottom - label_room : bottom;
  const double height =
      std::max<double>(plot.height, above + below + legend_line * static_cast<double>(entries) + (plot.colors ? 100 : 0));
  const DrawingArea frame{margins.left, above, width - right - margins.legend, height - below};

  const auto [x_least, x_most] = range(plot, &Series::x);
  const auto [y_least, y_most] = range(plot, &Series::y);
  const Ruler x(plot.x, x_least, x_most, frame.left, frame.right), y(plot.y, y_least, y_most, frame.bottom, frame.top);

  const std::string clip = id == 0 ? "frame" : fmt::format("frame{}", id);
  std::string out;
  out += text(frame.left, 26, "start", escaped(plot.title), " font-size=\"16\" font-weight=\"bold\"");
  if (!plot.note.empty()) out += text(frame.left, 46, "start", escaped(plot.note), " fill=\"#555\"");
  out += grid(x, frame, true) + grid(y, frame, false);
  out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"#666\"/>\n",
                     frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top);
  out += text((frame.left + frame.right) / 2, height - 16, "middle", axis_title(plot.x));
  const double middle = (frame.top + frame.bottom) / 2;
  out += text(22, middle, "middle", axis_title(plot.y), fmt::format(" transform=\"rotate(-90 22 {:.1f})\"", middle));

  out += fmt::format(
      "<clipPath id=\"{4}\"><rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3:.1f}\"/></clipPath>\n<g "
      "clip-path=\"url(#{4})\">\n",
      frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top, clip);
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    if (const std::string path = plot.series[i].line ? line_of(plot.series[i], x, y) : ""; !path.empty())
      out += fmt::format("<path d=\"{}\" {}/>\n", path, stroke(look_of(plot, i)));
  out += "</g>\n";
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    const Look look = look_of(plot, i);
    for (std::size_t k = 0; series.markers && k < std::min(series.x.size(), series.y.size()); ++k)
      if (x.inside(series.x[k]) && y.inside(series.y[k]))
        out += marker(look.marker, x.pixel(series.x[k]), y.pixel(series.y[k]), look.color);
  }
  const double below_legend = frame.top + 12 + legend_line * static_cast<double>(entries) + (entries > 0 ? 20 : 8);
  if (plot.colors) out += color_strip(*plot.colors, frame.right + 20, below_legend, std::max(frame.bottom, below_legend + 60));
  out += legend(plot, frame.right + 20, frame.top + 12);
  return {height, out};
}

}  // namespace

std::string stacked_svg(const std::vector<Plot>& plots) {
  double width = 0, height = 0;
  Margins margins;
  for (const Plot& plot : plots) margins.widen(plot);
  for (const Plot& plot : plots)
    width = std::max({width, static_cast<double>(plot.width), margins.left + right + margins.legend + 300});
  std::string content;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const Drawing drawing = draw(plots[i], static_cast<int>(i), width, margins);
    content += plots.size() == 1 ? drawing.content
                                 : fmt::format("<g transform=\"translate(0 {:.0f})\">\n{}</g>\n", height, drawing.content);
    height += drawing.height;
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "role=\"img\" "
      "font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222\">\n<title>{2}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{3}</svg>\n",
      width, height, plots.empty() ? "" : escaped(plots[0].title), content);
}

std::string svg(const Plot& plot) { return stacked_svg({plot}); }

}  // namespace bricard
