// Tests of the SVG plots: ticks where a person would put them, points where the axes say, texts that break nothing.
#include "bricard/results/plot.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <regex>
#include <set>

namespace bricard {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t i = 0; (i = text.find(part, i)) != std::string::npos; ++i) ++n;
  return n;
}

Plot plot_of(std::vector<double> x, std::vector<double> y, Scale scale = Scale::linear) {
  Plot plot;
  plot.x.scale = plot.y.scale = scale;
  Series& series = plot.series.emplace_back();
  series.x = std::move(x);
  series.y = std::move(y);
  return plot;
}

// Centers of the round markers, in pixels.
std::vector<std::pair<double, double>> circles(const std::string& text) {
  std::vector<std::pair<double, double>> centers;
  const std::regex circle("<circle cx=\"([0-9.]+)\" cy=\"([0-9.]+)\"");
  for (std::sregex_iterator each(text.begin(), text.end(), circle), end; each != end; ++each)
    centers.emplace_back(std::stod((*each)[1]), std::stod((*each)[2]));
  return centers;
}

TEST(Plot, linear_ticks_are_1_2_5) {
  EXPECT_EQ(ticks(0, 10, Scale::linear, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(ticks(-1, 1, Scale::linear, 4), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(ticks(3, 97, Scale::linear, 3), (std::vector<double>{50}));
  EXPECT_TRUE(ticks(1, 1, Scale::linear, 5).empty());
  EXPECT_TRUE(ticks(0, std::numeric_limits<double>::infinity(), Scale::linear, 5).empty());
}

TEST(Plot, logarithmic_ticks_are_decades_or_fewer) {
  const auto decades = ticks(1e-4, 1, Scale::logarithmic, 10);
  ASSERT_EQ(decades.size(), 5u);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(decades[i] / std::pow(10, i - 4), 1, 1e-12);
  EXPECT_EQ(ticks(1e-12, 1, Scale::logarithmic, 4).size(), 5u);  // every third
  const auto near = ticks(1, 10, Scale::logarithmic, 10);
  ASSERT_EQ(near.size(), 4u);
  EXPECT_DOUBLE_EQ(near[1], 2);
  EXPECT_DOUBLE_EQ(near[2], 5);
  EXPECT_TRUE(ticks(-1, 1, Scale::logarithmic, 4).empty());
}

TEST(Plot, points_stand_where_the_axes_say) {
  Plot plot = plot_of({1, 2, 4}, {10, 20, 40});
  plot.x.from = 0, plot.x.to = 4, plot.y.from = 0, plot.y.to = 40;
  const auto centers = circles(svg(plot));
  ASSERT_EQ(centers.size(), 3u);
  EXPECT_NEAR(centers[1].first - centers[0].first, (centers[2].first - centers[1].first) / 2, 0.11);
  EXPECT_LT(centers[2].second, centers[0].second);  // up is up
  const auto decades = circles(svg(plot_of({1, 10, 100}, {1e-3, 1e-2, 1e-1}, Scale::logarithmic)));
  ASSERT_EQ(decades.size(), 3u);
  EXPECT_NEAR(decades[1].first - decades[0].first, decades[2].first - decades[1].first, 0.11);
  EXPECT_NEAR(decades[1].second - decades[0].second, decades[2].second - decades[1].second, 0.11);
}

TEST(Plot, what_cannot_be_shown_interrupts_the_line) {
  const double nan = std::nan("");
  const std::string linear = svg(plot_of({0, 1, 2, 3, 4}, {0, 1, nan, 3, 4}));
  EXPECT_EQ(circles(linear).size(), 4u);
  EXPECT_EQ(linear.find("nan"), std::string::npos);
  std::smatch path;
  ASSERT_TRUE(std::regex_search(linear, path, std::regex("<path d=\"(M[^\"]*L[^\"]*)\"")));
  EXPECT_EQ(count(path[1], "M"), 2u);
  EXPECT_EQ(circles(svg(plot_of({1, 2, 3}, {0, -1, 1e-3}, Scale::logarithmic))).size(), 1u);
}

TEST(Plot, empty_and_constant_series_are_plots_too) {
  for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
    for (const Plot& plot : {plot_of({}, {}, scale), plot_of({1}, {5}, scale), plot_of({0, 1}, {0, 0}, scale)}) {
      const std::string text = svg(plot);
      EXPECT_TRUE(text.ends_with("</svg>\n"));
      EXPECT_EQ(text.find("nan"), std::string::npos);
      EXPECT_EQ(text.find("inf"), std::string::npos);
    }
  }
}

TEST(Plot, texts_are_escaped_and_units_shown) {
  Plot plot = plot_of({0, 1}, {0, 1});
  plot.title = "a < b & \"c\"";
  plot.x.label = "time", plot.x.unit = "s", plot.y.label = "count";
  plot.series[0].name = "rod.x > 0\x01";
  const std::string text = svg(plot);
  EXPECT_NE(text.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(text.find("rod.x &gt; 0<"), std::string::npos);
  EXPECT_NE(text.find("time [s]"), std::string::npos);
  EXPECT_NE(text.find(">count<"), std::string::npos);
}

TEST(Plot, many_series_look_different_and_all_have_their_line_in_the_legend) {
  Plot plot;
  for (int i = 0; i < 28; ++i) {
    Series& series = plot.series.emplace_back();
    series.name = "s" + std::to_string(i);
    series.x = {0, 1};
    series.y = {0, double(i)};
  }
  const std::string text = svg(plot);
  for (int i = 0; i < 28; ++i) EXPECT_EQ(count(text, ">s" + std::to_string(i) + "<"), 1u) << i;
  std::set<std::string> looks;
  const std::regex stroke("<path d=\"M[^\"]*h[^\"]*\" (stroke=[^/]*)/>");
  for (std::sregex_iterator each(text.begin(), text.end(), stroke), end; each != end; ++each) looks.insert((*each)[1]);
  EXPECT_EQ(looks.size(), 28u);  // 7 colors, 4 kinds of dashes
}

// x, y, width and height of the frames.
std::vector<std::array<double, 4>> frames(const std::string& text) {
  std::vector<std::array<double, 4>> found;
  const std::regex frame("<clipPath[^>]*><rect x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"([0-9.]+)\" height=\"([0-9.]+)\"");
  for (std::sregex_iterator each(text.begin(), text.end(), frame), end; each != end; ++each)
    found.push_back({std::stod((*each)[1]), std::stod((*each)[2]), std::stod((*each)[3]), std::stod((*each)[4])});
  return found;
}

TEST(Plot, frames_of_a_stack_are_in_line) {
  Plot a = plot_of({0, 1}, {0, 1}), b = plot_of({0, 1}, {123456.7891, 123456.7892});
  a.series[0].name = "a name that takes room";
  a.title = "title";
  b.x.label = "time";
  const auto found = frames(stacked_svg({a, b}));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0][0], found[1][0]);
  EXPECT_EQ(found[0][2], found[1][2]);
  EXPECT_GT(found[0][0], 120);                              // room for 123456.7892
  EXPECT_NEAR(found[0][1] - found[1][1], title_room, 0.1);  // what is not there takes no room
  EXPECT_NEAR(found[0][3] - found[1][3], label_room - title_room, 0.1);
}

TEST(Plot, labels_of_near_values_differ) {
  const std::string text = svg(plot_of({0, 1}, {123456.7891, 123456.7892}));
  std::set<std::string> labels;
  const std::regex label(">(123456[0-9.]*)<");
  for (std::sregex_iterator each(text.begin(), text.end(), label), end; each != end; ++each)
    EXPECT_TRUE(labels.insert((*each)[1]).second) << (*each)[1];
  EXPECT_GE(labels.size(), 3u);
}

TEST(Plot, a_dashed_series_is_a_darker_one_of_another) {
  Plot plot = plot_of({0, 1}, {0, 1});
  plot.series.push_back(plot.series[0]);
  plot.series[1].like = 0;
  plot.series[1].dashed = true;
  const std::string text = svg(plot);
  EXPECT_EQ(count(text, "stroke=\"#0072b2\""), 1u);
  EXPECT_EQ(count(text, "stroke=\"#003959\" stroke-width=\"1.6\" fill=\"none\" stroke-dasharray"), 1u);
}

// A text of the picture: where it stands, and what it says.
struct Label {
  double x, y;
  std::string anchor, text;
};
std::vector<Label> labels(const std::string& text) {
  std::vector<Label> found;
  const std::regex label("<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" text-anchor=\"(\\w+)\"[^>]*>([^<]*)<");
  for (std::sregex_iterator each(text.begin(), text.end(), label), end; each != end; ++each)
    found.push_back({std::stod((*each)[1]), std::stod((*each)[2]), (*each)[3], (*each)[4]});
  return found;
}

// Between 0 and 10 and between -2 and 2 a value stands in proportion, and its label below or left of its grid line.
TEST(Plot, labels_stand_at_their_lines) {
  Plot plot = plot_of({0, 10}, {-2, 2});
  plot.x.from = 0, plot.x.to = 10, plot.y.from = -2, plot.y.to = 2;
  plot.x.label = "t", plot.y.label = "x", plot.note = "a note";
  const std::string picture = svg(plot);
  const auto [left, top, width, height] = frames(picture)[0];
  int across = 0, up = 0;
  for (const Label& each : labels(picture)) {
    if (each.anchor == "middle" && each.y > top + height && each.text != "t") {
      ++across;
      EXPECT_NEAR(each.x, left + width * std::stod(each.text) / 10, 0.06);
      EXPECT_NE(picture.find(fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\"", each.x, top, top + height)), std::string::npos);
    } else if (each.anchor == "end") {
      ++up;
      EXPECT_NEAR(each.y - 4, top + height * (2 - std::stod(each.text)) / 4, 0.06);
      EXPECT_LT(each.x, left);
      EXPECT_NE(picture.find(fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\"", left, each.y - 4, left + width)),
                std::string::npos);
    } else if (each.text == "t") {
      EXPECT_NEAR(each.x, left + width / 2, 0.06);
    } else if (each.text == "x") {
      EXPECT_NEAR(each.y, top + height / 2, 0.06);
    }
  }
  EXPECT_EQ(across, 11);
  EXPECT_GE(up, 5);
  const std::regex line("<path d=\"M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)\"");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(picture, found, line));
  EXPECT_NEAR(std::stod(found[1]), left, 0.06);
  EXPECT_NEAR(std::stod(found[2]), top + height, 0.06);
  EXPECT_NEAR(std::stod(found[3]), left + width, 0.06);
  EXPECT_NEAR(std::stod(found[4]), top, 0.06);
}

