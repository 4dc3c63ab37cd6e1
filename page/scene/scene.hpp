// The scene: what the page draws and lists of a model, as JSON. web/src/data/types.ts (Scene) says what each part means.
#pragma once
#include <string_view>

#include "bricard/model/model.hpp"
#include "bricard/model/variable.hpp"
#include "page/json.hpp"

namespace bricard::page {

// `text`: the file that the model was read from, for line numbers and the parameters as written; empty where it is not known.
Json scene(const Model& model, std::string_view text = {});

// SceneNumber of web/src/data/types.ts: the numbers that a file gives beside its parameters, those of points first, as written
// and with the values that they have now. Empty where there are more than anyone looks through.
Json numbers(const std::vector<Variable>& written, const std::vector<Variable>& now);

}  // namespace bricard::page
