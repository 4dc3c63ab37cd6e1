// What the program shows: text, a progress bar on a terminal, and the answer to Ctrl-C.
#pragma once
#include <atomic>
#include <chrono>
#include <string_view>

namespace bricard::cli {

// To standard output, to standard error. A reader that has gone away (`| head`) is not a fault.
void print(std::string_view text);
void print_error(std::string_view text);

// False if something that was printed could not be written although its reader is still there.
bool output_complete();

// On standard error if that is a terminal, else nothing; erased at the end of its life. For programs: lines `progress 0.25`
// instead, at most ten a second.
class ProgressBar {
 public:
  explicit ProgressBar(bool quiet, bool for_programs = false);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void show(double fraction);

 private:
  using Clock = std::chrono::steady_clock;
  bool on_terminal_, as_lines_, shown_ = false;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

// From the first call on, Ctrl-C and SIGTERM set the flag; a second one ends the program at once.
const std::atomic<bool>& interrupt_flag();

}  // namespace bricard::cli
