// Tests of pictures of curves: panes by unit, differences against known functions, thinning that loses no peak, PNG.
#include "page/plot/picture.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "bricard/core/error.hpp"
#include "page/plot/test_png.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;

class PictureTest : public testing::Test {
 protected:
  PictureTest() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("bricard_picture_" + std::to_string(::getpid()) + "_" + test->name());
    fs::create_directories(folder_);
  }
  ~PictureTest() override { fs::remove_all(folder_); }

  Columns table(const std::string& text) const {
    std::ofstream(folder_ / "table.csv") << text;
    return Columns(folder_ / "table.csv");
  }
  // Rows of t and functions of it.
  template <class... F>
  Columns sampled(const std::string& header, double step, int rows, F... f) const {
    std::ofstream file(folder_ / "table.csv");
    file.precision(17);
    file << header << '\n';
    for (int i = 0; i < rows; ++i) {
      file << i * step;
      ((file << ',' << f(i * step)), ...);
      file << '\n';
    }
    file.close();
    return Columns(folder_ / "table.csv");
  }
  static PictureRun run_of(const std::string& name, const Columns& columns, std::map<std::string, std::string> units = {}) {
    return {name, &columns, [units](std::string_view column) {
              const auto found = units.find(std::string(column));
              return found == units.end() ? std::string() : found->second;
            }};
  }
  static PictureOptions options(std::vector<std::string> columns) {
    PictureOptions options;
    options.columns = std::move(columns);
    options.title = "Title";
    return options;
  }
  static std::string fault(const PictureRun& run, const PictureRun* second, const PictureOptions& options) {
    try {
      panes(run, second, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "no fault";
  }

 private:
  fs::path folder_;
};

const std::map<std::string, std::string> units{
    {"t", "s"},       {"crank.x", "m"},   {"crank.y", "m"},        {"crank.vx", "m/s"},
    {"main.fx", "N"}, {"main.tz", "N*m"}, {"energy.total", "N*m"}, {"crank.ax", "m/s^2"}};
const char* const small = "t,crank.x,crank.y,crank.vx,main.fx,main.tz,crank.ax\n0,1,2,3,4,5,6\n1,2,3,4,5,6,7\n2,1,1,1,1,1,1\n";

TEST_F(PictureTest, ColumnsOfOneUnitShareAPane) {
  const Columns columns = table(small);
  const auto plots = panes(run_of("a", columns, units), nullptr, options({"crank.x", "main.fx", "crank.y", "crank.ax"}));
  ASSERT_EQ(plots.size(), 3u);
  ASSERT_EQ(plots[0].series.size(), 2u);
  EXPECT_EQ(plots[0].series[1].name, "crank.y");
  EXPECT_EQ(plots[0].series[1].y, (std::vector<double>{2, 3, 1}));
  EXPECT_EQ(plots[0].series[1].x, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(plots[0].y.label, "position");
  EXPECT_EQ(plots[0].y.unit, "m");
  EXPECT_EQ(plots[1].y.label, "main.fx");  // alone: named at the axis
  EXPECT_EQ(plots[1].series[0].name, "");
  EXPECT_EQ(plots[2].y.unit, "m/s²");
  EXPECT_EQ(plots[0].title, "Title");
  EXPECT_EQ(plots[0].x.label, "");
  EXPECT_EQ(plots[2].x.label, "time");
  EXPECT_EQ(plots[2].x.unit, "s");
}

TEST_F(PictureTest, PatternsChooseInTheTablesOrder) {
  const Columns columns = table(small);
  const auto names = [&](const std::vector<std::string>& patterns) {
    std::vector<std::string> found;
    for (const Plot& plot : panes(run_of("a", columns), nullptr, options(patterns)))
      for (const Series& series : plot.series) found.push_back(series.name);
    return found;
  };
  EXPECT_EQ(names({"crank.?"}), (std::vector<std::string>{"crank.x", "crank.y"}));
  EXPECT_EQ(names({"main.fx", "*x", "main.fx"}), (std::vector<std::string>{"main.fx", "crank.x", "crank.vx", "crank.ax"}));
  EXPECT_EQ(names({"*"}).size(), 6u);  // without t, which is the x axis
}

TEST_F(PictureTest, WhatIsMissingIsToldWithTheNearestName) {
  const Columns columns = table(small);
  const PictureRun run = run_of("a", columns, units);
  EXPECT_EQ(fault(run, nullptr, options({"crnk.x"})), "error: COLUMNS: there is no column `crnk.x`; did you mean `crank.x`?");
  EXPECT_EQ(fault(run, nullptr, options({"rocker.*"})),
            "error: COLUMNS: there is no column `rocker.*`; there are t, crank.x, crank.y, crank.vx, main.fx, main.tz, crank.ax");
  EXPECT_NE(fault(run, nullptr, options({})).find("no columns to draw"), std::string::npos);
  PictureOptions over = options({"crank.x"});
  over.over = "crank.z";
  EXPECT_NE(fault(run, nullptr, over).find("--over: there is no column `crank.z`; did you mean"), std::string::npos);
  const Columns empty = table("t,x\n");
  EXPECT_NE(fault(run_of("b", empty), nullptr, options({"x"})).find("no rows"), std::string::npos);
}

TEST_F(PictureTest, TooManyCurvesAreRefused) {
  std::string header = "t", row = "0";
  for (int i = 0; i < 150; ++i) header += ",c" + std::to_string(i), row += ",1";
  const Columns columns = table(header + "\n" + row + "\n");
  EXPECT_NE(fault(run_of("a", columns), nullptr, options({"*"})).find("more than 100 curves"), std::string::npos);
}

TEST_F(PictureTest, OneColumnOverAnother) {
  const Columns columns = table(small);
  PictureOptions over = options({"crank.y"});
  over.over = "crank.x";
  const auto plots = panes(run_of("a", columns, units), nullptr, over);
  EXPECT_EQ(plots[0].series[0].x, (std::vector<double>{1, 2, 1}));
  EXPECT_EQ(plots[0].x.label, "crank.x");
  EXPECT_EQ(plots[0].x.unit, "m");
}

// The second is sampled elsewhere: a parabola between its rows is a straight line, at most (step/2)^2 above.
TEST_F(PictureTest, TheDifferenceIsTakenAtTheRowsOfTheFirst) {
  const Columns first = sampled(
      "t,x,y", 0.1, 51, [](double t) { return t * t; }, [](double t) { return 2 * t; });
  const Columns second = sampled(
      "t,y,x", 0.25, 17, [](double t) { return 2 * t - 3; }, [](double t) { return t * t + 1; });
  const PictureRun a = run_of("a", first), b = run_of("b", second);
  const auto plots = panes(a, &b, options({"x", "y"}));
  ASSERT_EQ(plots.size(), 2u);
  EXPECT_EQ(plots[0].note, "solid: a, dashed: b; difference: dashed less solid");
  ASSERT_EQ(plots[0].series.size(), 4u);
  EXPECT_FALSE(plots[0].series[0].dashed);
  EXPECT_TRUE(plots[0].series[2].dashed);
  EXPECT_EQ(plots[0].series[3].like, 1u);  // y, in its color
  EXPECT_EQ(plots[0].series[3].y[4], 2 * 1.0 - 3);
  ASSERT_EQ(plots[1].series.size(), 2u);
  const Series &x = plots[1].series[0], &y = plots[1].series[1];
  ASSERT_EQ(x.y.size(), 51u);
  for (int i = 0; i < 51; ++i) {
    if (i * 0.1 > 4.01) {
      EXPECT_TRUE(std::isnan(x.y[i])) << i;  // the second ends at 4
      continue;
    }
    const double part = std::fmod(i * 0.1, 0.25), rise = part * (0.25 - part);
    EXPECT_NEAR(x.y[i], 1 + rise, 1e-12) << i;
    EXPECT_NEAR(y.y[i], -3, 1e-12) << i;
  }
  EXPECT_NEAR(x.y[40], 1, 1e-9);  // at its very end
}

// 0.1 + 0.1 + 0.1 is a little more than 0.3.
TEST_F(PictureTest, TimesThatWereAddedUpReachTheEnd) {
  const Columns first = table("t,x\n0,1\n0.30000000000000004,1\n"), second = table("t,x\n0,1\n0.3,3\n");
  const PictureRun a = run_of("a", first), b = run_of("b", second);
  EXPECT_EQ(panes(a, &b, options({"x"}))[1].series[0].y, (std::vector<double>{0, 2}));
}

// At an event a table has two rows of one time: before and after.
TEST_F(PictureTest, EventsAreComparedBeforeAndAfter) {
  const Columns first = table("t,x\n0,0\n1,1\n1,-1\n2,0\n");
  const Columns second = table("t,x\n0,0\n1,1\n1,-1\n2,0\n");
  const PictureRun a = run_of("a", first), b = run_of("b", second);
  EXPECT_EQ(panes(a, &b, options({"x"}))[1].series[0].y, (std::vector<double>{0, 0, 0, 0}));
}

TEST_F(PictureTest, TheSecondIsBroughtToTheUnitsOfTheFirst) {
  const Columns first = table("t,x\n0,1\n1,2\n"), second = table("t,x\n0,1500\n1000,2500\n");
  const PictureRun a = run_of("a", first, {{"t", "s"}, {"x", "m"}}), b = run_of("b", second, {{"t", "ms"}, {"x", "mm"}});
  const auto plots = panes(a, &b, options({"x"}));
  EXPECT_EQ(plots[0].series[1].y, (std::vector<double>{1.5, 2.5}));
  EXPECT_EQ(plots[0].series[1].x, (std::vector<double>{0, 1}));
  EXPECT_EQ(plots[1].series[0].y, (std::vector<double>{0.5, 0.5}));
  const PictureRun wrong = run_of("c", second, {{"t", "ms"}, {"x", "N"}});
  EXPECT_EQ(fault(a, &wrong, options({"x"})), "error: --with: `x` is in N there and in m here");
}

TEST_F(PictureTest, ATableThatDoesNotRiseHasNoDifference) {
  const Columns first = table("t,x\n0,1\n1,2\n"), second = table("t,x\n0,1\n1,2\n0.5,3\n");
  const PictureRun a = run_of("a", first), b = run_of("b", second);
  const auto plots = panes(a, &b, options({"x"}));
  ASSERT_EQ(plots.size(), 1u);
  EXPECT_NE(plots[0].note.find("t does not rise there"), std::string::npos);
  const Columns other = table("t,z\n0,1\n");
  const PictureRun c = run_of("c", other);
  EXPECT_NE(fault(a, &c, options({"x"})).find("c has none of these columns"), std::string::npos);
}

TEST_F(PictureTest, LongRunsAreThinnedWithTheirPeaks) {
  const auto spike = [](double t) { return std::abs(t - 77.777) < 1e-9 ? 50.0 : std::sin(t); };
  const Columns columns = sampled("t,x", 1e-3, 200'000, spike);
  const auto plots = panes(run_of("a", columns), nullptr, options({"x"}));
  const Series& series = plots[0].series[0];
  EXPECT_LE(series.x.size(), 4000u);
  EXPECT_GE(series.x.size(), 2000u);
  EXPECT_FALSE(series.markers);
  EXPECT_EQ(series.x.front(), 0);
  EXPECT_EQ(series.x.back(), 199'999 * 1e-3);
  EXPECT_TRUE(std::is_sorted(series.x.begin(), series.x.end()));
  const auto peak = std::max_element(series.y.begin(), series.y.end());
  EXPECT_EQ(*peak, 50);
  EXPECT_NEAR(series.x[peak - series.y.begin()], 77.777, 1e-9);  // where it really is
  EXPECT_NEAR(*std::min_element(series.y.begin(), series.y.end()), -1, 1e-6);
}

TEST_F(PictureTest, AGapStaysAGap) {
  const Columns columns = sampled("t,x", 1e-3, 100'000, [](double t) { return t > 40 && t < 41 ? NAN : t; });
  const Series series = panes(run_of("a", columns), nullptr, options({"x"}))[0].series[0];
  const auto gap = std::find_if(series.y.begin(), series.y.end(), [](double y) { return std::isnan(y); });
  ASSERT_NE(gap, series.y.end());
  EXPECT_NEAR(series.x[gap - series.y.begin()], 40.05, 0.06);
}

TEST_F(PictureTest, HeightsAddUp) {
  const Columns columns = table(small);
  PictureOptions sized = options({"crank.x", "main.fx", "crank.ax"});
  sized.width = 700, sized.height = 600;
  const auto plots = panes(run_of("a", columns, units), nullptr, sized);
  EXPECT_NEAR(plots[0].height + plots[1].height + plots[2].height, 600, 3);
  const std::string text = stacked_svg(plots);
  EXPECT_NE(text.find("width=\"700\""), std::string::npos);
  EXPECT_NE(text.find("crank.ax [m/s²]"), std::string::npos);
  EXPECT_NE(text.find("time [s]"), std::string::npos);
  EXPECT_EQ(text.find("time [s]"), text.rfind("time [s]"));  // once, below
}

// A sweep of two values with three and two rows.
TEST_F(PictureTest, AFamilyIsOneCurveForEachVariant) {
  const Columns columns = table("k,t,x\n10,0,1\n10,1,2\n10,2,3\n20,0,5\n20,1,6\n");
  PictureRun run = run_of("a", columns, {{"t", "s"}, {"k", "N/m"}});
  run.family = Family{{{"k", "N/m"}}, {{{10}, 0, 3}, {{20}, 3, 5}}};
  const auto plots = panes(run, nullptr, options({"*"}));
  ASSERT_EQ(plots.size(), 1u);
  ASSERT_EQ(plots[0].series.size(), 2u);
  EXPECT_EQ(plots[0].series[0].name, "k = 10 N/m");
  EXPECT_EQ(plots[0].series[0].y, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(plots[0].series[1].x, (std::vector<double>{0, 1}));
  EXPECT_EQ(plots[0].series[0].color, scale_color(0));
  EXPECT_EQ(plots[0].series[1].color, scale_color(1));
  EXPECT_EQ(plots[0].x.label, "time");
  EXPECT_FALSE(plots[0].colors);
  EXPECT_NE(fault(run, &run, options({"x"})).find("--with"), std::string::npos);
}

TEST_F(PictureTest, ManyVariantsHaveAScaleOfColors) {
  std::string text = "a,b,t,x\n";
  Family family{{{"a", "mm"}, {"b", ""}}, {}};
  for (std::size_t i = 0; i < 20; ++i) {
    const double a = static_cast<double>(i / 2), b = static_cast<double>(i % 2);
    text += std::to_string(a) + ',' + std::to_string(b) + ",0,1\n" + std::to_string(a) + ',' + std::to_string(b) + ",1,2\n";
    family.curves.push_back({{a, b}, 2 * i, 2 * i + 2});
  }
  const Columns columns = table(text);
  PictureRun run = run_of("a", columns);
  run.family = family;
  const auto plots = panes(run, nullptr, options({"x"}));
  ASSERT_TRUE(plots[0].colors);
  EXPECT_EQ(plots[0].colors->label, "a [mm]");
  EXPECT_EQ(plots[0].colors->to, 9);
  EXPECT_EQ(plots[0].series[3].dashes, 1u);
  EXPECT_EQ(plots[0].series[2].color, plots[0].series[3].color);
  EXPECT_TRUE(pdf(stacked_svg(plots)).starts_with("%PDF-"));
}

TEST_F(PictureTest, PngHasTheSizeOfTheSvgOrTheOneAskedFor) {
  const Columns columns = table(small);
  const std::string text = stacked_svg(panes(run_of("a", columns, units), nullptr, options({"crank.*"})));
  const std::string own = png(text), asked = png(text, 300, 200);
  ASSERT_TRUE(own.starts_with("\x89PNG\r\n\x1a\n"));
  EXPECT_EQ(number_at(own, 16), 900);
  EXPECT_EQ(number_at(asked, 16), 300);
  EXPECT_EQ(number_at(asked, 20), 200);
  EXPECT_GT(own.size(), 10'000u);  // something is drawn
  EXPECT_THROW(png("<svg"), std::runtime_error);
}

}  // namespace
}  // namespace bricard::page
