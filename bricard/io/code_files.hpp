// The code that a model names (`functions`): C is compiled by the system's compiler, shared objects are taken as they are.
// Nothing of it runs before somebody permits it.
//
// Compiled code is kept in the user's own cache, $XDG_CACHE_HOME/bricard/code or ~/.cache/bricard/code, a folder that nobody else
// may read or write: an object by the digest of its bytes, which is checked before it is loaded, and beside it, by the digest of
// what it was compiled from, which object that is. What was permitted at a terminal is remembered there too, by content.
#pragma once
#include <functional>
#include <string>

#include "bricard/model/model.hpp"

namespace bricard {

// Called for each file whose code is about to be loaded, with the digest of its content; throws an Error to refuse.
using PermitCode = std::function<void(const CodeFunction& function, const std::string& digest)>;

// Throws Error with the places in the C files where the compiler finds them wrong.
void load_code(Model& model, const PermitCode& permit);

bool is_code_remembered(const std::string& digest);
void remember_code(const std::string& digest);

// The same model with its code in files beside it: their names and contents.
struct CodeBeside {
  Model model;
  std::vector<std::pair<std::string, std::string>> files;
};
CodeBeside with_code_beside(const Model& model);

}  // namespace bricard
