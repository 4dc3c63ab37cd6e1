#include "page/processes/companion.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "page/processes/process.hpp"

extern char** environ;

namespace bricard::page {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<fs::path> find_program(const std::vector<std::string>& names) {
  const char* const variable = std::getenv("PATH");
  const std::string_view path = variable ? variable : "";
  for (const std::string& name : names) {
    if (name.find('/') != std::string::npos) {
      if (is_program(name)) return name;
      continue;
    }
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find(':', begin), path.size());
      const fs::path file = fs::path(path.substr(begin, end - begin)) / name;
      if (end > begin && is_program(file)) return file;
      begin = end + 1;
    }
  }
  return {};
}

Companion::Companion(std::vector<std::string> words, const fs::path& log, const Environment& changes) {
  std::vector<std::string> variables;
  for (const auto& [name, value] : changes) variables.push_back(name + "=" + value);
  for (char** each = environ; *each; ++each) {
    const std::string_view variable(*each), name = variable.substr(0, variable.find('='));
    bool changed = false;
    for (const auto& change : changes) changed = changed || change.first == name;
    if (!changed) variables.emplace_back(variable);
  }
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no further files can be opened");
  const int log_file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const std::string file = words[0];
  ProcessStart start;
  start.words = std::move(words);
  start.variables = std::move(variables);
  start.in = ends[0], start.out = start.err = log_file;
  process_ = start_process(std::move(start));
  const int reason = errno;
  ::close(ends[0]);
  ::close(log_file);
  input_ = ends[1];
  ::fcntl(input_, F_SETFL, O_NONBLOCK);
  if (process_ < 0) {
    ::close(input_);
    throw std::runtime_error(file + " cannot be started: " + std::strerror(reason));
  }
}

Companion::~Companion() {
  end_input();
  ::kill(-process_, SIGKILL);
  while (!code_ && ::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool Companion::write(std::string_view bytes) {
  while (!bytes.empty() && input_ >= 0) {
    pollfd room{input_, POLLOUT, 0};
    const int ready = ::poll(&room, 1, 60'000);
    const ssize_t n = ready > 0 ? ::write(input_, bytes.data(), bytes.size()) : -1;  // SIGPIPE is ignored by the program
    if (n < 0 && (errno == EINTR || (ready > 0 && errno == EAGAIN))) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return bytes.empty();
}

void Companion::end_input() {
  if (input_ >= 0) ::close(input_);
  input_ = -1;
}

std::optional<int> Companion::ended() {
  int status = 0;
  if (!code_ && ::waitpid(process_, &status, WNOHANG) == process_)
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return code_;
}

}  // namespace bricard::page
