#include "cli/browser.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "cli/terminal.hpp"

namespace bricard::cli {

namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value && *value;
}

}  // namespace

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

void tell_address(const Arguments& arguments, const std::string& address) {
  print(arguments.json ? nlohmann::json{{"address", address}}.dump() + "\n" : address + "\n");
  if (!arguments.no_browser) open_browser(address);
  if (!arguments.quiet && !arguments.json) print("Ctrl-C ends it.\n");
}

}  // namespace bricard::cli
