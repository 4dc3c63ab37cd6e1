// Small pieces of the text of a model file.
#pragma once
#include <string>

#include "bricard/core/text.hpp"
#include "bricard/io/workbook/rows.hpp"

namespace bricard::workbook {

inline std::string three(const Vector3& v) { return '[' + to_text(v[0]) + ", " + to_text(v[1]) + ", " + to_text(v[2]) + ']'; }
// Of an expression, which has neither quotes nor backslashes.
inline std::string in_quotes(const std::string& expression) { return '"' + expression + '"'; }

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
