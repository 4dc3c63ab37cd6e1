// Names of a model file made of the labels of a workbook: letters, digits and _, each used once whatever it names, also where
// only the case of letters differs.
#pragma once
#include <map>
#include <set>
#include <string>

namespace bricard::workbook {

class Names {
 public:
  // Of the label, or of `otherwise` where it has no letters; one that is taken gets `kind` behind it, then a number.
  std::string unique(const std::string& label, const std::string& otherwise, const std::string& kind = "");
  // The same with the kind in front: "link_spring", then "link_spring_2".
  std::string prefixed(const std::string& label, const std::string& otherwise, const std::string& kind);

 private:
  std::set<std::string> taken_{"ground", "t",    "pi",    "and",    "or",       "not",
                               "length", "rate", "angle", "energy", "violation"};  // in lower case
  std::map<std::string, int> numbered_;                                            // so many prefixed names so far
};

}  // namespace bricard::workbook
