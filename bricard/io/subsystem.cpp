// Renames, reflects, moves and converts a part and adds it to the whole.
#include "bricard/io/subsystem.hpp"

#include <unordered_map>

#include "bricard/core/text.hpp"
#include "bricard/io/expression_text.hpp"
#include "bricard/math/spatial.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/columns.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {

namespace {

// How a column of the whole stands to the one that the part's author meant: value = sign (column - offset).
struct Reference {
  std::string name;  // in the whole
  Dimension dimension;
  double sign = 1, offset = 0;  // SI
};

class PartAdder {
 public:
  PartAdder(Model& whole, const Model& part, const Placing& placing)
      : whole_(whole), original_(part), part_(part), placing_(placing), vocabulary_(original_) {
    change_.from = part.units;
    change_.to = whole.units;
    change_.table = [this](std::string_view name) { return renamed(std::string(name)); };
    change_.code = [this](std::string_view name) -> const CodeCall* {
      const auto found = calls_.find(std::string(name));
      return found == calls_.end() ? nullptr : &found->second;
    };
    list_calls();
    list_references();
  }
  void add();

 private:
  std::string renamed(const std::string& name) const { return placing_.name.empty() ? name : placing_.name + '.' + name; }
  std::string body_name(const std::string& name) const;
  double reflected(int component) const { return placing_.mirror && static_cast<int>(*placing_.mirror) == component ? -1 : 1; }
  double handedness() const { return placing_.mirror ? -1 : 1; }
  double coordinate_sign(const Joint& joint, const CoordinateName& coordinate) const;
  Vector3 in_design(const Direction& direction) const;  // of the part
  double coordinate_sign(const std::string& name) const;
  double coordinate_dimension_ratio(const std::string& name) const;
  double driver_sign(const Driver& driver) const;
  double driver_offset(const Driver& driver) const;

  void list_calls();
  void list_references();
  void refer(const std::string& owner, const std::vector<ColumnInfo>& columns, const auto& sign_and_offset);
  double vector_sign(std::string_view column) const;
  std::string reference(std::string_view name, const Force* own) const;
  void change_functions();

  void place(Point& point) const;
  void place(Direction& direction, bool axial) const;
  template <class T, class... More>
  void place(std::optional<T>& value, More... more) const {
    if (value) place(*value, more...);
  }
  Reflection reflection(const std::vector<std::string>& coordinates) const;
  void place(Body& body) const;
  void place(Joint& joint) const;
  void place(Constraint& constraint) const;
  void place(Driver& driver) const;
  void place(Force& force) const;
  void place(Sensor& sensor) const;
  void place(EventRule& event) const;
  std::string coordinate_name(const std::string& name) const { return name.empty() ? name : renamed(name); }

