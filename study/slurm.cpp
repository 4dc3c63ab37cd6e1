#include "study/slurm.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/results/atomic_file.hpp"
#include "study/shell_words.hpp"

namespace bricard::study {

namespace {

struct Answer {
  int code = -1;
  std::string text;  // both outputs
};

Answer execute(std::vector<std::string> words) {
  Answer answer;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return answer;
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    std::vector<char*> pointers;
    for (std::string& each : words) pointers.push_back(each.data());
    pointers.push_back(nullptr);
    ::execvp(pointers[0], pointers.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  char buffer[4096];
  for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) answer.text.append(buffer, static_cast<std::size_t>(n));
  ::close(ends[0]);
  int status = 0;
  if (child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status)) answer.code = WEXITSTATUS(status);
  while (!answer.text.empty() && std::isspace(static_cast<unsigned char>(answer.text.back()))) answer.text.pop_back();
  return answer;
}

std::filesystem::path array_file(const WorkFolder& folder) { return folder.path() / "array"; }

void submit(const WorkFolder& folder, const SlurmWish& wish, long chunks) {
  std::string command = "exec";
  for (const std::string& each : wish.worker) command += ' ' + shell_word(each);
  const std::size_t jobs = std::clamp<std::size_t>(wish.jobs, 1, static_cast<std::size_t>(std::max(1L, chunks)));
  std::vector<std::string> words{"sbatch", "--parsable", "--job-name=bricard-study", fmt::format("--array=0-{}", jobs - 1),
                                 "--output=" + (folder.path() / "job-%a.txt").string(), "--open-mode=append"};
  words.insert(words.end(), wish.options.begin(), wish.options.end());
  words.insert(words.end(), {"--wrap", command});
  const Answer answer = execute(words);
  if (answer.code == 127) throw Error("--on", "there is no `sbatch` here", "Slurm is needed on this machine, or take --on cores");
  if (answer.code != 0) throw Error("--on", "sbatch refuses: " + answer.text, "its options are given with --slurm");
  write_file(array_file(folder), answer.text.substr(0, answer.text.find(';')));
}

}  // namespace

std::string running_array(const WorkFolder& folder) {
  std::error_code error;
  if (!std::filesystem::exists(array_file(folder), error)) return "";
  std::string id;
  std::ifstream(array_file(folder)) >> id;
  const Answer answer = execute({"squeue", "--noheader", "--jobs", id, "--format=%i"});
  // An array that is long gone is unknown; where the controller does not answer, it may still run.
  if (answer.code != 0) return answer.text.find("Invalid job id") != std::string::npos || answer.code == 127 ? "" : id;
  return answer.text.empty() ? "" : id;
}

bool wait_for_slurm(const WorkFolder& folder, const SlurmWish& wish, double lost_after, const std::atomic<bool>* interrupt,
                    const std::function<void(const WorkFolder::Counts&)>& tell) {
  constexpr int most_without_gain = 3;
  int without_gain = 0;
  long done_before = -1;
  while (true) {
    const WorkFolder::Counts counts = folder.counts();
    tell(counts);
    if (counts.open == 0 && counts.taken == 0) return true;
    if (interrupt && interrupt->load()) return false;
    if (running_array(folder).empty()) {
      folder.take_back(lost_after < 1 ? lost_after : 1);  // nobody is there any more
      without_gain = counts.done > done_before ? 0 : without_gain + 1;
      if (without_gain >= most_without_gain)
        throw Error("--on", fmt::format("{} arrays of jobs have ended without doing anything", without_gain),
                    "what they said is in " + (folder.path() / "job-0.txt").string());
      done_before = counts.done;
      submit(folder, wish, counts.open + counts.taken);
    } else {
      folder.take_back(lost_after);
    }
    for (int i = 0; i < 10 && !(interrupt && interrupt->load()); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

}  // namespace bricard::study
