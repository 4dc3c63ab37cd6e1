// The verb `render`: a picture or a video of the mechanism, drawn by the page in a headless browser.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "bricard/core/error.hpp"
#include "bricard/core/json.hpp"
#include "bricard/core/text.hpp"
#include "bricard/core/units.hpp"
#include "bricard/math/thresholds.hpp"
#include "cli/page_values.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/render/headless.hpp"
#include "page/report/report_page.hpp"
#include "page/results/run_folder.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;
const std::vector<std::string> views{"iso", "front", "back", "left", "right", "top", "bottom", "plane"};
constexpr std::size_t most_pictures = 20'000;
constexpr std::size_t largest_page = 60'000'000;  // bytes: no one has to send it to anybody

// The axis of a run: its first column.
struct AxisRange {
  std::string name, unit;
  double first = 0, last = 0;
  double seconds = 0;  // in one unit; 0: it is not time
};

AxisRange axis_of(const page::RunFolder& folder) {
  const page::Columns& columns = folder.columns();
  if (columns.rows() == 0) throw Error(folder.path().string(), "the results have no rows", "run the model again");
  const std::vector<double> ends = columns.values(0, {0, columns.rows(), 2});
  AxisRange axis{columns.names()[0], folder.unit(columns.names()[0]), ends.front(), ends.back()};
  const std::optional<Unit> unit = parse_unit(axis.unit);
  if (unit && unit->dimension == dimension::time) axis.seconds = unit->factor;
  return axis;
}

// How many modes the run has found: lines of modes.csv without the names.
int modes_of(const page::RunFolder& folder) {
  const std::optional<std::string> text = folder.file("modes.csv");
  if (!text || !folder.file("mode_shapes.csv")) return 0;
  int lines = -1;
  std::istringstream stream(*text);
  for (std::string line; std::getline(stream, line);) lines += line.empty() ? 0 : 1;
  return std::max(lines, 0);
}

// 0: the run's motion.
int chosen_mode(const Arguments& arguments, const page::RunFolder& folder, const Json& summary) {
  const std::optional<std::string> given = page_value(arguments, "mode");
  const int modes = modes_of(folder);
  const bool of_modes = summary.is_object() && summary.value("analysis", "") == "modes" && modes > 0;
  if (!given) return of_modes ? 1 : 0;
  if (modes == 0) throw Error("--mode", "these results have no modes", "compute them: bricard modes MODEL");
  const double mode = *page_number(arguments, "mode", 1, modes);
  if (mode != std::floor(mode)) throw Error("--mode", "a whole number is expected, found " + bricard::quoted(*given));
  return static_cast<int>(mode);
}

// --time, in units of the axis.
double chosen_time(const Arguments& arguments, const AxisRange& axis) {
  const std::optional<std::string> text = page_value(arguments, "time");
  if (!text) return axis.first;
  const std::optional<Quantity> quantity = parse_quantity(*text);
  if (!quantity) throw Error("--time", "a number is expected, found " + bricard::quoted(*text), "for instance 0.5");
  double time = quantity->number;
  if (quantity->unit) {
    const std::optional<Unit> unit = parse_unit(axis.unit);
    if (!unit || !compatible(unit->dimension, quantity->unit->dimension))
      throw Error("--time", fmt::format("the unit `{}` does not fit {}", quantity->unit_text, axis.name));
    time *= quantity->unit->factor / unit->factor;
  }
  const auto [low, high] = std::minmax(axis.first, axis.last);
  if (!(time >= low - threshold::on_grid * (high - low) && time <= high + threshold::on_grid * (high - low)))
    throw Error("--time",
                fmt::format("the results go from {} = {:g} to {:g}, found {}", axis.name, low, high, bricard::quoted(*text)));
  return std::clamp(time, low, high);
}

std::string speed_words(const page::VideoTimes& video) {
  const double speed = video.speed;
  if (speed <= 0) return "";
  if (std::abs(speed - 1) < 0.02) return ", in real time";
  return speed > 1 ? fmt::format(", {:.3g} times faster than real time", speed)
                   : fmt::format(", {:.3g} times slower than real time", 1 / speed);
}

