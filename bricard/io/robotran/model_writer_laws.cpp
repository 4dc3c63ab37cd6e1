// What user functions compute in ROBOTRAN: laws to fill in, and what they belong to; parameters of user models; the file.
#include <algorithm>
#include <filesystem>

#include "bricard/core/text.hpp"
#include "bricard/io/robotran/model_writer.hpp"
#include "bricard/io/text_pieces.hpp"
#include "bricard/io/value_text.hpp"

namespace bricard::robotran {

std::string ModelWriter::law(const std::string& wanted, const Place& place, const std::string& unit,
                             std::vector<std::string> arguments, const std::string& function, double until_then) {
  const std::string name = names_.prefixed(wanted, "law", "law");
  std::string what = unit;
  for (std::size_t i = 0; i < arguments.size(); ++i) what += (i > 0 ? ", " : ", of ") + arguments[i];
  if (!function.empty()) what += " (" + function + ')';
  laws_.push_back({name, what, std::move(arguments)});
  entry(outputs_, "outputs", name, place, (until_then == 0 ? "" : to_text(until_then) + " + ") + "missing  # " + what);
  return name;
}

// One function for each law, and what the model file then says.
std::string ModelWriter::templates_in_c() const {
  std::string functions, outputs, code;
  for (const Law& law : laws_) {
    std::string arguments, parameters;
    for (const std::string& each : law.arguments) {
      const std::size_t dot = each.find('.');
      arguments += (arguments.empty() ? "" : ", ") + each;
      parameters +=
          (parameters.empty() ? "double " : ", double ") + (dot == std::string::npos && each != "t" ? "x" : each.substr(dot + 1));
    }
    functions += "  " + law.name + "_code: {file: @, function: " + law.name + ", arguments: [" + arguments + "]}\n";
    outputs += "  " + law.name + ": " + law.name + "_code\n";
    code += "\n/* " + law.what + " */\ndouble " + law.name + '(' + parameters + ") {\n  return 0;\n}\n";
  }
  return "/* Laws that ROBOTRAN has in user functions. Fill in those that you want in C, and put their lines into the model "
         "file:\n\n"
         "functions:\n" +
         functions + "outputs:\n" + outputs + "*/\n#include <math.h>\n" + code;
}

// A sensor; of an external force too, whose law needs it.
void ModelWriter::write_marks(const PointPart& point, int body, const std::string& at) {
  for (const std::optional<Mark>* mark : {&point.sensor, &point.load}) {
    if (!*mark) continue;
    const std::string name = names_.prefixed((*mark)->name, at + "_sensor", "sensor");
    if (body == base)
      told_.note((*mark)->place,
                 name + (mark == &point.load ? ": a force on the base does nothing" : ": a sensor on the base stands still"));
    entry(sensors_, "sensors", name, (*mark)->place, "{body: " + this->body(body) + ", at: " + at + '}');
    if (mark == &point.load && body != base) write_load(**mark, body, at, name);
  }
}

void ModelWriter::write_load(const Mark& load, int body, const std::string& at, const std::string& sensor) {
  for (const bool is_torque : {false, true}) {
    std::string components;
    for (const char axis : {'x', 'y', 'z'})
      components += (components.empty() ? "" : ", ") +
                    law(sensor + (is_torque ? "_M" : "_F") + axis, load.place, is_torque ? "N m, global" : "N, global",
                        {"t", sensor + ".x", sensor + ".y", sensor + ".z", sensor + ".vx", sensor + ".vy", sensor + ".vz"},
                        "user_ExtForces");
    const std::string kind = is_torque ? "torque" : "force";
    entry(forces_, "forces", names_.prefixed(sensor + '_' + kind, kind, "load"), load.place,
          "{type: " + kind + ", body: " + this->body(body) + (is_torque ? "" : ", at: " + at) + ", components: [" + components +
              "]}");
  }
}

// A tension, positive where it pulls the points together.
void ModelWriter::write_link(const LinkPart& link, std::size_t index) {
  const std::string name = names_.prefixed(link.name, "link_" + std::to_string(index + 1), "link");
  const Point a = find(link.ends[0], link.place, "link " + link.name + "/endpoint1"),
              b = find(link.ends[1], link.place, "link " + link.name + "/endpoint2");
  if (link.is_spatial) {
    entry(sensors_, "sensors", name, link.place,
          "{body: " + body(b.body) + ", at: " + at(b) + (a.body == base ? "" : ", relative_to: " + body(a.body)) + '}');
    told_.note(link.place, "the link " + name +
                               " in space is read as a sensor only: in whose axes and at which point its force acts is "
                               "told differently by ROBOTRAN's own versions; add a force or a bushing");
    return;
  }
  const std::string value =
      law(name + "_law", link.place, "N, tension", {"t", name + ".length", name + ".rate"}, "user_LinkForces");
  const auto end = [&](const Point& point) { return "{body: " + body(point.body) + ", at: " + at(point) + '}'; };
  entry(forces_, "forces", name, link.place,
        "{type: spring_damper, from: " + end(a) + ", to: " + end(b) + ", force: " + value + '}');
}

// ---- user models
// -----------------------------------------------------------------------------------------------------------------------

void ModelWriter::write_parameter(const ParameterPart& parameter) {
  switch (parameter.kind) {
    case ParameterKind::scalar:
      return entry(parameters_, "parameters", names_.prefixed(parameter.name, "parameter", "parameter"), parameter.place,
                   to_text(parameter.values.empty() ? 0 : parameter.values[0]));
    case ParameterKind::vector:
      for (std::size_t i = 0; i < parameter.values.size(); ++i)
        entry(parameters_, "parameters", names_.prefixed(parameter.name + '_' + std::to_string(i + 1), "parameter", "parameter"),
              parameter.place, to_text(parameter.values[i]));
      return;
    case ParameterKind::lut1D:
    case ParameterKind::lut2D:
      return write_table(parameter);
    case ParameterKind::state:
      return write_state(parameter);
    case ParameterKind::structure:
      return told_.note(parameter.place,
                        "the parameter " + quoted(parameter.name) + " is a structure of C: it holds nothing here");
  }
}

// PRJPATH is the project's folder, in which `dataR` holds the file.
void ModelWriter::write_table(const ParameterPart& parameter) {
  namespace fs = std::filesystem;
  std::string path = parameter.file;
  const fs::path beside = fs::path(told_.file).parent_path();
  if (path.starts_with("PRJPATH")) {
    path.erase(0, 7);
    path.erase(0, path.find_first_not_of("/\\"));
    if (beside.filename() == "dataR") path = "../" + path;
  }
  std::replace(path.begin(), path.end(), '\\', '/');
  std::error_code error;
  if (path.empty() || !fs::is_regular_file(beside / path, error))
    return told_.note(parameter.place,
                      "the lookup table " + quoted(parameter.name) + " is left out: there is no file " + quoted(parameter.file));
  entry(tables_, "tables", names_.prefixed(parameter.name, "table", "table"), parameter.place,
        std::string(parameter.kind == ParameterKind::lut1D ? "{file: " : "{grid: ") + yaml_scalar(path) + '}');
}

void ModelWriter::write_state(const ParameterPart& parameter) {
  for (std::size_t i = 0; i < parameter.values.size(); ++i) {
    const std::string number = parameter.values.size() > 1 ? '_' + std::to_string(i + 1) : "";
    const std::string name = names_.prefixed(parameter.name + number, "state", "state");
    const std::string rate = law(name + "_rate", parameter.place, "1/s, its derivative", {"t", name}, "user_Derivative");
    entry(states_, "states", name, parameter.place, "{initial: " + to_text(parameter.values[i]) + ", derivative: " + rate + '}');
  }
  if (parameter.values.empty())
    told_.note(parameter.place,
               "the state " + quoted(parameter.name) + " has no value: how many there are is not known, none is written");
}

void ModelWriter::write_variable(const VariablePart& variable) {
  for (int i = 1; i <= variable.size; ++i) {
    const std::string wanted = variable.name + (variable.size > 1 ? '_' + std::to_string(i) : "");
    if (variable.is_input)
      entry(inputs_, "inputs", names_.prefixed(wanted, "input", "input"), variable.place, "missing  # of t");
    else
      law(wanted, variable.place, "an output of the user", {"t"}, "");
  }
}

// ---- the file
// --------------------------------------------------------------------------------------------------------------------------

ModelText ModelWriter::write(const std::string& title) {
  if (!told_.faults.empty()) return {};
  made_.is_translated = true;
  write_points();
  for (std::size_t i = 0; i < of_.bodies.size(); ++i) write_body(of_.bodies[i], static_cast<int>(i));
  for (std::size_t i = 0; i < of_.base_points.size(); ++i) write_marks(of_.base_points[i], base, point_names_.back()[i]);
  for (std::size_t i = 0; i < of_.cuts.size(); ++i) write_cut(of_.cuts[i], i);
  for (std::size_t i = 0; i < of_.links.size(); ++i) write_link(of_.links[i], i);
  for (const ParameterPart& parameter : of_.parameters) write_parameter(parameter);
  for (const VariablePart& variable : of_.variables) write_variable(variable);
  told_.note({},
             "which joints have forces (user_JointForces) and which further constraints there are (user_cons_hJ) stands in user "
             "functions only: add joint_force and constraints");
  if (!laws_.empty())
    told_.note({}, std::to_string(laws_.size()) +
                       " laws are user functions, which the file does not hold: fill in the outputs that are " +
                       "`missing`; 0 stands for each until then");
  for (std::string note : told_.notes) {
    std::replace_if(
        note.begin(), note.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    made_.text += "# " + note + '\n';
  }
  made_.text += "bricard: 1\nname: " + yaml_scalar(title) + "\ngravity: " + three(eigen(of_.gravity)) + '\n';
  const auto section = [&](const char* name, const std::string& entries) {
    if (!entries.empty()) made_.text += std::string(name) + ":\n" + entries;
  };
  section("parameters", parameters_);
  section("points", hard_points_);
  section("tables", tables_);
  section("bodies", body_text_);
  section("joints", joint_text_);
  section("constraints", constraints_);
  section("drivers", drivers_);
  section("forces", forces_);
  section("sensors", sensors_);
  section("inputs", inputs_);
  section("states", states_);
  section("outputs", outputs_);
  made_.notes = told_.notes;
  if (!laws_.empty()) made_.beside.emplace_back(".laws.c", templates_in_c());
  return std::move(made_);
}

}  // namespace bricard::robotran
