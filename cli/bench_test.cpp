// `bricard bench` as a user meets it: no file is needed, what is printed can be checked, wrong options are refused.
#include <gtest/gtest.h>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Runs in an empty folder: models and references must come from the program itself.
class BenchTest : public ProgramTest {
 protected:
  Ended bench(std::vector<std::string> words) const { return bench(std::move(words), here()); }
  Ended bench(std::vector<std::string> words, const Setting& setting) const {
    words.insert(words.begin(), "bench");
    return bricard(std::move(words), setting);
  }
};

TEST_F(BenchTest, RunsWithoutAnyFileAndKeepsTheTolerance) {
  const Ended ended = bench({"a01", "a03", "a04", "--json", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json json = Json::parse(ended.out);
  ASSERT_EQ(json["runs"].size(), 6u);
  for (const Json& run : json["runs"]) {
    const double tolerance = run["tolerance"];
    EXPECT_LT(run["error"].get<double>(), tolerance > 1e-8 ? 1e-5 : 1e-7) << run;
    EXPECT_GT(run["error"].get<double>(), 0) << run;  // compared with numbers from elsewhere, not with itself
    EXPECT_GT(run["cpu_seconds"].get<double>(), 0) << run;
    EXPECT_GT(run["evaluations"].get<long>(), run["steps"].get<long>()) << run;
    EXPECT_GT(run["peak_mebibytes"].get<double>(), 1) << run;
    EXPECT_EQ(run["status"], "done") << run;
    EXPECT_FALSE(run["methods"].get<std::string>().empty()) << run;
    EXPECT_FALSE(run["reference"].get<std::string>().empty()) << run;
  }
  EXPECT_EQ(Json::parse(text_of(path("o/bench.json"))), json);
  const std::string csv = text_of(path("o/bench.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
}

TEST_F(BenchTest, ATableForPeople) {
  const Ended ended = bench({"a01", "--tolerance", "1e-4", "--integrator", "dopri5"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_NE(ended.out.find("dopri5"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("1e-04"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("exact, Jacobi elliptic functions"), std::string::npos) << ended.out;  // the source of the reference
  EXPECT_EQ(bench({"a01", "--tolerance", "1e-4", "--quiet"}).out, "");
}

TEST_F(BenchTest, ARunThatMissesItsToleranceFails) {
  // Nothing keeps the loops closed: the error grows far beyond the tolerance, or the run stops.
  const Ended ended = bench({"a02", "--stabilization", "none", "--tolerance", "1e-7"});
  EXPECT_EQ(ended.code, 1) << ended.out;
  EXPECT_NE(ended.out.find("! "), std::string::npos) << ended.out;
  EXPECT_NE(ended.err.find("1 of 1 runs failed or are wrong"), std::string::npos) << ended.err;
}

TEST_F(BenchTest, WrongOptionsAreRefused) {
  struct Case {
    std::vector<std::string> words;
    std::string message;
  };
  for (const Case& each :
       {Case{{"a1"}, "`a01`"}, Case{{"nothing"}, "heavy_top"}, Case{{"a01", "--tolerance", "2"}, "between 0 and 1"},
        Case{{"a01", "--tolerance", "fast"}, "`fast`"}, Case{{"a01", "--integrator", "dopri6"}, "dopri5"},
        Case{{"a01", "--integrator", "rk4"}, "step"}, Case{{"--duration", "3"}, "--duration"},
        Case{{"--out", "/dev/null/o"}, "/dev/null/o"}, Case{{"--out", ""}, "--out"}}) {
    const Ended ended = bench(each.words);
    EXPECT_EQ(ended.code, 2) << each.words[0] << "\n" << ended.out << ended.err;
    EXPECT_NE(ended.err.find(each.message), std::string::npos) << each.message << " is not in\n" << ended.err;
    EXPECT_EQ(ended.out, "");
  }
}

TEST_F(BenchTest, CtrlCKeepsWhatWasMeasured) {
  Setting setting = here();
  setting.signal = SIGINT;
  setting.signal_after = std::chrono::milliseconds(400);
  const Ended ended = bench({"a02_400", "a01", "--tolerance", "1e-10", "--integrator", "dopri5"}, setting);
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(ended.signal, 0);
  EXPECT_NE(ended.err.find("interrupted"), std::string::npos) << ended.err;
  EXPECT_EQ(ended.out.find("a01 "), std::string::npos) << ended.out;
}

}  // namespace
}  // namespace bricard::cli