// Between 2 and 9 times a power of ten there are thin lines; labels are powers where there are many.
TEST(Plot, decades_have_thin_lines_between_them) {
  Plot plot = plot_of({1, 1000}, {1e-6, 1e6}, Scale::logarithmic);
  plot.x.from = 1, plot.x.to = 1000, plot.y.from = 1e-6, plot.y.to = 1e6;
  const std::string picture = svg(plot);
  const auto [left, top, width, height] = frames(picture)[0];
  EXPECT_EQ(count(picture, "stroke=\"#f0f0f0\""), 3 * 8u) << "of x; y has too many decades";
  for (int decade = 0; decade < 3; ++decade)
    for (int digit = 2; digit < 10; ++digit)
      EXPECT_NE(picture.find(fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"#f0f0f0\"",
                                         left + width * (decade + std::log10(digit)) / 3, top, top + height)),
                std::string::npos);
  std::set<std::string> at_bottom;
  for (const Label& each : labels(picture))
    if (each.anchor == "middle" && each.y > top + height && !each.text.empty()) at_bottom.insert(each.text);
  EXPECT_EQ(at_bottom, (std::set<std::string>{"1", "10", "100", "1000"})) << "plain numbers, where there are few";
  EXPECT_NE(picture.find(">10<tspan dy=\"-5\" font-size=\"9\">-6</tspan><"), std::string::npos);
}

