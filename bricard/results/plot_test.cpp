// Tests of the SVG plots: ticks where a person would put them, points where the axes say, texts that break nothing.
#include "bricard/results/plot.hpp"

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

}  // namespace
}  // namespace bricard
