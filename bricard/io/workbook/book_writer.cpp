// The head of the book, bodies, points and plots. Joints, drivers and forces: book_writer_elements.cpp.
#include "bricard/io/workbook/book_writer.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/workbook/matlab_text.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/system.hpp"

namespace bricard::workbook {

BookWriter::BookWriter(const Model& model) : model_(model), text_(units_, TextFor::file) {
  choose_units();
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    Frame& frame = frames_.emplace_back();
    frame.R = rotation<double>(eigen(body.orientation.quaternion));
    if (body.position) frame.p = eigen(body.position->at);
    index_[body.name] = i;
  }
}

void BookWriter::refuse(const std::string& where, const std::string& what, const std::string& hint) {
  faults_.push_back({{"", 0, 0}, where, what, hint});
}

void BookWriter::choose_units() {
  if (model_.units.length == "mm") units_.units.length = content_.length = "mm";
  has_own_units_ = model_.units == units_.units;
  if (!has_own_units_) note("numbers are in " + content_.length + ", kg, s, rad and N, not in the units of the model", "units");
}

// What no sheet has a place for.
void BookWriter::check_sections() {
  if (model_.dimension == 2) refuse("dimension", "the mechanisms of a workbook are spatial", "leave `dimension: 2` out");
  for (const StateEquation& each : model_.states) refuse("states." + each.name, "a workbook has no user states");
  for (const EventRule& each : model_.events) refuse("events." + each.name, "a workbook has no events");
  for (const Parameter& each : model_.parameters) note("parameters become their numbers", each.name);
  for (const NamedPoint& each : model_.points) note("hard points become their coordinates", each.name);
  for (const Table& each : model_.tables) note("a workbook has no tables", each.name);
  for (const Input& each : model_.inputs) note("a workbook has no inputs", each.name);
  for (const CodeFunction& each : model_.functions) note("a workbook has no functions in code", each.name);
}

int BookWriter::number_of(const std::string& body) const {
  const auto found = index_.find(body);
  return found == index_.end() ? 1 : static_cast<int>(found->second) + 2;
}

const BookWriter::Frame& BookWriter::frame_of(const std::string& body) const {
  static const Frame ground;
  const auto found = index_.find(body);
  return found == index_.end() ? ground : frames_[found->second];
}

Vector3 BookWriter::global(const Point& point) const {
  if (point.body.empty()) return point.at;
  const Frame& frame = frame_of(point.body);
  return Vec3<double>(frame.p + frame.R * eigen(point.at));
}
Vector3 BookWriter::global(const Direction& direction) const {
  if (direction.body.empty()) return direction.axis;
  return Vec3<double>(frame_of(direction.body).R * eigen(direction.axis));
}

void BookWriter::put(OutRow& row, const Vector3& at, Dimension dimension) const {
  for (int i = 0; i < 3; ++i) row.push_back(number(at[i], dimension));
}

// Names keep their letters; parts of subsystems have dots, which are no letters of a name.
std::string BookWriter::plain(const std::string& name, const std::string& section) {
  std::string word = name;
  std::replace(word.begin(), word.end(), '.', '_');
  if (word != name) note("a dot in a name becomes `_`", section + '.' + name);
  return word;
}

OutValue BookWriter::law(const std::string& expression, const std::string& argument, const std::string& where) {
  if (!has_own_units_) {
    refuse(where, "the function counts in the units of the model, and workbooks have m or mm, kg, s, rad and N",
           "write it in a model with these units");
    return {};
  }
  const std::optional<Expression> function = of_one(expression, argument, model_);
  const std::optional<std::string> matlab = function ? matlab_text(*function, argument == "t" ? "t" : "x") : std::nullopt;
  if (!matlab) {
    refuse(where, "a function of a workbook is one of " + (argument == "t" ? std::string("time") : "its own " + argument) +
                      " alone, with what MATLAB has words for; this is " + quoted(expression));
    return {};
  }
  note("functions are written anew in MATLAB's words", where);
  return text(*matlab);
}

OutValue BookWriter::law(const Function& function, Dimension dimension, const std::string& where) {
  return function.is_number() ? number(function.number, dimension) : law(function.text, "t", where);
}

// ---- the run
// ---------------------------------------------------------------------------------------------------------------------------