// What no axis is given for shows all values: 4 % more on both sides, or from one 1, 2, 5 times a power of ten to another.
TEST(Plot, axes_hold_all_values_and_a_little_more) {
  struct Shown {
    std::vector<double> x;
    Scale scale;
    double from, to;
  };
  for (const Shown& shown : std::vector<Shown>{{{-5, 20}, Scale::linear, -6, 21},
                                               {{3, 3}, Scale::linear, 1.5, 4.5},
                                               {{0, 0}, Scale::linear, -1, 1},
                                               {{0.003, 70}, Scale::logarithmic, 0.002, 100},
                                               {{0.5, 4}, Scale::logarithmic, 0.2, 5}}) {
    Plot plot = plot_of(shown.x, {1, 2});
    plot.x.scale = shown.scale;
    const std::string drawn = svg(plot);
    const auto frame = frames(drawn)[0];
    const auto on_axis = [&](double value) { return shown.scale == Scale::linear ? value : std::log10(value); };
    const auto place = [&](double value) {
      return frame[0] + frame[2] * (on_axis(value) - on_axis(shown.from)) / (on_axis(shown.to) - on_axis(shown.from));
    };
    const auto centers = circles(drawn);
    ASSERT_EQ(centers.size(), 2u);
    EXPECT_NEAR(centers[0].first, place(shown.x[0]), 0.06) << shown.from;
    EXPECT_NEAR(centers[1].first, place(shown.x[1]), 0.06) << shown.from;
  }
}

