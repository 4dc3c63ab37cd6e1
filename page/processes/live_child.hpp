// A process of this program that stays warm and answers command lines one after the other (verb `live`): nothing has to start and
// no folder is written while a hand moves a point. Bounded like all children: what takes too long is killed, and the next order
// finds a new one.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "page/json.hpp"

namespace bricard::page {

class LiveChild {
 public:
  explicit LiveChild(std::filesystem::path program, std::chrono::milliseconds limit = std::chrono::milliseconds(3000))
      : program_(std::move(program)), limit_(limit) {}
  ~LiveChild() { stop(); }
  LiveChild(const LiveChild&) = delete;
  LiveChild& operator=(const LiveChild&) = delete;

  struct Answer {
    Json head;         // {"faults": [..], "json": n, "numbers": m}
    std::string body;  // n bytes of JSON, m doubles
  };
  // A Refusal where it takes too long, or the process ends over it.
  Answer ask(const std::vector<std::string>& words);
  // What is computed now is ended, and nothing is any more.
  void end() { ending_ = true; }

 private:
  void start();
  void stop();
  bool runs();
  bool send(const std::string& line);
  // Until `size` bytes are there, or with 0 until a line is; what comes behind it stays in `rest_`.
  std::string receive(std::size_t size, std::chrono::steady_clock::time_point deadline);

  std::filesystem::path program_;
  std::chrono::milliseconds limit_;
  std::mutex mutex_;
  std::atomic<bool> ending_{false};
  std::jthread owner_;  // has started the process: the system ends it with this thread, and no sooner
  pid_t process_ = -1;
  int to_ = -1, from_ = -1;
  std::string rest_;
};

}  // namespace bricard::page
