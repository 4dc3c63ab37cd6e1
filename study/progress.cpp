#include "study/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bricard::study {

Progress::Progress(long expected, std::function<void(const std::string&, double)> show) : expected_(expected), show_(std::move(show)) {}

void Progress::ended(bool failed, long runs) {
  runs_ += runs;
  if (failed) failed_ += runs;
  const Clock::time_point now = Clock::now();
  if (!show_ || now - last_ < std::chrono::milliseconds(500)) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count(), rate = static_cast<double>(runs_) / seconds;
  const long left = std::max(0L, expected_ - runs_);
  show_(fmt::format("{} of {} runs, {:.3g} a second, {:.0f} s left{}", runs_, expected_, rate, static_cast<double>(left) / rate,
                    failed_ > 0 ? fmt::format(", {} failed", failed_) : ""),
        static_cast<double>(runs_) / static_cast<double>(std::max(expected_, runs_)));
}

}  // namespace bricard::study