void BookWriter::write_run() {
  const Vector3& g = model_.gravity;
  const int along = std::abs(g[0]) > 0 ? 0 : std::abs(g[1]) > 0 ? 1 : 2;
  if ((g - g[along] * Vector3::Unit(along)).norm() > 0)
    refuse("gravity", "the gravity of a workbook is along x, y or z", "turn the model, or give the weights as forces");
  if (!g.is_zero()) {
    content_.gravity_direction = std::string(1, "xyz"[along]);
    content_.gravity = text_.number(g[along], dimension::acceleration);
  }
  AnalysisOptions options = model_.analysis.value_or(AnalysisOptions{});
  const bool is_kinematic = options.type == "kinematics";
  content_.type = is_kinematic ? "Kin" : "Dyn";
  if (!model_.analysis) note("a workbook always asks for an analysis: dynamics for a second", "analysis");
  if (model_.analysis && !is_kinematic && options.type != "dynamics")
    note("a workbook asks for kinematics or dynamics: dynamics is written", "analysis.type");
  constexpr double samples = 1000;
  const double duration = options.duration.value_or(1), step = options.output_step.value_or(duration / samples);
  if (model_.analysis && (!options.duration || !options.output_step)) note("a workbook always gives time and step", "analysis");
  content_.duration = text_.number(duration, dimension::time), content_.step = text_.number(step, dimension::time);
  if (!model_.analysis) return;
  AnalysisOptions plain;
  plain.type = options.type, plain.duration = options.duration, plain.output_step = options.output_step;
  if (!(options == plain)) note("a workbook has no place for the methods of an analysis", "analysis");
}

// ---- bodies
// -----------------------------------------------------------------------------------------------------------------------------

// Where joints prescribe rates at the start, the velocities of all bodies that follow from them.
void BookWriter::find_start_velocities() {
  bool has_rates = false;
  for (const Joint& joint : model_.joints) {
    if (!joint.initial) continue;
    for (const auto& [name, value] : joint.initial->list) {
      const CoordinateKey* const key = find_coordinate_key(name);
      if (key && key->is_rate)
        has_rates = has_rates || value != 0;
      else if (value != 0)
        refuse("joints." + joint.name + ".initial." + name, "a workbook starts as it is drawn",
               "write the model with its bodies where they start");
    }
    note("starts of joints become velocities of bodies", joint.name);
  }
  if (!has_rates || !faults_.empty()) return;
  const System system(model_, "absolute");
  const Assembly assembled = assemble(system);
  if (assembled.outcome.failed()) return refuse("joints", "the start cannot be found: " + assembled.outcome.message);
  for (const StartState::OfBody& body : start_state(system, assembled.state).bodies)
    start_[body.name] = {body.velocity, body.angular_velocity};
}

void BookWriter::put_orientation(OutRow& row, const Body& body, const Mat3<double>& R) {
  for (int i = 0; i < 9; ++i) row.push_back({"0", true});  // points on axes, Bryant angles
  const Eigen::AngleAxisd turn{Eigen::Quaterniond(R)};
  const bool is_turned = std::abs(turn.angle()) > 0;
  put(row, is_turned ? Vector3(turn.axis()) : Vector3::Zero(), dimension::none);
  row.push_back(number(is_turned ? turn.angle() : 0, dimension::angle));
  if (is_turned) note("orientations are given by axis and angle, to rounding", body.name);
}

void BookWriter::put_velocities(OutRow& row, const Body& body) {
  const auto found = start_.find(body.name);
  const auto put_one = [&](const std::optional<Vector3>& given, std::size_t which, Dimension dimension) {
    if (found != start_.end()) {
      const auto& v = found->second[which];
      return put(row, Vector3(v[0], v[1], v[2]), dimension);
    }
    if (given) return put(row, *given, dimension);
    for (int i = 0; i < 3; ++i) row.push_back({});
  };
  put_one(body.velocity, 0, dimension::speed);
  put_one(body.angular_velocity, 1, dimension::angular_speed);
}

OutRow BookWriter::body_row(const Body& body, std::size_t index) {
  OutRow row{text(plain(body.name, "bodies"))};
  if (!body.position) note("a body without a position stands at the origin", body.name);
  put(row, Vector3(frames_[index].p), dimension::length);
  Mat3<double> R = frames_[index].R;
  Matrix3 inertia = body.inertia.matrix;
  const bool is_principal = inertia == Matrix3::diagonal({inertia(0, 0), inertia(1, 1), inertia(2, 2)});
  Vector3 moments(inertia(0, 0), inertia(1, 1), inertia(2, 2));
  if (!is_principal) {
    const Eigen::SelfAdjointEigenSolver<Mat3<double>> principal{Mat3<double>(eigen(inertia))};
    Mat3<double> axes = principal.eigenvectors();
    if (axes.determinant() < 0) axes.col(0) = -axes.col(0);
    R = R * axes;
    moments = principal.eigenvalues();
    note("axes are turned to the principal ones of the inertia", body.name);
  }
  if (moments[0] < 0 || moments[1] < 0 || moments[2] < 0)
    refuse("bodies." + body.name + ".inertia", "a moment of inertia is negative");
  put_orientation(row, body, R);
  row.push_back(number(body.mass, dimension::mass));
  put(row, moments, dimension::inertia);
  put_velocities(row, body);
  const auto loads = loads_.find(body.name);
  if (loads == loads_.end())
    row.insert(row.end(), 9, OutValue{"0", true});
  else
    row.insert(row.end(), loads->second.begin(), loads->second.end());
  if (body.cut) note("a workbook has no place for cuts", body.name);
  return row;
}

