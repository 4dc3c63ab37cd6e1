// What the text of a model file adds to the warnings of a run: parameters that nothing uses; and warnings that begin with what they
// are about, "bodies.rod.inertia: ...", get its place in the file before them.
#pragma once
#include <string>
#include <vector>

namespace bricard::cli {

// `text`: of the model file; empty (a pipe, another format): they stay as they are.
void add_places(std::vector<std::string>& warnings, const std::string& text, const std::string& file);

}  // namespace bricard::cli
