// Classes of defaults: what an element does not say stands in its class, that of the nearest body with a `childclass`, or `main`;
// what a class does not say in the class around it.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/io/xml_file.hpp"

namespace bricard::mjcf {

// Actuators share the defaults of all their kinds, as far as they have the same attributes.
bool is_actuator(std::string_view element);

class Defaults {
 public:
  // All sections `default` of the file.
  explicit Defaults(const XmlFile& file);

  // Writes into the element what its class says and it does not. `inherited`: the class of its body, empty: none.
  void complete(pugi::xml_node element, const std::string& inherited) const;
  bool has(const std::string& name) const { return classes_.contains(name); }

 private:
  using Attributes = std::map<std::string, std::string, std::less<>>;
  struct Class {
    std::map<std::string, Attributes, std::less<>> of;  // by element
  };
  void read(const pugi::xml_node& node, const std::string& parent, std::vector<std::pair<pugi::xml_node, std::string>>& inner);

  const XmlFile& file_;
  std::map<std::string, Class> classes_;
};

}  // namespace bricard::mjcf
