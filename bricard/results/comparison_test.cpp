// Tests of what a comparison leaves behind, and of the reader of reference tables.
#include "bricard/results/comparison.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bricard/core/error.hpp"
#include "bricard/core/test_scratch.hpp"
#include "bricard/results/csv_reader.hpp"

namespace bricard {
namespace {

using Json = nlohmann::json;

Comparison two_methods() {
  Comparison comparison;
  comparison.model = "Rod";
  comparison.duration = 2;
  comparison.units.length = "mm";
  comparison.norm = "largest distance";
  comparison.reference = "given.csv";
  for (const double tolerance : {1e-4, 1e-6}) {
    ComparedRun& run = comparison.runs.emplace_back();
    run.methods = {"relative", "lagrange", "projection", "dopri5", ""};
    run.tolerance = tolerance;
    run.complete = true;
    run.cpu_seconds = 1e-2 / tolerance * 1e-4;
    run.error = tolerance;  // m
    run.violation = {1e-9, 2e-9, 3e-9};
  }
  ComparedRun& failed = comparison.runs.emplace_back();
  failed.methods = {"relative", "lagrange", "none", "rk4", ""};
  failed.step = 0.5;
  failed.outcome = Outcome::failure("the step, said \"it\", is too long");
  SkippedRuns& skipped = comparison.skipped.emplace_back();
  skipped.reason = "does not fit";
  skipped.combinations = {{"relative", "index3", "none", "rk4", ""}, {"absolute", "index3", "none", "rk4", ""}};
  return comparison;
}

TEST(ComparisonTable, csv_has_a_line_per_run_in_the_units_of_the_file) {
  std::istringstream csv(comparison_csv(two_methods()));
  std::string header, first, second, third;
  std::getline(csv, header), std::getline(csv, first), std::getline(csv, second), std::getline(csv, third);
  EXPECT_EQ(
      header,
      "coordinates,formulation,stabilization,integrator,tolerance,step,cpu_seconds,steps,rejected,evaluations,factorizations,"
      "error,violation.position,violation.velocity,violation.acceleration,energy_drift,condition,status,verdict,message");
  EXPECT_TRUE(first.starts_with("relative,lagrange,projection,dopri5,")) << first;
  EXPECT_NE(first.find(",0.1,"), std::string::npos) << first;  // 1e-4 m are 0.1 mm
  EXPECT_TRUE(third.ends_with(",failed,,\"the step, said \"\"it\"\", is too long\"")) << third;
}

TEST(ComparisonTable, what_is_varied_has_columns_of_its_own) {
  Comparison comparison = two_methods();
  comparison.runs[0].varied = {{"v", 1.5}, {"penalty.alpha", 1e7}};
  comparison.runs[1].varied = {{"v", 2}};
  comparison.runs[0].condition = 1e9;
  std::istringstream csv(comparison_csv(comparison));
  std::string header, first, second;
  std::getline(csv, header), std::getline(csv, first), std::getline(csv, second);
  EXPECT_NE(header.find(",step,v,penalty.alpha,cpu_seconds,"), std::string::npos) << header;
  EXPECT_NE(first.find(",,1.5,1e+07,"), std::string::npos) << first;
  EXPECT_NE(second.find(",,2,,"), std::string::npos) << second;
  const Json json = Json::parse(comparison_json(comparison));
  EXPECT_EQ(json["runs"][0]["varied"]["penalty.alpha"], 1e7);
  EXPECT_EQ(json["runs"][0]["condition"], 1e9);
  EXPECT_TRUE(json["runs"][2]["varied"].empty());
}

TEST(ComparisonTable, json_reads_back) {
  const Json json = Json::parse(comparison_json(two_methods()));
  EXPECT_EQ(json["runs"].size(), 3u);
  EXPECT_DOUBLE_EQ(json["runs"][1]["error"].get<double>(), 1e-3);
  EXPECT_TRUE(json["runs"][2]["error"].is_null());
  EXPECT_EQ(json["runs"][2]["step"], 0.5);
  EXPECT_EQ(json["skipped"][0]["combinations"].size(), 2u);
  EXPECT_EQ(json["units"]["length"], "mm");
}

TEST(ComparisonTable, text_is_aligned_and_marks_doubtful_runs) {
  Comparison comparison = two_methods();
  EXPECT_EQ(comparison_text(comparison).find("wrong?"), std::string::npos);
  comparison.runs[0].doubtful = true;
  comparison.runs[1].is_reference = true;
  const std::string text = comparison_text(comparison);
  EXPECT_NE(text.find("done wrong?\n"), std::string::npos) << text;
  EXPECT_NE(text.find("done reference\n"), std::string::npos) << text;
  EXPECT_NE(text.find("skipped: relative index3 none rk4 and 1 more: does not fit"), std::string::npos) << text;
  std::istringstream lines(text);
  std::string title, header, line;
  std::getline(lines, title), std::getline(lines, header);
  EXPECT_EQ(title, "Rod: 3 runs of 2 s");
  EXPECT_TRUE(header.starts_with("  coordinates  formulation  stabilization  integrator  setting")) << text;
  for (int i = 0; i < 3; ++i) {
    std::getline(lines, line);
    EXPECT_TRUE(line.starts_with(i < 2 ? "  relative     lagrange     projection     dopri5      "
                                       : "  relative     lagrange     none           rk4         "))
        << text;
    EXPECT_EQ(line.find(i < 2 ? "done" : "did not converge"), header.find("status")) << text;
  }
}

// Words stand to the left, numbers with two digits to the right; everything in the units of the file.
TEST(ComparisonTable, whole_text) {
  Comparison comparison = two_methods();
  ComparedRun& first = comparison.runs[0];
  first.varied = {{"v", 1.234}};
  comparison.runs[1].varied = {{"v", 2}};
  first.steps = 12;
  first.rejected = 1;
  first.evaluations = 345;
  first.factorizations = 6;
  first.energy_drift = 1.234e-7;
  first.condition = 1e9;
  first.doubtful = true;
  comparison.runs[1].is_reference = true;
  // clang-format off
  EXPECT_EQ(comparison_text(comparison), R"(Rod: 3 runs of 2 s
  coordinates  formulation  stabilization  integrator  setting       v  cpu [s]  steps  rejected  evals  factors  error [mm]   pos.   vel.   acc.   energy  cond.  status
  relative     lagrange     projection     dopri5      tol 0.0001  1.2     0.01     12         1    345        6         0.1  1e-06  2e-06  3e-06  1.2e-07  1e+09  done wrong?
  relative     lagrange     projection     dopri5      tol 1e-06     2        1      0         0      0        0       0.001  1e-06  2e-06  3e-06                  done reference
  relative     lagrange     none           rk4         h 0.5 s                0      0         0      0        0                  0      0      0                  did not converge: the step, said "it", is too long
  error: largest distance
  reference: given.csv
  pos., vel., acc.: largest violation of the constraints in the file's units; energy: relative drift; cond.: condition number at the start; cpu: of the time integration, with its output rows
  wrong?: the run ended well, yet its error is far above what its method promises for this setting
  skipped: relative index3 none rk4 and 1 more: does not fit
)");
  // clang-format on
  std::istringstream csv(comparison_csv(comparison));
  std::string line;
  std::getline(csv, line), std::getline(csv, line);
  EXPECT_EQ(line.substr(0, line.find(",0.1,")), "relative,lagrange,projection,dopri5,1e-04,,1.234,0.01,12,1,345,6");
  const Json json = Json::parse(comparison_json(comparison)), run = json["runs"][0];
  EXPECT_EQ(json["model"], "Rod");
  EXPECT_EQ(json["duration"], 2);
  EXPECT_EQ(json["norm"], "largest distance");
  EXPECT_EQ(json["interrupted"], false);
  EXPECT_EQ(json["reference"]["words"], "given.csv");
  EXPECT_EQ(json["reference"]["run"], 1);
  EXPECT_TRUE(json["reference"]["uncertainty"].is_null());
  EXPECT_EQ(json["skipped"][0]["reason"], "does not fit");
  EXPECT_EQ(json["skipped"][0]["combinations"][1]["coordinates"], "absolute");
  EXPECT_EQ(run["integrator"], "dopri5");
  EXPECT_EQ(run["varied"], Json::parse(R"({"v": 1.234})"));
  EXPECT_EQ(run["cpu_seconds"], 0.01);
  EXPECT_EQ(run["steps"], 12);
  EXPECT_EQ(run["rejected"], 1);
  EXPECT_EQ(run["evaluations"], 345);
  EXPECT_EQ(run["factorizations"], 6);
  EXPECT_DOUBLE_EQ(run["violation"]["position"].get<double>(), 1e-6);
  EXPECT_DOUBLE_EQ(run["violation"]["velocity"].get<double>(), 2e-6);
  EXPECT_DOUBLE_EQ(run["violation"]["acceleration"].get<double>(), 3e-6);
  EXPECT_EQ(run["energy_drift"], 1.234e-7);
  EXPECT_EQ(run["verdict"], "wrong?");
  EXPECT_EQ(run["status"], "done");
  EXPECT_EQ(json["runs"][2]["message"], "the step, said \"it\", is too long");
  EXPECT_EQ(setting_words(first, comparison.units), "tolerance 0.0001, v = 1.234");
  EXPECT_EQ(setting_words(comparison.runs[2], comparison.units), "step 0.5 s");
  EXPECT_EQ(method_words(first.methods), "relative lagrange projection dopri5");
  comparison.uncertainty = 2.34e-6;
  EXPECT_DOUBLE_EQ(Json::parse(comparison_json(comparison))["reference"]["uncertainty"].get<double>(), 2.34e-3);
  EXPECT_EQ(work_precision(comparison).note,
            "work and precision over 2 s; the reference is sure to 0.0023 mm; all: relative lagrange");
}

TEST(ComparisonTable, plot_has_a_series_per_method_without_reference_and_failures) {
  Comparison comparison = two_methods();
  Plot plot = work_precision(comparison);
  ASSERT_EQ(plot.series.size(), 1u);
  EXPECT_EQ(plot.series[0].name, "projection dopri5");  // what differs between the runs
  EXPECT_EQ(plot.series[0].x, (std::vector<double>{1e-2, 1}));
  EXPECT_DOUBLE_EQ(plot.series[0].y[1], 1e-3);  // mm
  EXPECT_EQ(plot.y.unit, "mm");
  comparison.runs[1].is_reference = true;
  EXPECT_EQ(work_precision(comparison).series[0].x.size(), 1u);
  EXPECT_TRUE(work_precision({}).series.empty());
}

// ---- reading tables

struct CsvReader : testing::Test {
  ScratchFolder folder{"reference"};  // tests run side by side
  std::string path = folder.path() / "reference.csv";
  NumberTable read(const std::string& text) {
    std::ofstream(path) << text;
    return read_csv(path);
  }
  std::string fault(const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      return std::string(error.what()).substr(path.size());
    }
    return "none";
  }
};

TEST_F(CsvReader, reads_names_and_numbers) {
  const NumberTable table = read("\xEF\xBB\xBFt, rod.x,\"rod.y\"\r\n0,1,-2.5e-3\r\n\n# remark\n0.5,+1,nan\n");
  EXPECT_EQ(table.names, (std::vector<std::string>{"t", "rod.x", "rod.y"}));
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.at(0, 2), -2.5e-3);
  EXPECT_EQ(table.at(1, 1), 1);
  EXPECT_TRUE(std::isnan(table.at(1, 2)));
  EXPECT_EQ(table.column("rod.y"), 2);
  EXPECT_EQ(table.column("rod.z"), -1);
}

TEST_F(CsvReader, tells_the_place_of_a_fault) {
  EXPECT_EQ(fault("t,x\n0,1\n1,two\n"), ":3:3: error: a number is expected, found `two`");
  EXPECT_EQ(fault("t,x\n0\n"), ":2: error: the line has 1 values, the first line names 2 columns");
  EXPECT_EQ(fault("t,t\n0,1\n"), ":1:3: error: two columns are named `t`");
  EXPECT_EQ(fault("t,x\n").find(":1: error: the table has no rows"), 0u);
  EXPECT_EQ(fault("").find(": error: the table has no rows"), 0u);
  EXPECT_EQ(fault("t,x\n0,1e999\n").find(":2:3: error: a number"), 0u);
  EXPECT_THROW(read_csv("/nowhere/at/all.csv"), Error);
  EXPECT_THROW(read_csv("/"), Error);
}

}  // namespace
}  // namespace bricard
