// The verb `report` as a user calls it.
#include <gtest/gtest.h>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;

class ReportVerb : public ProgramTest {
 protected:
  void SetUp() override {
    write("m.bricard.yaml", R"(bricard: 1
name: Hanging mass
bodies: {mass: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {guide: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {spring: {type: spring_damper, from: {body: ground, at: [0, 0, 1]}, to: {body: mass, at: [0, 0, 0]}, stiffness: 50}}
analysis: {type: dynamics, duration: 1, output_step: 0.1}
)");
    ASSERT_EQ(bricard({"run", "m.bricard.yaml"}).code, 0);
  }
};

TEST_F(ReportVerb, WritesOneFileAndSaysWhere) {
  const Ended ended = bricard({"report", "m.out"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.out.find("report in m.out/report.html ("), 0u) << ended.out;
  const std::string html = text("m.out/report.html");
  EXPECT_NE(html.find("Hanging mass"), std::string::npos);
  EXPECT_EQ(html.find("<!doctype html>"), 0u);
  EXPECT_EQ(bricard({"report", "m.out", "m.out/results.csv", "--out", "both.html", "--quiet"}).out, "");
  EXPECT_NE(text("both.html").find("\"kind\":\"table\""), std::string::npos);
  const Ended json = bricard({"report", "m.out", "--json"});
  EXPECT_NE(json.out.find("\"file\":\"m.out/report.html\""), std::string::npos) << json.out;
}

TEST_F(ReportVerb, SaysWhatIsWrong) {
  const auto expect = [&](const std::vector<std::string>& words, const std::string& message) {
    const Ended ended = bricard(words);
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find(message), std::string::npos) << ended.err;
    EXPECT_EQ(ended.out, "");
  };
  expect({"report"}, "the folder of the results is missing");
  expect({"report", "n.out"}, "n.out: error: there is no such folder; run it first: bricard run MODEL --out n.out");
  expect({"report", "."}, "there are no results in it; run it first");
  expect({"report", "m.bricard.yaml"}, "is a model and not a folder of results; run it first: bricard run m.bricard.yaml");
  expect({"report", "m.out", "--out", "no/where.html"}, "no/where.html: error: the file cannot be written");
  expect({"report", "m.out", "--out", "m.out"}, "--out: `m.out` is a folder");
  expect({"report", "m.out/results.csv", "--out", "m.out/results.csv"}, "the report would overwrite");
  EXPECT_FALSE(fs::exists(path("m.out/report.html")));
}

}  // namespace
}  // namespace bricard::cli
