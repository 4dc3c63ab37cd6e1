// The verb `view`: serves the page on this machine until Ctrl-C, and opens it in the browser where there is one.

#include <thread>

#include "cli/beside.hpp"
#include "cli/browser.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/server/server.hpp"

namespace bricard::cli {

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
  tell_address(arguments, server.address());

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
