// Workbooks (.xlsx) of the thesis tool as the text of a model file: archive.hpp (zip) → cells.hpp (sheets) → rows.hpp (what they
// mean) → evidence.hpp (what they leave open) → book_text.cpp (the model file). Nothing is computed: cells keep their numbers and
// units, functions become expressions.
#pragma once
#include <string>

#include "bricard/io/model_text.hpp"

namespace bricard {

bool is_workbook(std::string_view bytes);

// `file` is for messages. Throws Error with all faults and their cells.
ModelText read_workbook(const std::string& bytes, const std::string& file, const ReadingWishes& wishes = {});

}  // namespace bricard
