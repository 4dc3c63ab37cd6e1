// What is drawn of a model that the page edits, with the numbers of its file that may be varied.
#pragma once
#include <string>
#include <vector>

#include "bricard/io/formats.hpp"
#include "cli/options.hpp"
#include "page/scene/scene.hpp"

namespace bricard::cli {

// `now`: the numbers that the model was read with, those of --set among them.
page::Json model_scene(const Arguments& arguments, const Model& model, const std::string& text, const std::vector<Variable>& now);

}  // namespace bricard::cli
