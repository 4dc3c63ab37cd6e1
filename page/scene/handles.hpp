// What a hand may take hold of: the points of a model and the places of its joints, with where each coordinate stands in the text
// (Handle of web/src/data/types.ts). A coordinate that is a number is changed there, one that is just the name of a parameter by
// that parameter; of any other the reason is told why it cannot be moved.
#pragma once
#include "bricard/io/document.hpp"
#include "bricard/model/model.hpp"
#include "page/json.hpp"

namespace bricard::page {

Json handles(const Model& model, const Document& document);

}  // namespace bricard::page