void refuse_options(const Arguments& arguments, std::initializer_list<const char*> names, const std::string& why) {
  for (const char* name : names)
    if (arguments.page.count(name)) throw Error(option_name(name), why);
}

page::RenderOptions order_of(const Arguments& arguments, const page::RunFolder& folder, page::VideoTimes& video) {
  page::RenderOptions options;
  options.out = page_value(arguments, "out").value_or((folder.path() / "render.png").string());
  const std::string ending = picture_ending(options.out.string(), {".png", ".gif", ".mp4"});
  const bool is_gif = ending == ".gif", is_video = ending != ".png";
  if (!fs::is_directory(options.out.has_parent_path() ? options.out.parent_path() : "."))
    throw Error("--out", bricard::quoted(options.out.parent_path().string()) + " is not a folder");
  if (is_gif) options.width = 640, options.height = 360;
  if (const auto size = page_size(arguments, 64, 4096)) std::tie(options.width, options.height) = *size;
  if (ending == ".mp4") options.width += options.width % 2, options.height += options.height % 2;  // colors at half the size
  options.theme = page_choice(arguments, "theme", {"light", "dark"}).value_or("light");

  const Json scene = folder.scene();
  if (!scene.is_object())
    throw Error(folder.path().string(), "there is no model in it that could be drawn", "curves are drawn by bricard plot");
  options.view = page_choice(arguments, "view", views).value_or(scene.value("dimension", 3) == 2 ? "plane" : "iso");
  options.mode = chosen_mode(arguments, folder, folder.summary());
  options.rate = page_number(arguments, "rate", 1, 120).value_or(is_gif ? 15 : 30);
  const double speed = page_number(arguments, "speed", 1e-9, 1e9).value_or(0);
  const AxisRange axis = axis_of(folder);
  if (is_video) {
    refuse_options(arguments, {"time"}, "is for pictures: a video shows the whole run");
    if (options.mode > 0) refuse_options(arguments, {"speed"}, "is not for modes: a period takes 2 s");
    video = options.mode > 0 ? page::mode_times(options.rate, is_gif ? 1 : 3)
                             : page::video_times(axis.first, axis.last, axis.seconds, options.rate, speed);
    if (video.times.size() > most_pictures)
      throw Error("--speed", fmt::format("{} pictures are too many for a video", video.times.size()), "choose a higher --speed");
    options.times = video.times;
  } else {
    refuse_options(arguments, {"speed", "rate"}, "is for videos: files that end in .gif or .mp4");
    if (options.mode > 0) refuse_options(arguments, {"time"}, "is not for modes");
    options.times = {options.mode > 0 ? 0 : chosen_time(arguments, axis)};
  }
  return options;
}

}  // namespace

int render(const Arguments& arguments) {
  if (arguments.paths.size() > 1)
    throw Error("", "one folder of results is expected, found also " + bricard::quoted(arguments.paths[1]));
  const std::atomic<bool>& interrupted = interrupt_flag();
  const std::vector<page::RunFolder> runs{page::RunFolder(arguments.paths[0])};
  page::VideoTimes video;
  const page::RenderOptions options = order_of(arguments, runs[0], video);
  bool complete = false;
  {
    ProgressBar bar(arguments.quiet);
    page::ReportOptions with_room;
    with_room.largest = largest_page;
    with_room.positions_only = true;
    const auto show = [&](double fraction) {
      bar.show(fraction);
      return !interrupted;
    };
    complete = page::render([&] { return page::report(runs, with_room).html; }, options, show);
  }
  if (!complete) {
    print_error("bricard: interrupted; nothing was written\n");
    return failed;
  }
  if (arguments.json) {
    Json json{{"file", options.out.string()},
              {"width", options.width},
              {"height", options.height},
              {"pictures", options.times.size()},
              {"seconds", video.seconds}};
    if (video.speed > 0) json["speed"] = video.speed;
    print(json.dump() + "\n");
  } else if (!arguments.quiet) {
    print(fmt::format("{}: {}x{}", options.out.string(), options.width, options.height));
    if (!video.times.empty())
      print(fmt::format(", {} pictures, {:.3g} s{}", video.times.size(), video.seconds, speed_words(video)));
    print("\n");
  }
  return done;
}

}  // namespace bricard::cli
