// The verb `view`: serves the page on this machine until Ctrl-C, and opens it in the browser where there is one.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "cli/beside.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/server/server.hpp"

namespace bricard::cli {
namespace {

int asked_port(const Arguments& arguments) {
  const auto given = arguments.page.find("port");
  if (given == arguments.page.end()) return 0;
  const std::string& text = given->second;
  int port = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), port);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || port < 1 || port > 65535)
    throw Error("--port", bricard::quoted(text) + " is not a port", "a number from 1 to 65535");
  return port;
}

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value && *value;
}

// By a grandchild, so that nobody has to wait for it; the first of these programs that is there.
void open_browser(const std::string& address) {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") && !is_set("BROWSER")) return;
  const char* const wish = is_set("BROWSER") ? std::getenv("BROWSER") : "xdg-open";
  const pid_t child = ::fork();
  if (child == 0) {
    if (::fork() != 0) ::_exit(0);
    ::setsid();
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, file);
    ::close_range(3, ~0u, 0);
    for (const char* const program : {wish, "xdg-open", "sensible-browser"})
      ::execlp(program, program, address.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  if (child > 0) ::waitpid(child, nullptr, 0);
}

}  // namespace

int view(const Arguments& arguments) {
  page::ServerOptions options;
  for (const std::string& path : arguments.paths) options.paths.emplace_back(path);
  options.port = asked_port(arguments);
  options.program = beside_this(main_program);
  for (const Verb& verb : verbs)
    if (verb.run == run && !verb.analysis.empty()) options.verbs.emplace(verb.analysis, verb.name);
  options.allow_code = arguments.allow_code;
  options.tell = [](const std::string& text) { print_error("bricard: " + text + "\n"); };

  const std::atomic<bool>& interrupted = interrupt_flag();
  page::Server server(options);
  const std::string address = server.address();
  print(arguments.json ? nlohmann::json{{"address", address}}.dump() + "\n" : address + "\n");
  if (!arguments.no_browser) open_browser(address);
  if (!arguments.quiet && !arguments.json) print("Ctrl-C ends it.\n");

  std::atomic<bool> ended{false};
  std::thread watch([&] {
    while (!interrupted && !ended) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    server.stop();
  });
  server.run();
  ended = true;
  watch.join();
  if (interrupted) return done;
  print_error("bricard: error: the server has lost its port\n");
  return failed;
}

}  // namespace bricard::cli
