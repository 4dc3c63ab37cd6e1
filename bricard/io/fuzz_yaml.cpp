// libFuzzer target for the reader and the writer of model files: build with the preset `fuzz`, run `fuzz_yaml bricard/io/corpus`.
#include "bricard/io/fuzz_yaml.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string what = bricard::broken_by(std::string(reinterpret_cast<const char*>(data), size));
  if (!what.empty()) {
    std::fputs(what.c_str(), stderr);
    std::abort();
  }
  return 0;
}
