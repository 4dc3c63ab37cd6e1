// The head of the file, bodies, joints, sensors and outputs.
#include "bricard/io/workbook/book_text.hpp"

#include <algorithm>

#include "bricard/core/text.hpp"
#include "bricard/io/value_text.hpp"
#include "bricard/io/workbook/text_pieces.hpp"

namespace bricard::workbook {

namespace {

constexpr std::size_t line_length = 130;

struct JointWords {
  const char* type;
  const char* otherwise;  // its name where the row has no note
};
JointWords words_of(JointType type) {
  switch (type) {
    case JointType::spherical:
      return {"spherical", "spherical"};
    case JointType::spherical_spherical:
      return {"spherical_spherical", "rod"};
    case JointType::universal:
      return {"universal", "universal"};
    case JointType::revolute:
      return {"revolute", "revolute"};
    case JointType::cylindrical:
      return {"cylindrical", "cylindrical"};
    case JointType::translation:
      return {"prismatic", "translation"};
    case JointType::spherical_revolute:
      return {"spherical_revolute", "sph_rev"};
    case JointType::translation_revolute:
      return {"revolute_prismatic", "tra_rev"};
  }
  return {"", ""};
}

}  // namespace

BookText::BookText(const Rows& rows, const Decided& decided, const Sheet* motions, Told& told)
    : rows_(rows), decided_(decided), told_(told) {
  choose_names();
  if (motions)
    motions_.emplace(*motions, told, [this](std::string label) {
      std::transform(label.begin(), label.end(), label.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      return names_.unique(label, "motion", "motion");
    });
}

// Bodies and points keep their labels; of a joint or a force that has the label of a point the kind stands behind it.
void BookText::choose_names() {
  const auto numbered = [](const std::string& word, std::size_t index) { return word + '_' + std::to_string(index + 1); };
  for (std::size_t i = 0; i < rows_.bodies.size(); ++i)
    bodies_.push_back(rows_.bodies[i].is_ground ? "ground" : names_.unique(rows_.bodies[i].name, numbered("body", i), "body"));
  for (std::size_t i = 0; i < rows_.points.size(); ++i)
    points_.push_back(
        names_.unique(rows_.points[i].role.empty() ? rows_.points[i].note : rows_.points[i].role, numbered("point", i), "point"));
  std::map<std::string, std::size_t> of_type;  // so many before
  for (const JointRow& joint : rows_.joints) {
    const std::string word = words_of(joint.type).otherwise;
    joints_.push_back(names_.unique(joint.note, numbered(word, of_type[word]++), "joint"));
  }
  for (const ElementRow& element : rows_.elements) {
    const std::string word = word_of(element.type);
    elements_.push_back(names_.unique(element.note, numbered(word, of_type[word]++), word));
  }
}

// ---- lines
// ------------------------------------------------------------------------------------------------------------------------

void BookText::section(const char* name, const std::string& entries) {
  if (!entries.empty()) made_.text += std::string(name) + ":\n" + entries;
}

std::string BookText::entry(const std::string& section, const std::string& name, const std::string& cell,
                            const std::vector<Field>& fields) {
  const std::string where = section + '.' + name;
  made_.cells.emplace(where, cell);
  std::string text = "  " + name + ": {";
  const std::size_t indent = text.size();
  std::size_t column = indent;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string field = fields[i].key + ": " + fields[i].value;
    if (!fields[i].cell.empty()) made_.cells.emplace(where + '.' + fields[i].key, fields[i].cell);
    if (i > 0) text += ",";
    if (i > 0 && column + field.size() + 3 > line_length) {
      text += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (i > 0) {
      text += ' ';
      ++column;
    }
    text += field;
    column += field.size() + 1;
  }
  return text + "}\n";
}

std::string BookText::parameter(const std::string& name, double value, const std::string& cell) {
  const std::string unique = names_.unique(name, "k", "");
  made_.cells.emplace("parameters." + unique, cell);
  parameters_ += "  " + unique + ": " + to_text(value) + '\n';
  return unique;
}

std::string BookText::comments() const {
  std::string text;
  for (const std::string& note : told_.notes) text += "# " + one_line(note) + '\n';
  return text;
}

// ---- bodies
// -----------------------------------------------------------------------------------------------------------------------

// Drawn through its points, in their order.
std::string BookText::geometry_of(std::size_t body) const {
  std::string lines;
  const PointRow* before = nullptr;
  for (const PointRow& point : rows_.points) {
    if (point.body != static_cast<int>(body)) continue;
    if (before && before->at != point.at)
      lines +=
          std::string(lines.empty() ? "" : ", ") + "{type: line, from: " + three(before->at) + ", to: " + three(point.at) + '}';
    before = &point;
  }
  return lines.empty() ? "" : '[' + lines + ']';
}

std::vector<BookText::Field> BookText::fields_of_body(const BodyRow& body, std::size_t index) {
  const std::string sheet = "Bodies!", row = std::to_string(body.row);
  const auto cells = [&](const char* first, const char* last) { return sheet + first + row + ':' + last + row; };
  std::vector<Field> fields;
  if (body.mass != 0) fields.push_back({"mass", to_text(body.mass), sheet + 'S' + row});
  if (!body.inertia.is_zero()) fields.push_back({"inertia", three(body.inertia), cells("T", "V")});
  fields.push_back({"position", three(body.origin), cells("C", "E")});
  const std::string unit = decided_.degrees ? " deg" : "";
  const auto axes = axes_of(body, decided_.orientation, decided_.degrees);
  if (!axes) {
    without_axes_.push_back(cells("F", "K"));
    if (body.mass != 0 || !body.inertia.is_zero())
      told_.fault(cells("F", "K"), "the body has inertia, and the cells give no axes of it");
  } else if (decided_.orientation == OrientationKind::axis_angle && body.angle != 0 && !body.axis.is_zero()) {
    fields.push_back(
        {"orientation", "{axis: " + three(body.axis) + ", angle: " + to_text(body.angle) + unit + '}', cells("O", "R")});
  } else if (decided_.orientation == OrientationKind::bryant && !body.bryant.is_zero()) {
    std::string angles;
    for (int i = 0; i < 3; ++i) angles += (i > 0 ? ", " : "") + to_text(body.bryant[i]) + unit;
    fields.push_back({"orientation", "{euler_xyz: [" + angles + "]}", cells("L", "N")});
  } else if (decided_.orientation == OrientationKind::vectors && !(body.x_point->is_zero() && body.y_point->is_zero())) {
    fields.push_back(
        {"orientation", "{x_point: " + three(*body.x_point) + ", y_point: " + three(*body.y_point) + '}', cells("F", "K")});
  }
  if (decided_.has_velocities) {
    const bool by_cell = rows_.said.empty_velocities_are_open, zeros = decided_.zero_velocities_are_given;
    if (by_cell ? body.has_velocity : zeros || !body.velocity.is_zero())
      fields.push_back({"velocity", three(body.velocity), cells("W", "Y")});
    if (by_cell ? body.has_angular_velocity : zeros || !body.angular_velocity.is_zero())
      fields.push_back({"angular_velocity", three(body.angular_velocity), cells("Z", "AB")});
  }
  if (const std::string geometry = geometry_of(index); !geometry.empty()) fields.push_back({"geometry", geometry, ""});
  return fields;
}

std::string BookText::write_bodies() {
  std::string text;
  for (std::size_t i = 0; i < rows_.bodies.size(); ++i) {
    const BodyRow& body = rows_.bodies[i];
    if (!body.is_ground) text += entry("bodies", bodies_[i], "Bodies!B" + std::to_string(body.row), fields_of_body(body, i));
  }
  std::string cells;
  for (const std::string& each : without_axes_) cells += (cells.empty() ? "" : ", ") + each;
  if (!cells.empty())
    told_.note(
        cells,
        "no axes of a body (an error, or points on one line): the global axes are taken, which changes nothing without inertia");
  return text;
}

// ---- joints
// -----------------------------------------------------------------------------------------------------------------------

std::string BookText::write_joints() {
  std::string text;
  for (std::size_t i = 0; i < rows_.joints.size(); ++i) {
    const JointRow& joint = rows_.joints[i];
    std::vector<Field> fields{{"type", words_of(joint.type).type, ""}, {"bodies", pair(joint.bodies), ""}};
    const auto add = [&](const char* key, std::size_t at) {
      fields.push_back({key, three(joint.at[at].at), joint.at[at].cells});
    };
    add("at", 0);
    switch (joint.type) {
      case JointType::spherical:
        break;
      case JointType::spherical_spherical:
        add("at2", 1);
        break;
      case JointType::universal:
        add("axis", 1), add("axis2", 2);
        break;
      case JointType::revolute:
      case JointType::cylindrical:
      case JointType::translation:
        add("axis", 1);
        break;
      case JointType::spherical_revolute:
        add("at2", 1), add("axis2", 2);
        break;
      case JointType::translation_revolute:
        add("at2", 1), add("axis", 2), add("axis2", 3);
        break;
    }
    text += entry("joints", joints_[i], "Joints!B" + std::to_string(joint.row), fields);
  }
  return text;
}

// One coordinate of a body, or one of its Euler parameters, is held.
std::string BookText::write_simple() {
  std::string text;
  for (std::size_t i = 0; i < rows_.simple.size(); ++i) {
    const SimpleRow& row = rows_.simple[i];
    const std::string name = names_.unique(row.note, "simple_" + std::to_string(i + 1), "simple");
    const std::string at = "Joints!B" + std::to_string(row.row), value = "Joints!E" + std::to_string(row.row);
    const Vector3 origin = rows_.bodies[static_cast<std::size_t>(row.body)].origin;
    if (row.direction <= 3)
      text += entry("constraints", name, at,
                    {{"type", "coordinate", ""},
                     {"bodies", "[ground, " + body(row.body) + ']', ""},
                     {"at", "[0, 0, 0]", ""},
                     {"at2", three(origin), ""},
                     {"coordinate", std::string(1, "xyz"[row.direction - 1]), ""},
                     {"value", to_text(row.value), value}});
    else
      text += entry(
          "constraints", name, at,
          {{"type", "expression", ""},
           {"equal_zero",
            in_quotes(body(row.body) + ".e" + std::to_string(row.direction - 4) + " - (" + to_text(row.value) + ')'), value}});
  }
  return text;
}

// ---- points and wishes
// --------------------------------------------------------------------------------------------------------------

std::string BookText::write_sensors() {
  std::string text;
  for (std::size_t i = 0; i < rows_.points.size(); ++i) {
    const PointRow& point = rows_.points[i];
    if (point.body < 0) continue;
    text += entry("sensors", points_[i], "Joints!B" + std::to_string(point.row),
                  {{"body", body(point.body), ""},
                   {"at", three(point.at), "Joints!E" + std::to_string(point.row) + ":G" + std::to_string(point.row)}});
  }
  return text;
}

// Outputs are what page and report show first: the columns of the bodies and points that the sheet SimParam asks for.
std::string BookText::write_outputs() {
  constexpr std::array<std::array<const char*, 3>, 5> columns{
      {{"x", "y", "z"}, {"vx", "vy", "vz"}, {"wx", "wy", "wz"}, {"ax", "ay", "az"}, {"alx", "aly", "alz"}}};
  std::string text;
  const Wishes& wishes = rows_.wishes;
  const auto add = [&](const std::string& of, bool is_body, const std::string& cell) {
    const bool none = std::none_of(wishes.quantities.begin(), wishes.quantities.end(), [](bool each) { return each; });
    for (std::size_t q = 0; q < columns.size(); ++q) {
      const bool is_angular = q == 2 || q == 4, is_wanted = wishes.quantities[q] || (none && q == 0);
      if (!is_wanted || (is_angular && !is_body)) continue;
      for (const char* column : columns[q]) {
        const std::string name = names_.unique("plot " + of + ' ' + column, "plot");
        made_.cells.emplace("outputs." + name, cell);
        text += "  " + name + ": " + of + '.' + column + '\n';
      }
    }
  };
  if (wishes.bodies)
    for (const auto& [number, cell] : wishes.body_numbers) {
      if (number < 1 || number > static_cast<int>(bodies_.size()))
        told_.note(cell, "body " + std::to_string(number) + " is not defined; the sheet Bodies ends at " +
                             std::to_string(bodies_.size()) + ": no plot of it");
      else if (bodies_[static_cast<std::size_t>(number) - 1] != "ground")
        add(bodies_[static_cast<std::size_t>(number) - 1], true, cell);
    }
  if (wishes.points)
    for (const auto& [number, cell] : wishes.point_numbers) {
      if (number < 1 || number > static_cast<int>(points_.size()))
        told_.note(cell, "point " + std::to_string(number) + " is not defined; there are " + std::to_string(points_.size()) +
                             ": no plot of it");
      else if (rows_.points[static_cast<std::size_t>(number) - 1].body >= 0)
        add(points_[static_cast<std::size_t>(number) - 1], false, cell);
    }
  if (wishes.animation) told_.note("SimParam!D20", "an animation is wanted: `bricard render` makes pictures of the results");
  if (wishes.video)
    told_.note("SimParam!D21", "a video is wanted: `bricard render` with --out video.mp4 makes one of the results");
  return text;
}

// ---- the file
// -----------------------------------------------------------------------------------------------------------------------

ModelText BookText::write(const std::string& title) {
  made_.is_translated = true;
  const std::string bodies = write_bodies(), joints = write_joints(), sensors = write_sensors(), forces = write_forces();
  constraints_ += write_simple();
  const std::string drivers = write_drivers(), outputs = write_outputs();
  if (motions_)
    for (const Motions::Parameter& each : motions_->parameters()) {
      made_.cells.emplace("parameters." + each.name, each.cell);
      parameters_ += "  " + each.name + ": " +
                     (each.text.find_first_not_of("-+.0123456789e") == std::string::npos ? each.text : in_quotes(each.text)) +
                     '\n';
    }
  made_.text = comments() + "bricard: 1\nname: " + yaml_scalar(one_line(title)) + '\n';
  if (rows_.length != "m") made_.text += "units: {length: " + rows_.length + "}\n";
  made_.text += "gravity: " + three(rows_.gravity) + '\n';
  section("parameters", parameters_);
  section("bodies", bodies);
  section("joints", joints);
  section("constraints", constraints_);
  section("drivers", drivers);
  section("forces", forces);
  section("sensors", sensors);
  section("outputs", outputs);
  const std::string sheet = rows_.is_old ? "Motions!" : "SimParam!";
  made_.cells.emplace("gravity", sheet + "D7");
  made_.cells.emplace("analysis", sheet + (rows_.is_old ? "D10" : "D5"));
  made_.cells.emplace("analysis.duration", sheet + (rows_.is_old ? "D10" : "D3"));
  made_.cells.emplace("analysis.output_step", sheet + (rows_.is_old ? "D11" : "D4"));
  made_.text += std::string("analysis: {type: ") + (rows_.is_dynamic ? "dynamics" : "kinematics") +
                ", duration: " + to_text(rows_.duration) + ", output_step: " + to_text(rows_.step) + "}\n";
  made_.notes = told_.notes;
  return std::move(made_);
}

}  // namespace bricard::workbook
