// Parameters of a file that nothing in it uses: a name that was misspelt, or is left over.
#pragma once
#include <string>
#include <vector>

#include "bricard/io/document.hpp"

namespace bricard {

std::vector<std::string> unused_parameters(const Document& document);

}  // namespace bricard
