// What the text of a model file adds to the warnings of a run: parameters that nothing uses; and warnings that begin with what they
// are about, "bodies.rod.inertia: ...", get its place in the file before them.
#pragma once
#include <string>
#include <vector>

#include "bricard/io/model_text.hpp"

namespace bricard::cli {

// `source`: the model file; without text (a pipe) they stay as they are. Of a translated file places are its own, and what was
// decided while it was read is told too.
void add_places(std::vector<std::string>& warnings, const ModelText& source, const std::string& file);

}  // namespace bricard::cli
