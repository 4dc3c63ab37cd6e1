// The page of the sheet, a file of the program (cmake/Embed.cmake).
#pragma once
#include <span>
#include <string_view>

namespace bricard::vehicle {

struct SheetPage {
  std::string_view name, text;
};
std::span<const SheetPage> sheet_pages();

}  // namespace bricard::vehicle
