// The scene: what the page draws and lists of a model, as JSON. web/src/data/types.ts (Scene) says what each part means.
#pragma once
#include <string_view>

#include "bricard/model/model.hpp"
#include "page/json.hpp"

namespace bricard::page {

// `text`: the file that the model was read from, for line numbers and the parameters as written; empty where it is not known.
Json scene(const Model& model, std::string_view text = {});

}  // namespace bricard::page
