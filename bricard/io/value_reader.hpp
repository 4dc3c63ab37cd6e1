// Values of a model file: numbers, functions, points, directions. Parameters, points, tables and body poses are read when they
// are first asked for, so that they may refer to each other in any order; one that needs itself is a fault.
//
// A reader that returns nothing has reported why, or it depends on a value that was reported.
#pragma once
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bricard/io/reading.hpp"
#include "bricard/io/settings.hpp"
#include "bricard/math/expression.hpp"
#include "bricard/math/spatial.hpp"
#include "bricard/model/model.hpp"

namespace bricard {

// Where a body stands in the design position.
struct Placement {
  Vector3 position = Vector3::Zero();
  Orientation orientation;
};

class ValueReader {
 public:
  // `folder`: where files that the model names are looked for; `within`: the folder that they must lie in, empty: anywhere.
  ValueReader(Reading& reading, const Document& document, UnitSystem units, int dimension, std::string folder, std::string within,
              const Overrides& overrides);

  // Names that the file does not hold itself: a body that its user supplies, and all of a subsystem, whose elements have been
  // given their names and places. Subsystems are read by `read_part` when one of their names is first asked for; it returns false
  // after a fault.
  void add_body(const std::string& name, const Placement& placement);
  void add_part(const Model& part);
  std::function<bool(const std::string& subsystem)> read_part;

  // Where the center of mass of a body is that gives no `position` itself.
  void give_center(const std::string& body, const Vector3& at) { centers_.emplace(body, at); }

  // All numbers that are read are noted there.
  std::vector<ReadNumber>* read_numbers = nullptr;
  // A parameter that an event sets changes with time: functions may read it, numbers may not. Event by parameter.
  void set_by_event(const std::string& parameter, const std::string& event);
  const std::map<std::string, std::string, std::less<>>& set_by_events() const { return set_by_events_; }

  // In SI: a plain number counts in the file's unit of the dimension, a number with a unit must have that dimension. Without a
  // dimension any unit will do and the number is in the file's units.
  std::optional<double> number(const Node& node, const std::string& where, std::optional<Dimension> dimension);
  // The same, and what it counts in, as far as that is known.
  struct Counted {
    double value = 0;
    Counting counting;
  };
  std::optional<Counted> counted(const Node& node, const std::string& where, std::optional<Dimension> dimension);
  // The same, and where it depends on more than parameters the text itself, which is checked with the whole model.
  std::optional<Function> function(const Node& node, const std::string& where, std::optional<Dimension> dimension);
  std::optional<std::string> text(const Node& node, const std::string& where);
  // The path of a file that the model names. Links and `..` are followed before it is said to lie in the folder.
  std::optional<std::string> file(const Node& node, const std::string& where);
  // A number without a fraction.
  std::optional<int> integer(const Node& node, const std::string& where);
  // A list of so many numbers.
  std::optional<std::vector<double>> numbers(const Node& node, const std::string& where, std::optional<Dimension> dimension,
                                             std::size_t count);
  std::optional<Vector3> vector(const Node& node, const std::string& where, std::optional<Dimension> dimension);
  std::optional<Point> point(const Node& node, const std::string& where);
  std::optional<Direction> direction(const Node& node, const std::string& where);
  // The same in global coordinates, in the design position.
  std::optional<Vector3> global_point(const Node& node, const std::string& where);
  std::optional<Vector3> global_direction(const Node& node, const std::string& where);

  // A plain number in the file's units; without a unit of its own it counts in that of its table. `known`: what the column of the
  // table counts in, which all its numbers must fit.
  std::optional<double> table_number(const Node& node, const std::string& where, const std::optional<Unit>& unit,
                                     std::optional<Unit>& known);

  // By name; null pointer where the file has a fault.
  const Counted* parameter(const std::string& name);
  const Vector3* named_point(const std::string& name);
  const Table* table(const std::string& name);
  const Placement* placement(const std::string& body);
  bool has_body(const std::string& name) { return is_there(name) && bodies_.count(name) > 0; }
  std::string nearest_body(const std::string& name) const;  // "did you mean `car`?"
  // Where the parameters that a text names got their units: "`rate` is 35 N*mm in line 4"; empty: it names none with a unit.
  std::string origins(std::string_view text) const;

  Reading& reading() { return reading_; }
  const UnitSystem& units() const { return units_; }
  bool planar() const { return dimension_ == 2; }
  const std::string& folder() const { return folder_; }

 private:
  // Something with a name that is read when it is first needed.
  template <class T>
  struct Lazy {
    enum class State { unread, reading, read, faulty };
    const Node* node = nullptr;
    const Node* own = nullptr;  // what the file gives where `node` was set instead
    std::string where;
    State state = State::unread;
    T value{};
  };
  template <class T>
  using Named = std::unordered_map<std::string, Lazy<T>>;

  template <class T>
  void collect(const Document& document, std::string_view section, Named<T>& items);
  template <class T, class Read>
  const T* resolve(Named<T>& items, const std::string& name, Read&& read);
  void apply(const Overrides& overrides, const Document& document);
  std::optional<double> noted(std::optional<double> value, const Node& node, const std::string& where,
                              std::optional<Dimension> dimension, const std::optional<Quantity>& written = {},
                              const Counting& counting = {});
  std::optional<double> convert(const Quantity& quantity, const Node& node, const std::string& where,
                                std::optional<Dimension> dimension);
  std::optional<Counted> evaluate(const Node& node, const std::string& where, bool* varies);
  bool fit(const Counted& counted, const Unit& wanted, const Node& node, const std::string& where);
  std::optional<Counted> read_parameter(const Lazy<Counted>& item);
  std::optional<double> checked(double value, const Node& node, const std::string& where);
  Meaning meaning(std::string_view name, bool* varies);
  const Interpolant* curve(const std::string& name);
  const GridInterpolant* surface(const std::string& name);
  std::string suggestion(std::string_view name) const;
  // Whether a name with a dot can be looked up: false where its subsystem has a fault.
  bool is_there(std::string_view name);
  std::optional<Placement> read_placement(const Node& body, const std::string& where, const Vector3& otherwise);
  std::optional<Vector3> to_global(const Vector3& vector, const std::string& body, bool is_point, const Node& node,
                                   const std::string& where);

  Reading& reading_;
  UnitSystem units_;
  int dimension_;
  std::string folder_, within_;
  Named<Counted> parameters_;
  Named<Vector3> points_;
  Named<Table> tables_;
  Named<Placement> bodies_;
  std::unordered_map<std::string, Vector3> centers_;
  std::unordered_map<std::string, Interpolant> curves_;  // of tables that were read
  std::unordered_map<std::string, GridInterpolant> surfaces_;
  std::unordered_set<std::string> elements_;  // names whose columns functions may use
  std::unordered_set<std::string> in_code_;   // functions whose code is not ours
  std::map<std::string, std::string, std::less<>> set_by_events_;
  std::list<Node> overriding_;
  int depth_ = 0;         // of references that wait for each other
  bool tainted_ = false;  // the value being read uses a faulty one
  bool only_counting_ = false;
};

}  // namespace bricard
