// Files that a model names, where they must lie in a folder: links and `..` do not lead out of it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "bricard/io/formats.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;

class WithinTest : public testing::Test {
 protected:
  WithinTest() {
    for (const char* each : {"inside/parts", "outside", "inside_too"}) fs::create_directories(root_ / each);
    write("inside/d.csv", "0,0\n1,5\n");
    write("outside/d.csv", "0,0\n1,7\n");
    write("inside_too/d.csv", "0,0\n1,7\n");
  }
  ~WithinTest() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(root_ / name) << text; }
  std::string inside() const { return (root_ / "inside").string(); }
  // The last value of the table, or the faults.
  std::string last(const std::string& file) const { return answer("bricard: 1\ntables: {d: {file: \"" + file + "\"}}\n"); }
  std::string answer(const std::string& text) const {
    try {
      const Model model = read_yaml_text(text, "m.yaml", (root_ / "outside").string(), {}, inside());
      return std::to_string(static_cast<int>(model.tables.at(0).points.back()[1]));
    } catch (const Error& error) {
      return error.what();
    }
  }
  bool refuses(const std::string& answer) const { return answer.find("lies outside of the folder") != std::string::npos; }

  fs::path root_ = fs::canonical(fs::temp_directory_path()) / ("bricard_within_test_" + std::to_string(::getpid()));
};

TEST_F(WithinTest, FilesAreLookedForInTheFolder) {
  EXPECT_EQ(last("d.csv"), "5");
  EXPECT_EQ(last("parts/../d.csv"), "5");
  EXPECT_EQ(last((root_ / "inside/d.csv").string()), "5");
}

TEST_F(WithinTest, NoWayLeadsOut) {
  for (const std::string& way : std::vector<std::string>{"../outside/d.csv", (root_ / "outside/d.csv").string(), "/etc/passwd",
                                                         "parts/../../outside/d.csv", "../inside_too/d.csv"}) {
    EXPECT_TRUE(refuses(last(way))) << way << ": " << last(way);
  }
  fs::create_symlink("../outside", root_ / "inside/link");
  fs::create_symlink("../outside/d.csv", root_ / "inside/link.csv");
  EXPECT_TRUE(refuses(last("link/d.csv")));
  EXPECT_TRUE(refuses(last("link.csv")));
  EXPECT_EQ(last("../outside/d.csv").find("m.yaml:2:20: error: tables.d.file: "), 0u) << last("../outside/d.csv");
}

TEST_F(WithinTest, ALinkInsideMayPointInside) {
  fs::create_symlink("../d.csv", root_ / "inside/parts/d.csv");
  EXPECT_EQ(last("parts/d.csv"), "5");
}

TEST_F(WithinTest, PartsAndWhatTheyName) {
  write("outside/part.yaml", "bricard: 1\n");
  write("inside/parts/good.yaml", "bricard: 1\ntables: {d: {file: ../d.csv}}\n");
  write("inside/parts/bad.yaml", "bricard: 1\ntables: {d: {file: ../../outside/d.csv}}\n");
  EXPECT_EQ(answer("bricard: 1\nsubsystems: {s: {file: parts/good.yaml}}\n"), "5");
  EXPECT_TRUE(refuses(answer("bricard: 1\nsubsystems: {s: {file: ../outside/part.yaml}}\n")));
  const std::string bad = answer("bricard: 1\nsubsystems: {s: {file: parts/bad.yaml}}\n");
  EXPECT_TRUE(refuses(bad) && bad.find("parts/bad.yaml:2:20") != std::string::npos) << bad;
}

TEST_F(WithinTest, AModelFileElsewhere) {
  write("outside/m.yaml", "bricard: 1\ntables: {d: {file: d.csv}}\n");
  const std::string path = (root_ / "outside/m.yaml").string();
  EXPECT_EQ(read_model(path).tables[0].points.back()[1], 7);
  EXPECT_EQ(read_model(path, {}, inside()).tables[0].points.back()[1], 5);
}

}  // namespace
}  // namespace bricard
