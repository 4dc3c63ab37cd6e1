// Joints, constraints, drivers and forces of the book.
#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/elements/constraints/coordinate.hpp"
#include "bricard/elements/forces/applied_force.hpp"
#include "bricard/elements/forces/applied_torque.hpp"
#include "bricard/elements/forces/rotational_spring_damper.hpp"
#include "bricard/elements/forces/spring_damper.hpp"
#include "bricard/io/workbook/book_writer.hpp"
#include "bricard/io/workbook/matlab_text.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard::workbook {

namespace {

// Which points and axes a joint of the sheet has: at, at2, and axes as points beside one of them.
struct JointWords {
  std::string_view ours, theirs;
  bool at2;
  int axis, axis2;  // -1: none; 0: beside at; 1: beside at2
};
constexpr JointWords joint_words[] = {
    {"spherical", "Spherical", false, -1, -1},     {"spherical_spherical", "CompSpherical", true, -1, -1},
    {"universal", "Universal", false, 0, 0},       {"revolute", "Revolute", false, 0, -1},
    {"cylindrical", "Cylindrical", false, 0, -1},  {"prismatic", "Translation", false, 0, -1},
    {"spherical_revolute", "SphRev", true, -1, 1}, {"revolute_prismatic", "TraRev", true, 0, 1}};

std::string text_of(const Function& function) { return function.is_number() ? to_text(function.number) : function.text; }

}  // namespace

// ---- joints
// -------------------------------------------------------------------------------------------------------------------------------

void BookWriter::write_joint(const Joint& joint) {
  const std::string where = "joints." + joint.name;
  const auto words = std::find_if(std::begin(joint_words), std::end(joint_words),
                                  [&](const JointWords& each) { return each.ours == joint.kind->type; });
  if (words == std::end(joint_words)) {
    std::string known;
    for (const JointWords& each : joint_words) known += (known.empty() ? "" : ", ") + std::string(each.ours);
    return refuse(where, "a workbook has no joint of the type " + quoted(joint.kind->type), "it has " + known);
  }
  if (joint.friction) refuse(where + ".friction", "a workbook has no dry friction");
  if (joint.cut) note("a workbook has no place for cuts", joint.name);
  if (!joint.at) return refuse(where + ".at", "the joint has no point");
  const Vector3 at = global(*joint.at), at2 = joint.at2 ? global(*joint.at2) : at;
  const double size = 1 + at.norm();
  if (!words->at2 && (at2 - at).norm() > threshold::written_alike * size)
    refuse(where + ".at2", "the joint is open as it is drawn, and a workbook has one point for it",
           "write the model with its bodies where they start");
  joint.kind.for_each_field_and_default([&](const KindField& field, const auto& value, const auto& otherwise) {
    bool is_as_drawn = value == otherwise;
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<double>>)
      is_as_drawn = is_as_drawn || (value && std::abs(*value - (at2 - at).norm()) <= threshold::as_saved * size);
    if (!is_as_drawn)
      refuse(where + '.' + std::string(field.name), "a link of a workbook is as long as it is drawn",
             "leave it out, or draw it so");
  });
  if (!joint.active) note("what is switched off is there, and stays off", where);
  OutRow row{text(joint.active ? std::string(words->theirs) : ""), text(plain(joint.name, "joints")),
             count(number_of(joint.bodies[0])), count(number_of(joint.bodies[1]))};
  put(row, at, dimension::length);
  if (words->at2) put(row, at2, dimension::length);
  const auto put_axis = [&](const std::optional<Direction>& given, int beside, const char* key) {
    if (beside < 0) return;
    if (!given) return refuse(where + '.' + key, "the axis is missing");
    const Vector3 axis = global(*given), base = beside == 0 ? at : at2;
    bool is_exact = true;
    for (int i = 0; i < 3; ++i) {  // in the units of the book, as the difference is read
      double from = 0;
      number_prefix(text_.number(base[i], dimension::length), from);
      row.push_back({to_text(from + axis[i]), true});
      is_exact = is_exact && from + axis[i] - from == axis[i];
    }
    if (!is_exact) note("axes are given by points on them, to rounding", joint.name);
  };
  put_axis(joint.axis, words->axis, "axis");
  put_axis(joint.axis2, words->axis2, "axis2");
  if (words->axis2 < 0 && words->axis == 0 && joint.axis2 && joint.axis &&
      global(*joint.axis2).normalized().cross(global(*joint.axis).normalized()).norm() > threshold::written_alike)
    refuse(where + ".axis2", "the axes do not agree as they are drawn, and a workbook has one axis for both bodies",
           "write the model with its bodies where they start");
  content_.joints[std::string(words->theirs)].push_back(std::move(row));
}

