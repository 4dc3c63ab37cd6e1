// Models as workbooks of the thesis tool, and an empty workbook to fill in.
#pragma once
#include <string>

#include "bricard/io/model_text.hpp"
#include "bricard/model/model.hpp"

namespace bricard {

// What a workbook cannot hold is noted, or refused by an Error with its names.
WrittenModel write_workbook(const Model& model);

std::string blank_workbook();

}  // namespace bricard
