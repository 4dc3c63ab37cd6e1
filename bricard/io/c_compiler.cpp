#include "bricard/io/c_compiler.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstring>
#include <fstream>
#include <string_view>
#include <thread>

extern char** environ;

namespace bricard {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds longest_of_model{60}, longest_of_engine{600};  // a mechanism of 300 joints takes some ten
// For this machine; nan and infinity stay what they are. Long sums without loops are no faster in vectors, and take longer.
const std::vector<std::string> of_engine{"-std=gnu17",         "-O2", "-march=native", "-ffp-contract=fast",       "-fno-math-errno",
                                         "-fno-trapping-math", "-w",  "-fPIC",         "-fno-tree-slp-vectorize", "-shared"};
// Contracted products and sums would differ from expressions in the last digits.
const std::vector<std::string> always{"-std=gnu17",
                                      "-O2",
                                      "-fPIC",
                                      "-shared",
                                      "-ffp-contract=off",
                                      "-Werror=incompatible-pointer-types",
                                      "-Werror=implicit-function-declaration"};

const std::vector<std::string>& flags_of(CodeOf whose) { return whose == CodeOf::engine ? of_engine : always; }

// Its exit code; -1: it was ended, or there is none.
int run(const std::vector<std::string>& words, const fs::path& messages, std::chrono::seconds longest) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int trouble = ::posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (trouble != 0)
    throw Error("functions", "the C compiler `" + words[0] + "` cannot be run: " + std::strerror(trouble),
                "install one, or give the function as a shared object");
  const auto end = std::chrono::steady_clock::now() + longest;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      throw Error("functions", "the C compiler took longer than " + std::to_string(longest.count()) + " s and was ended", "");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int number_at(std::string_view& rest) {
  int number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || end == rest.data() + rest.size() || *end != ':') return 0;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + 1);
  return number;
}

// FILE:LINE:COLUMN: error: WORDS
bool add_error(std::string_view line, std::vector<Fault>& errors) {
  for (const std::string_view sign : {": fatal error: ", ": error: "}) {
    const std::size_t at = line.find(sign);
    if (at == std::string_view::npos) continue;
    std::string_view place = line.substr(0, at + 1), words = line.substr(at + sign.size());
    Fault& fault = errors.emplace_back();
    for (std::size_t colon = place.find(':'); colon != std::string_view::npos; colon = place.find(':', colon + 1)) {
      std::string_view rest = place.substr(colon + 1);
      const int line_number = number_at(rest);
      if (line_number == 0) continue;
      fault.place = {std::string(place.substr(0, colon)), line_number, number_at(rest)};
      break;
    }
    fault.what = words;
    return true;
  }
  return false;
}

Compiled told(int code, const fs::path& messages) {
  Compiled result;
  result.good = code == 0;
  std::ifstream stream(messages);
  for (std::string line; std::getline(stream, line);)
    if (!add_error(line, result.errors) && result.rest.empty()) result.rest = line;
  std::error_code ignored;
  fs::remove(messages, ignored);
  return result;
}

}  // namespace

std::string compiler_words(CodeOf whose) {
  std::string words = "cc";
  for (const std::string& word : flags_of(whose)) words += ' ' + word;
  return words;
}

Compiled compile_c(const fs::path& source, const fs::path& object, const fs::path& folder, const fs::path& messages, CodeOf whose) {
  std::vector<std::string> words{"cc"};
  const std::vector<std::string>& flags = flags_of(whose);
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(), {"-iquote", folder.string(), "-o", object.string(), "-x", "c", source.string(), "-lm"});
  return told(run(words, messages, whose == CodeOf::engine ? longest_of_engine : longest_of_model), messages);
}

Compiled preprocess_c(const fs::path& source, const fs::path& text, const fs::path& folder, const fs::path& messages) {
  return told(run({"cc", always[0], "-E", "-iquote", folder.string(), "-o", text.string(), "-x", "c", source.string()}, messages, longest_of_model),
              messages);
}

}  // namespace bricard
