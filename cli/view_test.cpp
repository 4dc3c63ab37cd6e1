// `bricard view`: what is said where it cannot serve. That it serves is tested in page/server/server_test.cpp.
#include <gtest/gtest.h>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;

class ViewVerbTest : public ProgramTest {
 protected:
  ViewVerbTest() {
    write("rod.bricard.yaml", "bricard: 1\n");
    write("notes.txt", "notes\n");
    fs::create_directories(path("empty"));
  }
  // The message of wrong input.
  std::string wrong(std::vector<std::string> words) {
    words.insert(words.begin(), {"view", "--no-browser"});
    const Ended ended = bricard(std::move(words));
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_EQ(ended.out, "");
    return ended.err;
  }
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
  write("t.csv", "t,x\n0,1\n");
  Setting first = here();
  first.signal = SIGTERM;
  first.signal_after = std::chrono::milliseconds(1500);
  std::string message;
  std::thread second([&] {
    std::string port;
    for (int i = 0; i < 500 && port.empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      const std::string line = text("stdout.txt");
      if (line.ends_with("\n")) port = line.substr(17, line.find('/', 17) - 17);
    }
    fs::create_directories(path("second"));
    Setting there;
    there.folder = path("second");
    message = bricard({"view", "--no-browser", "../t.csv", "--port", port}, there).err;
  });
  const Ended ended = bricard({"view", "--no-browser", "--quiet", "t.csv"}, first);
  second.join();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(message.find("is taken or not allowed"), std::string::npos) << message;
}

}  // namespace
}  // namespace bricard::cli
