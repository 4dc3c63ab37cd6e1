// Faults in what the user wrote, as text.
#include "bricard/core/error.hpp"

namespace bricard {

std::string to_string(const Fault& fault) {
  std::string text;
  if (!fault.place.file.empty()) text += fault.place.file + ":";
  if (fault.place.line > 0) {
    text += std::to_string(fault.place.line) + ":";
    if (fault.place.column > 0) text += std::to_string(fault.place.column) + ":";
  }
  text += text.empty() ? "error: " : " error: ";
  if (!fault.where.empty()) text += fault.where + ": ";
  text += fault.what;
  if (!fault.hint.empty()) text += "; " + fault.hint;
  return text;
}

Error::Error(std::vector<Fault> faults) : faults_(std::move(faults)) {
  for (const Fault& fault : faults_) {
    if (!text_.empty()) text_ += '\n';
    text_ += to_string(fault);
  }
}

Error::Error(std::string where, std::string what, std::string hint)
    : Error(std::vector<Fault>{{{}, std::move(where), std::move(what), std::move(hint)}}) {}

}  // namespace bricard
