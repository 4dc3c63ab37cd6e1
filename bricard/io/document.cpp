// Loads YAML through the events of yaml-cpp, so that limits act while the parser runs and nothing of yaml-cpp is seen elsewhere.
#include "bricard/io/document.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace bricard {

namespace {

constexpr std::size_t most_nodes = 4'000'000;      // values, with aliases expanded
constexpr std::size_t most_expanded = 100'000;     // values that aliases add
constexpr std::size_t most_structure = 6'000'000;  // commas, colons, brackets, lines
constexpr std::size_t deepest_nesting = 60;
constexpr std::size_t longest_scalar = 1'000'000;  // bytes

[[noreturn]] void refuse(const std::string& file, int line, int column, std::string what, std::string hint = {}) {
  throw Error({Fault{{file, line, column}, "", std::move(what), std::move(hint)}});
}

// Length of the UTF-8 sequence at `i`; 0 if it is not one (Unicode 15, table 3-7).
std::size_t utf8_length(const std::string& text, std::size_t i) {
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

// Bytes that are no text, and more structure than any model has: yaml-cpp keeps the tokens of a whole flow collection in memory,
// so their number is bounded before it starts.
void check_bytes(const std::string& text, const std::string& file) {
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

// Builds the tree from the parser's events.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const std::string& file) : file_(file) {}
  Node root;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(start(mark, Node::Kind::null), anchor); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string& value) override {
    refuse_tag(mark, tag);
    Node node = start(mark, Node::Kind::scalar);
    if (value.size() > longest_scalar) refuse_at(node, "the text is longer than a million characters");
    node.text = value;
    add(std::move(node), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Node node = start(mark, Node::Kind::null);
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) refuse_at(node, "the alias stands inside what it refers to");
    const Anchored& original = found->second;
    count_ += original.count;
    expanded_ += original.count;
    if (count_ > most_nodes || expanded_ > most_expanded)
      refuse_at(node, "the aliases expand to more values than a model may have");
    if (open_.size() + original.height > deepest_nesting) refuse_at(node, "the file is nested too deeply");
    attach(original.node, original.height);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuse_tag(mark, tag);
    open(start(mark, Node::Kind::sequence), anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    refuse_tag(mark, tag);
    open(start(mark, Node::Kind::map), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    Node node;
    YAML::anchor_t anchor;
    std::size_t count_before;
    std::size_t height = 1;  // levels of nesting from here down
    bool has_key = false;    // of a map: entries.back() waits for its value
  };

  struct Anchored {
    Node node;
    std::size_t count, height;
  };

  [[noreturn]] void refuse_at(const Node& node, std::string what) const {
    refuse(file_, node.line, node.column, std::move(what));
  }

  // "?" is a plain and "!" a quoted scalar; anything else was written by the user.
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (!tag.empty() && tag != "?" && tag != "!")
      refuse(file_, mark.line + 1, mark.column + 1, "YAML tags (!) are not used in model files",
             "quote a text that starts with `!`");
  }

  Node start(const YAML::Mark& mark, Node::Kind kind) {
    Node node;
    node.kind = kind;
    node.line = mark.line + 1;
    node.column = mark.column + 1;
    node.offset = static_cast<std::size_t>(std::max(mark.pos, 0));
    return node;
  }

  void add(Node node, YAML::anchor_t anchor) {
    if (++count_ > most_nodes) refuse_at(node, "the file has more values than a model may have");
    if (anchor) anchors_[anchor] = {node, 1, 0};
    attach(std::move(node), 0);
  }
  void open(Node node, YAML::anchor_t anchor) {
    if (++count_ > most_nodes) refuse_at(node, "the file has more values than a model may have");
    if (open_.size() + 1 > deepest_nesting) refuse_at(node, "the file is nested too deeply");
    open_.push_back({std::move(node), anchor, count_ - 1});
  }
  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    if (done.anchor) {
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
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;  // finished nodes
  std::size_t count_ = 0, expanded_ = 0;        // values; those of them that came by aliases
};

// yaml-cpp's words for what a model's author is likely to have done.
std::string hint_for(const std::string& message) {
  if (message.find("anchor") != std::string::npos || message.find("alias") != std::string::npos)
    return "quote expressions that start with `*` or `&`";
  if (message.find("end of map") != std::string::npos || message.find("end of sequence") != std::string::npos)
    return "check commas, braces and brackets; quote expressions that hold `,` `[` or `{`";
  return {};
}

}  // namespace

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
  if (!position || !node.is_scalar() || node.offset >= text.size()) return place;
  const std::size_t start = node.offset + (text[node.offset] == '"' || text[node.offset] == '\'');
  if (text.compare(start, node.text.size(), node.text) == 0 && node.text.find('\n') == std::string::npos)
    place.column += static_cast<int>(start - node.offset) + *position;
  return place;
}

Document parse_document(std::string text, std::string file) {
  if (text.size() > largest_file) refuse(file, 0, 0, "the file is larger than 100 MB");
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  check_bytes(text, file);
  TreeBuilder builder(file);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    const bool found = parser.HandleNextDocument(builder);
    if (!found || builder.root.is_null()) refuse(file, 1, 1, "the file is empty", "a model starts with `bricard: 1`");
    TreeBuilder rest(file);
    if (parser.HandleNextDocument(rest) && !rest.root.is_null())
      refuse(file, rest.root.line, rest.root.column, "a second YAML document starts here; a model file holds one");
  } catch (const YAML::Exception& e) {
    const bool known = !e.mark.is_null();
    refuse(file, known ? e.mark.line + 1 : 0, known ? e.mark.column + 1 : 0, "not valid YAML: " + e.msg, hint_for(e.msg));
  }
  return {std::move(file), std::move(text), std::move(builder.root)};
}

std::string read_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) refuse(path, 0, 0, "there is no such file");
  if (fs::is_directory(status)) refuse(path, 0, 0, "this is a folder, not a file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) refuse(path, 0, 0, "the file cannot be read");
  // Pipes and devices have no size: read in pieces and stop at the limit.
  std::string text;
  std::vector<char> piece(1 << 16);
  while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())) || stream.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest_file) refuse(path, 0, 0, "the file is larger than 100 MB");
  }
  return text;
}

}  // namespace bricard