  Model& whole_;
  const Model& original_;
  Model part_;
  const Placing& placing_;
  Vocabulary vocabulary_;
  TextChange change_;
  std::unordered_map<std::string, Reference> references_;
  std::unordered_map<std::string, CodeCall> calls_;
};

std::string PartAdder::body_name(const std::string& name) const {
  if (name.empty() || name == "ground") return name;
  const auto supplied = placing_.bodies.find(name);
  return supplied == placing_.bodies.end() ? renamed(name) : supplied->second;
}

// ---- what the columns mean --------------------------------------------------------------------------------------------------

// Components of true and axial vectors; 1 for all other columns.
double PartAdder::vector_sign(std::string_view column) const {
  if (column.empty()) return 1;
  const int component = column.back() - 'x';
  const std::string_view kind = column.substr(0, column.size() - 1);
  if (component >= 0 && component <= 2 && (kind.empty() || kind == "v" || kind == "a" || kind == "u" || kind == "f"))
    return reflected(component);
  if (component >= 0 && component <= 2 && (kind == "w" || kind == "al" || kind == "t"))
    return handedness() * reflected(component);
  if (column == "e1" || column == "e2" || column == "e3") return handedness() * reflected(column[1] - '1');
  return 1;
}

void PartAdder::refer(const std::string& owner, const std::vector<ColumnInfo>& columns, const auto& sign_and_offset) {
  for (const ColumnInfo& column : columns) {
    const std::string suffix = column.name.substr(column.name.find_last_of('.') + 1);
    const auto [sign, offset] = sign_and_offset(suffix);
    references_[column.name] = {owner + '.' + suffix, column.dimension, sign, offset};
  }
}

void PartAdder::list_calls() {
  const auto dimension_of = [](const std::string& unit) {
    const std::optional<Unit> known = parse_unit(unit);
    return known ? known->dimension : Dimension{};
  };
  for (const CodeFunction& function : original_.functions) {
    CodeCall& call = calls_[function.name];
    call.name = renamed(function.name);
    for (const std::string& unit : function.units) call.arguments.push_back(dimension_of(unit));
    call.value = dimension_of(function.unit);
    references_[function.name] = {call.name, call.value};
  }
}

void PartAdder::list_references() {
  using Pair = std::pair<double, double>;
  const auto offset_of = [&](const std::string& column) {
    return column == "x" || column == "y" || column == "z" ? placing_.move[column[0] - 'x'] : 0.0;
  };
  for (const Body& body : original_.bodies) {
    const std::string owner = body_name(body.name);
    refer(owner, body_columns(original_, body), [&](const std::string& column) {
      const bool about_z = column == "angle" || column == "w" || column == "al";  // of a planar body
      return Pair(about_z ? handedness() : vector_sign(column), offset_of(column));
    });
    if (owner == "ground")
      for (const ColumnInfo& column : body_columns(original_, body))
        references_[column.name].name = column.name.ends_with(".e0") ? "1" : "0";
  }
  for (const Sensor& sensor : original_.sensors)
    refer(renamed(sensor.name), sensor_columns(original_, sensor), [&](const std::string& column) {
      const bool is_global = sensor.relative_to.empty() || sensor.relative_to == "ground";
      return Pair(vector_sign(column), is_global ? offset_of(column) : 0);
    });
  for (const Joint& joint : original_.joints)
    refer(renamed(joint.name), joint_columns(original_, joint), [&](const std::string& column) {
      for (const CoordinateName& coordinate : coordinates_of(original_, joint))
        if (coordinate.name == column || coordinate.rate == column) return Pair(coordinate_sign(joint, coordinate), 0);
      if (column == "effort" && !joint.joints.empty()) return Pair(coordinate_sign(joint.joints.back()), 0);
      return Pair(vector_sign(column), 0);
    });
  for (const Driver& driver : original_.drivers)
    refer(renamed(driver.name), driver_columns(original_, driver),
          [&](const std::string& column) { return Pair(driver_sign(driver), column == "value" ? driver_offset(driver) : 0); });
  for (const Constraint& constraint : original_.constraints)
    refer(renamed(constraint.name), constraint_columns(original_, constraint), [&](const std::string&) {
      const int axis = constraint.kind.global_axis();
      return Pair(axis < 0 ? 1 : reflected(axis), 0);
    });
  for (const Force& force : original_.forces) {
    const bool wrench = !on_coordinate(force.kind->uses) && force.kind->uses != ForceEnds::two_ends;
    const std::vector<ColumnName> own = force.kind.results();
    refer(renamed(force.name), force_columns(original_, force), [&](const std::string& column) {
      for (const ColumnName& each : own)
        if (each.name == column && each.mirrored != Mirrored::by_name)
          return Pair(each.mirrored == Mirrored::same ? 1 : handedness(), 0);
      if (wrench) return Pair(vector_sign(column), 0);
      return Pair(force.joint.empty() ? 1 : coordinate_sign(force.joint), 0);
    });
  }
  const auto plain = [&](const auto& elements) {
    for (const auto& element : elements) references_[element.name] = {renamed(element.name), dimension::none};
  };
  plain(original_.inputs);
  plain(original_.states);
  plain(original_.outputs);
  plain(original_.parameters);
  for (const NamedPoint& point : original_.points)
    for (int i = 0; i < 3; ++i) {
      const std::string component = std::string(".") + static_cast<char>('x' + i);
      references_[point.name + component] = {renamed(point.name) + component, dimension::length, reflected(i), placing_.move[i]};
    }
  for (const ColumnInfo& column : vocabulary_.columns())  // time, energy, violation
    references_.try_emplace(column.name, Reference{column.name, column.dimension});
}

std::string PartAdder::reference(std::string_view name, const Force* own) const {
  if (own) {
    for (const ColumnName& column : own->kind->measured)
      if (column.name == name) return in_old_unit(std::string(name), column.dimension, change_);
  }
  const auto found = references_.find(std::string(name));
  if (found == references_.end()) return std::string(name);
  const Reference& column = found->second;
  std::string text = column.name;
  if (column.offset != 0)
    text = '(' + text + (column.offset > 0 ? " - " : " + ") + to_text(std::abs(column.offset)) + ' ' + UnitSystem{}.length + ')';
  text = in_old_unit(text, column.dimension, change_);
  return column.sign < 0 ? "(-" + text + ')' : text;
}

// All texts at once, while the part is still as it was.
void PartAdder::change_functions() {
  for (Constraint& each : part_.constraints) each.kind.changeable();  // copies of a kind share its values until they are changed
  for (Force& each : part_.forces) each.kind.changeable();
  for (CodeFunction& each : part_.functions) {
    const std::vector<Dimension>& dimensions = calls_[each.name].arguments;
    TextChange change = change_;
    change.name = [&](std::string_view name) { return reference(name, nullptr); };
    for (std::size_t i = 0; i < each.arguments.size(); ++i)
      each.arguments[i] =
          in_new_unit(change_text(each.arguments[i], change), i < dimensions.size() ? dimensions[i] : Dimension{}, change_);
  }
  const std::vector<FunctionPlace> places = list_functions(original_), copies = list_functions(part_);
  for (std::size_t i = 0; i < places.size(); ++i) {
    auto& copy = const_cast<Function&>(*copies[i].function);  // of part_, which is ours
    const bool is_rate = places[i].where.starts_with("states.") && places[i].where.ends_with(".derivative");
    if (copy.is_number() && is_rate) copy.number *= change_.to.factor(dimension::time) / change_.from.factor(dimension::time);
    if (copy.is_number()) continue;
    TextChange change = change_;
    change.name = [&](std::string_view name) { return reference(name, places[i].own); };
    copy.text =
        in_new_unit(change_text(copy.text, change), is_rate ? dimension::none / dimension::time : places[i].dimension, change_);
  }
}

// ---- where the elements are -------------------------------------------------------------------------------------------------

Vector3 PartAdder::in_design(const Direction& direction) const {
  const int body = index_of(original_.bodies, direction.body);
  if (body < 0) return direction.axis;
  return Vector3(rotation<double>(eigen(original_.bodies[body].orientation.quaternion)) * eigen(direction.axis));
}

// A coordinate of the mirrored joint against the one that it mirrors: an axis of rotation is reflected so that equal angles are
// mirror images; the marker's x axis is a global one, as far as it lies across the axis (frame_along of math/spatial.hpp).
double PartAdder::coordinate_sign(const Joint& joint, const CoordinateName& coordinate) const {
  switch (coordinate.along) {
    case CountedAlong::axis:
      return turns(joint) && !coordinate.is_angle ? handedness() : 1;
    case CountedAlong::across_axis: {
      const Vector3 axis = joint.axis ? in_design(*joint.axis).normalized() : Vector3::UnitZ();
      const int across = std::abs(axis[1]) <= std::abs(axis[2]) ? 1 : 2;
      return reflected(std::hypot(axis[1], axis[2]) < threshold::agrees ? across : 0);
    }
    default: {
      const int component = static_cast<int>(coordinate.along) - static_cast<int>(CountedAlong::x);
      return (coordinate.is_angle ? handedness() : 1) * reflected(component);
    }
  }
}

double PartAdder::coordinate_sign(const std::string& name) const {
  const CoordinateReference found = find_coordinate(original_, name);
  if (!found.found()) return 1;
  const Joint& joint = original_.joints[found.joint];
  return coordinate_sign(joint, coordinates_of(original_, joint)[found.which]);
}

// Of the file units of a coordinate: the whole's to the part's.
double PartAdder::coordinate_dimension_ratio(const std::string& name) const {
  const CoordinateReference found = find_coordinate(original_, name);
  if (!found.found()) return 1;
  const bool is_angle = coordinates_of(original_, original_.joints[found.joint])[found.which].is_angle;
  const Dimension dimension = is_angle ? dimension::angle : dimension::length;
  return change_.to.factor(dimension) / change_.from.factor(dimension);
}

double PartAdder::driver_sign(const Driver& driver) const {
  if (!driver.joint.empty())
    return driver.prescribed.list.empty() ? 1 : coordinate_sign(driver.joint + '.' + driver.prescribed.list[0].first);
  if (!driver.coordinate) return 1;  // its direction is reflected
  if (is_turning(*driver.coordinate))
    return handedness() * reflected(static_cast<int>(*driver.coordinate) - static_cast<int>(DrivenCoordinate::rx));
  return drives_angle(driver) ? handedness() : reflected(static_cast<int>(*driver.coordinate));
}

// By how much the move changes what a driver of a point prescribes.
double PartAdder::driver_offset(const Driver& driver) const {
  if (driver.body.empty() || drives_angle(driver)) return 0;
  if (driver.coordinate) return placing_.move[static_cast<int>(*driver.coordinate)];
  return driver.direction ? placing_.true_vector(in_design(*driver.direction)).normalized().dot(placing_.move) : 0;
}

void PartAdder::place(Point& point) const {
  const std::string body = body_name(point.body);
  point.at = point.body.empty() ? placing_.point(point.at) : placing_.true_vector(point.at);
  point.body = body == "ground" ? "" : body;
}

void PartAdder::place(Direction& direction, bool axial) const {
  const std::string body = body_name(direction.body);
  direction.axis = axial ? placing_.axial_vector(direction.axis) : placing_.true_vector(direction.axis);
  for (double& component : direction.axis) component += 0.0;  // no -0
  direction.body = body == "ground" ? "" : body;
}

// What a kind must know to become its mirror image; `coordinates`: the joint coordinates that its element names.
Reflection PartAdder::reflection(const std::vector<std::string>& coordinates) const {
  Reflection reflection;
  for (int i = 0; i < 3; ++i) reflection.sign[i] = reflected(i);
  reflection.handedness = handedness();
  for (const std::string& name : coordinates) {
    reflection.coordinate_sign.push_back(coordinate_sign(name));
    reflection.coordinate_unit.push_back(coordinate_dimension_ratio(name));
  }
  return reflection;
}

void PartAdder::place(Body& body) const {
  body.name = renamed(body.name);
  place(body.position);
  body.orientation = placing_.orientation(body.orientation);
  if (body.velocity) body.velocity = placing_.true_vector(*body.velocity);
  if (body.angular_velocity) body.angular_velocity = placing_.axial_vector(*body.angular_velocity);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) body.inertia.matrix(i, j) *= reflected(i) * reflected(j);
  for (Geometry& shape : body.geometry) {
    place(shape.from);
    place(shape.to);
    place(shape.at);
  }
}

