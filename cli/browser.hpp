// What verbs share that serve a page.
#pragma once
#include <string>

#include "cli/arguments.hpp"

namespace bricard::cli {

int asked_port(const Arguments& arguments);  // 0: any free one
// Opens the address in the user's browser, where there is one.
void open_browser(const std::string& address);
// Tells the address, as the options want it, and opens it.
void tell_address(const Arguments& arguments, const std::string& address);

}  // namespace bricard::cli
