// Tests of `bricard plot` as a user meets it: curves of a real run, of tables, of two runs; wrong input and exit codes.
#include <gtest/gtest.h>

#include <cmath>

#include "cli/test_program.hpp"
#include "page/plot/test_png.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;

// A rod that swings, in mm.
const char* const plotted_rod = R"(bricard: 1
name: Rod
units: {length: mm}
gravity: [0, -9810, 0]
bodies:
  rod: {mass: 1, inertia: [1e4, 83333, 83333], position: [500, 0, 0]}
joints:
  pivot: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
analysis: {type: dynamics, duration: 0.5, output_step: 5 ms}
)";

class PlotVerb : public ProgramTest {
 protected:
  PlotVerb() {
    write("rod.bricard.yaml", plotted_rod);
    write("a.csv", "t,x,y\n0,0,5\n1,1,5\n2,4,5\n");
    write("b.csv", "t;x;z\n0;0.5;1\n2;4.5;1\n");
  }
  Ended plot(std::vector<std::string> words) const {
    words.insert(words.begin(), "plot");
    return bricard(std::move(words));
  }
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t i = 0; (i = text.find(part, i)) != std::string::npos; ++i) ++n;
  return n;
}

TEST_F(PlotVerb, DrawsCurvesOfARunWithTheirUnits) {
  ASSERT_EQ(bricard({"run", "rod.bricard.yaml", "--quiet"}).code, 0);
  const Ended ended = plot({"rod.out", "rod.x", "rod.y", "pivot.fy"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.out, "rod.out/plot.svg\n");
  const std::string svg = text("rod.out/plot.svg");
  EXPECT_TRUE(svg.starts_with("<svg"));
  for (const char* part : {">Rod<", "position [mm]", ">rod.x<", ">rod.y<", "pivot.fy [N]", "time [s]"})
    EXPECT_EQ(count(svg, part), part == std::string(">Rod<") ? 2u : 1u) << part;
  EXPECT_EQ(count(svg, "<clipPath"), 2u);  // panes
  EXPECT_EQ(count(svg, "<circle"), 0u);    // dense lines have no markers
}

// Numbers with their units, which tables and `plot` itself read again.
TEST_F(PlotVerb, CsvHasUnitsInItsHeader) {
  ASSERT_EQ(bricard({"run", "rod.bricard.yaml", "--quiet"}).code, 0);
  ASSERT_EQ(plot({"rod.out", "rod.x", "pivot.fy", "--out", "p.csv"}).code, 0);
  EXPECT_TRUE(text("p.csv").starts_with("t [s],rod.x [mm],pivot.fy [N]\n0,500,")) << text("p.csv").substr(0, 80);
  EXPECT_EQ(count(text("p.csv"), "\n"), 102u);
  ASSERT_EQ(plot({"p.csv", "rod.x", "--out", "again.svg"}).code, 0);
  EXPECT_EQ(count(text("again.svg"), "rod.x [mm]"), 1u);
  EXPECT_EQ(plot({"rod.out", "rod.x", "--with", "p.csv", "--out", "q.csv"}).code, 2);
}

TEST_F(PlotVerb, PatternsTitleSizeAndPng) {
  ASSERT_EQ(bricard({"run", "rod.bricard.yaml", "--quiet"}).code, 0);
  ASSERT_EQ(plot({"rod.out", "rod.?", "--title", "Swing & stop", "--out", "p.svg", "--over", "rod.x"}).code, 0);
  EXPECT_EQ(count(text("p.svg"), "Swing &amp; stop"), 2u);
  EXPECT_EQ(count(text("p.svg"), "rod.x [mm]"), 1u);
  ASSERT_EQ(plot({"rod.out", "rod.*", "--size", "640x480", "--out", "p.PNG"}).code, 0);
  const std::string png = text("p.PNG");
  ASSERT_TRUE(png.starts_with("\x89PNG\r\n\x1a\n"));
  EXPECT_EQ(number_at(png, 16), 640);
  EXPECT_EQ(number_at(png, 20), 480);
}

TEST_F(PlotVerb, TwoTablesAndTheirDifference) {
  const Ended ended = plot({"a.csv", "x", "--with", "b.csv", "--out", "d.svg", "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(nlohmann::json::parse(ended.out)["picture"], "d.svg");
  const std::string svg = text("d.svg");
  EXPECT_EQ(count(svg, "solid: a, dashed: b; difference: dashed less solid"), 1u);
  EXPECT_EQ(count(svg, "<clipPath"), 2u);
  EXPECT_EQ(count(svg, ">Δ x<"), 1u);
  EXPECT_GE(count(svg, "stroke-dasharray"), 1u);
}

TEST_F(PlotVerb, RunsOfOneNameAreToldApartByTheirPaths) {
  fs::create_directories(path("old"));
  fs::copy(path("a.csv"), path("old"));
  ASSERT_EQ(plot({"a.csv", "x", "--with", "old/a.csv", "--out", "d.svg"}).code, 0);
  EXPECT_EQ(count(text("d.svg"), "solid: a.csv, dashed: old/a.csv;"), 1u);
}

TEST_F(PlotVerb, ATableIsDrawnBesideItself) {
  ASSERT_EQ(plot({"a.csv", "*"}).code, 0);
  EXPECT_EQ(count(text("a.svg"), ">y<"), 1u);
  EXPECT_EQ(text("a.csv"), "t,x,y\n0,0,5\n1,1,5\n2,4,5\n");
}

TEST_F(PlotVerb, WrongInputIsToldAndLeavesNoPicture) {
  const auto fails = [&](std::vector<std::string> words, const std::string& message) {
    const Ended ended = plot(std::move(words));
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_NE(ended.err.find(message), std::string::npos) << ended.err;
  };
  write("bad.csv", "t,x\n0,1\n1,one\n");
  fails({}, "the folder of the results is missing");
  fails({"a.csv"}, "no columns to draw are given");
  fails({"a.csv", "xx"}, "there is no column `xx`; did you mean `x`?");
  fails({"a.csv", "velocity.*"}, "there is no column `velocity.*`; there are t, x, y");
  fails({"a.csv", "x", "--over", "tt"}, "--over: there is no column `tt`; did you mean `t`?");
  fails({"a.csv", "y", "--with", "b.csv"}, "b has none of these columns");
  fails({"a.csv", "x", "--with", "nowhere"}, "nowhere: error: there is no such folder");
  fails({"nowhere", "x"}, "nowhere: error: there is no such folder");
  fails({"bad.csv", "x"}, "bad.csv:3:3: error: a number is expected, found `one`");
  fails({"rod.bricard.yaml", "x"}, "run it first");
  fails({"a.csv", "x", "--with", "a.csv", "--with", "b.csv"}, "--with is given 2 times, and can be given once");
  fails({"a.csv", "x", "--out", "a.jpg"}, "a file that ends in .svg, .png, .pdf or .csv is expected, found `a.jpg`");
  fails({"a.csv", "x", "--out", "nowhere/a.svg"}, "nowhere/a.svg: error");
  fails({"a.csv", "x", "--size", "900"}, "--size: WIDTHxHEIGHT is expected, found `900`");
  fails({"a.csv", "x", "--size", "90000x10"}, "each side must be between 200 and 10000");
  fails({"a.csv", "x", "--tite", "T"}, "did you mean `--title`?");
  EXPECT_FALSE(fs::exists(path("a.svg")));
}

TEST_F(PlotVerb, ALongTableIsThinned) {
  std::string table = "t,x\n";
  for (int i = 0; i < 100'000; ++i) table += std::to_string(i) + "," + (i == 77'777 ? "9" : i % 2 ? "1" : "-1") + "\n";
  write("long.csv", table);
  ASSERT_EQ(plot({"long.csv", "x"}).code, 0);
  EXPECT_LT(text("long.svg").size(), 100'000u);
  EXPECT_EQ(count(text("long.svg"), ">8<"), 1u);  // the axis reaches the one high value
}

}  // namespace
}  // namespace bricard::cli