void PartAdder::place(Joint& joint) const {
  if (joint.initial)
    for (const CoordinateName& coordinate : coordinates_of(original_, joint))
      for (auto& [name, value] : joint.initial->list)
        if (name == coordinate.name || name == coordinate.rate) value = value * coordinate_sign(joint, coordinate) + 0.0;
  for (std::string& body : joint.bodies) body = body_name(body);
  const bool axial = turns(joint);
  place(joint.at);
  place(joint.at2);
  place(joint.axis, axial);
  place(joint.axis2, axial);
  joint.kind.reflect(reflection(joint.joints));
  joint.name = renamed(joint.name);
  for (std::string& coupled : joint.joints) coupled = renamed(coupled);
}

void PartAdder::place(Constraint& constraint) const {
  constraint.name = renamed(constraint.name);
  for (std::string& body : constraint.bodies) body = body_name(body);
  place(constraint.at);
  place(constraint.at2);
  place(constraint.axis, false);
  place(constraint.axis2, false);
  if (const int axis = constraint.kind.global_axis(); axis >= 0 && constraint.value) scale(*constraint.value, reflected(axis));
}

void PartAdder::place(Driver& driver) const {
  const double sign = driver_sign(driver);
  if (Function* function = driver.function()) scale(*function, sign);
  if (driver.value) {
    const double offset = driver_offset(driver);
    if (driver.value->is_number())
      driver.value->number += offset;
    else if (offset != 0)
      driver.value->text = "number(" + driver.value->text + ')' + (offset < 0 ? " - " : " + ") + to_text(std::abs(offset)) + ' ' +
                           UnitSystem{}.length;
  }
  driver.name = renamed(driver.name);
  driver.joint = coordinate_name(driver.joint);
  driver.body = body_name(driver.body);
  place(driver.at);
  place(driver.direction, false);
}

