// JSON written value by value: the text that a tree of values would have, laid out in lines with an indent for each level,
// without the tree. Most of what a run leaves in JSON is known when it is written, and a tree costs ten times its text.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace bricard {

using TextSink = std::function<void(std::string_view)>;

class JsonText {
 public:
  // What was written goes to the sink in pieces; an empty sink: it stays in text().
  explicit JsonText(int indent, TextSink write = {}) : indent_(indent), write_(std::move(write)) {}

  // An entry of an object.
  template <class T>
  void put(std::string_view key, const T& value) {
    name(key);
    write(value);
  }
  template <class Fill>
  void object(std::string_view key, const Fill& fill) {
    name(key);
    inside('{', '}', fill);
  }
  template <class Fill>
  void list(std::string_view key, const Fill& fill) {
    name(key);
    inside('[', ']', fill);
  }
  // The next of a list, or the whole.
  template <class Fill>
  void object(const Fill& fill) {
    next();
    inside('{', '}', fill);
  }
  void end();  // after the whole: a new line, and all is handed over

  const std::string& text() const { return text_; }

 private:
  template <class T>
  struct IsOptional : std::false_type {};
  template <class T>
  struct IsOptional<std::optional<T>> : std::true_type {};

  template <class T>
  void write(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      text_ += value ? "true" : "false";
    } else if constexpr (std::is_integral_v<T>) {
      integer(static_cast<long long>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
      number(value);
    } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
      text_ += "null";
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
      quoted(value);
    } else if constexpr (IsOptional<T>::value) {
      if (value)
        write(*value);
      else
        text_ += "null";
    } else {
      inside('[', ']', [&] {
        for (const auto& each : value) {
          next();
          write(each);
        }
      });
    }
  }
  template <class Fill>
  void inside(char open, char close, const Fill& fill) {
    text_ += open;
    levels_.push_back(0);
    fill();
    const bool is_empty = levels_.back() == 0;
    levels_.pop_back();
    if (!is_empty) line();
    text_ += close;
    hand_over_if_long();
  }

  void next();
  void name(std::string_view key);
  void line();
  void integer(long long value);
  void number(double value);  // null where it is not finite
  void quoted(std::string_view text);
  void hand_over_if_long();

  int indent_;
  TextSink write_;
  std::string text_;
  std::vector<int> levels_;  // entries so far
};

}  // namespace bricard
