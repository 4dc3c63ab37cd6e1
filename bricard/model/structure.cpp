// Names, units, numbers, bodies, tables and the analysis section of a model.
#include "bricard/model/structure.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/math/spatial.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/impossible_inertia.hpp"
#include "bricard/model/names_of.hpp"
#include "bricard/model/road.hpp"

namespace bricard {

namespace {

const std::vector<std::string_view> reserved_names{"ground", "t",    "pi",    "and",    "or",       "not",
                                                   "length", "rate", "angle", "energy", "violation"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Letters, digits and `_`. Elements of a subsystem have its name and a dot before their own: `left.upright`.
bool is_name(std::string_view name) {
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos)
    return is_name(name.substr(0, dot)) && is_name(name.substr(dot + 1));
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

// 7 and 1e5: in an expression no name, unless a column follows as in `7.x`.
bool reads_as_number(std::string_view name) {
  const auto other = std::find_if_not(name.begin(), name.end(), is_digit);
  return other == name.end() || (other != name.begin() && (*other == 'e' || *other == 'E') && other + 1 != name.end() &&
                                 std::all_of(other + 1, name.end(), is_digit));
}

// Of these sections expressions use the names alone.
bool stands_alone(std::string_view section) {
  return section == "parameters" || section == "tables" || section == "functions" || section == "inputs" || section == "states" ||
         section == "outputs";
}

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

constexpr double farthest = threshold::farthest_point;

// Where a value stands. Nowhere: of a first look, for which no text is made; nearly always it is the only one.
struct Nowhere {};
Nowhere below(Nowhere, std::string_view) { return {}; }
Nowhere entry(Nowhere, std::size_t) { return {}; }
std::string below(const std::string& where, std::string_view key) {
  return where + (where.ends_with('.') ? "" : ".") + std::string(key);
}
std::string entry(const std::string& where, std::size_t i) { return where + '[' + std::to_string(i) + ']'; }

// Calls report(where, what) for every number in a value that is not finite, and for points beyond all mechanisms.
template <class T, class Where, class Report>
void check_finite(const T& value, const Where& where, Report&& report) {
  if constexpr (std::is_same_v<T, double>) {
    if (!std::isfinite(value)) report(where);
  } else if constexpr (std::is_same_v<T, Function>) {
    if (value.is_number()) check_finite(value.number, where, report);
  } else if constexpr (requires { value.all_finite(); }) {
    if (!value.all_finite()) report(where);
  } else if constexpr (std::is_same_v<T, Point>) {
    check_finite(value.at, where, report);
    const bool is_far = std::any_of(value.at.begin(), value.at.end(), [](double x) { return std::abs(x) > farthest; });
    if (is_far && value.at.all_finite()) report(where, "the point is too far away to compute with: squares would overflow");
  } else if constexpr (std::is_same_v<T, Direction>) {
    check_finite(value.axis, where, report);
  } else if constexpr (std::is_same_v<T, Orientation>) {
    check_finite(value.quaternion, where, report);
    check_finite(value.angle, where, report);
  } else if constexpr (std::is_same_v<T, Inertia>) {
    check_finite(value.matrix, where, report);
  } else if constexpr (std::is_same_v<T, End>) {
    check_finite(value.at, below(where, "at"), report);
  } else if constexpr (is_optional<T>) {
    if (value) check_finite(*value, where, report);
  } else if constexpr (requires { value.first; }) {  // a value by name
    check_finite(value.second, where, report);
  } else if constexpr (requires { value.list; }) {
    for (const auto& [name, each] : value.list) check_finite(each, below(where, name), report);
  } else if constexpr (requires { value.info(); }) {
    value.for_each_field([&](const KindField& field, const auto& each) { check_finite(each, below(where, field.name), report); });
  } else if constexpr (HasFields<T>) {
    for_each_field<T>([&](const auto& field) { check_finite(value.*field.member, below(where, field.name), report); });
  } else if constexpr (!std::is_same_v<T, std::string> && requires { value.data(); }) {
    for (std::size_t i = 0; i < value.size(); ++i) check_finite(value[i], entry(where, i), report);
  }
}

template <class T>
bool is_finite(const T& value) {
  bool finite = true;
  check_finite(value, Nowhere{}, [&](Nowhere, const char* = nullptr) { finite = false; });
  return finite;
}

}  // namespace

StructureCheck::StructureCheck(const Model& model) : model_(model) {
  for (const Body& body : model.bodies) bodies_.emplace(body.name, &body);
  for (const Joint& joint : model.joints) joints_.emplace(joint.name, &joint);
}

std::vector<Fault> StructureCheck::run() {
  names();
  units();
  numbers();
  for (const Table& each : model_.tables) table(each);
  for (const CodeFunction& each : model_.functions) function(each);
  for (const Body& each : model_.bodies) body(each);
  for (const Driver& each : model_.drivers) driver(each);
  for (const Joint& each : model_.joints) joint(each);
  for (const Constraint& each : model_.constraints) constraint(each);
  for (const Force& each : model_.forces) force(each);
  for (Fault& each : check_road(model_)) faults_.push_back(std::move(each));
  for (const Sensor& each : model_.sensors) sensor(each);
  for (const StateEquation& each : model_.states) state(each);
  for (const EventRule& each : model_.events) event(each);
  if (model_.dimension == 2) planar();
  if (model_.dimension != 2 && model_.dimension != 3) fault("dimension", "a model has the dimension 2 or 3");
  if (model_.analysis) analysis(*model_.analysis);
  return std::move(faults_);
}

std::vector<Fault> StructureCheck::run_analysis() {
  names();
  faults_.clear();  // names are known to be right: they were only listed
  numbers_of_analysis();
  if (model_.analysis) analysis(*model_.analysis);
  return std::move(faults_);
}

// Legal, not reserved, and unique in the whole model.
void StructureCheck::names() {
  const auto check = [&](const char* section, const auto& elements) {
    for (const auto& element : elements) {
      const std::string where = std::string(section) + '.' + element.name;
      if (!is_name(element.name))
        fault(where, quoted(element.name) + " is not a name", "names are made of letters, digits and `_`");
      else if (stands_alone(section) && reads_as_number(element.name))
        fault(where, quoted(element.name) + " is not a name here: expressions would read a number", "start it with a letter");
      else if (std::find(reserved_names.begin(), reserved_names.end(), element.name) != reserved_names.end())
        fault(where, "the name " + quoted(element.name) + " is reserved");
      const auto [first, is_new] = sections_.emplace(element.name, section);
      if (!is_new)
        fault(where, "the name " + quoted(element.name) + " is used already in `" + first->second + "`",
              "names are unique in a file");
    }
  };
  // `left.x` would be a column of an element `left`.
  const auto check_owners = [&](const char* section, const auto& elements) {
    for (const auto& element : elements)
      for (std::size_t dot = element.name.find('.'); dot != std::string::npos; dot = element.name.find('.', dot + 1))
        if (const auto owner = sections_.find(element.name.substr(0, dot)); owner != sections_.end()) {
          fault(std::string(section) + '.' + element.name,
                quoted(owner->first) + " is an element of `" + owner->second + "` and cannot be a subsystem too",
                "give the subsystem another name");
          break;
        }
  };
  const auto each_section = [&](const auto& visit) {
    visit("parameters", model_.parameters);
    visit("points", model_.points);
    visit("tables", model_.tables);
    visit("functions", model_.functions);
    visit("bodies", model_.bodies);
    visit("joints", model_.joints);
    visit("constraints", model_.constraints);
    visit("drivers", model_.drivers);
    visit("forces", model_.forces);
    visit("sensors", model_.sensors);
    visit("inputs", model_.inputs);
    visit("states", model_.states);
    visit("events", model_.events);
    visit("outputs", model_.outputs);
  };
  each_section(check);
  each_section(check_owners);
}

void StructureCheck::units() {
  for (const Dimension base : {dimension::length, dimension::mass, dimension::time, dimension::angle, dimension::force}) {
    try {
      model_.units.factor(base);
    } catch (const Error& error) {
      faults_.insert(faults_.end(), error.faults().begin(), error.faults().end());
    }
  }
}

void StructureCheck::numbers() {
  const auto report = [&](const std::string& where, const char* what = "the value is not a finite number") {
    fault(where, what);
  };
  const auto look = [&](const auto& value, const char* section, std::string_view name = "", const char* key = "") {
    if (!is_finite(value)) check_finite(value, section + std::string(name) + key, report);
  };
  const auto check = [&](const char* section, const auto& elements) {
    for (const auto& element : elements) {
      look(element, section, element.name);
      if constexpr (requires { element.kind; }) look(element.kind, section, element.name);
    }
  };
  look(model_.gravity, "gravity");
  if (model_.road) look(*model_.road, "road");
  for (const Parameter& parameter : model_.parameters) look(parameter.value, "parameters.", parameter.name);
  for (const NamedPoint& point : model_.points) look(point.at, "points.", point.name);
  for (const Table& table : model_.tables) {
    look(table.points, "tables.", table.name, ".points");
    if (!table.grid) continue;
    for (const auto* numbers : {&table.grid->x, &table.grid->y, &table.grid->values})
      look(*numbers, "tables.", table.name, ".grid");
  }
  for (const Input& input : model_.inputs) look(input.value, "inputs.", input.name);
  for (const Output& output : model_.outputs) look(output.value, "outputs.", output.name);
  check("states.", model_.states);
  check("events.", model_.events);
  check("bodies.", model_.bodies);
  check("joints.", model_.joints);
  check("constraints.", model_.constraints);
  check("drivers.", model_.drivers);
  check("forces.", model_.forces);
  check("sensors.", model_.sensors);
  numbers_of_analysis();
}

void StructureCheck::numbers_of_analysis() {
  if (model_.analysis && !is_finite(*model_.analysis))
    check_finite(*model_.analysis, std::string("analysis"),
                 [&](const std::string& where, const char* what = "the value is not a finite number") { fault(where, what); });
}

void StructureCheck::table(const Table& table) {
  const std::string where = "tables." + table.name;
  if (table.grid) return grid(table, where);
  if (table.points.size() < 2) fault(where, "a table needs at least two points");
  for (std::size_t i = 1; i < table.points.size(); ++i)
    if (table.points[i][0] <= table.points[i - 1][0])
      return fault(where + ".points[" + std::to_string(i) + ']', "x must rise from point to point");
}

void StructureCheck::grid(const Table& table, const std::string& where) {
  const TableGrid& grid = *table.grid;
  if (!table.points.empty()) fault(where, "a table has `points` or a `grid`, not both");
  if (table.interpolation == Interpolation::akima)
    fault(where + ".interpolation", "a grid has no akima interpolation", "linear, or spline, which is smooth in both directions");
  for (const auto* axis : {&grid.x, &grid.y}) {
    const char* const name = axis == &grid.x ? "x" : "y";
    if (axis->size() < 2) return fault(where + ".grid", std::string("a grid needs at least two numbers of ") + name);
    for (std::size_t i = 1; i < axis->size(); ++i)
      if ((*axis)[i] <= (*axis)[i - 1]) return fault(where + ".grid", std::string(name) + " must rise");
  }
  if (grid.values.size() != grid.x.size() * grid.y.size()) fault(where + ".grid", "a grid needs a value for every x and y");
}

void StructureCheck::body(const Body& body) {
  const std::string where = "bodies." + body.name;
  if (body.mass < 0) fault(where + ".mass", "the mass is negative");
  if (body.mass > 0 && !body.position) fault(where + ".position", "a body with mass needs a `position`");
  if (body.position && !body.position->body.empty()) fault(where + ".position", "the position of a body must be global");
  if (!(std::abs(body.orientation.quaternion.norm() - 1) < threshold::as_written))
    fault(where + ".orientation", "the quaternion has not unit length");
  if (body.inertia.matrix.all_finite()) inertia(body.inertia.matrix, where + ".inertia");
  for (std::size_t i = 0; i < body.geometry.size(); ++i)
    geometry(body.geometry[i], where + ".geometry[" + std::to_string(i) + ']');
  if (body.cut) cut(body);
}

void StructureCheck::inertia(const Matrix3& inertia, const std::string& where) {
  const InertiaJudged judged = judge_inertia(inertia);
  if (judged.verdict == InertiaVerdict::not_symmetric) fault(where, "the inertia is not symmetric");
  if (judged.verdict == InertiaVerdict::negative)
    fault(where, "no body has this inertia: a principal moment is negative " + judged.moments);
}

void StructureCheck::geometry(const Geometry& shape, const std::string& where) {
  const std::string_view type = names_of<Shape>[static_cast<std::size_t>(shape.type)];
  const auto check = [&](bool given, bool allowed, bool needed, const char* key) {
    presence(given, allowed, needed, where, key, type);
  };
  const bool is_line = shape.type == Shape::line || shape.type == Shape::cylinder;
  const bool is_round = shape.type == Shape::sphere || shape.type == Shape::cylinder;
  check(shape.radius.has_value(), is_round, is_round, "radius");
  check(shape.from.has_value(), is_line, is_line, "from");
  check(shape.to.has_value(), is_line, is_line, "to");
  check(shape.at.has_value(), !is_line, false, "at");
  check(shape.size.has_value(), shape.type == Shape::box, shape.type == Shape::box, "size");
  check(!shape.file.empty(), shape.type == Shape::mesh, shape.type == Shape::mesh, "file");
  if (shape.radius && *shape.radius <= 0) fault(where + ".radius", "the radius must be positive");
  const auto is_positive = [&](const Vector3& edges) {
    return edges[0] > 0 && edges[1] > 0 && (model_.dimension == 2 || edges[2] > 0);
  };
  if (shape.size && !is_positive(*shape.size)) fault(where + ".size", "the edges must be positive");
  point(shape.from, where + ".from");
  point(shape.to, where + ".to");
  point(shape.at, where + ".at");
}

bool has_faulty_units(const std::vector<Fault>& faults) {
  return std::any_of(faults.begin(), faults.end(), [](const Fault& fault) { return fault.where.starts_with("units."); });
}

std::vector<Fault> check_structure(const Model& model) { return StructureCheck(model).run(); }
std::vector<Fault> check_analysis(const Model& model) { return StructureCheck(model).run_analysis(); }

}  // namespace bricard
