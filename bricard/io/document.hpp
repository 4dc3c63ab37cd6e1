// A YAML text as a plain tree with places: the only thing the readers see of YAML. Loading enforces the limits that keep hostile
// input (deep nesting, alias bombs, broken bytes, huge files) from crashing or stalling the program.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/core/error.hpp"

namespace bricard {

struct Entry;

struct Node {
  enum class Kind { null, scalar, sequence, map };
  Kind kind = Kind::null;
  int line = 0, column = 0;    // from 1; 0: it was put into the tree (Document::set)
  std::size_t offset = 0;      // of its first byte in the text
  std::string text;            // scalar
  std::vector<Node> items;     // sequence
  std::vector<Entry> entries;  // map, in the file's order, repeated keys included

  bool is_null() const { return kind == Kind::null; }
  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_sequence() const { return kind == Kind::sequence; }
  bool is_map() const { return kind == Kind::map; }
  // The value of the first such key; null pointer if there is none.
  const Node* find(std::string_view key) const;
};

struct Entry {
  Node key, value;
};

// "a number or text", "a list", ...: for error messages.
std::string describe(const Node& node);

inline constexpr std::size_t largest_file = 100'000'000;  // bytes

struct Document {
  std::string file;
  std::string text;
  Node root;
  std::vector<std::string> set = {};  // names of what was put into the tree (settings.hpp), by the offset of the node
  // Where a node starts, or where byte `position` of a scalar stands as far as YAML has not folded or unescaped it.
  Place place(const Node& node, std::optional<int> position = {}) const;
  // Of the longest part of "forces.strut.stiffness" that the file has; an element of a subsystem: where that is used.
  Place place_of(std::string_view where) const;
};

// Throws Error: not UTF-8, not YAML, or beyond the limits.
Document parse_document(std::string text, std::string file);

// The bytes of a file. Throws Error: missing, a folder, unreadable or larger than largest_file.
std::string read_file(const std::string& path);

}  // namespace bricard
