// What the server cannot do for a request, with its HTTP status and in words for the user.
#pragma once
#include <stdexcept>
#include <string>

namespace bricard::page {

struct Refusal : std::runtime_error {
  Refusal(int status_, const std::string& words) : std::runtime_error(words), status(status_) {}
  int status;
};

}  // namespace bricard::page
