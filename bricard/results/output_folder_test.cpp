// The folder of a run: what it may take the place of, what stands there while the run goes on, what a killed one leaves.
#include "bricard/results/output_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bricard/core/error.hpp"
#include "bricard/core/test_scratch.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const std::vector<ResultColumn> columns{{"t", dimension::time}, {"rod.x", dimension::length}};

struct Folders : testing::Test {
  ScratchFolder scratch{"output_folder"};
  const fs::path out = scratch.path() / "out", partial = scratch.path() / "out.partial";

  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  static std::string text(const fs::path& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static std::set<std::string> names(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& each : fs::directory_iterator(folder)) names.insert(each.path().filename().string());
    return names;
  }
  std::string refusal(bool force = false) const {
    try {
      OutputFolder folder(out, force);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }
  // A run of one row that leaves these files beside the usual ones.
  void run(std::vector<ResultFile> files = {}, bool force = false) const {
    Results results;
    results.columns = columns;
    results.values = {0, 1};
    results.summary.analysis = "dynamics";
    results.files = std::move(files);
    OutputFolder(out, force).write(results, "bricard: 1\n");
  }
};

TEST_F(Folders, FilesOfTheLastRunGoAndThoseOfTheUserStay) {
  run({{"modes.csv", "old"}, {"own.m", "old"}});
  EXPECT_EQ(*files_of_run(out),
            (std::set<std::string>{"results.csv", "summary.json", "state.json", "model.bricard.yaml", "modes.csv", "own.m"}));
  write(out / "A.csv", "of the user: the run has not left it");
  write(out / "notes/today.txt", "note");
  run({{"own.m", "new"}});
  EXPECT_EQ(names(out), (std::set<std::string>{"results.csv", "summary.json", "state.json", "model.bricard.yaml", "own.m",
                                               "A.csv", "notes"}));
  EXPECT_EQ(text(out / "own.m"), "new");
  EXPECT_EQ(text(out / "notes/today.txt"), "note");
  EXPECT_EQ(text(out / "state.json"), "{}\n") << "a run that has no state";
  EXPECT_FALSE(fs::exists(partial));
}

TEST_F(Folders, WhatIsNotOfARunIsNotTaken) {
  EXPECT_FALSE(files_of_run(out)) << "is not there";
  write(out / "thesis.txt", "precious");
  EXPECT_FALSE(files_of_run(out));
  EXPECT_NE(refusal().find("the folder holds files, and none of a run"), std::string::npos) << refusal();
  for (const char* other : {"{\"status\": 1}", "{\"analysis\": 1}", "[]", "{", ""}) {
    write(out / "summary.json", other);
    EXPECT_FALSE(files_of_run(out)) << other;
    EXPECT_NE(refusal().find("none of a run"), std::string::npos) << other;
  }
  run({}, true);
  EXPECT_EQ(text(out / "thesis.txt"), "precious");
  EXPECT_EQ(text(out / "summary.json.old"), "") << "what had the name is carried over";
  EXPECT_EQ(refusal(), "none") << "now it is ours";
}

TEST_F(Folders, ARunWithoutRowsLeavesNothing) {
  { OutputFolder folder(out); }
  EXPECT_FALSE(fs::exists(out));
  EXPECT_FALSE(fs::exists(partial));
}

// A list in summary.json names files of that folder and no others; one of an older kind has none.
TEST_F(Folders, TheListOfTheLastRunIsReadWithCare) {
  write(out / "summary.json", R"({"status": "done", "analysis": "modes", "files": ["a.csv", "../precious", 7]})");
  EXPECT_EQ(*files_of_run(out), (std::set<std::string>{"a.csv"}));
  write(out / "summary.json", R"({"status": "done", "analysis": "modes"})");
  for (const char* name : {"results.csv", "summary.json", "linear.json", "bode.svg", "frequency_response.csv"})
    EXPECT_TRUE(files_of_run(out)->contains(name)) << name;
  EXPECT_FALSE(files_of_run(out)->contains("compare.csv"));
  fs::remove(out / "summary.json");
  write(out / "compare.json", "{}");
  EXPECT_TRUE(files_of_run(out)->empty()) << "of a comparison, whose files stay";
}

TEST_F(Folders, WhileTheRunGoesOnItsFolderTellsWhatItIs) {
  OutputFolder folder(out);
  folder.prepare({"Mixer", "dynamics", "bricard: 1\n", {{"source.json", "{}"}}, {"rod.*"}});
  UnitSystem units;
  units.length = "mm";
  folder.begin({{"t", dimension::time}, {"rod.x", dimension::length}, {"rod.y", dimension::length}, {"k", dimension::none}},
               units);
  EXPECT_EQ(folder.partial(), partial);
  EXPECT_EQ(names(partial), (std::set<std::string>{"results.partial.csv", "summary.json", "model.bricard.yaml", "source.json"}));
  const Json summary = Json::parse(text(partial / "summary.json"));
  EXPECT_EQ(summary["model"], "Mixer");
  EXPECT_EQ(summary["analysis"], "dynamics");
  EXPECT_EQ(summary["status"], "partial");
  EXPECT_EQ(summary["units"]["columns"], Json::parse(R"({"t": "s", "rod.x": "mm", "rod.y": "mm"})"));
  EXPECT_EQ(summary["files"], Json::parse(R"(["results.partial.csv", "summary.json", "model.bricard.yaml", "source.json"])"));
  EXPECT_NE(refusal().find("another run is writing to this folder"), std::string::npos) << refusal();
  folder.row(std::vector<double>{0, 1, 2, 3});
  Results results;
  results.summary.analysis = "dynamics";
  results.summary.warnings = {"first"};
  results.state = "{\"t\": 0}\n";
  folder.write(results, "bricard: 1\nname: other\n");
  EXPECT_EQ(text(out / "results.csv"), "t,rod.x,rod.y\n0,1000,2000\n");
  EXPECT_EQ(text(out / "model.bricard.yaml"), "bricard: 1\nname: other\n");
  EXPECT_EQ(text(out / "source.json"), "{}");
  EXPECT_EQ(text(out / "state.json"), results.state);
  EXPECT_EQ(Json::parse(text(out / "summary.json"))["files"],
            Json::parse(R"(["results.csv", "summary.json", "model.bricard.yaml", "source.json", "state.json"])"));
  EXPECT_FALSE(fs::exists(partial));
}

TEST_F(Folders, WhatAKilledRunLeftIsTakenAwayAndNothingElse) {
  {
    OutputFolder killed(out);
    killed.prepare({"Mixer", "dynamics", "bricard: 1\n", {{"source.json", "{}"}}, {}});
    killed.begin(columns, {});
    killed.row(std::vector<double>{0, 1});
  }
  EXPECT_FALSE(fs::exists(out));
  EXPECT_EQ(text(partial / "results.partial.csv"), "t,rod.x\n0,1\n") << "its rows are kept";
  write(partial / "summary.json.4711.tmp", "{");
  write(partial / "note.txt", "mine");
  write(partial / "note.txt.4711.tmp", "mine too");
  run();
  EXPECT_EQ(names(out), (std::set<std::string>{"results.csv", "summary.json", "state.json", "model.bricard.yaml", "note.txt",
                                               "note.txt.4711.tmp"}));
  EXPECT_FALSE(fs::exists(partial));
  fs::create_directories(partial);
  write(partial / "note.txt", "of somebody");
  EXPECT_NE(refusal().find("out.partial: error: the folder holds files, and none of a run"), std::string::npos) << refusal();
}

TEST_F(Folders, TheNameMayEndWithASlashAndLeadThroughALink) {
  fs::create_directories(scratch.path() / "real");
  fs::create_directory_symlink(scratch.path() / "real", scratch.path() / "link");
  Results results;
  results.columns = columns;
  for (int i = 0; i < 2; ++i) {  // also where it is there already
    OutputFolder folder(scratch.path() / "link/out/");
    EXPECT_EQ(folder.partial(), fs::canonical(scratch.path()) / "real/out.partial") << "beside it, not in it";
    folder.write(results, "");
    EXPECT_TRUE(fs::exists(scratch.path() / "real/out/results.csv"));
    EXPECT_FALSE(fs::exists(scratch.path() / "real/out.partial"));
  }
}

}  // namespace
}  // namespace bricard
