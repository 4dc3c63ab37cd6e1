// Pictures and videos of a run without a window: a headless browser draws the report's page, which hands its pictures back;
// ffmpeg makes a video of them.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace bricard::page {

// RenderOrder of web/src/data/report_source.ts, and what becomes of the pictures.
struct RenderOptions {
  std::string view = "iso", theme = "light";
  int width = 1280, height = 720;
  std::vector<double> times;  // of the axis; of a mode: phases from 0 to 1
  int mode = 0;               // from 1; 0: not a mode
  double rate = 30;           // of a video, pictures a second
  std::filesystem::path out;  // .png: the first picture; .gif, .mp4: all
};

// When pictures of a video are taken.
struct VideoTimes {
  std::vector<double> times;
  double seconds = 0;  // that the video lasts
  double speed = 0;    // times real time; 0: the axis is not time
};
// From `first` to `last` on the axis; `unit`: seconds in one unit of it, 0 where it is not time. A `speed` of 0: as in real time
// where that takes 3 to 10 seconds, else these; 5 seconds where the axis is not time.
VideoTimes video_times(double first, double last, double unit, double rate, double speed);
// Of a mode: `periods` whole ones, 2 seconds each.
VideoTimes mode_times(double rate, int periods);

// Told the fraction that is done, about ten times a second; false: leave off.
using RenderProgress = std::function<bool(double)>;

// `html` gives the text of report(), once it is known that all programs are there. Throws std::runtime_error that says what is
// missing (the browser, ffmpeg) or went wrong; then no file is left. False: it was left off.
bool render(const std::function<std::string()>& html, const RenderOptions& options, const RenderProgress& progress);

}  // namespace bricard::page
