#include "cli/code.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/code_files.hpp"
#include "cli/terminal.hpp"

namespace bricard::cli {

void load_allowed_code(Model& model, const Arguments& arguments) {
  load_code(model, [&](const CodeFunction& function, const std::string& digest) {
    if (arguments.allow_code) return;
    const auto refuse = [&](const std::string& hint) {
      throw Error("functions." + function.name + ".file",
                  "the model wants to run the code in " + bricard::quoted(function.file) + ", which may do anything", hint);
    };
    if (arguments.progress || !::isatty(STDIN_FILENO) || !::isatty(STDERR_FILENO)) refuse("say --allow-code if you trust it");
    if (is_code_remembered(digest)) return;
    print_error(
        fmt::format("The model wants to run the code in {}, which may do anything. Run it, now and as long as it is the "
                    "same? [y/N] ",
                    function.file));
    std::string answer;
    std::getline(std::cin, answer);
    if (answer != "y" && answer != "Y" && answer != "yes") refuse("it was not allowed");
    remember_code(digest);
  });
}

}  // namespace bricard::cli