// A coordinate of a body's center, seen from the ground.
void BookWriter::write_constraint(const Constraint& constraint) {
  const std::string where = "constraints." + constraint.name;
  const Coordinate* const kind = constraint.kind.get_if<Coordinate>();
  const std::string hint = "it has `coordinate` of a body's center seen from the origin of the ground";
  if (!kind || constraint.bodies[0] != "ground" || !index_.count(constraint.bodies[1]) || !constraint.at || !constraint.at2)
    return refuse(where, "a workbook has no such constraint", hint);
  const bool is_center = (global(*constraint.at2) - Vector3(frame_of(constraint.bodies[1]).p)).norm() == 0;
  const Function value = constraint.value.value_or(Function());
  if (!is_center || !global(*constraint.at).is_zero() || !value.is_number())
    return refuse(where, "a workbook has no such constraint", hint);
  content_.joints["Simple"].push_back({text(constraint.active ? "Simple" : ""), text(plain(constraint.name, "constraints")),
                                       count(number_of(constraint.bodies[1])), number(value.number, dimension::length),
                                       count(static_cast<int>(kind->coordinate) + 1)});
}

void BookWriter::write_joints() {
  for (const Joint& joint : model_.joints) write_joint(joint);
  const auto block = [](const Joint& joint) {
    return std::find_if(std::begin(joint_words), std::end(joint_words),
                        [&](const JointWords& each) { return each.ours == joint.kind->type; });
  };
  if (!std::is_sorted(model_.joints.begin(), model_.joints.end(),
                      [&](const Joint& a, const Joint& b) { return block(a) < block(b); }))
    note("joints stand by their types, in another order", "joints");
  for (const Constraint& constraint : model_.constraints) write_constraint(constraint);
}

// ---- drivers
// ------------------------------------------------------------------------------------------------------------------------------

// The function and its two derivatives, which the thesis tool reads.
void BookWriter::put_laws(OutRow& row, const std::string& expression, const std::string& where) {
  row.push_back(law(expression, "t", where));
  std::optional<Expression> function = of_one(expression, "t", model_);
  for (int order = 0; function && order < 2; ++order) {
    function = function->derivative(0);
    row.push_back(text(matlab_text(*function, "t").value_or("")));
  }
}

// A revolute joint that holds its body to ground: the angle of the body is that of the joint and that in which it is drawn.
void BookWriter::drive_hinge(const Driver& driver, const Joint& joint, const Function& function) {
  const std::string where = "drivers." + driver.name;
  const bool is_second = joint.bodies[0] == "ground";
  const std::string& body = joint.bodies[is_second ? 1 : 0];
  const Vector3 axis = joint.axis ? global(*joint.axis).normalized() : Vector3::UnitZ();
  const Mat3<double>& R = frame_of(body).R;
  if (Vector3(Vec3<double>(R * eigen(axis)) - eigen(axis)).norm() > threshold::written_alike)
    return refuse(where, "the driven body is drawn turned about another axis than that of its joint",
                  "give its axes the global directions, and its inertia in them");
  const Vector3 across = (std::abs(axis[0]) < 0.6 ? Vector3::UnitX() : Vector3::UnitY()).cross(axis).normalized();
  const Vector3 there = Vec3<double>(R * eigen(across));
  const double drawn = std::atan2(across.cross(there).dot(axis), across.dot(there));
  std::string expression = text_of(function);
  if (!is_second) expression = "-(" + expression + ')';
  if (drawn != 0) expression = to_text(drawn) + " + (" + expression + ')';
  OutRow row{text(driver.active ? "Driver" : ""), text(plain(driver.name, "drivers")), count(number_of(body)), count(4)};
  put(row, axis, dimension::none);
  put_laws(row, expression, where);
  content_.drivers.push_back(std::move(row));
  note("drivers of joints give the angle of the body", driver.name);
}

