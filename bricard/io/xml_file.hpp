// XML files of other programs: parsed, with the line of every element, and all faults collected at their places. What none of
// these programs writes and attacks are made of, a DOCTYPE with entities, is refused before anything is read.
#pragma once
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/core/error.hpp"
#include "bricard/math/spatial.hpp"

namespace bricard {

// What a reader has to say: of faults all, of oddities each with its line.
struct Told {
  std::string file;
  std::vector<Fault> faults;
  std::vector<std::string> notes;

  void fault(const Place& place, const std::string& where, const std::string& what, const std::string& hint = {}) {
    faults.push_back({place, where, what, hint});
  }
  void note(const Place& place, const std::string& what) {
    notes.push_back((place.line > 0 ? "line " + std::to_string(place.line) + ": " : "") + what);
  }
};

// The name of the outermost element, behind a byte order mark, the declaration and comments; empty: this is no XML.
std::string_view xml_root(std::string_view bytes);

// A finite number as other programs write it.
std::optional<double> xml_number(std::string_view text);

class XmlFile {
 public:
  using NameOf = std::string (*)(const pugi::xml_node&);

  // Throws Error where the bytes are no XML, or have another root; `whose` files these are: "URDF". name_of: what an element is
  // called in faults; its attribute `name` unless something else is given.
  XmlFile(std::string_view bytes, Told& told, const char* root, const std::string& whose, NameOf name_of = nullptr);

  pugi::xml_node root() const { return document_.document_element(); }
  Place place(const pugi::xml_node& node) const;
  // "link arm/inertial/mass"
  void fault(const pugi::xml_node& node, const std::string& what, const std::string& hint = {}) const;
  void note(const pugi::xml_node& node, const std::string& what) const { told_.note(place(node), what); }

  // Attributes. One that cannot be read is a fault and counts as `otherwise`; one that is not there is `otherwise`, or a fault
  // where there is none.
  std::string name(const pugi::xml_node& node, const char* attribute = "name") const;
  double number(const pugi::xml_node& node, const char* attribute, std::optional<double> otherwise = 0) const;
  bool flag(const pugi::xml_node& node, const char* attribute, bool otherwise) const;
  Vec3<double> three(const pugi::xml_node& node, const char* attribute,
                     const Vec3<double>& otherwise = Vec3<double>::Zero()) const;
  // So many numbers, or at most so many where fewer may stand there; nothing where the attribute is not there or wrong.
  std::vector<double> numbers(const pugi::xml_node& node, const char* attribute, std::size_t least, std::size_t most) const;

  // Notes elements that are not among the known ones, each name once, with the nearest that is.
  void note_unknown(const pugi::xml_node& node, const std::vector<std::string_view>& known) const;

 private:
  std::string own_name(const pugi::xml_node& node) const;

  Told& told_;
  NameOf name_of_;
  std::vector<std::size_t> lines_;  // where they start
  pugi::xml_document document_;
  mutable std::map<std::string, int> unknown_;  // "link/inertail": so often
};

}  // namespace bricard
