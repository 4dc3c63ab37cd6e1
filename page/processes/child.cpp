#include "page/processes/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

#include "page/processes/process.hpp"
#include "page/refusal.hpp"

namespace bricard::page {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t longest_message = 20'000;

struct Pipe {
  int from = -1, to = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw Refusal(503, "there are too many open files");
    from = ends[0], to = ends[1];
  }
  ~Pipe() {
    end_reading();
    end_writing();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void end_reading() {
    if (from >= 0) ::close(from);
    from = -1;
  }
  void end_writing() {
    if (to >= 0) ::close(to);
    to = -1;
  }
};

// Hands complete lines over; a line without end is cut.
void take_lines(std::string& rest, const std::function<void(std::string_view)>& take, bool last) {
  std::size_t start = 0;
  for (std::size_t end = 0; (end = rest.find('\n', start)) != std::string::npos; start = end + 1)
    if (take) take(std::string_view(rest).substr(start, end - start));
  rest.erase(0, start);
  if ((last && !rest.empty()) || rest.size() > longest_message) {
    if (take) take(rest);
    rest.clear();
  }
}

// Sends what was wished for to the child, once each.
class Ender {
 public:
  Ender(const ChildOrder& order, pid_t child) : order_(order), child_(child) {}
  void look() {
    const auto now = Clock::now();
    const Wish wish = order_.wish ? order_.wish() : Wish::go_on;
    if (order_.limit.count() > 0 && now - start_ > order_.limit) too_long = true;
    if (wish == Wish::end_soon && !asked_) {
      asked_ = true;
      asked_at_ = now;
      ::kill(child_, SIGTERM);
    }
    if (!killed_ && (too_long || wish == Wish::end_now || (asked_ && now - asked_at_ > order_.patience)))
      killed_ = ::kill(child_, SIGKILL) == 0;
  }
  bool too_long = false;

 private:
  const ChildOrder& order_;
  pid_t child_;
  bool asked_ = false, killed_ = false;
  Clock::time_point start_ = Clock::now(), asked_at_;
};

}  // namespace

ChildEnd run_child(const ChildOrder& order) {
  Pipe out, err;
  ProcessStart start;
  start.words = order.words;
  start.out = out.to, start.err = err.to;
  start.memory = order.memory;
  const pid_t child = start_process(std::move(start));
  if (child < 0) throw Refusal(503, "no further process can be started on this machine");
  out.end_writing();
  err.end_writing();

  ChildEnd end;
  Ender ender(order, child);
  std::string rest;
  std::array<char, 1 << 16> buffer;
  const int pause = order.limit.count() > 0 ? static_cast<int>(std::min<long>(order.limit.count(), 50)) : 50;
  while (out.from >= 0 || err.from >= 0) {
    std::array<pollfd, 2> waiting{pollfd{out.from, POLLIN, 0}, pollfd{err.from, POLLIN, 0}};
    ::poll(waiting.data(), waiting.size(), pause);
    ender.look();
    const auto take = [&](Pipe& pipe, const pollfd& state) {
      if (pipe.from < 0 || state.revents == 0) return 0;
      const ssize_t n = ::read(pipe.from, buffer.data(), buffer.size());
      if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) pipe.end_reading();
      return static_cast<int>(std::max<ssize_t>(n, 0));
    };
    if (const int n = take(out, waiting[0]))
      end.out.append(buffer.data(), std::min<std::size_t>(n, order.largest_out - std::min(order.largest_out, end.out.size())));
    if (const int n = take(err, waiting[1])) {
      rest.append(buffer.data(), n);
      take_lines(rest, order.error_line, false);
    }
  }
  take_lines(rest, order.error_line, true);
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    ender.look();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  end.too_long = ender.too_long;
  return end;
}

std::size_t memory_for_children() {
#if defined(BRICARD_SANITIZED)
  return 0;  // the sanitizer's shadow needs all of the address space
#endif
  const long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGE_SIZE);
  constexpr std::size_t most = std::size_t(16) << 30;
  return pages > 0 && size > 0 ? std::min(most, static_cast<std::size_t>(pages) / 4 * 3 * static_cast<std::size_t>(size)) : most;
}

}  // namespace bricard::page
