// Tests of rendering: when pictures are taken, the server that takes them, programs beside this one, and a real browser with a
// page that draws plain rectangles.
#include "page/render/headless.hpp"

#include <gtest/gtest.h>
#include <httplib.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "page/plot/test_png.hpp"
#include "page/processes/companion.hpp"
#include "page/render/frame_server.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string text_of(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class RenderTest : public testing::Test {
 protected:
  RenderTest() {
    std::signal(SIGPIPE, SIG_IGN);
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("bricard_render_" + std::to_string(::getpid()) + "_" + test->name());
    fs::create_directories(folder_);
  }
  ~RenderTest() override { fs::remove_all(folder_); }
  fs::path path(const char* name) const { return folder_ / name; }
  std::size_t files() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})); }

 private:
  fs::path folder_;
};

// ---- times

TEST(VideoTimes, RealTimeWhereItIsThreeToTenSeconds) {
  const VideoTimes video = video_times(0, 5, 1, 30, 0);
  EXPECT_EQ(video.times.size(), 150u);
  EXPECT_DOUBLE_EQ(video.seconds, 5);
  EXPECT_DOUBLE_EQ(video.speed, 1);
  EXPECT_EQ(video.times.front(), 0);
  EXPECT_EQ(video.times.back(), 5);
  for (std::size_t i = 1; i < 150; ++i) EXPECT_NEAR(video.times[i] - video.times[i - 1], 5.0 / 149, 1e-12);
}

TEST(VideoTimes, ShortRunsAreSlowedAndLongOnesHurried) {
  EXPECT_DOUBLE_EQ(video_times(0, 0.3, 1, 30, 0).seconds, 3);
  EXPECT_NEAR(video_times(0, 0.3, 1, 30, 0).speed, 0.1, 1e-12);
  EXPECT_DOUBLE_EQ(video_times(10, 110, 1, 20, 0).seconds, 10);
  EXPECT_NEAR(video_times(10, 110, 1, 20, 0).speed, 10, 1e-12);
  EXPECT_NEAR(video_times(0, 4000, 1e-3, 30, 0).speed, 1, 1e-12);  // in ms
}

TEST(VideoTimes, SpeedIsKeptAndWhatIsNotTimeTakesFiveSeconds) {
  EXPECT_DOUBLE_EQ(video_times(0, 60, 1, 30, 4).seconds, 15);
  EXPECT_NEAR(video_times(0, 60, 1, 30, 4).speed, 4, 1e-12);
  const VideoTimes sweep = video_times(100, -100, 0, 30, 0);
  EXPECT_DOUBLE_EQ(sweep.seconds, 5);
  EXPECT_EQ(sweep.speed, 0);
  EXPECT_EQ(sweep.times.front(), 100);
  EXPECT_EQ(sweep.times.back(), -100);
  EXPECT_EQ(video_times(2, 2, 1, 30, 0).times.size(), 150u);  // one row: it stands still
}

TEST(VideoTimes, ModesGoRoundWithoutAStop) {
  const VideoTimes video = mode_times(10, 2);
  ASSERT_EQ(video.times.size(), 40u);
  EXPECT_DOUBLE_EQ(video.seconds, 4);
  for (int i = 0; i < 40; ++i) EXPECT_NEAR(video.times[i], (i % 20) / 20.0, 1e-12);
}

// ---- companions

TEST_F(RenderTest, ProgramsAreFoundOnThePath) {
  EXPECT_TRUE(find_program({"no_such_program", "sh"}));
  EXPECT_FALSE(find_program({"no_such_program"}));
  EXPECT_EQ(find_program({"/bin/sh"}), "/bin/sh");
  EXPECT_FALSE(find_program({"/bin"}));
}

