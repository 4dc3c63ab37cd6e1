// Tests of `bricard render` as a user meets it: wrong input and exit codes, missing programs, and real pictures where Chromium
// and ffmpeg are installed.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bricard/core/test_paths.hpp"
#include "cli/subprocess.hpp"
#include "page/plot/test_png.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;

const char* const long_rod = R"(bricard: 1
name: Rod
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: 1, inertia: [0.01, 0.08, 0.08], position: [0.5, 0, 0]}
joints:
  pivot: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
analysis: {type: dynamics, duration: 20, output_step: 20 ms}
)";

bool is_installed(const std::string& program) {
  std::stringstream path(std::getenv("PATH") ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(path, folder, ':');)
    if (::access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  return false;
}

class RenderVerb : public testing::Test {
 protected:
  RenderVerb() {
    folder_ = fs::temp_directory_path() / ("bricard_" + std::to_string(::getpid()));  // short: browsers make sockets below it
    fs::create_directories(folder_ / "t");
    std::ofstream(folder_ / "rod.bricard.yaml") << long_rod;
    execute({program_path, "run", "rod.bricard.yaml", "--out", "o", "--quiet"}, setting());
  }
  ~RenderVerb() override { fs::remove_all(folder_); }
  Setting setting() const {
    Setting setting;
    setting.folder = folder_;
    setting.patience = std::chrono::seconds(100);
    return setting;
  }
  std::vector<std::string> words(std::vector<std::string> more, const std::string& variable) const {
    more.insert(more.begin(), {"/usr/bin/env", "-u", "BRICARD_BROWSER", "TMPDIR=" + (folder_ / "t").string(), variable,
                               program_path, "render"});
    return more;
  }
  Ended render(std::vector<std::string> more, const std::string& variable = "LANG=C") const {
    return execute(words(std::move(more), variable), setting());
  }
  std::string text(const std::string& name) const { return text_of(folder_ / name); }
  bool left_something() const { return !fs::is_empty(folder_ / "t"); }
  fs::path folder_;
};

TEST_F(RenderVerb, WrongInputIsTold) {
  const auto fails = [&](std::vector<std::string> words, const std::string& message) {
    const Ended ended = render(std::move(words));
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find(message), std::string::npos) << ended.err;
  };
  std::ofstream(folder_ / "table.csv") << "t,x\n0,1\n";
  fails({}, "the folder of the results is missing");
  fails({"nowhere"}, "nowhere: error: there is no such folder");
  fails({"table.csv", "--out", "x.png"}, "there is no model in it");
  fails({"o", "o"}, "one folder of results is expected");
  fails({"o", "--view", "frnt"},
        "--view: iso, front, back, left, right, top, bottom or plane is expected, found `frnt`; did you "
        "mean `front`?");
  fails({"o", "--theme", "blue"}, "--theme: light or dark is expected");
  fails({"o", "--out", "x.avi"}, "a file that ends in .png, .gif or .mp4 is expected");
  fails({"o", "--out", "nowhere/x.png"}, "`nowhere` is not a folder");
  fails({"o", "--time", "21"}, "--time: the results go from t = 0 to 20, found `21`");
  fails({"o", "--time", "early"}, "--time: a number is expected");
  fails({"o", "--time", "3 mm"}, "the unit `mm` does not fit t");
  fails({"o", "--time", "1", "--out", "x.mp4"}, "--time: is for pictures");
  fails({"o", "--speed", "2"}, "--speed: is for videos");
  fails({"o", "--rate", "0", "--out", "x.gif"}, "--rate: a number from 1 to 120 is expected, found `0`");
  fails({"o", "--speed", "0.001", "--out", "x.mp4"}, "600000 pictures are too many");
  fails({"o", "--size", "10x10"}, "each side must be between 64 and 4096");
  fails({"o", "--mode", "1"}, "these results have no modes; compute them: bricard modes MODEL");
  EXPECT_FALSE(left_something());
}

TEST_F(RenderVerb, MissingProgramsAreNamed) {
  const Ended browser = render({"o", "--out", "x.png"}, "PATH=/nowhere");
  EXPECT_EQ(browser.code, 1);
  EXPECT_NE(browser.err.find("Chromium is missing"), std::string::npos) << browser.err;
  EXPECT_NE(browser.err.find("apt-get install chromium"), std::string::npos);
  const Ended encoder = render({"o", "--out", "x.mp4"}, "PATH=/nowhere");
  EXPECT_EQ(encoder.code, 1);
  EXPECT_NE(encoder.err.find("ffmpeg is missing"), std::string::npos) << encoder.err;
  EXPECT_NE(encoder.err.find("apt-get install ffmpeg"), std::string::npos);
  const Ended wish = render({"o", "--out", "x.png"}, "BRICARD_BROWSER=/nowhere/browser");
  EXPECT_EQ(wish.code, 1);
  EXPECT_NE(wish.err.find("BRICARD_BROWSER names /nowhere/browser"), std::string::npos) << wish.err;
  EXPECT_FALSE(left_something());
  EXPECT_FALSE(fs::exists(folder_ / "x.png"));
}

TEST_F(RenderVerb, APictureOfTheMechanism) {
  if (!is_installed("chromium")) GTEST_SKIP() << "needs chromium, which is not installed";
  const Ended ended = render({"o", "--view", "front", "--time", "1.5 s", "--size", "320x200"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.out, "o/render.png: 320x200\n");
  const std::string png = text("o/render.png");
  ASSERT_TRUE(png.starts_with("\x89PNG\r\n\x1a\n"));
  EXPECT_EQ(number_at(png, 16), 320);
  EXPECT_EQ(number_at(png, 20), 200);
  EXPECT_GT(png.size(), 2000u);  // not one color
  EXPECT_FALSE(left_something());
}

TEST_F(RenderVerb, AVideoTellsHowFastItIs) {
  if (!is_installed("chromium") || !is_installed("ffmpeg")) GTEST_SKIP() << "needs chromium and ffmpeg, which are not installed";
  const Ended ended = render({"o", "--out", "x.mp4", "--size", "161x91", "--rate", "5", "--speed", "10"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.out, "x.mp4: 162x92, 10 pictures, 2 s, 10 times faster than real time\n");
  EXPECT_EQ(text("x.mp4").substr(4, 4), "ftyp");
  EXPECT_FALSE(left_something());
}

TEST_F(RenderVerb, CtrlCEndsBrowserAndEncoder) {
  if (!is_installed("chromium") || !is_installed("ffmpeg")) GTEST_SKIP() << "needs chromium and ffmpeg, which are not installed";
  Setting interrupted = setting();
  interrupted.signal = SIGINT;
  interrupted.signal_after = std::chrono::milliseconds(1500);
  const Ended ended = execute(words({"o", "--out", "x.mp4", "--rate", "60"}, "LANG=C"), interrupted);
  EXPECT_EQ(ended.code, 1) << ended.err;
  EXPECT_EQ(ended.err, "bricard: interrupted; nothing was written\n");
  EXPECT_FALSE(fs::exists(folder_ / "x.mp4"));
  EXPECT_FALSE(left_something());
}

}  // namespace
}  // namespace bricard::cli
