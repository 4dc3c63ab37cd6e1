// How a computation ended. Numerical failure is a value that travels up to the Summary, so that what was
// computed before it is kept; it is never an exception.
#pragma once
#include <string>

namespace bricard {

enum class Status { done, stopped, failed };  // stopped: by an event or by the user

struct Outcome {
  Status status = Status::done;
  std::string message;
  bool failed() const { return status == Status::failed; }
  static Outcome failure(std::string message) { return {Status::failed, std::move(message)}; }
};

constexpr const char* to_string(Status status) {
  return status == Status::done ? "done" : status == Status::stopped ? "stopped" : "failed";
}

}  // namespace bricard
