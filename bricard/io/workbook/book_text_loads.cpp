// Drivers and forces of the file.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "bricard/io/workbook/book_text.hpp"
#include "bricard/io/workbook/laws.hpp"
#include "bricard/io/workbook/text_pieces.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard::workbook {

namespace {

std::string times(double factor, const std::string& text) {
  if (factor == 1) return text;
  return (factor == -1 ? "-" : to_text(factor) + '*') + '(' + text + ')';
}

std::string plus(double number, const std::string& text) {
  if (number == 0) return text;
  return to_text(number) + " + (" + text + ')';
}

bool is_number(const std::string& text) { return text.find_first_not_of("-+.0123456789e") == std::string::npos; }

std::string function_text(const std::string& text) { return is_number(text) ? text : in_quotes(text); }

}  // namespace

// ---- drivers
// ----------------------------------------------------------------------------------------------------------------------

std::string BookText::law_of(const DriverRow& driver) {
  if (!driver.is_polynomial) {
    const std::string text = text_of(driver.laws[0], "t", told_);
    compare_derivatives(driver, text, rows_.duration, told_);
    return text;
  }
  std::string text;
  constexpr std::array<const char*, 3> powers{"", "*t", "*t^2/2"};
  for (std::size_t i = 0; i < 3; ++i) {
    const Law& law = driver.laws[i];
    const auto name = motions_ ? motions_->of(law) : std::nullopt;
    if (!name && law.is_zero() && !(i == 0)) continue;
    const std::string part = name ? *name : text_of(law, "t", told_);
    text +=
        (text.empty() ? "" : " + ") + (is_number(part) && part[0] == '-' && !text.empty() ? '(' + part + ')' : part) + powers[i];
  }
  return text;
}

std::string BookText::write_drivers() {
  std::string text;
  for (const DriverRow& driver : rows_.drivers) {
    const bool is_rotation = driver.direction >= 4;
    Vector3 axis = driver.axis;
    if (axis.is_zero()) axis = Vector3::Unit((driver.direction - 1) % 3);
    const std::string law = law_of(driver);
    if (driver.body < 0 || rows_.bodies[static_cast<std::size_t>(driver.body)].is_ground) {
      told_.fault(driver.sheet + "!D" + std::to_string(driver.row), "the driver moves a body that is fixed to the ground");
      continue;
    }
    if (is_rotation)
      write_rotation(driver, law, axis.normalized(), text);
    else
      write_translation(driver, law, axis.normalized(), text);
  }
  return text;
}

// One driver for each component of the direction, as the tool has it. The law gives the coordinate itself, unless the body stands
// elsewhere and would have to move less if it gave the way from there.
void BookText::write_translation(const DriverRow& driver, const std::string& text, const Vector3& along, std::string& drivers) {
  const BodyRow& body = rows_.bodies[static_cast<std::size_t>(driver.body)];
  const std::string cell = driver.sheet + "!B" + std::to_string(driver.row);
  const TimeLaw law(text, motions_ ? motions_->values() : std::map<std::string, double>{});
  for (int i = 0; i < 3; ++i) {
    if (std::abs(along[i]) < threshold::written_alike) continue;
    const std::string name = names_.unique(driver.note, "driver_" + std::to_string(driver.row), "driver");
    std::string value = times(along[i], text);
    const double stood = body.origin[i], asked = along[i] * (law.is_good() ? law.value(0) : stood);
    if (!rows_.said.drivers_are_coordinates && std::abs(asked) < std::abs(asked - stood) &&
        std::abs(stood) > threshold::as_saved * (1 + std::abs(asked))) {
      told_.note(driver.laws[0].cell,
                 "the driver begins with " + to_text(asked) + " " + rows_.length + " along " + "xyz"[i] +
                     " and its body stands at " + to_text(stood) +
                     ": read as the way from there, which is nearer, not as the coordinate, as the schema says");
      value = plus(stood, value);
    }
    drivers += entry("drivers", name, cell,
                     {{"body", this->body(driver.body), ""},
                      {"coordinate", std::string(1, "xyz"[i]), ""},
                      {"value", function_text(value), driver.laws[0].cell}});
  }
}