TEST_F(RenderTest, ACompanionIsFedAndEnds) {
  Companion cat({"/bin/sh", "-c", "cat > \"$PLACE\"; echo told >&2; exit 3"}, path("log"), {{"PLACE", path("copy").string()}});
  const std::string much(3'000'000, 'x');  // more than a pipe holds
  EXPECT_TRUE(cat.write(much));
  EXPECT_FALSE(cat.ended());
  cat.end_input();
  for (int i = 0; i < 500 && !cat.ended(); ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(cat.ended(), 3);
  EXPECT_EQ(text_of(path("copy")), much);
  EXPECT_EQ(text_of(path("log")), "told\n");
  EXPECT_FALSE(cat.write("more"));
}

TEST_F(RenderTest, ACompanionEndsWithItsOwnerAndAllItHasStarted) {
  {
    Companion shell({"/bin/sh", "-c", "sleep 100 & echo $! > \"$PLACE\"; wait"}, path("log"), {{"PLACE", path("pid").string()}});
    for (int i = 0; i < 500 && text_of(path("pid")).empty(); ++i) std::this_thread::sleep_for(10ms);
  }
  const int grandchild = std::stoi(text_of(path("pid")));
  bool gone = false;
  for (int i = 0; i < 200 && !gone; ++i) {
    std::this_thread::sleep_for(10ms);
    const std::string state = text_of("/proc/" + std::to_string(grandchild) + "/stat");
    gone = state.empty() || state.find(") Z ") != std::string::npos;
  }
  EXPECT_TRUE(gone);
}

// ---- the server

const std::string png_start = "\x89PNG\r\n\x1a\n";

struct Address {
  int port;
  std::string token;
  explicit Address(const std::string& text) {
    const std::size_t colon = text.rfind(':'), slash = text.find('/', colon);
    port = std::stoi(text.substr(colon + 1, slash - colon - 1));
    token = text.substr(text.find("token=") + 6);
  }
};

TEST_F(RenderTest, TheServerTakesPicturesInOrder) {
  FrameServer server(3);
  server.serve("<p>page</p>");
  const Address at(server.address());
  httplib::Client client("127.0.0.1", at.port);
  const auto page = client.Get("/?token=" + at.token);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->body, "<p>page</p>");
  EXPECT_FALSE(server.next(1ms));
  for (const char* n : {"1", "0", "2"}) EXPECT_EQ(client.Put(server.post() + "&n=" + n, png_start + n, "image/png")->status, 204);
  for (const char* n : {"0", "1", "2"}) EXPECT_EQ(server.next(1s), png_start + n);
  EXPECT_EQ(client.Put(server.post() + "&done=1", "", "text/plain")->status, 204);
}

TEST_F(RenderTest, TheServerRefusesWhatItDidNotAskFor) {
  FrameServer server(3);
  server.serve("page");
  const Address at(server.address());
  httplib::Client client("127.0.0.1", at.port);
  EXPECT_EQ(client.Get("/")->status, 403);
  EXPECT_EQ(client.Get("/?token=1234")->status, 403);
  EXPECT_EQ(client.Get("/?token=" + at.token, {{"Host", "example.org"}})->status, 403);
  EXPECT_EQ(client.Put("/frame?token=x&n=0", png_start, "image/png")->status, 403);
  for (const char* n : {"3", "-1", "x", "", "1x"})
    EXPECT_EQ(client.Put(server.post() + "&n=" + n, png_start, "image/png")->status, 400) << n;
  EXPECT_EQ(client.Put(server.post() + "&n=0", "no picture", "image/png")->status, 400);
  EXPECT_FALSE(server.next(1ms));
}

TEST_F(RenderTest, AnErrorOfThePageIsTold) {
  FrameServer server(3);
  server.serve("page");
  httplib::Client client("127.0.0.1", Address(server.address()).port);
  EXPECT_EQ(client.Put(server.post() + "&error=1", "there is no WebGL", "text/plain")->status, 204);
  try {
    server.next(1s);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "the page could not draw: there is no WebGL");
  }
}

TEST_F(RenderTest, ASlowTakerHoldsTheBrowserBack) {
  FrameServer server(100);
  server.serve("page");
  const int port = Address(server.address()).port;
  std::atomic<int> sent = 0;
  std::thread browser([&] {
    httplib::Client client("127.0.0.1", port);
    for (int n = 0; n < 30; ++n, ++sent) client.Put(server.post() + "&n=" + std::to_string(n), png_start, "image/png");
  });
  std::this_thread::sleep_for(300ms);
  EXPECT_LE(sent, 10);
  for (int n = 0; n < 30; ++n) EXPECT_TRUE(server.next(5s));
  browser.join();
}

// ---- a real browser

// Draws one rectangle for each time, as wide as the time says.
const char* const page_of_rectangles =
    R"(<!doctype html><script id="bricard-report" type="application/json">{"runs":{}}</script><script>
