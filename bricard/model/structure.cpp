// Names, units, numbers, bodies, tables and the analysis section of a model.
#include "bricard/model/structure.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bricard/core/text.hpp"
#include "bricard/model/names_of.hpp"

namespace bricard {

namespace {

using Words = std::vector<std::string_view>;

const Words reserved_names{"ground", "t", "pi", "and", "or", "not", "length", "rate", "angle", "energy", "violation"};

bool is_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return std::any_of(name.begin(), name.end(), letter) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
}

// The words of the format for each choice of the analysis section; which of them can be combined is decided by the run.
struct Choice {
  const char* key;
  std::string AnalysisOptions::*member;
  Words words;
};
const std::vector<Choice> choices{
    {"type", &AnalysisOptions::type, {"assembly", "kinematics", "inverse_dynamics", "dynamics", "equilibrium", "modes"}},
    {"coordinates", &AnalysisOptions::coordinates, {"auto", "absolute", "euler_parameters", "euler_angles", "relative"}},
    {"formulation",
     &AnalysisOptions::formulation,
     {"auto", "lagrange", "pseudo_inverse", "udwadia_kalaba", "least_squares_1", "least_squares_2", "udwadia_phohomsiri",
      "penalty", "augmented_lagrangian", "coordinate_partitioning", "null_space", "index3"}},
    {"stabilization",
     &AnalysisOptions::stabilization,
     {"auto", "none", "baumgarte", "projection", "mass_projection", "coordinate_partitioning"}},
    {"integrator",
     &AnalysisOptions::integrator,
     {"auto", "rk4", "dopri5", "dop853", "adams", "bdf", "rosenbrock", "radau", "hht", "generalized_alpha", "bdf1", "bdf2"}}};

constexpr double most_rows = 1e7;  // of results.csv

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// Calls report(where) for every number in a value that is not finite.
template <class T, class Report>
void check_finite(const T& value, const std::string& where, Report&& report) {
  if constexpr (std::is_same_v<T, double>) {
    if (!std::isfinite(value)) report(where);
  } else if constexpr (std::is_same_v<T, Function>) {
    if (value.is_number()) check_finite(value.number, where, report);
  } else if constexpr (std::is_base_of_v<Eigen::MatrixBase<T>, T>) {
    if (!value.allFinite()) report(where);
  } else if constexpr (std::is_same_v<T, Point>) {
    check_finite(value.at, where, report);
  } else if constexpr (std::is_same_v<T, Direction>) {
    check_finite(value.axis, where, report);
  } else if constexpr (std::is_same_v<T, Orientation>) {
    check_finite(value.quaternion, where, report);
  } else if constexpr (std::is_same_v<T, Inertia>) {
    check_finite(value.matrix, where, report);
  } else if constexpr (std::is_same_v<T, End>) {
    check_finite(value.at, where + ".at", report);
  } else if constexpr (is_optional<T>) {
    if (value) check_finite(*value, where, report);
  } else if constexpr (requires { T::fields(); }) {
    for_each_field<T>(
        [&](const auto& field) { check_finite(value.*field.member, where + '.' + std::string(field.name), report); });
  } else if constexpr (!std::is_same_v<T, std::string> && requires { value.data(); }) {
    for (std::size_t i = 0; i < value.size(); ++i) check_finite(value[i], where + '[' + std::to_string(i) + ']', report);
  }
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
  for (const Body& each : model_.bodies) body(each);
  for (const Driver& each : model_.drivers) driver(each);
  for (const Joint& each : model_.joints) joint(each);
  for (const Constraint& each : model_.constraints) constraint(each);
  for (const Force& each : model_.forces) force(each);
  for (const Sensor& each : model_.sensors) sensor(each);
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
      else if (std::find(reserved_names.begin(), reserved_names.end(), element.name) != reserved_names.end())
        fault(where, "the name " + quoted(element.name) + " is reserved");
      const auto [first, is_new] = sections_.emplace(element.name, section);
      if (!is_new)
        fault(where, "the name " + quoted(element.name) + " is used already in `" + first->second + "`",
              "names are unique in a file");
    }
  };
  check("parameters", model_.parameters);
  check("points", model_.points);
  check("tables", model_.tables);
  check("bodies", model_.bodies);
  check("joints", model_.joints);
  check("constraints", model_.constraints);
  check("drivers", model_.drivers);
  check("forces", model_.forces);
  check("sensors", model_.sensors);
  check("outputs", model_.outputs);
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
  const auto report = [&](const std::string& where) { fault(where, "the value is not a finite number"); };
  const auto check = [&](const char* section, const auto& elements) {
    for (const auto& element : elements) {
      const std::string where = std::string(section) + '.' + element.name;
      check_finite(element, where, report);
      if constexpr (requires { element.kind; })
        std::visit([&](const auto& kind) { check_finite(kind, where, report); }, element.kind);
    }
  };
  check_finite(model_.gravity, "gravity", report);
  for (const Parameter& parameter : model_.parameters) check_finite(parameter.value, "parameters." + parameter.name, report);
  for (const NamedPoint& point : model_.points) check_finite(point.at, "points." + point.name, report);
  for (const Table& table : model_.tables) check_finite(table.points, "tables." + table.name + ".points", report);
  for (const Output& output : model_.outputs) check_finite(output.value, "outputs." + output.name, report);
  check("bodies", model_.bodies);
  check("joints", model_.joints);
  check("constraints", model_.constraints);
  check("drivers", model_.drivers);
  check("forces", model_.forces);
  check("sensors", model_.sensors);
  if (model_.analysis) check_finite(*model_.analysis, "analysis", report);
}

