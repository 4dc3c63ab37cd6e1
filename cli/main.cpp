// The program `bricard`: finds the verb, runs it, and turns what went wrong into a message and an exit code.
#include <csignal>
#include <exception>
#include <new>

#include "cli/arguments.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/faults.hpp"

namespace bricard::cli {
namespace {

// What is wrong, as text on standard error, and with --json also on standard output for programs.
void tell(std::vector<Fault> faults, const Arguments& arguments) {
  if (arguments.json) print(page::faults_json(faults).dump(1, ' ', false, page::Json::error_handler_t::replace) + "\n");
  for (Fault& fault : faults) {
    if (fault.place.file.empty()) fault.place.file = "bricard";
    print_error(to_string(fault) + "\n");
  }
}

int run_program(std::vector<std::string> words) {
  Arguments arguments;
  try {
    arguments = parse_arguments(std::move(words));
    int code = done;
    if (arguments.help.empty()) {
      code = find_verb(arguments.verb)->run(arguments);
    } else {
      print(arguments.help);
    }
    if (output_complete()) return code;
    print_error("bricard: error: standard output cannot be written\n");
    return failed;
  } catch (const Error& error) {
    tell(told_faults(error, arguments), arguments);
    return wrong_input;
  } catch (const std::bad_alloc&) {
    tell({{{}, "", "out of memory", ""}}, arguments);
    return failed;
  } catch (const std::exception& error) {
    tell({{{}, "", error.what(), ""}}, arguments);
    return failed;
  }
}

}  // namespace

int version(const Arguments& arguments) {
  print(arguments.json ? "{\"version\": \"" BRICARD_VERSION "\"}\n" : "bricard " BRICARD_VERSION "\n");
  return done;
}

}  // namespace bricard::cli

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe or a full disk is an error of writing, not the end of the program
  std::signal(SIGXFSZ, SIG_IGN);
  return bricard::cli::run_program({words + (count > 0 ? 1 : 0), words + count});
}
