// Annotations of a model file, asked by name: "vehicle.front.left". Collects faults; each is told at the place of its name in the
// file.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "bricard/core/error.hpp"
#include "bricard/model/annotation.hpp"
#include "bricard/model/model.hpp"

namespace bricard::vehicle {

class Words {
 public:
  explicit Words(const std::vector<Annotation>& annotations) : annotations_(annotations) {}

  // It, or something inside of it, is given.
  bool has(const std::string& name) const;
  std::optional<std::string> name(const std::string& name);  // one word
  std::vector<std::string> names(const std::string& name);   // one or more
  std::optional<double> number(const std::string& name, Dimension dimension);  // SI
  std::optional<Vector3> vector(const std::string& name, Dimension dimension);

  // What stands inside of it, in the order of the file.
  std::vector<std::string> keys(const std::string& name) const;

  // What stands inside of it and is none of these.
  void refuse_unknown(const std::string& name, const std::vector<std::string_view>& known);
  void fault(const std::string& where, std::string what, std::string hint = {});
  bool failed() const { return !faults_.empty(); }
  void throw_if_failed();

 private:
  const Annotation* find(const std::string& name) const;
  std::optional<double> si(const Annotation& annotation, const Annotation::Value& value, Dimension dimension);
  const std::vector<Annotation>& annotations_;
  std::vector<Fault> faults_;
};

}  // namespace bricard::vehicle
