// What happens while one file is read: its faults, and where each key of the model stands, so that faults found later in the
// Model can still be shown in the file.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "bricard/io/document.hpp"

namespace bricard {

class Reading {
 public:
  explicit Reading(const Document& document) : document_(document) {}

  // Remembers where the value of "joints.main.axis" stands, and the name of the element "joints.main".
  void note(const std::string& where, const Node& node) { values_.emplace(where, &node); }
  void note_name(const std::string& where, const Node& node) { names_.emplace(where, &node); }
  // The name of an element, else the value at hand.
  Place place(const std::string& where, const Node& otherwise) const;

  // Of a node that was put into the tree: it is read as a number or function, and nothing else may be put there.
  void take_as_number(const Node& node);
  void fault_what_is_no_number();

  // A fault at a node; `position` counts bytes into a scalar. What follows from a spoilt value is not reported again.
  void fault(const Node& node, const std::string& where, std::string what, std::string hint = {},
             std::optional<int> position = {});
  void fault(Fault fault);
  // Says that a value is not what the file means, without a fault of its own: it depends on a faulty one.
  void spoil(const std::string& where) { spoilt_.insert(where); }

  // A fault of the Model: shown at the place of the longest known part of `where`, dropped if it follows from an earlier one.
  // With a position it is about the text of a function.
  void fault_of_model(const std::string& where, std::string what, std::string hint, std::optional<int> position = {});

  // Spoilt itself, part of something spoilt, or (a key, not a whole element) with a spoilt part.
  bool is_spoilt(const std::string& where) const;
  bool has_spoilt_part(const std::string& where) const;
  bool failed() const { return !faults_.empty(); }
  // Whether the next fault will be told, or only counted.
  bool tells_more() const { return faults_.size() < most_faults_told; }
  // Sorted by place.
  std::vector<Fault> take_faults();

 private:
  const Document& document_;
  std::vector<Fault> faults_;
  std::unordered_set<std::string> seen_;  // place and words of each fault
  std::unordered_map<std::string, const Node*> values_, names_;
  std::set<std::string> spoilt_;
  std::vector<bool> taken_;  // of Document::set

  // "--set UBJ.z" of a node that was put into the tree, else what it is.
  std::string where_of(const Node& node, const std::string& where) const;
};

// Reports unknown, repeated and empty keys of a map; false if the node is no map. `later`: keys of the format that this version
// does not have yet.
bool check_keys(Reading& reading, const Node& node, const std::string& where, const std::vector<std::string_view>& known,
                const std::vector<std::string_view>& later = {});

// "not available in this version": for what the format has and this version does not.
void fault_later(Reading& reading, const Node& node, const std::string& where, const std::string& what);

}  // namespace bricard
