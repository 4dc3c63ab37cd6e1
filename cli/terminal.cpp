// Standard output and error, the progress bar, and signals.
#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>

namespace bricard::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // it is set in a signal handler

bool lost_output = false;

void note_interrupt(int) { interrupted = true; }

void write_to(std::FILE* file, std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  if (!written && errno != EPIPE && file == stdout) lost_output = true;
}

}  // namespace

void print(std::string_view text) { write_to(stdout, text); }
void print_error(std::string_view text) { write_to(stderr, text); }
bool output_complete() { return !lost_output; }

ProgressBar::ProgressBar(bool quiet, bool for_programs)
    : on_terminal_(!quiet && !for_programs && ::isatty(STDERR_FILENO)), as_lines_(for_programs) {}

ProgressBar::~ProgressBar() {
  if (shown_) print_error("\r\033[K");
}

void ProgressBar::show(double fraction) {
  constexpr int width = 40;
  if ((!on_terminal_ && !as_lines_) || !std::isfinite(fraction)) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;  // a short run shows no bar at all
  last_ = now;
  fraction = std::clamp(fraction, 0.0, 1.0);
  if (as_lines_) return print_error(fmt::format("progress {:.4g}\n", fraction));
  shown_ = true;
  const int filled = static_cast<int>(std::lround(fraction * width));
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  std::string left = fraction > 0 ? fmt::format("{:.0f} s left", elapsed * (1 - fraction) / fraction) : "";
  print_error(fmt::format("\r[{:#<{}}{:.<{}}] {:3.0f} %  {}\033[K", "", filled, "", width - filled, 100 * fraction, left));
}

const std::atomic<bool>& interrupt_flag() {
  struct sigaction action = {};
  action.sa_handler = note_interrupt;
  action.sa_flags = SA_RESTART | SA_RESETHAND;  // the second signal finds the default again, which ends the program
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction present = {};
    sigaction(signal, nullptr, &present);
    if (present.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup stays nohup
  }
  return interrupted;
}

}  // namespace bricard::cli
