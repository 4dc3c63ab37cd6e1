// Loads YAML through the events of libyaml, so that limits act while the parser runs and nothing of it is seen elsewhere.
#include "bricard/io/document.hpp"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>

#include "bricard/io/check_bytes.hpp"
#include "bricard/io/files_read.hpp"

namespace bricard {

namespace {

constexpr std::size_t most_nodes = 4'000'000;      // values, with aliases expanded
constexpr std::size_t most_expanded = 100'000;     // values that aliases add
constexpr std::size_t most_structure = 6'000'000;  // commas, colons, brackets, lines
constexpr std::size_t deepest_nesting = 60;
constexpr std::size_t longest_scalar = 1'000'000;  // bytes
constexpr const char* hint_for_marks = "quote expressions that start with `*` or `&`";

[[noreturn]] void refuse(const std::string& file, int line, int column, std::string what, std::string hint = {}) {
  throw Error({Fault{{file, line, column}, "", std::move(what), std::move(hint)}});
}

// Length of the UTF-8 sequence at `i`; 0 if it is not one (Unicode 15, table 3-7).
std::size_t utf8_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) -> unsigned { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0; };
  const auto continues = [&](std::size_t k) { return (byte(k) & 0xC0) == 0x80; };
  const unsigned a = byte(i), b = byte(i + 1);
  if (a < 0x80) return 1;
  if (a >= 0xC2 && a <= 0xDF) return continues(i + 1) ? 2 : 0;
  if (a >= 0xE0 && a <= 0xEF) {
    const bool in_range = (a != 0xE0 || b >= 0xA0) && (a != 0xED || b <= 0x9F);
    return in_range && continues(i + 1) && continues(i + 2) ? 3 : 0;
  }
  if (a >= 0xF0 && a <= 0xF4) {
    const bool in_range = (a != 0xF0 || b >= 0x90) && (a != 0xF4 || b <= 0x8F);
    return in_range && continues(i + 1) && continues(i + 2) && continues(i + 3) ? 4 : 0;
  }
  return 0;
}

// Byte offsets of characters, which libyaml counts.
class Offsets {
 public:
  explicit Offsets(const std::string& text) {
    if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; })) return;
    for (std::size_t i = 0; i < text.size(); i += std::max<std::size_t>(utf8_length(text, i), 1)) bytes_.push_back(i);
    bytes_.push_back(text.size());
  }
  std::size_t operator[](std::size_t character) const {
    return bytes_.empty() ? character : bytes_[std::min(character, bytes_.size() - 1)];
  }

 private:
  std::vector<std::size_t> bytes_;  // empty: every character is a byte
};

