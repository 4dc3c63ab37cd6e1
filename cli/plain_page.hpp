// A page of Markdown, as far as our pages use it, as text for a terminal.
#pragma once
#include <string>
#include <string_view>

namespace bricard::cli {

// Lines of at most `width` characters where words allow it.
std::string plain_page(std::string_view markdown, int width);

}  // namespace bricard::cli
