// fork and exec: in between only what is safe in the copy of a process with many threads.
#include "page/processes/process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

extern char** environ;

namespace bricard::page {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

[[noreturn]] void become(const ProcessStart& start, char* const* words, char* const* variables, pid_t owner) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != owner) ::_exit(127);  // it has ended already
  ::setpgid(0, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_DFL);
  const rlimit no_core{0, 0}, address_space{start.memory, start.memory};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (start.memory > 0) ::setrlimit(RLIMIT_AS, &address_space);
  const int nothing = ::open("/dev/null", O_RDWR);
  ::dup2(start.in >= 0 ? start.in : nothing, STDIN_FILENO);
  ::dup2(start.out >= 0 ? start.out : nothing, STDOUT_FILENO);
  ::dup2(start.err >= 0 ? start.err : nothing, STDERR_FILENO);
  ::close_range(3, ~0u, 0);
  ::execve(words[0], words, variables);
  ::_exit(127);
}

}  // namespace

pid_t start_process(ProcessStart start) {
  const std::vector<char*> words = pointers_to(start.words), variables = pointers_to(start.variables);
  const pid_t owner = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) become(start, words.data(), start.variables.empty() ? environ : variables.data(), owner);
  if (process > 0) ::setpgid(process, process);  // also here: it may not have come to its own line yet
  return process;
}

}  // namespace bricard::page