void BookWriter::write_driver(const Driver& driver) {
  const std::string where = "drivers." + driver.name;
  const std::string hint = "it has drivers of x, y or z of a body's center, and of the angle of a revolute joint to ground";
  const Function* const function = driver.function();
  if (!function) return refuse(where, "the driver has no function");
  if (!driver.joint.empty()) {
    const auto joint =
        std::find_if(model_.joints.begin(), model_.joints.end(), [&](const Joint& each) { return each.name == driver.joint; });
    const bool is_hinge = joint != model_.joints.end() && joint->kind->type == "revolute" &&
                          (joint->bodies[0] == "ground" || joint->bodies[1] == "ground") && driver.prescribed.find("angle");
    if (!is_hinge) return refuse(where, "a workbook has no driver of this joint", hint);
    return drive_hinge(driver, *joint, *function);
  }
  const bool is_plain = driver.coordinate && !is_angle(*driver.coordinate) && index_.count(driver.body);
  const bool is_center = !driver.at || (global(*driver.at) - Vector3(frame_of(driver.body).p)).norm() == 0;
  if (!is_plain || !is_center) return refuse(where, "a workbook has no such driver", hint);
  const int along = static_cast<int>(*driver.coordinate);
  OutRow row{text(driver.active ? "Driver" : ""), text(plain(driver.name, "drivers")), count(number_of(driver.body)),
             count(along + 1)};
  put(row, Vector3::Unit(along), dimension::none);
  put_laws(row, function->is_number() ? text_.number(function->number, dimension::length) : function->text, where);
  content_.drivers.push_back(std::move(row));
}

// ---- forces
// -------------------------------------------------------------------------------------------------------------------------------

// Stiffness, damping and force are elements of their own.
void BookWriter::write_spring(const Force& force) {
  const std::string where = "forces." + force.name;
  const SpringDamper& kind = force.kind.as<SpringDamper>();
  if (!force.from || !force.to) return refuse(where, "the force has no ends");
  if (kind.friction != 0) refuse(where + ".friction", "a workbook has no dry friction");
  int parts = 0;
  const auto row = [&](const char* type, const std::string& suffix) -> OutRow& {
    OutRow& made = content_.elements[type].emplace_back();
    made = {text(force.active ? type : ""), text(plain(force.name, "forces") + (++parts > 1 ? suffix : "")),
            count(number_of(force.from->body)), count(number_of(force.to->body))};
    put(made, global(force.from->at), dimension::length);
    put(made, global(force.to->at), dimension::length);
    return made;
  };
  const auto constant = [&](const Function& value, Dimension dimension, const char* key) {
    if (value.is_number()) return number(value.number, dimension);
    const auto law = has_own_units_ ? of_one(value.text, "", model_) : std::nullopt;
    if (law && law->is_constant()) return OutValue{to_text(law->constant_value()), true};
    refuse(where + '.' + key, "a workbook has numbers here");
    return OutValue{};
  };
  if (!is_zero(kind.stiffness)) {
    OutRow& spring = row("Spring", "");
    spring.push_back(kind.free_length ? constant(*kind.free_length, dimension::length, "free_length") : OutValue{});
    spring.push_back(constant(kind.stiffness, dimension::stiffness, "stiffness"));
    note("coefficients are read back as parameters", force.name + ".stiffness");
  }
  const bool does_nothing = is_zero(kind.stiffness) && is_zero(kind.damping) && is_zero(kind.force);
  if (!is_zero(kind.damping) || does_nothing) {
    row("Damper", " damper").push_back(constant(kind.damping, dimension::damping, "damping"));
    note("coefficients are read back as parameters", force.name + ".damping");
  }
  if (!is_zero(kind.force)) {
    const std::string expression = kind.force.is_number() ? text_.number(kind.force.number, dimension::force) : kind.force.text;
    if (of_one(expression, "t", model_)) {
      OutRow& actuator = row("Actuator", " actuator");
      actuator.push_back(law(expression, "t", where + ".force"));
    } else if (of_one(expression, "length", model_)) {
      OutRow& spring = row("Spring", " law");
      spring.push_back({"0", true}), spring.push_back({}), spring.push_back(law(expression, "length", where + ".force"));
    } else {
      OutRow& damper = row("Damper", " law");
      damper.push_back({}), damper.push_back(law(expression, "rate", where + ".force"));
    }
  }
  if (parts > 1) note("one element becomes several", force.name);
}

