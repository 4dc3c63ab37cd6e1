#include "bricard/io/workbook/names.hpp"

#include <cctype>

namespace bricard::workbook {

namespace {

constexpr std::size_t longest = 60;

// Letters with accents lose them, as far as western languages have them; all else between letters and digits is one _.
std::string plain(const std::string& label) {
  std::string name;
  bool gap = false;
  for (std::size_t i = 0; i < label.size() && name.size() < longest; ++i) {
    const auto c = static_cast<unsigned char>(label[i]);
    char letter = std::isalnum(c) ? static_cast<char>(c) : '\0';
    if (c == 0xC3 && i + 1 < label.size()) {  // Latin letters from U+00C0 on
      const char* const letters = "AAAAAAACEEEEIIIIDNOOOOO_OUUUUYTsaaaaaaaceeeeiiiidnooooo_ouuuuyty";
      const auto next = static_cast<unsigned char>(label[++i]);
      if (next >= 0x80 && next <= 0xBF && letters[next - 0x80] != '_') letter = letters[next - 0x80];
    }
    if (letter == '\0') {
      gap = !name.empty();
      continue;
    }
    if (gap) name += '_';
    gap = false;
    name += letter;
  }
  return name;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string name_of(const std::string& label, const std::string& otherwise) {
  std::string name = plain(label);
  if (name.empty()) name = otherwise;
  return std::isdigit(static_cast<unsigned char>(name[0])) ? "n" + name : name;
}

}  // namespace

std::string Names::prefixed(const std::string& label, const std::string& otherwise, const std::string& kind) {
  const std::string name = name_of(label, otherwise);
  if (taken_.insert(lower(name)).second) return name;
  for (;;) {
    const int i = ++numbered_[kind + '_' + lower(name)];
    const std::string next = kind + '_' + name + (i == 1 ? "" : '_' + std::to_string(i));
    if (taken_.insert(lower(next)).second) return next;
  }
}

std::string Names::unique(const std::string& label, const std::string& otherwise, const std::string& kind) {
  const std::string name = name_of(label, otherwise);
  if (taken_.insert(lower(name)).second) return name;
  if (!kind.empty() && taken_.insert(lower(name + '_' + kind)).second) return name + '_' + kind;
  for (int i = 2;; ++i) {
    const std::string numbered = name + '_' + (kind.empty() ? "" : kind + '_') + std::to_string(i);
    if (taken_.insert(lower(numbered)).second) return numbered;
  }
}

}  // namespace bricard::workbook
