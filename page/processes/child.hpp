// A program that runs for the server, which waits for it and hears what it says.
#pragma once
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bricard::page {

enum class Wish { go_on, end_soon, end_now };  // end_soon: SIGTERM, and SIGKILL when `patience` has passed

struct ChildOrder {
  std::vector<std::string> words;                    // the program and its arguments
  std::function<void(std::string_view)> error_line;  // called with each line of standard error
  std::function<Wish()> wish;                        // asked about twenty times a second
  std::chrono::milliseconds limit{0};                // of its time, then it is killed; 0: none
  std::chrono::milliseconds patience{5000};
  std::size_t memory = 0;                // of its address space, bytes; 0: no bound
  std::size_t largest_out = 64'000'000;  // of standard output, bytes: the rest is dropped
};

struct ChildEnd {
  int code = -1;          // exit code
  int signal = 0;         // or the signal that ended it
  bool too_long = false;  // the time limit was reached
  std::string out;        // standard output
};

ChildEnd run_child(const ChildOrder& order);

// Three quarters of the machine's memory, at most 16 GB.
std::size_t memory_for_children();

}  // namespace bricard::page
