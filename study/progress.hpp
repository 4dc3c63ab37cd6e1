// How far a study is: for people on a terminal, or as lines for programs.
#pragma once
#include <chrono>
#include <functional>
#include <string>

namespace bricard::study {

class Progress {
 public:
  // `show` gets a line, at most twice a second. `expected`: runs that are to be done; of a search the most.
  Progress(long expected, std::function<void(const std::string& line, double fraction)> show);
  void ended(bool failed, long runs = 1);
  long runs() const { return runs_; }

 private:
  using Clock = std::chrono::steady_clock;
  long expected_, runs_ = 0, failed_ = 0;
  std::function<void(const std::string&, double)> show_;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

}  // namespace bricard::study