const order = JSON.parse(document.getElementById('bricard-report').textContent).render;
(async () => {
  const canvas = document.createElement('canvas');
  canvas.width = order.width; canvas.height = order.height;
  const pen = canvas.getContext('2d');
  for (const [n, time] of order.times.entries()) {
    if (time < 0) { await fetch(order.post + '&error=1', {method: 'PUT', body: 'time runs backward'}); return; }
    pen.fillStyle = '#fff'; pen.fillRect(0, 0, order.width, order.height);
    pen.fillStyle = '#06c'; pen.fillRect(0, 0, order.width * time, order.height);
    const body = order.raw ? pen.getImageData(0, 0, order.width, order.height).data : await new Promise((give) => canvas.toBlob(give, 'image/png'));
    await fetch(order.post + '&n=' + n, {method: 'PUT', body});
  }
  await fetch(order.post + '&done=1', {method: 'PUT'});
})();
</script>)";

#define NEEDS(what) \
  if (!find_program(what)) GTEST_SKIP() << "needs " << what.front() << ", which is not installed"
const std::vector<std::string> browsers{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"},
    encoders{"ffmpeg"};

class RealRender : public RenderTest {
 protected:
  RenderOptions options(const char* file, std::vector<double> times) const {
    RenderOptions options;
    options.width = 160, options.height = 90;
    options.times = std::move(times);
    options.rate = 10;
    options.out = path(file);
    return options;
  }
  static bool render_all(const RenderOptions& options) {
    return render([] { return page_of_rectangles; }, options, [](double) { return true; });
  }
};

TEST_F(RealRender, APicture) {
  NEEDS(browsers);
  ASSERT_TRUE(render_all(options("x.png", {0.5})));
  const std::string png = text_of(path("x.png"));
  ASSERT_TRUE(png.starts_with(png_start));
  EXPECT_EQ(number_at(png, 16), 160);
  EXPECT_EQ(number_at(png, 20), 90);
  EXPECT_EQ(files(), 1u);
}

TEST_F(RealRender, Videos) {
  NEEDS(browsers);
  NEEDS(encoders);
  std::vector<double> times;
  for (int i = 0; i < 12; ++i) times.push_back(i / 11.0);
  for (const char* file : {"x.mp4", "x.gif"}) {
    double last = -1;
    ASSERT_TRUE(render([] { return page_of_rectangles; }, options(file, times),
                       [&](double fraction) {
                         EXPECT_GE(fraction, last);
                         last = fraction;
                         return true;
                       }));
    EXPECT_EQ(last, 1);
  }
  EXPECT_EQ(files(), 2u);
  const std::string gif = text_of(path("x.gif")), mp4 = text_of(path("x.mp4"));
  EXPECT_TRUE(gif.starts_with("GIF89a"));
  EXPECT_EQ(static_cast<unsigned char>(gif[6]), 160);
  EXPECT_EQ(mp4.substr(4, 4), "ftyp");
  EXPECT_LT(mp4.find("moov"), mp4.find("mdat"));  // it can be shown before it is all there
}

TEST_F(RealRender, TroubleAndCtrlCLeaveNothing) {
  NEEDS(browsers);
  NEEDS(encoders);
  try {
    render_all(options("x.mp4", {0.1, 0.2, -1}));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "the page could not draw: time runs backward");
  }
  EXPECT_FALSE(render([] { return page_of_rectangles; }, options("x.mp4", std::vector<double>(500, 0.5)),
                      [](double fraction) { return fraction < 0.004; }));
  EXPECT_EQ(files(), 0u);
}

TEST_F(RealRender, ABrowserThatIsNoneIsTold) {
  const char* const before = std::getenv("BRICARD_BROWSER");
  const std::string kept = before ? before : "";
  const auto message = [&](const char* browser) -> std::string {
    setenv("BRICARD_BROWSER", browser, 1);
    try {
      render_all(options("x.png", {0}));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("/no/such/browser"), "BRICARD_BROWSER names /no/such/browser, which is not a program");
  std::ofstream(path("browser")) << "#!/bin/sh\necho no display >&2\nexit 1\n";
  fs::permissions(path("browser"), fs::perms::owner_all);
  EXPECT_EQ(message(path("browser").c_str()), "the browser has ended too early: no display");
  before ? setenv("BRICARD_BROWSER", kept.c_str(), 1) : unsetenv("BRICARD_BROWSER");
}

}  // namespace
}  // namespace bricard::page
