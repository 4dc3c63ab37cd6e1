// `bricard view`: what is said where it cannot serve. That it serves is tested in page/server/server_test.cpp.
#include <gtest/gtest.h>

#include "bricard/core/test_paths.hpp"
#include "cli/subprocess.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;

class ViewVerbTest : public testing::Test {
 protected:
  ViewVerbTest() {
    fs::create_directories(setting_.folder);
    std::ofstream(setting_.folder / "rod.bricard.yaml") << "bricard: 1\n";
    std::ofstream(setting_.folder / "notes.txt") << "notes\n";
    fs::create_directories(setting_.folder / "empty");
  }
  ~ViewVerbTest() override { fs::remove_all(setting_.folder); }
  // The message of wrong input.
  std::string wrong(std::vector<std::string> words) {
    words.insert(words.begin(), {program_path, "view", "--no-browser"});
    const Ended ended = execute(words, setting_);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_EQ(ended.out, "");
    return ended.err;
  }
  Setting setting_{.folder = fs::temp_directory_path() / ("bricard_view_verb_" + std::to_string(::getpid()))};
};

TEST_F(ViewVerbTest, WrongInput) {
  EXPECT_EQ(wrong({}), "bricard: error: a model or a folder of results is missing; see bricard view --help\n");
  EXPECT_EQ(wrong({"none.yaml"}), "none.yaml: error: there is no such file or folder\n");
  EXPECT_NE(wrong({"notes.txt"}).find("notes.txt: error: is neither a model nor a folder of results"), std::string::npos);
  EXPECT_NE(wrong({"empty"}).find("there are no results in it"), std::string::npos);
  for (const char* port : {"0", "65536", "-1", "x", ""})
    EXPECT_NE(wrong({"rod.bricard.yaml", std::string("--port=") + port}).find("bricard: error: --port: "), std::string::npos)
        << port;
}

TEST_F(ViewVerbTest, ATakenPortIsSaid) {
  std::ofstream(setting_.folder / "t.csv") << "t,x\n0,1\n";
  Setting first = setting_;
  first.signal = SIGTERM;
  first.signal_after = std::chrono::milliseconds(1500);
  std::string message;
  std::thread second([&] {
    std::string port;
    for (int i = 0; i < 500 && port.empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      const std::string line = text_of(setting_.folder / "stdout.txt");
      if (line.ends_with("\n")) port = line.substr(17, line.find('/', 17) - 17);
    }
    fs::create_directories(setting_.folder / "second");
    Setting there;
    there.folder = setting_.folder / "second";
    message = execute({program_path, "view", "--no-browser", "../t.csv", "--port", port}, there).err;
  });
  const Ended ended = execute({program_path, "view", "--no-browser", "--quiet", "t.csv"}, first);
  second.join();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(message.find("is taken or not allowed"), std::string::npos) << message;
}

}  // namespace
}  // namespace bricard::cli
