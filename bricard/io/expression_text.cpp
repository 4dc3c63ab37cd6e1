// Texts of expressions with other names and units.
#include "bricard/io/expression_text.hpp"

#include <vector>

#include "bricard/core/text.hpp"

namespace bricard {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Letters, digits and _, in parts joined by dots.
std::size_t name_size(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return 0;
  std::size_t size = 1;
  const auto is_part = [&](std::size_t i) { return i < text.size() && (is_letter(text[i]) || is_digit(text[i])); };
  while (is_part(size) || (size < text.size() && text[size] == '.' && is_part(size + 1))) ++size;
  return size;
}

std::size_t blanks(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_blank(text[size])) ++size;
  return size;
}

bool same_unit(Dimension dimension, const TextChange& change) {
  return change.from.factor(dimension) == change.to.factor(dimension);
}

}  // namespace

std::string in_old_unit(const std::string& text, Dimension dimension, const TextChange& change) {
  return same_unit(dimension, change) ? text : "number(" + text + "/1 " + change.from.name(dimension) + ')';
}

std::string in_new_unit(const std::string& text, Dimension dimension, const TextChange& change) {
  return same_unit(dimension, change) ? text : "number(" + text + ")*1 " + change.from.name(dimension);
}

std::string change_text(std::string_view text, const TextChange& change) {
  std::string result;
  // Open parentheses: those of a der(), or of a noise() or delay() whose unit of time changes, of a function in code, and others.
  enum class Open { other, der, timed, time, code };
  struct Opened {
    Open what = Open::other;
    const CodeCall* code = nullptr;
    std::size_t argument = 0;
  };
  std::vector<Opened> open;
  const auto changes = [&](const Opened& call) {
    return call.argument < call.code->arguments.size() && !same_unit(call.code->arguments[call.argument], change);
  };
  const auto begin_argument = [&](const Opened& call) {
    if (changes(call)) result += "number(";
  };
  const auto end_argument = [&](const Opened& call) {
    if (changes(call)) result += ")*1 " + change.from.name(call.code->arguments[call.argument]);
  };
  std::size_t at = 0;
  const auto copy = [&](std::size_t size) {
    result += text.substr(at, size);
    at += size;
  };
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (is_digit(rest[0]) || (rest[0] == '.' && rest.size() > 1 && is_digit(rest[1]))) {
      double number = 0;
      const std::size_t size = number_prefix(rest, number), gap = blanks(rest.substr(size));
      const UnitPrefix prefix = gap > 0 ? unit_prefix(rest.substr(size + gap)) : UnitPrefix{};
      if (prefix.size > 0 && !(change.from == change.to)) {
        result += to_text(number * (prefix.unit.factor / change.from.factor(prefix.unit.dimension)));
        at += size + gap + prefix.size;
      } else {
        copy(size + (prefix.size > 0 ? gap + prefix.size : 0));
      }
    } else if (const std::size_t size = name_size(rest); size > 0) {
      const std::string_view name = rest.substr(0, size);
      const std::size_t gap = blanks(rest.substr(size));
      const bool is_call = size + gap < rest.size() && rest[size + gap] == '(';
      if (is_call && name == "table") {
        copy(size + gap + 1);
        open.push_back({});
        copy(blanks(text.substr(at)));
        const std::size_t table = name_size(text.substr(at));
        result += change.table(text.substr(at, table));
        at += table;
      } else if (const CodeCall* code = is_call && change.code ? change.code(name) : nullptr) {
        if (!same_unit(code->value, change)) result += "number(";
        result += code->name;
        at += size;
        copy(gap + 1);
        open.push_back({Open::code, code});
        begin_argument(open.back());
      } else if (is_call) {
        const bool in_time = !same_unit(dimension::time, change);
        const bool is_timed = name == "noise" || name == "delay";
        const Open call = in_time && name == "der" ? Open::der : in_time && is_timed ? Open::timed : Open::other;
        if (call == Open::der) result += "number(";
        copy(size + gap + 1);
        open.push_back({call});
      } else if (name == "and" || name == "or" || name == "not" || name == "pi") {
        copy(size);
      } else {
        result += change.name(name);
        at += size;
      }
    } else if (rest[0] == '(') {
      open.push_back({});
      copy(1);
    } else if (rest[0] == ',' && !open.empty() && open.back().what == Open::timed) {  // the time that follows is in the old unit
      copy(1);
      result += " number(";
      open.back().what = Open::time;
    } else if (rest[0] == ',' && !open.empty() && open.back().what == Open::code) {
      end_argument(open.back());
      copy(1);
      ++open.back().argument;
      begin_argument(open.back());
    } else if (rest[0] == ')' && !open.empty()) {
      const Opened closed = open.back();
      open.pop_back();
      if (closed.what == Open::time) result += ")*1 " + change.from.time;
      if (closed.what == Open::code) end_argument(closed);
      copy(1);
      if (closed.what == Open::der) result += "*1 " + change.from.time + ')';
      if (closed.what == Open::code && !same_unit(closed.code->value, change))
        result += "/1 " + change.from.name(closed.code->value) + ')';
    } else {
      copy(1);
    }
  }
  return result;
}

}  // namespace bricard
