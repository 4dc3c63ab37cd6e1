#include "page/render/headless.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "bricard/results/atomic_file.hpp"
#include "page/processes/companion.hpp"
#include "page/render/frame_server.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto patience = 60s;  // without a picture

fs::path browser_program() {
  const char* const wish = std::getenv("BRICARD_BROWSER");
  if (wish && *wish) {
    if (const auto found = find_program({wish})) return *found;
    throw std::runtime_error(fmt::format("BRICARD_BROWSER names {}, which is not a program", wish));
  }
  const auto found = find_program({"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"});
  if (found) return *found;
  throw std::runtime_error(
      "Chromium is missing, which draws the pictures: apt-get install chromium, or name another in BRICARD_BROWSER");
}

fs::path encoder_program() {
  if (const auto found = find_program({"ffmpeg"})) return *found;
  throw std::runtime_error("ffmpeg is missing, which makes the video: apt-get install ffmpeg, or render a .png");
}

// A folder of its own, gone with it. The browser makes sockets in it, whose names have at most 107 letters, and may still be
// writing when it is killed.
class PrivateFolder {
 public:
  PrivateFolder() {
    const fs::path wish = fs::temp_directory_path(), base = wish.string().size() < 40 ? wish : fs::path("/tmp");
    std::string name = (base / "bricard_XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no folder can be made in " + base.string());
    path_ = name;
  }
  ~PrivateFolder() {
    std::error_code error;
    for (int i = 0; i < 40; ++i) {
      fs::remove_all(path_, error);
      if (!fs::exists(path_, error)) return;
      std::this_thread::sleep_for(50ms);
    }
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  fs::path operator/(const char* name) const { return path_ / name; }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string last_lines(const fs::path& log) {
  std::stringstream text;
  text << std::ifstream(log).rdbuf();
  std::string all = text.str();
  if (all.size() > 600) all = "..." + all.substr(all.size() - 600);
  while (all.ends_with('\n')) all.pop_back();
  return all.empty() ? "it says nothing" : all;
}

bool is_video(const RenderOptions& options) { return options.out.extension() != ".png"; }

// Bytes of a picture of a video: nobody packs what the next program unpacks.
std::size_t raw_size(const RenderOptions& options) {
  return is_video(options) ? std::size_t(4) * static_cast<std::size_t>(options.width) * static_cast<std::size_t>(options.height)
                           : 0;
}

// Puts the order into the data of the report, which begin with `{`.
std::string with_order(const std::string& html, const RenderOptions& options, const std::string& post) {
  constexpr std::string_view slot = R"(<script id="bricard-report" type="application/json">{)";
  const std::size_t at = html.find(slot);
  if (at == std::string::npos) throw std::logic_error("the report has no data");
  const nlohmann::json order{
      {"view", options.view}, {"width", options.width}, {"height", options.height}, {"times", options.times},
      {"mode", options.mode}, {"theme", options.theme}, {"raw", is_video(options)}, {"post", post}};
  return html.substr(0, at + slot.size()) + "\"render\":" + order.dump() + "," + html.substr(at + slot.size());
}

std::vector<std::string> browser_words(const RenderOptions& options, const PrivateFolder& folder, const std::string& address) {
  std::vector<std::string> words{browser_program().string(), "--headless", "--disable-gpu", "--enable-unsafe-swiftshader"};
  for (const char* word :
       {"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
        "--disable-default-apps", "--disable-breakpad", "--no-first-run", "--no-default-browser-check", "--mute-audio",
        "--hide-scrollbars", "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
        "--disable-backgrounding-occluded-windows", "--disable-dev-shm-usage", "--force-device-scale-factor=1"})
    words.emplace_back(word);
  if (::geteuid() == 0) words.emplace_back("--no-sandbox");  // which Chromium refuses to set up as root
  words.push_back("--user-data-dir=" + (folder / "profile").string());
  words.push_back(fmt::format("--window-size={},{}", options.width, options.height));
  words.push_back(address);
  return words;
}

// ffmpeg, from pictures at its standard input to a file.
std::vector<std::string> encoder_words(const RenderOptions& options, const fs::path& file) {
  // Rows come from below.
  std::vector<std::string> words{encoder_program().string(),
                                 "-hide_banner",
                                 "-loglevel",
                                 "error",
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pix_fmt",
                                 "rgba",
                                 "-s",
                                 fmt::format("{}x{}", options.width, options.height),
                                 "-framerate",
                                 fmt::format("{:g}", options.rate),
                                 "-i",
                                 "-"};
  const std::vector<std::string> gif{
      "-filter_complex",
      "vflip,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:"
      "diff_mode=rectangle",
      "-loop",
      "0",
      "-f",
      "gif"};
  const std::vector<std::string> mp4{"-vf",     "vflip", "-c:v", "libx264",   "-preset",    "veryfast", "-pix_fmt",
                                     "yuv420p", "-crf",  "18",   "-movflags", "+faststart", "-f",       "mp4"};
  const std::vector<std::string>& form = options.out.extension() == ".gif" ? gif : mp4;
  words.insert(words.end(), form.begin(), form.end());
  words.push_back(file.string());
  return words;
}

// The pictures of the order, one after the other.
class Drawing {
 public:
  Drawing(const std::string& html, const RenderOptions& options, const PrivateFolder& folder)
      : server_(options.times.size(), raw_size(options)), log_(folder / "browser.log") {
    server_.serve(with_order(html, options, server_.post()));
    const std::string home = folder.path().string();  // nothing is left in the user's folders
    browser_.emplace(browser_words(options, folder, server_.address()), log_,
                     Companion::Environment{{"HOME", home}, {"TMPDIR", home}});
  }

  // Nothing: progress() asks to leave off.
  std::optional<std::string> next(const std::function<bool()>& progress) {
    for (const auto start = Clock::now(); progress();) {
      if (auto png = server_.next(100ms)) return png;
      if (browser_->ended()) throw std::runtime_error("the browser has ended too early: " + last_lines(log_));
      if (Clock::now() - start > patience)
        throw std::runtime_error(fmt::format("the browser has drawn nothing for {} s: {}", patience.count(), last_lines(log_)));
    }
    return {};
  }

 private:
  FrameServer server_;
  fs::path log_;
  std::optional<Companion> browser_;
};

// A file beside its place, which appears there by commit(), and is gone without.
class Rising {
 public:
  explicit Rising(const fs::path& out)
      : out_(out), temporary_(out.parent_path() / fmt::format(".{}.{}", out.filename().string(), ::getpid())) {}
  ~Rising() {
    std::error_code error;
    fs::remove(temporary_, error);
  }
  Rising(const Rising&) = delete;
  Rising& operator=(const Rising&) = delete;
  const fs::path& temporary() const { return temporary_; }
  void commit() const { fs::rename(temporary_, out_); }

 private:
  fs::path out_, temporary_;
};

void wait_for_end(Companion& encoder, const fs::path& log, const std::function<bool()>& progress, bool& stopped) {
  const auto start = Clock::now();
  while (!encoder.ended()) {
    if (!progress()) {
      stopped = true;
      return;
    }
    if (Clock::now() - start > 10 * patience) throw std::runtime_error("ffmpeg does not come to an end");
    std::this_thread::sleep_for(20ms);
  }
  if (*encoder.ended() != 0) throw std::runtime_error("ffmpeg has failed: " + last_lines(log));
}

}  // namespace

VideoTimes video_times(double first, double last, double unit, double rate, double speed) {
  VideoTimes video;
  const double real = std::abs(last - first) * unit;  // s
  if (unit > 0 && real > 0) {
    video.seconds = speed > 0 ? real / speed : std::clamp(real, 3.0, 10.0);
  } else {
    video.seconds = 5 / (speed > 0 ? speed : 1);
  }
  const auto count = static_cast<std::size_t>(std::max(2.0, std::round(std::min(rate * video.seconds, 1e7))));
  for (std::size_t i = 0; i < count; ++i)
    video.times.push_back(i + 1 == count ? last
                                         : first + (last - first) * static_cast<double>(i) / static_cast<double>(count - 1));
  video.seconds = static_cast<double>(count) / rate;
  video.speed = real / video.seconds;
  return video;
}

VideoTimes mode_times(double rate, int periods) {
  VideoTimes video;
  const auto count = static_cast<int>(std::max(8.0, std::round(2 * rate)));
  for (int i = 0; i < periods * count; ++i) video.times.push_back(static_cast<double>(i % count) / count);
  video.seconds = periods * count / rate;
  return video;
}

bool render(const std::function<std::string()>& html, const RenderOptions& options, const RenderProgress& progress) {
  const bool is_video = page::is_video(options);
  if (is_video) encoder_program();  // before anything is drawn
  browser_program();
  const PrivateFolder folder;
  const Rising file(options.out);
  const fs::path log = folder / "encoder.log";
  std::optional<Companion> encoder;
  if (is_video) encoder.emplace(encoder_words(options, file.temporary()), log);
  std::size_t taken = 0;
  const std::size_t count = options.times.size();
  const auto go_on = [&] { return progress(static_cast<double>(taken) / static_cast<double>(count)); };
  {
    Drawing drawing(html(), options, folder);
    for (; taken < count; ++taken) {
      const std::optional<std::string> png = drawing.next(go_on);
      if (!png) return false;
      if (!is_video) {
        write_file(options.out, *png);
        return true;
      }
      if (!encoder->write(*png)) break;  // it has ended, and says why
    }
  }
  encoder->end_input();
  bool stopped = false;
  wait_for_end(*encoder, log, go_on, stopped);
  if (stopped) return false;
  if (taken < count) throw std::runtime_error("ffmpeg has taken too few pictures: " + last_lines(log));
  if (!go_on()) return false;  // all are done, which an encoder that ended at once has not let anyone see
  file.commit();
  return true;
}

}  // namespace bricard::page
