#include "bricard/core/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace bricard {

void JsonText::next() {
  if (levels_.empty()) return;
  if (levels_.back()++ > 0) text_ += ',';
  line();
}

void JsonText::name(std::string_view key) {
  next();
  quoted(key);
  text_ += ": ";
}

void JsonText::line() {
  text_ += '\n';
  text_.append(levels_.size() * static_cast<std::size_t>(indent_), ' ');
}

void JsonText::integer(long long value) {
  const fmt::format_int text(value);
  text_.append(text.data(), text.size());
}

// The shortest text that is this number; one without a point or an exponent gets ".0", so that it is read as a number of its
// kind.
void JsonText::number(double value) {
  if (!std::isfinite(value)) {
    text_ += "null";
    return;
  }
  char digits[32];
  char* const end = fmt::format_to(digits, "{}", value);
  text_.append(digits, end);
  if (std::all_of(digits, end, [](char c) { return c == '-' || (c >= '0' && c <= '9'); })) text_ += ".0";
}

// Names come from files: bytes that are not UTF-8 are replaced, never a reason to fail.
void JsonText::quoted(std::string_view text) {
  constexpr std::string_view short_escapes = "\b\t\n\f\r\"\\", letters = "btnfr\"\\";
  if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) < 0; })) {
    text_ += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return;
  }
  text_ += '"';
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && text[end] >= ' ' && text[end] != '"' && text[end] != '\\') ++end;
    text_.append(text.substr(begin, end - begin));
    if (end < text.size()) {
      const std::size_t at = short_escapes.find(text[end]);
      if (at == std::string_view::npos)
        text_ += fmt::format("\\u{:04x}", static_cast<int>(text[end]));
      else
        text_.append({'\\', letters[at]});
    }
    begin = end + 1;
  }
  text_ += '"';
}

void JsonText::hand_over_if_long() {
  constexpr std::size_t enough = 1 << 16;
  if (!write_ || text_.size() < enough) return;
  write_(text_);
  text_.clear();
}

void JsonText::end() {
  text_ += '\n';
  if (!write_) return;
  write_(text_);
  text_.clear();
}

}  // namespace bricard
