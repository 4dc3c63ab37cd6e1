// The program `bricard`: finds the verb, runs it, and turns what went wrong into a message and an exit code.
#include <csignal>
#include <exception>
#include <new>

#include "cli/arguments.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

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
    print_error(error_text(error, arguments));
    return wrong_input;
  } catch (const std::bad_alloc&) {
    print_error("bricard: error: out of memory\n");
    return failed;
  } catch (const std::exception& error) {
    print_error(std::string("bricard: error: ") + error.what() + "\n");
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
