// For the tests: runs a program as a user would, with its output in files, in a pipe or on a terminal of its own, and with
// signals.
#pragma once
#include <fcntl.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace bricard::cli {

inline std::string text_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

struct Ended {
  int code = -1;    // exit code
  int signal = 0;   // or the signal that ended it
  std::string out;  // standard output
  std::string err;  // standard error
};

// What happens to the program while it runs.
struct Setting {
  std::filesystem::path folder = ".";  // current folder; also keeps the output files
  int signal = 0;                      // sent after `signal_after`
  std::chrono::milliseconds signal_after{500};
  rlim_t largest_file = RLIM_INFINITY;  // bytes; stands for a full disk
  std::chrono::seconds patience{60};    // then it is killed: signal SIGKILL
};

[[noreturn]] inline void become(std::vector<std::string> words, const Setting& setting) {
  std::signal(SIGINT, SIG_DFL);  // a test that runs in the background inherits SIG_IGN
  std::signal(SIGTERM, SIG_DFL);
  const rlimit limit{setting.largest_file, setting.largest_file};
  if (setting.largest_file != RLIM_INFINITY) setrlimit(RLIMIT_FSIZE, &limit);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  if (chdir(setting.folder.c_str()) == 0) execvp(pointers[0], pointers.data());
  _exit(127);
}

inline void wait_for(pid_t child, const Setting& setting, Ended& ended, const std::function<void()>& meanwhile) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  bool sent = setting.signal == 0, killed = false;
  for (int status = 0;;) {
    meanwhile();
    if (waitpid(child, &status, WNOHANG) == child) {
      if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
      if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
      return;
    }
    const auto elapsed = Clock::now() - start;
    if (!sent && elapsed > setting.signal_after) sent = kill(child, setting.signal) == 0;
    if (!killed && elapsed > setting.patience) killed = kill(child, SIGKILL) == 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

// Output goes to files in the folder.
inline Ended execute(const std::vector<std::string>& words, const Setting& setting = {}) {
  const auto out = setting.folder / "stdout.txt", err = setting.folder / "stderr.txt";
  Ended ended;
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    become(words, setting);
  }
  wait_for(child, setting, ended, [] {});
  ended.out = text_of(out);
  ended.err = text_of(err);
  return ended;
}

// Both outputs go to a terminal; what it shows is in `out`.
inline Ended execute_on_terminal(const std::vector<std::string>& words, const Setting& setting = {}) {
  Ended ended;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) become(words, setting);
  fcntl(terminal, F_SETFL, O_NONBLOCK);
  const auto read_all = [&] {
    char buffer[4096];
    for (ssize_t n = 0; (n = read(terminal, buffer, sizeof buffer)) > 0;) ended.out.append(buffer, n);
  };
  wait_for(child, setting, ended, read_all);
  read_all();
  close(terminal);
  return ended;
}

}  // namespace bricard::cli