void PartAdder::place(Force& force) const {
  const bool axial = force.kind->uses == ForceEnds::torque;
  force.kind.reflect(reflection({force.joint}));
  force.kind.for_each_field([&](const KindField&, auto& value) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::optional<Direction>>) place(value, axial);
    if constexpr (std::is_same_v<Value, std::optional<std::array<Function, 3>>>)
      for (int i = 0; value && i < 3; ++i) scale((*value)[i], (axial ? handedness() : 1) * reflected(i));
  });
  force.name = renamed(force.name);
  for (std::string* body : {&force.body, &force.wheel, &force.carrier}) *body = body_name(*body);
  place(force.at);
  place(force.at2);
  if (force.joints)
    for (std::string& joint : *force.joints) joint = coordinate_name(joint);
  for (std::optional<End>* end : {&force.from, &force.to})
    if (*end) {
      (*end)->body = body_name((*end)->body);
      place((*end)->at);
    }
  force.joint = coordinate_name(force.joint);
  if (force.bodies)
    for (std::string& body : *force.bodies) body = body_name(body);
  place(force.axis, true);
  if (force.orientation) force.orientation = placing_.orientation(*force.orientation);
}

void PartAdder::place(Sensor& sensor) const {
  sensor.name = renamed(sensor.name);
  sensor.body = body_name(sensor.body);
  place(sensor.at);
  place(sensor.axis, false);
  sensor.relative_to = body_name(sensor.relative_to);
  if (sensor.relative_to == "ground") sensor.relative_to.clear();
}

