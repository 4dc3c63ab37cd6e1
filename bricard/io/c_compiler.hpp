// The system's C compiler, `cc`: run without a shell, with a file of source and a time limit.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "bricard/core/error.hpp"

namespace bricard {

struct Compiled {
  bool good = false;
  std::vector<Fault> errors;  // with their places, as the compiler tells them
  std::string rest;           // what it said else
};

// Whose code it is: that of a model is compiled so that it computes as expressions do, and the same everywhere; that which we
// generate for this machine and its fused operations.
enum class CodeOf { model, engine };
// What stands in every command line: it decides what object comes of a source.
std::string compiler_words(CodeOf whose = CodeOf::model);
// `folder`: where #include "..." looks. A shared object from a source; or the source with what it includes.
Compiled compile_c(const std::filesystem::path& source, const std::filesystem::path& object, const std::filesystem::path& folder,
                   const std::filesystem::path& messages, CodeOf whose = CodeOf::model);
Compiled preprocess_c(const std::filesystem::path& source, const std::filesystem::path& text, const std::filesystem::path& folder,
                      const std::filesystem::path& messages);

}  // namespace bricard