void BookWriter::write_bodies() {
  OutRow ground{text("Ground")};
  ground.insert(ground.end(), 35, OutValue{"0", true});
  for (std::size_t i = 0; i < 6; ++i) ground[23 - 2 + i] = {};
  content_.bodies.push_back(std::move(ground));
  for (std::size_t i = 0; i < model_.bodies.size(); ++i) content_.bodies.push_back(body_row(model_.bodies[i], i));
  content_.joints["Ground"] = {{text("Ground"), text("Ground"), count(1)}};
}

// ---- points and plots
// -------------------------------------------------------------------------------------------------------------------

void BookWriter::write_points() {
  for (const Sensor& sensor : model_.sensors) {
    const bool is_plain = !sensor.axis && sensor.relative_to.empty();
    if (!is_plain) {
      note("points of a workbook are seen from the ground and have no direction: left out", "sensors." + sensor.name);
      continue;
    }
    if (!sensor.at) note("a point is given by its place", "sensors." + sensor.name);
    OutRow row{text("Point"), text(plain(sensor.name, "sensors")), count(number_of(sensor.body))};
    put(row, sensor.at ? global(*sensor.at) : Vector3(frame_of(sensor.body).p), dimension::length);
    content_.joints["Point"].push_back(std::move(row));
  }
  // A body is drawn through its points.
  for (const Body& body : model_.bodies) {
    std::vector<Geometry> lines;
    std::optional<Vector3> before;
    for (const Sensor& sensor : model_.sensors) {
      if (sensor.body != body.name || sensor.axis || !sensor.relative_to.empty()) continue;
      const Vector3 at = sensor.at ? global(*sensor.at) : Vector3(frame_of(body.name).p);
      if (before && !(*before == at)) {
        Geometry& line = lines.emplace_back();
        line.type = Shape::line, line.from = Point{*before, ""}, line.to = Point{at, ""};
      }
      before = at;
    }
    if (!(lines == body.geometry)) note("bodies are drawn through their points, not as in the model", body.name);
  }
}

// Outputs that are plain columns of bodies or points are what the sheet SimParam lists. What it cannot say so is noted.
void BookWriter::write_plots() {
  constexpr std::array<std::array<std::string_view, 3>, 5> columns{
      {{"x", "y", "z"}, {"vx", "vy", "vz"}, {"wx", "wy", "wz"}, {"ax", "ay", "az"}, {"alx", "aly", "alz"}}};
  std::vector<std::string> points;  // in the order of their rows
  for (const Sensor& sensor : model_.sensors)
    if (!sensor.axis && sensor.relative_to.empty()) points.push_back(sensor.name);
  const auto add = [](std::vector<int>& numbers, int number) {
    if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) numbers.push_back(number);
  };
  for (const Output& output : model_.outputs) {
    const std::string& column = output.value.text;
    const std::size_t dot = std::min(column.find_last_of('.'), column.size());
    const std::string of = column.substr(0, dot), what = dot < column.size() ? column.substr(dot + 1) : "";
    const auto point = std::find(points.begin(), points.end(), of);
    for (std::size_t q = 0; q < columns.size(); ++q) {
      if (std::find(columns[q].begin(), columns[q].end(), what) == columns[q].end()) continue;
      if (point != points.end())
        content_.quantities[q] = "Yes", add(content_.point_numbers, static_cast<int>(point - points.begin()) + 1);
      else if (index_.count(of))
        content_.quantities[q] = "Yes", add(content_.body_numbers, number_of(of));
    }
  }
  content_.plots_bodies = !content_.body_numbers.empty(), content_.plots_points = !content_.point_numbers.empty();
  // What is read back from that.
  std::vector<Output> read;
  const auto plot = [&](const std::string& of, bool is_body) {
    for (std::size_t q = 0; q < columns.size(); ++q)
      for (const std::string_view column : columns[q])
        if (content_.quantities[q] == "Yes" && (is_body || (q != 2 && q != 4)))
          read.push_back({"plot_" + of + '_' + std::string(column), Function(of + '.' + std::string(column))});
  };
  for (const int number : content_.body_numbers) plot(model_.bodies[static_cast<std::size_t>(number) - 2].name, true);
  for (const int number : content_.point_numbers) plot(points[static_cast<std::size_t>(number) - 1], false);
  for (const Output& output : model_.outputs)
    if (std::find(read.begin(), read.end(), output) == read.end())
      note("outputs become plots of bodies and points, or are left out", output.name);
}

// ---- the file
// -------------------------------------------------------------------------------------------------------------------------------

WrittenModel BookWriter::write() {
  check_sections();
  write_run();
  find_start_velocities();
  write_joints();
  for (const Driver& driver : model_.drivers) write_driver(driver);
  for (const Force& force : model_.forces) write_force(force);
  write_bodies();
  write_points();
  write_plots();
  if (faults_.empty())
    if (const std::string sheet = too_many(content_); !sheet.empty())
      refuse(sheet, "the sheet would have more rows than the tool reads");
  if (!faults_.empty()) throw Error(std::move(faults_));
  WrittenModel written{workbook_file(sheets_of(content_))};
  for (const auto& [what, names] : notes_) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    written.notes.push_back(what + ": " + all);
  }
  return written;
}

}  // namespace bricard::workbook
