// Reading keys of a small file: faults are collected with their places.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/io/document.hpp"

namespace bricard::study {

class Keys {
 public:
  explicit Keys(const Document& document) : document_(document) {}
  const Document& document() const { return document_; }

  void fault(const Node& node, const std::string& where, std::string what, std::string hint = {});
  bool failed() const { return !faults_.empty(); }
  void finish() const;  // throws what was found

  // Keys that are unknown or stand twice.
  void check(const Node& node, const std::string& where, const std::vector<std::string_view>& known);

  const Node* map(const Node& node, std::string_view key, const std::string& where);  // null: it is not there
  std::vector<const Node*> texts(const Node& node, std::string_view key, const std::string& where);  // one, or a list
  std::string text_or(const Node& node, std::string_view key, const std::string& where, std::string otherwise);
  double plain(const Node& node, const std::string& where);  // a number without unit
  std::size_t count(const Node& node, std::string_view key, const std::string& where, std::size_t otherwise, std::size_t least,
                    std::size_t most = 10'000'000);
  std::size_t choice(const Node& node, std::string_view key, const std::string& where, const std::vector<std::string_view>& words);

 private:
  const Document& document_;
  std::vector<Fault> faults_;
};

}  // namespace bricard::study
