#include "bricard/io/unused.hpp"

#include <set>

namespace bricard {
namespace {

bool is_of_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// All words of a text. That `left.k` says both `left` and `k` does no harm: names are unique.
void add_words(const std::string& text, std::set<std::string, std::less<>>& words) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t end = at;
    while (end < text.size() && is_of_word(text[end])) ++end;
    if (end > at) words.emplace(text, at, end - at);
    at = end;
  }
}

void add_words(const Node& node, std::set<std::string, std::less<>>& words) {
  add_words(node.text, words);
  for (const Node& item : node.items) add_words(item, words);
  for (const Entry& entry : node.entries) add_words(entry.value, words);  // keys are names, not uses
}

}  // namespace

std::vector<std::string> unused_parameters(const Document& document) {
  const Node* const parameters = document.root.find("parameters");
  if (!parameters) return {};
  std::set<std::string, std::less<>> words;
  add_words(document.root, words);
  std::vector<std::string> unused;
  for (const Entry& entry : parameters->entries)
    if (!words.contains(entry.key.text)) unused.push_back(entry.key.text);
  return unused;
}

}  // namespace bricard