// The i-th series has the i-th marker, at its points and beside its name; names stand below each other.
TEST(Plot, legend_shows_line_and_marker_of_each_series) {
  Plot plot;
  plot.x.from = 0, plot.x.to = 10, plot.y.from = 0, plot.y.to = 10;
  for (int i = 0; i < 8; ++i) {
    Series& series = plot.series.emplace_back();
    series.name = std::string(1, static_cast<char>('a' + i));
    series.x = {1.0 + i, 20}, series.y = {9.0 - i, 5};  // the second is not inside
  }
  plot.series[3].markers = false;
  plot.series[4].line = false;
  const std::string picture = svg(plot);
  const auto [left, top, width, height] = frames(picture)[0];
  std::vector<std::pair<double, double>> marks;
  const std::regex mark("(?:<circle cx=\"([0-9.]+)\" cy=\"([0-9.]+)\"|translate\\(([0-9.]+) ([0-9.]+)\\))");
  for (std::sregex_iterator each(picture.begin(), picture.end(), mark), end; each != end; ++each)
    marks.emplace_back(std::stod((*each)[(*each)[1].matched ? 1 : 3]), std::stod((*each)[(*each)[1].matched ? 2 : 4]));
  ASSERT_EQ(marks.size(), 14u) << "seven in the frame, seven in the legend";
  std::vector<Label> names;
  for (const Label& each : labels(picture))
    if (each.text.size() == 1 && std::isalpha(each.text[0])) names.push_back(each);
  ASSERT_EQ(names.size(), 8u);
  std::size_t k = 0;
  for (int i = 0; i < 8; ++i) {
    EXPECT_GT(names[i].x, left + width);
    EXPECT_NEAR(names[i].y, names[0].y + 18 * i, 0.01);
    const bool has_line =
        picture.find(fmt::format("<path d=\"M{:.1f} {:.1f}h22\"", names[i].x - 30, names[i].y - 4)) != std::string::npos;
    EXPECT_EQ(has_line, i != 4);
    if (i == 3) continue;
    EXPECT_NEAR(marks[k].first, left + width * (1 + i) / 10, 0.06);
    EXPECT_NEAR(marks[k].second, top + height * (1 + i) / 10, 0.06);
    EXPECT_NEAR(marks[7 + k].first, names[i].x - 30 + 11, 0.06) << "in the middle of the line";
    EXPECT_NEAR(marks[7 + k].second, names[i].y - 4, 0.06);
    ++k;
  }
}