bool is_null_word(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

// Builds the tree from the parser's events.
class TreeBuilder {
 public:
  TreeBuilder(const std::string& file, const Offsets& offsets) : file_(file), offsets_(offsets) {}
  Node root;

  void take(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_SCALAR_EVENT:
        return scalar(event);
      case YAML_ALIAS_EVENT:
        return alias(event);
      case YAML_SEQUENCE_START_EVENT:
        return open(start(event, Node::Kind::sequence, event.data.sequence_start.tag), name(event.data.sequence_start.anchor));
      case YAML_MAPPING_START_EVENT:
        return open(start(event, Node::Kind::map, event.data.mapping_start.tag), name(event.data.mapping_start.anchor));
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return close();
      default:
        return;
    }
  }

 private:
  struct Open {
    Node node;
    std::string anchor;
    std::size_t count_before;
    std::size_t height = 1;  // levels of nesting from here down
    bool has_key = false;    // of a map: entries.back() waits for its value
  };

  struct Anchored {
    Node node;
    std::size_t count, height;
  };

  [[noreturn]] void refuse_at(const Node& node, std::string what, std::string hint = {}) const {
    refuse(file_, node.line, node.column, std::move(what), std::move(hint));
  }

  static std::string name(const yaml_char_t* text) { return text ? reinterpret_cast<const char*>(text) : ""; }

  Node start(const yaml_event_t& event, Node::Kind kind, const yaml_char_t* tag) const {
    Node node;
    node.kind = kind;
    node.line = static_cast<int>(event.start_mark.line) + 1;
    node.column = static_cast<int>(event.start_mark.column) + 1;
    node.offset = offsets_[event.start_mark.index];
    if (tag && *tag) refuse_at(node, "YAML tags (!) are not used in model files", "quote a text that starts with `!`");
    return node;
  }

  void scalar(const yaml_event_t& event) {
    const auto& of = event.data.scalar;
    const std::string_view text(reinterpret_cast<const char*>(of.value), of.length);
    const bool is_null = of.style == YAML_PLAIN_SCALAR_STYLE && is_null_word(text);
    Node node = start(event, is_null ? Node::Kind::null : Node::Kind::scalar, of.tag);
    if (text.size() > longest_scalar) refuse_at(node, "the text is longer than a million characters");
    if (!is_null) node.text = text;
    if (++count_ > most_nodes) refuse_at(node, "the file has more values than a model may have");
    if (of.anchor) anchors_[name(of.anchor)] = {node, 1, 0};
    attach(std::move(node), 0);
  }
  void alias(const yaml_event_t& event) {
    const Node node = start(event, Node::Kind::null, nullptr);
    const std::string anchor = name(event.data.alias.anchor);
    if (std::any_of(open_.begin(), open_.end(), [&](const Open& each) { return each.anchor == anchor; }))
      refuse_at(node, "the alias stands inside what it refers to");
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      refuse_at(node, "not valid YAML: there is no anchor `&" + anchor + "` for this alias", hint_for_marks);
    const Anchored& original = found->second;
    count_ += original.count;
    expanded_ += original.count;
    if (count_ > most_nodes || expanded_ > most_expanded)
      refuse_at(node, "the aliases expand to more values than a model may have");
    if (open_.size() + original.height > deepest_nesting) refuse_at(node, "the file is nested too deeply");
    attach(original.node, original.height);
  }
  void open(Node node, std::string anchor) {
    if (++count_ > most_nodes) refuse_at(node, "the file has more values than a model may have");
    if (open_.size() + 1 > deepest_nesting) refuse_at(node, "the file is nested too deeply");
    open_.push_back({std::move(node), std::move(anchor), count_ - 1});
  }
  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    if (!done.anchor.empty()) {
      const std::size_t size = count_ - done.count_before;
      count_ += size;  // the copy that is kept for aliases
      if (count_ > most_nodes) refuse_at(done.node, "the file has more values than a model may have");
      anchors_[done.anchor] = {done.node, size, done.height};
    }
    attach(std::move(done.node), done.height);
  }
  void attach(Node node, std::size_t height) {
    if (open_.empty()) {
      root = std::move(node);
      return;
    }
    Open& parent = open_.back();
    parent.height = std::max(parent.height, height + 1);
    if (parent.node.is_sequence()) {
      parent.node.items.push_back(std::move(node));
    } else if (parent.has_key) {
      parent.node.entries.back().value = std::move(node);
      parent.has_key = false;
    } else {
      parent.node.entries.push_back({std::move(node), {}});
      parent.has_key = true;
    }
  }

  const std::string& file_;
  const Offsets& offsets_;
  std::vector<Open> open_;
  std::map<std::string, Anchored> anchors_;  // finished nodes
  std::size_t count_ = 0, expanded_ = 0;     // values; those of them that came by aliases
};

// The parser of libyaml, and the event that it has found last.
class Parser {
 public:
  Parser(const std::string& text, const std::string& file, const Offsets& offsets) : text_(text), file_(file), offsets_(offsets) {
    if (!yaml_parser_initialize(&parser_)) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  ~Parser() {
    yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  const yaml_event_t& next() {
    yaml_event_delete(&event_);
    if (!yaml_parser_parse(&parser_, &event_)) fail();
    return event_;
  }

 private:
  // Its words, and for what a model's author is likely to have done a hint.
  [[noreturn]] void fail() const {
    if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    const std::string context = parser_.context ? parser_.context : "", problem = parser_.problem ? parser_.problem : "";
    std::string hint;
    if (context.find("anchor") != std::string::npos || context.find("alias") != std::string::npos) hint = hint_for_marks;
    if (context.find("flow") != std::string::npos)
      hint = "check commas, braces and brackets; quote expressions that hold `,` `[` or `{`";
    const std::size_t at = offsets_[parser_.problem_mark.index];
    if (problem.find("cannot start any token") != std::string::npos && at < text_.size())
      hint =
          text_[at] == '\t' ? "indent with spaces, not with tabs" : fmt::format("quote a text that starts with `{}`", text_[at]);
    refuse(file_, static_cast<int>(parser_.problem_mark.line) + 1, static_cast<int>(parser_.problem_mark.column) + 1,
           "not valid YAML: " + (context.empty() ? problem : context + ", " + problem), hint);
  }

  const std::string &text_, &file_;
  const Offsets& offsets_;
  yaml_parser_t parser_{};
  yaml_event_t event_{};
};

}  // namespace

// Bytes that are no text, and more structure than any model has: a parser may keep the tokens
// of a whole flow collection in memory, so their number is bounded before it starts.
void check_bytes(std::string_view text, const std::string& file) {
  int line = 1, column = 1;
  std::size_t structure = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (length == 0) refuse(file, line, column, "the file is not UTF-8 text", "save it as UTF-8");
    if ((c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7F)
      refuse(file, line, column, "the file holds a control character and is not a text file");
    if (c == '\n' || c == ',' || c == ':' || c == '[' || c == '{') ++structure;
    if (structure > most_structure) refuse(file, line, column, "the file has more values than a model may have");
    column = c == '\n' ? 1 : column + static_cast<int>(length);
    line += c == '\n';
    i += length;
  }
}

const Node* Node::find(std::string_view key) const {
  for (const auto& [name, value] : entries)
    if (name.is_scalar() && name.text == key) return &value;
  return nullptr;
}

std::string describe(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::scalar:
      return '`' + (node.text.size() > 60 ? node.text.substr(0, 60) + "..." : node.text) + '`';
    case Node::Kind::sequence:
      return "a list of " + std::to_string(node.items.size());
    case Node::Kind::map:
      return "keys with values";
  }
  return {};
}