void StructureCheck::table(const Table& table) {
  const std::string where = "tables." + table.name;
  if (table.points.size() < 2) fault(where, "a table needs at least two points");
  for (std::size_t i = 1; i < table.points.size(); ++i)
    if (table.points[i][0] <= table.points[i - 1][0])
      return fault(where + ".points[" + std::to_string(i) + ']', "x must rise from point to point");
}

void StructureCheck::body(const Body& body) {
  const std::string where = "bodies." + body.name;
  if (body.mass < 0) fault(where + ".mass", "the mass is negative");
  if (body.mass > 0 && !body.position) fault(where + ".position", "a body with mass needs a `position`");
  if (body.position && !body.position->body.empty()) fault(where + ".position", "the position of a body must be global");
  if (!(std::abs(body.orientation.quaternion.norm() - 1) < 1e-9))
    fault(where + ".orientation", "the quaternion has not unit length");
  if (body.inertia.matrix.allFinite()) inertia(body.inertia.matrix, where + ".inertia");
  for (std::size_t i = 0; i < body.geometry.size(); ++i)
    geometry(body.geometry[i], where + ".geometry[" + std::to_string(i) + ']');
}

// Of any distribution of mass the principal moments are not negative and none exceeds the sum of the other two.
void StructureCheck::inertia(const Matrix3& inertia, const std::string& where) {
  const double size = inertia.cwiseAbs().maxCoeff();
  if (size == 0) return;
  const Matrix3 scaled = inertia / size;
  constexpr double round_off = 1e-9;
  if ((scaled - scaled.transpose()).cwiseAbs().maxCoeff() > round_off) return fault(where, "the inertia is not symmetric");
  const Vector3 principal = Eigen::SelfAdjointEigenSolver<Matrix3>(scaled, Eigen::EigenvaluesOnly).eigenvalues();
  char moments[120];
  std::snprintf(moments, sizeof moments, " (%.6g, %.6g, %.6g kg*m^2)", principal[0] * size, principal[1] * size,
                principal[2] * size);
  if (principal[0] < -round_off)
    fault(where, std::string("no body has this inertia: a principal moment is negative") + moments);
  else if (principal[2] > principal[0] + principal[1] + round_off)
    fault(where, std::string("no body has this inertia: a principal moment exceeds the sum of the other two") + moments);
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
  if (shape.size && !(shape.size->minCoeff() > 0)) fault(where + ".size", "the edges must be positive");
  point(shape.from, where + ".from");
  point(shape.to, where + ".to");
  point(shape.at, where + ".at");
}

void StructureCheck::analysis(const AnalysisOptions& options) {
  const std::string where = "analysis.";
  for (const Choice& choice : choices) {
    const std::string& word = options.*choice.member;
    if (std::find(choice.words.begin(), choice.words.end(), word) != choice.words.end()) continue;
    std::string hint = did_you_mean(word, choice.words);
    if (hint.empty())
      for (const std::string_view known : choice.words) hint += (hint.empty() ? "known: " : ", ") + std::string(known);
    fault(where + choice.key, "unknown " + std::string(choice.key) + ' ' + quoted(word), hint);
  }
  const auto positive = [&](const std::optional<double>& value, const char* key) {
    if (value && *value <= 0) fault(where + key, "the value must be positive");
  };
  positive(options.duration, "duration");
  positive(options.output_step, "output_step");
  positive(options.step, "step");
  positive(options.max_step, "max_step");
  positive(options.tolerance.relative, "tolerance.relative");
  positive(options.tolerance.absolute, "tolerance.absolute");
  if (options.duration && options.output_step && *options.output_step > 0 && *options.duration / *options.output_step > most_rows)
    fault(where + "output_step", "the results would have more than ten million rows");
}

std::vector<Fault> check_structure(const Model& model) { return StructureCheck(model).run(); }

}  // namespace bricard
