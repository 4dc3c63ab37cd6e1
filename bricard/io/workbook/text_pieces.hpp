// Small pieces of the text of a model file.
#pragma once
#include <string>

#include "bricard/core/text.hpp"
#include "bricard/io/workbook/rows.hpp"

namespace bricard::workbook {

inline std::string three(const Vector3& v) { return '[' + to_text(v[0]) + ", " + to_text(v[1]) + ", " + to_text(v[2]) + ']'; }
// Of an expression, which has neither quotes nor backslashes.
inline std::string in_quotes(const std::string& expression) { return '"' + expression + '"'; }

// What a comment or a name of the file may hold of a text from outside: printable ASCII and western letters. All else is `?`:
// bytes that are no UTF-8, and what YAML takes as the end of a line (U+0085, U+2028), behind which a text could go on as keys of
// the file.
inline std::string one_line(const std::string& text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]), next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool is_letter = (c == 0xC2 && next >= 0xA0 && next <= 0xBF) || (c == 0xC3 && next >= 0x80 && next <= 0xBF);
    if (is_letter)
      line += {text[i], text[i + 1]}, ++i;
    else if (c < 0x80)
      line += c < 0x20 || c == 0x7F ? ' ' : text[i];
    else if ((c & 0xC0) != 0x80)
      line += '?';  // once for the bytes that follow it
  }
  return line;
}

inline std::string word_of(ElementType type) {
  switch (type) {
    case ElementType::spring:
      return "spring";
    case ElementType::damper:
      return "damper";
    case ElementType::torsion_spring:
      return "torsion_spring";
    case ElementType::actuator:
      return "actuator";
  }
  return "";
}

}  // namespace bricard::workbook