// The joint by which the body hangs on ground, if it turns about this axis, and the angle at which the body is drawn.
std::optional<BookText::Hinge> BookText::hinge_of(int body, const Vector3& about) const {
  for (std::size_t i = 0; i < rows_.joints.size(); ++i) {
    const JointRow& joint = rows_.joints[i];
    if (joint.type != JointType::revolute) continue;
    const bool is_second = joint.bodies[1] == body;
    const int other = joint.bodies[is_second ? 0 : 1];
    if ((!is_second && joint.bodies[0] != body) || !rows_.bodies[static_cast<std::size_t>(other)].is_ground) continue;
    const Vector3 axis = joint.at[1].at.normalized();
    if (axis.cross(about).norm() > threshold::written_alike) continue;
    const auto axes = axes_of(rows_.bodies[static_cast<std::size_t>(body)], decided_.orientation, decided_.degrees);
    if (!axes) continue;
    // A turn about `about` alone leaves it where it is; its angle is that of any direction across.
    const Vector3 turned = about[0] * axes->x + about[1] * axes->y + about[2] * axes->z;
    if ((turned - about).norm() > threshold::drawn_alike) continue;
    const Vector3 across = (std::abs(about[0]) < 0.6 ? Vector3::UnitX() : Vector3::UnitY()).cross(about).normalized();
    const Vector3 there = across[0] * axes->x + across[1] * axes->y + across[2] * axes->z;
    const double angle = std::atan2(across.cross(there).dot(about), across.dot(there));
    return Hinge{joints_[i], (is_second ? 1 : -1) * (axis.dot(about) > 0 ? 1.0 : -1.0), angle};
  }
  return {};
}

void BookText::write_rotation(const DriverRow& driver, const std::string& text, const Vector3& about, std::string& drivers) {
  const std::string name = names_.unique(driver.note, "driver_" + std::to_string(driver.row), "driver");
  const std::string cell = driver.sheet + "!B" + std::to_string(driver.row);
  if (const auto hinge = hinge_of(driver.body, about)) {
    const TimeLaw law(text, motions_ ? motions_->values() : std::map<std::string, double>{});
    double drawn = hinge->angle;
    if (law.is_good()) drawn += 2 * std::numbers::pi * std::round((law.value(0) - drawn) / (2 * std::numbers::pi));
    if (std::abs(drawn) < threshold::as_saved) drawn = 0;
    told_.note(driver.laws[0].cell,
               "the angle of the body becomes that of the joint " + hinge->joint +
                   (drawn != 0 ? ", which is zero as drawn, where the body is turned by " + to_text(drawn) + " rad" : ""));
    drivers += entry(
        "drivers", name, cell,
        {{"joint", hinge->joint, ""}, {"angle", function_text(times(hinge->sign, plus(-drawn, text))), driver.laws[0].cell}});
    return;
  }
  told_.note(driver.laws[0].cell,
             "the body hangs on no revolute joint about this axis: as in the tool its Euler parameter is sin(angle/2), which is "
             "right up to half a turn");
  for (int i = 0; i < 3; ++i) {
    if (std::abs(about[i]) < threshold::written_alike) continue;
    const std::string each = constraints_.find("  " + name + ':') == std::string::npos ? name : names_.unique(name, name);
    constraints_ += entry(
        "constraints", each, cell,
        {{"type", "expression", ""},
         {"equal_zero", in_quotes(body(driver.body) + ".e" + std::to_string(i + 1) + " - sin(" + times(about[i] / 2, text) + ')'),
          driver.laws[0].cell}});
  }
}

// ---- forces
// -----------------------------------------------------------------------------------------------------------------------

// The unit in a header, "Linear - Spring Stiffness [N/mm]", holds where the lengths of the book are in mm.
void BookText::tell_units() {
  if (rows_.said.drivers_are_coordinates) return;  // a book of ours, whose headers are right
  const auto has = [&](ElementType type) {
    return std::any_of(rows_.elements.begin(), rows_.elements.end(),
                       [&](const ElementRow& each) { return each.type == type && each.coefficient; });
  };
  if (!has(ElementType::spring) && !has(ElementType::damper) && !has(ElementType::torsion_spring)) return;
  if (rows_.length == "mm")
    told_.note("Force_Elements",
               "stiffness and damping are read in N/mm and N s/mm, as the header says; the thesis tool computes with a "
               "thousandth of it");
  else
    told_.note("Force_Elements",
               "stiffness and damping are read in N/m and N s/m, as the book is in SI, though the header says N/mm");
}