Place Document::place(const Node& node, std::optional<int> position) const {
  Place place{file, node.line, node.column};
  if (!position || node.line == 0 || !node.is_scalar() || node.offset >= text.size()) return place;
  const std::size_t start = node.offset + (text[node.offset] == '"' || text[node.offset] == '\'');
  if (text.compare(start, node.text.size(), node.text) == 0 && node.text.find('\n') == std::string::npos)
    place.column += static_cast<int>(start - node.offset) + *position;
  return place;
}

namespace {

// The key of the longest part of `where` that the tree has; names may hold dots themselves. Null pointer: not even its section.
const Node* deepest_key(const Node& root, std::string_view where) {
  const Node* key = nullptr;
  const Node* node = &root;
  while (node) {
    const Entry* best = nullptr;
    for (const Entry& each : node->entries) {
      const std::size_t size = each.key.text.size();
      const bool fits = size > 0 && where.starts_with(each.key.text) && (where.size() == size || where[size] == '.');
      if (fits && (!best || size > best->key.text.size())) best = &each;
    }
    if (best) key = &best->key;
    if (best) where.remove_prefix(std::min(where.size(), best->key.text.size() + 1));
    node = best ? &best->value : nullptr;
  }
  return key;
}

}  // namespace

Place Document::place_of(std::string_view where) const {
  const std::size_t dot = where.find('.');
  const std::string_view section = where.substr(0, dot);
  const Node* key = deepest_key(root, where.substr(0, where.find('[')));
  if ((!key || key->text == section) && dot != where.npos) {
    const Node* part = deepest_key(root, "subsystems" + std::string(where.substr(dot)));
    if (part && part->text != "subsystems") key = part;
  }
  return key ? place(*key) : Place{file, 0, 0};
}

Document parse_document(std::string text, std::string file) {
  if (text.size() > largest_file) refuse(file, 0, 0, "the file is larger than 100 MB");
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  check_bytes(text, file);
  const Offsets offsets(text);
  TreeBuilder builder(file, offsets);
  {
    Parser parser(text, file, offsets);
    int documents = 0;
    for (bool ended = false; !ended;) {
      const yaml_event_t& event = parser.next();
      ended = event.type == YAML_STREAM_END_EVENT;
      documents += event.type == YAML_DOCUMENT_START_EVENT;
      if (documents > 1)
        refuse(file, static_cast<int>(event.start_mark.line) + 1, static_cast<int>(event.start_mark.column) + 1,
               "a second YAML document starts here; a model file holds one");
      builder.take(event);
    }
  }
  if (builder.root.is_null()) refuse(file, 1, 1, "the file is empty", "a model starts with `bricard: 1`");
  return {std::move(file), std::move(text), std::move(builder.root)};
}

std::string read_file(const std::string& path) {
  if (const std::string* held = FilesHeld::content(path)) return *held;
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) refuse(path, 0, 0, "there is no such file");
  if (fs::is_directory(status)) refuse(path, 0, 0, "this is a folder, not a file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) refuse(path, 0, 0, "the file cannot be read");
  // Pipes and devices have no size: read in pieces and stop at the limit.
  std::string text;
  char piece[1 << 14];
  while (stream.read(piece, sizeof piece) || stream.gcount() > 0) {
    text.append(piece, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest_file) refuse(path, 0, 0, "the file is larger than 100 MB");
  }
  FilesRead::note(path, text);
  return text;
}

}  // namespace bricard
