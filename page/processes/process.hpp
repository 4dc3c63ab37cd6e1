// Starting a program: without a shell, with no files of this program's but the three it is given, in a process group of its own
// (Ctrl-C is for this program), and ended with this program however that ends.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace bricard::page {

struct ProcessStart {
  std::vector<std::string> words;      // its file and its arguments
  std::vector<std::string> variables;  // NAME=VALUE; empty: those of this program
  int in = -1, out = -1, err = -1;     // standard input, output and error; -1: nothing to read, nowhere to write
  std::size_t memory = 0;              // bound on its address space, bytes; 0: none
};

// -1 where the system refuses, with errno.
pid_t start_process(ProcessStart start);

}  // namespace bricard::page
