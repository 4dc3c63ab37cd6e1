// What a run writes while it goes on, and how its folder takes the place of another.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "bricard/core/error.hpp"
#include "bricard/results/replace_folder.hpp"
#include "bricard/results/row_file.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  FilesTest() : folder_(fs::temp_directory_path() / ("bricard_files_" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~FilesTest() override { fs::remove_all(folder_); }
  fs::path path(const std::string& name) const { return folder_ / name; }
  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  static std::string text(const fs::path& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static int open_files() { return static_cast<int>(std::distance(fs::directory_iterator("/proc/self/fd"), {})); }

 private:
  fs::path folder_;
};

const std::vector<ResultColumn> columns{{"t", dimension::time}, {"rod.x", dimension::length}, {"rod.y", dimension::length}};

TEST_F(FilesTest, RowsAreWrittenInTheUnitsOfTheFile) {
  UnitSystem units;
  units.length = "mm";
  RowFile file(path("results.csv"), {"t", "rod.y"});
  EXPECT_FALSE(file.has_begun());
  file.begin(columns, units);
  EXPECT_TRUE(file.has_begun());
  ASSERT_EQ(file.columns().size(), 2u);
  EXPECT_EQ(file.columns()[1].name, "rod.y");
  file.row(std::vector<double>{0, 1, 2});
  file.row(std::vector<double>{0.5, 1, 0.25});
  file.finish();
  EXPECT_EQ(text(path("results.csv")), "t,rod.y\n0,2000\n0.5,250\n");
  EXPECT_TRUE(file.warnings().empty());
  EXPECT_FALSE(file.failed());
}

// Half a million numbers, more than are kept in memory; also where nobody says that the run is over.
TEST_F(FilesTest, ManyRowsComeInOrder) {
  const int rows = 50'000;
  const int before = open_files();
  {
    RowFile file(path("results.csv"), {});
    file.begin(columns, {});
    for (int i = 0; i < rows; ++i) file.row(std::vector<double>{static_cast<double>(i), 0.125, 7});
  }
  EXPECT_EQ(open_files(), before);
  std::ifstream file(path("results.csv"));
  std::string line;
  std::getline(file, line);
  int count = 0;
  while (std::getline(file, line)) {
    ASSERT_EQ(line, std::to_string(count) + ",0.125,7");
    ++count;
  }
  EXPECT_EQ(count, rows);
}

// A killed program loses a second at most.
TEST_F(FilesTest, RowsReachTheFileWhileTheRunGoesOn) {
  RowFile file(path("results.csv"), {});
  file.begin(columns, {});
  file.row(std::vector<double>{0, 1, 2});
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (text(path("results.csv")) != "t,rod.x,rod.y\n0,1,2\n" && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(text(path("results.csv")), "t,rod.x,rod.y\n0,1,2\n");
}

TEST_F(FilesTest, WhereNothingCanBeWrittenIsAnError) {
  try {
    RowFile file(path("not there/results.csv"), {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("not there/results.csv: error: the file cannot be written: No such file"),
              std::string::npos)
        << error.what();
  }
  // A device that is always full.
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  RowFile full("/dev/full", {});
  full.begin(columns, {});
  EXPECT_THROW(
      {
        full.row(std::vector<double>{0, 1, 2});
        full.finish();
      },
      Error);
  EXPECT_TRUE(full.failed());
  EXPECT_THROW(put_on_disk(path("nothing")), Error);
}

TEST_F(FilesTest, AFolderTakesThePlaceOfAnother) {
  const auto is_ours = [](const std::string& name) { return name == "results.csv" || name == "old.csv"; };
  write(path("made/results.csv"), "new");
  const int before = open_files();
  replace_folder(path("made"), path("place"), is_ours);
  EXPECT_EQ(text(path("place/results.csv")), "new");
  EXPECT_FALSE(fs::exists(path("made")));

  // Ours go, a note of the user stays, and one whose name is taken now gets another.
  write(path("place/old.csv"), "ours");
  write(path("place/note.txt"), "mine");
  write(path("place/plot.svg"), "mine too");
  write(path("place/plot.svg.old"), "and this");
  write(path("made/results.csv"), "newer");
  write(path("made/plot.svg"), "of the run");
  struct stat made {
  }, place{};
  ASSERT_EQ(stat(path("made").c_str(), &made), 0);
  replace_folder(path("made"), path("place"), is_ours);
  ASSERT_EQ(stat(path("place").c_str(), &place), 0);
  EXPECT_EQ(made.st_ino, place.st_ino) << "in one step: nobody sees half of it";
  EXPECT_EQ(text(path("place/results.csv")), "newer");
  EXPECT_EQ(text(path("place/note.txt")), "mine");
  EXPECT_EQ(text(path("place/plot.svg")), "of the run");
  EXPECT_EQ(text(path("place/plot.svg.old")), "and this");
  EXPECT_EQ(text(path("place/plot.svg.old2")), "mine too");
  EXPECT_FALSE(fs::exists(path("place/old.csv")));
  EXPECT_FALSE(fs::exists(path("made")));
  EXPECT_EQ(open_files(), before) << "a file was left open";
}

// The current folder cannot be exchanged: it is filled file by file.
TEST_F(FilesTest, TheCurrentFolderIsFilled) {
  const auto is_ours = [](const std::string& name) { return name == "old.csv"; };
  write(path("place/old.csv"), "ours");
  write(path("place/note.txt"), "mine");
  write(path("place/plot.svg"), "mine too");
  write(path("made/results.csv"), "new");
  write(path("made/plot.svg"), "of the run");
  const fs::path here = fs::current_path();
  fs::current_path(path("place"));
  replace_folder(path("made"), path("place"), is_ours);
  const bool stays = fs::exists("results.csv");
  fs::current_path(here);
  EXPECT_TRUE(stays) << "the folder is another one";
  EXPECT_EQ(text(path("place/results.csv")), "new");
  EXPECT_EQ(text(path("place/note.txt")), "mine");
  EXPECT_EQ(text(path("place/plot.svg")), "of the run");
  EXPECT_EQ(text(path("place/plot.svg.old")), "mine too");
  EXPECT_FALSE(fs::exists(path("place/old.csv")));
  EXPECT_FALSE(fs::exists(path("made")));
}

}  // namespace
}  // namespace bricard
