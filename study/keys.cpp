#include "study/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/core/units.hpp"

namespace bricard::study {

namespace {

std::string join(const std::string& where, std::string_view key) { return where.empty() ? std::string(key) : where + '.' + std::string(key); }

}  // namespace

void Keys::fault(const Node& node, const std::string& where, std::string what, std::string hint) {
  faults_.push_back({document_.place(node), where, std::move(what), std::move(hint)});
}

void Keys::finish() const {
  if (failed()) throw Error(faults_);
}

void Keys::check(const Node& node, const std::string& where, const std::vector<std::string_view>& known) {
  for (const Entry& each : node.entries) {
    const std::string& key = each.key.text;
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      std::string all;
      for (const std::string_view word : known) all += (all.empty() ? "" : ", ") + std::string(word);
      const std::string near = did_you_mean(key, known);
      fault(each.key, join(where, key), "unknown key", !near.empty() ? near : known.empty() ? "it takes none" : "it takes " + all);
    } else if (node.find(key) != &each.value) {
      fault(each.key, join(where, key), "the key stands twice");
    }
  }
}

const Node* Keys::map(const Node& node, std::string_view key, const std::string& where) {
  const Node* found = node.find(key);
  if (!found || found->is_map()) return found;
  fault(*found, join(where, key), "expected keys and values, found " + describe(*found));
  return nullptr;
}

std::vector<const Node*> Keys::texts(const Node& node, std::string_view key, const std::string& where) {
  std::vector<const Node*> all;
  const Node* found = node.find(key);
  if (!found) return all;
  if (found->is_scalar()) all.push_back(found);
  for (const Node& each : found->items) all.push_back(&each);
  std::erase_if(all, [&](const Node* each) {
    if (each->is_scalar() && !each->text.empty()) return false;
    fault(*each, join(where, key), "expected an expression, found " + describe(*each));
    return true;
  });
  if (all.empty() && !failed()) fault(*found, join(where, key), "expected an expression or a list of them, found " + describe(*found));
  return all;
}

std::string Keys::text_or(const Node& node, std::string_view key, const std::string& where, std::string otherwise) {
  const Node* found = node.find(key);
  if (!found) return otherwise;
  if (found->is_scalar() && !found->text.empty()) return found->text;
  fault(*found, join(where, key), "expected a text, found " + describe(*found));
  return otherwise;
}

double Keys::plain(const Node& node, const std::string& where) {
  const auto quantity = node.is_scalar() ? parse_quantity(node.text) : std::nullopt;
  if (quantity && !quantity->unit && std::isfinite(quantity->number)) return quantity->number;
  fault(node, where, "expected a number without unit, found " + (node.is_scalar() ? quoted(node.text) : describe(node)));
  return 0;
}

std::size_t Keys::count(const Node& node, std::string_view key, const std::string& where, std::size_t otherwise, std::size_t least,
                        std::size_t most) {
  const Node* found = node.find(key);
  if (!found) return otherwise;
  std::size_t value = 0;
  const char* const end = found->text.data() + found->text.size();
  const auto read = std::from_chars(found->text.data(), end, value);
  if (!found->is_scalar() || read.ec != std::errc() || read.ptr != end || value < least || value > most)
    fault(*found, join(where, key), fmt::format("expected a whole number from {} to {}", least, most));
  return value;
}

std::size_t Keys::choice(const Node& node, std::string_view key, const std::string& where, const std::vector<std::string_view>& words) {
  const Node& found = *node.find(key);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == found.text) return i;
  std::string all;
  for (const std::string_view each : words) all += (all.empty() ? "" : ", ") + std::string(each);
  fault(found, join(where, key), "expected one of " + all + ", found " + quoted(found.text), did_you_mean(found.text, words));
  return 0;
}

}  // namespace bricard::study