// Functions of a book compute with plain numbers: what they are given is taken without its unit.
std::string BookText::write_element(const ElementRow& element, const std::string& name) {
  const std::string cell = "Force_Elements!B" + std::to_string(element.row);
  const auto end = [&](std::size_t i) { return "{body: " + body(element.bodies[i]) + ", at: " + three(element.at[i].at) + '}'; };
  const auto coefficient = [&](const char* letter, ElementType type) {
    const auto same = std::count_if(rows_.elements.begin(), rows_.elements.end(),
                                    [&](const ElementRow& each) { return each.type == type && each.coefficient; });
    std::string wanted = letter;
    if (same > 1) wanted += '_' + name;
    return parameter(wanted, *element.coefficient, element.coefficient_cell);
  };
  if (element.type == ElementType::torsion_spring) {
    const Vector3 hinge = element.at[0].at, axis = (element.at[1].at - hinge).normalized();
    double drawn = 0;
    if (element.at.size() == 4) {
      const Vector3 si = element.at[2].at - hinge, sj = element.at[3].at - hinge;
      const auto flat = [&](const Vector3& v) { return v - v.dot(axis) * axis; };
      drawn = std::atan2(flat(si).cross(flat(sj)).dot(axis), flat(si).dot(flat(sj)));
    }
    const double free = element.free ? *element.free - drawn : 0;
    std::vector<Field> fields{{"type", "rotational_spring_damper", ""},
                              {"bodies", pair(element.bodies), ""},
                              {"axis", three(axis), element.at[1].cells}};
    if (element.coefficient) {
      fields.push_back({"stiffness", coefficient("kt", element.type), element.coefficient_cell});
      if (free != 0) fields.push_back({"free_angle", to_text(free), element.free_cell});
    } else {
      fields.push_back({"torque",
                        in_quotes(piecewise(element.functions, element.limits, "(" + plus(-free, "number(angle)") + ')', told_)),
                        element.functions[0].cell});
    }
    return entry("forces", name, cell, fields);
  }
  std::vector<Field> fields{
      {"type", "spring_damper", ""}, {"from", end(0), element.at[0].cells}, {"to", end(1), element.at[1].cells}};
  const double drawn = (element.at[1].at - element.at[0].at).norm();
  if (element.type == ElementType::spring && element.coefficient) {
    fields.push_back({"stiffness", coefficient("k", element.type), element.coefficient_cell});
    if (element.free) fields.push_back({"free_length", to_text(*element.free), element.free_cell});
  } else if (element.type == ElementType::damper && element.coefficient) {
    fields.push_back({"damping", coefficient("c", element.type), element.coefficient_cell});
  } else {
    const std::string argument = element.type == ElementType::spring
                                     ? "(number(length) - " + to_text(element.free.value_or(drawn)) + ')'
                                 : element.type == ElementType::damper ? "number(rate)"
                                                                       : "t";
    fields.push_back(
        {"force", in_quotes(piecewise(element.functions, element.limits, argument, told_)), element.functions[0].cell});
  }
  return entry("forces", name, cell, fields);
}

std::string BookText::write_forces() {
  std::string text;
  tell_units();
  for (std::size_t i = 0; i < rows_.elements.size(); ++i) text += write_element(rows_.elements[i], elements_[i]);
  for (std::size_t i = 0; i < rows_.bodies.size(); ++i) {
    const BodyRow& row = rows_.bodies[i];
    const auto load = [&](const std::array<Law, 3>& laws, const char* type) {
      if (std::all_of(laws.begin(), laws.end(), [](const Law& law) { return law.is_zero(); })) return;
      if (row.is_ground)
        return told_.note(laws[0].cell, std::string("a ") + type + " on a body that is fixed to the ground does nothing");
      std::string components;
      for (const Law& law : laws) components += (components.empty() ? "" : ", ") + function_text(text_of(law, "t", told_));
      const std::string name = names_.unique(row.name + ' ' + type, std::string(type) + '_' + std::to_string(i + 1));
      std::vector<Field> fields{{"type", type, ""}, {"body", body(static_cast<int>(i)), ""}};
      if (std::string_view(type) == "force" && !row.force_at.is_zero())
        fields.push_back({"at", three(row.force_at), "Bodies!AI" + std::to_string(row.row) + ":AK" + std::to_string(row.row)});
      fields.push_back({"components", '[' + components + ']', laws[0].cell});
      text += entry("forces", name, laws[0].cell, fields);
    };
    load(row.force, "force");
    load(row.torque, "torque");
  }
  return text;
}

}  // namespace bricard::workbook