void BookWriter::write_torsion_spring(const Force& force) {
  const std::string where = "forces." + force.name;
  const RotationalSpringDamper& kind = force.kind.as<RotationalSpringDamper>();
  const Joint* joint = nullptr;
  for (const Joint& each : model_.joints)
    if (each.name == force.joint && each.kind->type == "revolute") joint = &each;
  if (!force.bodies && !joint) return refuse(where, "a torsion spring of a workbook acts between two bodies about an axis");
  if (!is_zero(kind.damping) || !is_zero(kind.torque) || kind.friction != 0)
    return refuse(where, "a torsion spring of a workbook has a stiffness and nothing else");
  const auto& bodies = force.bodies ? *force.bodies : joint->bodies;
  const std::optional<Direction>& axis = force.bodies ? force.axis : joint->axis;
  const Vector3 hinge = joint && joint->at ? global(*joint->at) : Vector3(frame_of(bodies[0]).p);
  const bool has_free = kind.free_angle && !is_zero(*kind.free_angle);
  if (!axis || !kind.stiffness.is_number() || (has_free && !kind.free_angle->is_number()))
    return refuse(where, "a torsion spring of a workbook has an axis and numbers");
  OutRow row{text(force.active ? "TSpring" : ""), text(plain(force.name, "forces")), count(number_of(bodies[0])),
             count(number_of(bodies[1]))};
  put(row, hinge, dimension::length);
  put(row, hinge + units_.units.factor(dimension::length) * global(*axis).normalized(), dimension::length);
  row.insert(row.end(), 6, OutValue{});
  row.push_back(number(kind.stiffness.number, dimension::torque / dimension::angle));
  row.push_back(has_free ? number(kind.free_angle->number, dimension::angle) : OutValue{});
  content_.elements["TSpring"].push_back(std::move(row));
  note("coefficients are read back as parameters", force.name + ".stiffness");
}

// Cells of the row of its body.
void BookWriter::write_load(const Force& force) {
  const std::string where = "forces." + force.name;
  const bool is_torque = force.kind.is<AppliedTorque>();
  const Load& load = is_torque ? static_cast<const Load&>(force.kind.as<AppliedTorque>()) : force.kind.as<AppliedForce>();
  const Dimension dimension = is_torque ? dimension::torque : dimension::force;
  if (!force.active) return note("a load that is switched off is left out", force.name);
  if (!index_.count(force.body)) return note("a load on the ground is left out", force.name);
  if (load.frame == ForceFrame::body) return refuse(where, "loads of a workbook have global axes");
  auto [found, is_new] = loads_.emplace(force.body, OutRow(9, OutValue{"0", true}));
  OutRow& row = found->second;
  const std::size_t first = is_torque ? 3 : 0;
  for (std::size_t i = 0; i < 3; ++i)
    if (row[first + i].text != "0" || (!is_torque && row[6 + i].text != "0"))
      return refuse(where, "a body of a workbook has one force and one torque", "add it to the other");
  const Vector3 along = load.direction ? global(*load.direction).normalized() : Vector3::Zero();
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (load.components) {
      row[first + k] = law((*load.components)[k], dimension, where + ".components");
    } else if (load.magnitude && along[i] != 0) {
      const Function part = load.magnitude->is_number() ? Function(load.magnitude->number * along[i])
                                                        : Function(to_text(along[i]) + "*(" + load.magnitude->text + ')');
      row[first + k] = law(part, dimension, where + ".magnitude");
    }
    if (!is_torque && force.at) row[6 + k] = number(global(*force.at)[i], dimension::length);
  }
  if (!is_torque && force.at && global(*force.at).is_zero())
    refuse(where + ".at", "a force at the origin is read as one at the body's center", "move the origin of the model");
  note("loads are named after their bodies", force.name);
}

void BookWriter::write_force(const Force& force) {
  if (force.kind.is<SpringDamper>()) return write_spring(force);
  if (force.kind.is<RotationalSpringDamper>()) return write_torsion_spring(force);
  if (force.kind.is<AppliedForce>() || force.kind.is<AppliedTorque>()) return write_load(force);
  refuse("forces." + force.name, "a workbook has no force of the type " + quoted(force.kind->type),
         "it has spring_damper, rotational_spring_damper, force and torque");
}

}  // namespace bricard::workbook