void PartAdder::place(EventRule& event) const {
  event.name = renamed(event.name);
  for (std::string& name : event.activate) name = renamed(name);
  for (std::string& name : event.deactivate) name = renamed(name);
  for (std::string& name : event.rest) name = renamed(name);
  for (auto& [state, value] : event.set) state = renamed(state);
}

void PartAdder::add() {
  change_functions();
  if (!(change_.from == change_.to))  // numbers of outputs stay as they are
    for (std::size_t k = 0; k < part_.outputs.size(); ++k)
      part_.outputs[k].unit = vocabulary_.signal_unit(vocabulary_.first_output() + static_cast<int>(k));
  const auto append = [&](auto& elements, auto& more, const auto& change) {
    for (auto& element : more) {
      change(element);
      elements.push_back(std::move(element));
    }
  };
  const auto rename = [&](auto& element) { element.name = renamed(element.name); };
  const auto put = [&](auto& element) { place(element); };
  std::erase_if(part_.bodies, [&](const Body& body) { return placing_.bodies.count(body.name) > 0; });
  append(whole_.parameters, part_.parameters, rename);
  append(whole_.points, part_.points, [&](NamedPoint& point) {
    point.name = renamed(point.name);
    point.at = placing_.point(point.at);
  });
  append(whole_.tables, part_.tables, rename);
  append(whole_.functions, part_.functions, [&](CodeFunction& function) {
    if (function.function.empty()) function.function = function.name;
    rename(function);
  });
  append(whole_.bodies, part_.bodies, put);
  append(whole_.joints, part_.joints, put);
  append(whole_.constraints, part_.constraints, put);
  append(whole_.drivers, part_.drivers, put);
  append(whole_.forces, part_.forces, put);
  append(whole_.sensors, part_.sensors, put);
  append(whole_.inputs, part_.inputs, rename);
  append(whole_.states, part_.states, rename);
  append(whole_.events, part_.events, put);
  append(whole_.outputs, part_.outputs, rename);
}

}  // namespace

Vector3 Placing::true_vector(const Vector3& v) const {
  Vector3 reflected = v;
  if (mirror) reflected[static_cast<int>(*mirror)] = 0.0 - v[static_cast<int>(*mirror)];
  return reflected;
}

Orientation Placing::orientation(const Orientation& o) const {
  if (!mirror) return o;
  Orientation reflected = o;
  const Vector3 e = axial_vector({o.quaternion[1], o.quaternion[2], o.quaternion[3]});
  reflected.quaternion = {o.quaternion[0], e[0] + 0.0, e[1] + 0.0, e[2] + 0.0};
  reflected.angle = 0.0 - o.angle;
  return reflected;
}

void add_part(Model& whole, const Model& part, const Placing& placing) { PartAdder(whole, part, placing).add(); }

}  // namespace bricard