// The ends are those of viridis (#440154) and of its greens; equal parts of the strip show equal parts of the scale.
TEST(Plot, colors_have_a_strip_that_explains_them) {
  EXPECT_EQ(scale_color(0), "#440154");
  EXPECT_EQ(scale_color(-3), "#440154");
  EXPECT_EQ(scale_color(std::nan("")), "#440154");
  EXPECT_EQ(scale_color(1), "#6ece58");
  EXPECT_EQ(scale_color(2 / 7.0), "#3e4989");
  EXPECT_EQ(scale_color(2.5 / 7), "#38598c") << "half way between #3e4989 and #31688e";
  Plot plot = plot_of({0, 1}, {0, 1});
  plot.colors = ColorScale{"mass [kg]", 2, 4};
  const std::string picture = svg(plot);
  const std::regex piece("<rect x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"14\" height=\"([0-9.]+)\" fill=\"(#\\w+)\"");
  std::vector<double> tops;
  double height = 0;
  for (std::sregex_iterator each(picture.begin(), picture.end(), piece), end; each != end; ++each) {
    EXPECT_EQ((*each)[4], scale_color((static_cast<double>(tops.size()) + 0.5) / 48));
    tops.push_back(std::stod((*each)[2]));
    height = std::stod((*each)[3]) - 0.5;
  }
  ASSERT_EQ(tops.size(), 48u);
  for (std::size_t i = 1; i < tops.size(); ++i) EXPECT_NEAR(tops[i - 1] - tops[i], height, 0.011);
  const double low = tops[0] + height, high = tops[47];
  const auto frame = frames(picture)[0];
  EXPECT_NEAR(low, frame[1] + frame[3], 0.06) << "down to the end of the frame";
  int ticks = 0;
  for (const Label& each : labels(picture)) {
    if (each.text == "mass [kg]") {
      EXPECT_NEAR(each.y, high - 8, 0.06);
    }
    if (each.anchor != "start" || each.text == "mass [kg]" || each.text.empty()) continue;
    ++ticks;
    EXPECT_NEAR(each.y - 4, low + (high - low) * (std::stod(each.text) - 2) / 2, 0.06) << each.text;
  }
  EXPECT_GE(ticks, 5);
}

// A family in colors of its own: dashes and markers change, colors are those given.
TEST(Plot, a_series_may_have_a_color_of_its_own) {
  Plot plot = plot_of({0, 1}, {0, 1});
  plot.series[0].color = "#123456";
  plot.series.push_back(plot.series[0]);
  plot.series[1].dashes = 1;
  const std::string text = svg(plot);
  EXPECT_EQ(count(text, "stroke=\"#123456\" stroke-width=\"1.6\" fill=\"none\"/>"), 1u);
  EXPECT_EQ(count(text, "stroke=\"#123456\" stroke-width=\"1.6\" fill=\"none\" stroke-dasharray=\"7 3\"/>"), 1u);
  EXPECT_EQ(circles(text).size(), 2u) << "the first has round markers, the second square ones";
}

// Points that fall on the one before draw nothing more.
TEST(Plot, dense_points_are_thinned) {
  std::vector<double> t, x;
  for (int i = 0; i <= 100000; ++i) t.push_back(i), x.push_back(i);
  Plot plot = plot_of(t, x);
  plot.series[0].markers = false;
  EXPECT_LT(count(svg(plot), "L"), 20000u);
  EXPECT_GT(count(svg(plot), "L"), 1000u);
}

}  // namespace
}  // namespace bricard
