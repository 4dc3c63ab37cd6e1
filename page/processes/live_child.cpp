#include "page/processes/live_child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <future>
#include <nlohmann/json.hpp>

#include "page/processes/child.hpp"
#include "page/processes/process.hpp"
#include "page/refusal.hpp"

namespace bricard::page {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t largest_answer = 200'000'000;  // bytes

std::size_t count_of(const Json& head, const char* key, std::size_t size) {
  const auto found = head.find(key);
  const bool is_count = found != head.end() && found->is_number_unsigned() && found->get<std::size_t>() <= largest_answer / size;
  if (!is_count) throw Refusal(503, "the computation has answered something else");
  return found->get<std::size_t>() * size;
}

}  // namespace

void LiveChild::start() {
  int in[2], out[2];
  if (::pipe2(in, O_CLOEXEC) != 0) throw Refusal(503, "there are too many open files");
  if (::pipe2(out, O_CLOEXEC) != 0) {
    ::close(in[0]), ::close(in[1]);
    throw Refusal(503, "there are too many open files");
  }
  ::fcntl(out[0], F_SETPIPE_SZ, 1 << 20);  // an answer in few pieces; the system may refuse
  ProcessStart start;
  start.words = {program_.string(), "live"};
  start.in = in[0], start.out = out[1];
  start.memory = memory_for_children();
  // Threads that ask come and go: that of the first order would take the process with it, in the middle of an answer to another.
  std::promise<pid_t> promise;
  std::future<pid_t> started = promise.get_future();
  owner_ = std::jthread([start = std::move(start), promise = std::move(promise)](const std::stop_token& stop) mutable {
    promise.set_value(start_process(std::move(start)));
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, stop, [] { return false; });
  });
  process_ = started.get();
  ::close(in[0]), ::close(out[1]);
  to_ = in[1], from_ = out[0];
  ::fcntl(to_, F_SETFL, O_NONBLOCK);
  if (process_ < 0) {
    stop();
    throw Refusal(503, "no further process can be started on this machine");
  }
}

void LiveChild::stop() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  for (const int file : {to_, from_})
    if (file >= 0) ::close(file);
  process_ = to_ = from_ = -1;
  rest_.clear();
  owner_ = {};
}

bool LiveChild::runs() {
  if (process_ < 0) return false;
  if (::waitpid(process_, nullptr, WNOHANG) == 0) return true;
  process_ = -1;
  stop();
  return false;
}

bool LiveChild::send(const std::string& line) {
  const auto deadline = Clock::now() + limit_;
  for (std::size_t sent = 0; sent < line.size();) {
    pollfd room{to_, POLLOUT, 0};
    ::poll(&room, 1, 50);
    const ssize_t n = ::write(to_, line.data() + sent, line.size() - sent);
    if (n > 0) sent += static_cast<std::size_t>(n);
    if ((n < 0 && errno != EINTR && errno != EAGAIN) || Clock::now() > deadline) return false;
  }
  return true;
}

std::string LiveChild::receive(std::size_t size, Clock::time_point deadline) {
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const std::size_t end = size > 0 ? size : rest_.find('\n') + 1;
    if (end > 0 && rest_.size() >= end) {
      std::string taken = rest_.substr(0, end);
      rest_.erase(0, end);
      return taken;
    }
    pollfd some{from_, POLLIN, 0};
    ::poll(&some, 1, 50);
    if (ending_) throw Refusal(503, "the program is ending");
    if (Clock::now() > deadline)
      throw Refusal(408,
                    fmt::format("the computation takes longer than {:.2g} s", std::chrono::duration<double>(limit_).count()));
    if (some.revents == 0) continue;
    const ssize_t n = ::read(from_, buffer.data(), buffer.size());
    if (n == 0 || (n < 0 && errno != EINTR)) throw Refusal(503, "the computation has ended without an answer");
    if (n > 0) rest_.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

LiveChild::Answer LiveChild::ask(const std::vector<std::string>& words) {
  const std::lock_guard lock(mutex_);
  if (ending_) throw Refusal(503, "the program is ending");
  const std::string line = Json(words).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  if (!runs()) start();
  if (!send(line)) {
    stop();
    start();
    if (!send(line)) {
      stop();
      throw Refusal(503, "the computation cannot be started");
    }
  }
  try {
    const auto deadline = Clock::now() + limit_;
    Answer answer;
    answer.head = parse_json(receive(0, deadline));
    if (!answer.head.is_object()) throw Refusal(503, "the computation has answered something else");
    if (const std::size_t size = count_of(answer.head, "json", 1) + count_of(answer.head, "numbers", sizeof(double)); size > 0)
      answer.body = receive(size, deadline);
    return answer;
  } catch (...) {
    stop();
    throw;
  }
}

}  // namespace bricard::page
