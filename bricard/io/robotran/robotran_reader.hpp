// Files of ROBOTRAN (.mbs, XML mbsDescR7) as the text of a model file: description.hpp (what stands in the file) →
// model_writer.hpp (the model file). Numbers are kept; coordinates of joints are ROBOTRAN's q, so that its equations are found
// again.
#pragma once
#include <string>

#include "bricard/io/model_text.hpp"

namespace bricard {

bool is_robotran(std::string_view bytes);

// `file` is for messages, and lookup tables are looked for beside it. Throws Error with all faults and their lines.
ModelText read_robotran(const std::string& bytes, const std::string& file, const ReadingWishes& wishes = {});

}  // namespace bricard
