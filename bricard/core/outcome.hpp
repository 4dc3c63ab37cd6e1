// How a computation ended. Numerical failure is a value that travels up to the Summary, so that what was
// computed before it is kept; it is never an exception.
#pragma once
#include <string>

namespace bricard {

// stopped: by an event or by the user; partial: under way, or killed (only in the folder of such a run)
enum class Status { done, stopped, failed, partial };

struct Outcome {
  Status status = Status::done;
  std::string message;
  bool failed() const { return status == Status::failed; }
  static Outcome failure(std::string message) { return {Status::failed, std::move(message)}; }
};

constexpr const char* to_string(Status status) {
  constexpr const char* names[] = {"done", "stopped", "failed", "partial"};
  return names[static_cast<int>(status)];
}

}  // namespace bricard
