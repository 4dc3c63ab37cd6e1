#include "bricard/analyses/linear/linear_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "bricard/analyses/linear/displacements.hpp"
#include "bricard/analyses/linear/linear_coordinates.hpp"
#include "bricard/analyses/linear/linear_file_parts.hpp"
#include "bricard/analyses/linear/sensor_jacobian.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

using Json = nlohmann::ordered_json;
using Complex = std::complex<double>;

constexpr double degree = std::numbers::pi / 180;

Json to_json(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (int i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (int j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(row);
  }
  return rows;
}

std::string csv_row(const Eigen::MatrixXd& matrix, int row) {
  std::string out;
  for (int j = 0; j < matrix.cols(); ++j) out += (j ? "," : "") + to_text(matrix(row, j));
  return out + "\n";
}

// Names and values of what moves: bodies first, then joints, then user states.
class ShapeRows {
 public:
  explicit ShapeRows(const System& system) : length_(system.length()), model_(system.model()), planar_(model_.dimension == 2) {}

  // Six rows per body, of which a planar model has three.
  void add_bodies(const Eigen::MatrixXcd& values) {
    const char* const names[] = {"x", "y", "z", "rx", "ry", planar_ ? "angle" : "rz"};
    for (std::size_t i = 0; i < model_.bodies.size(); ++i)
      for (int c = 0; c < 6; ++c)
        if (!planar_ || c < 2 || c == 5)
          add(model_.bodies[i].name + "." + names[c], c < 3 ? dimension::length : dimension::angle,
              values.row(6 * static_cast<int>(i) + c));
    of_bodies_ = of_joints_ = static_cast<int>(rows_.size());
  }
  void add_joints(const std::vector<std::string>& names, const std::vector<Dimension>& dimensions,
                  const Eigen::MatrixXcd& values) {
    for (std::size_t i = 0; i < names.size(); ++i) add(names[i], dimensions[i], values.row(static_cast<int>(i)));
    of_joints_ = static_cast<int>(rows_.size());
  }
  void add(const std::string& name, Dimension dimension, const Eigen::RowVectorXcd& row) {
    shapes_.names.push_back(name);
    shapes_.dimensions.push_back(dimension);
    rows_.push_back(row);
  }

  // Scaled by what moves most. `sizes`: of the shapes as they were found.
  ModeShapes scaled(const Eigen::VectorXd& sizes) {
    shapes_.values.resize(static_cast<int>(rows_.size()), sizes.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) shapes_.values.row(static_cast<int>(i)) = rows_[i];
    for (int m = 0; m < sizes.size(); ++m) scale(m, sizes[m]);
    return std::move(shapes_);
  }

 private:
  double size(int i, int m) const {
    return std::abs(shapes_.values(i, m)) * (shapes_.dimensions[i] == dimension::angle ? length_ : 1);
  }
  // Of equal ones the first.
  int largest(int from, int to, int m) const {
    int best = -1;
    for (int i = from; i < to; ++i)
      if (best < 0 || size(i, m) > size(best, m) * (1 + threshold::tie)) best = i;
    return best;
  }
  void scale(int m, double found) {
    const double unit = model_.units.factor(dimension::length);
    const int count = static_cast<int>(rows_.size());
    auto& values = shapes_.values;
    int leading = largest(0, of_bodies_, m);
    const bool still = leading < 0 || size(leading, m) <= threshold::cancelled * found;
    if (still && of_joints_ < count) leading = largest(of_joints_, count, m);  // user states where no body moves
    Complex by = leading >= 0 ? values(leading, m) : Complex(0);
    if (leading >= 0 && leading < of_bodies_) by *= (shapes_.dimensions[leading] == dimension::angle ? length_ : 1) / unit;
    if (by != Complex(0)) values.col(m) /= by;
    for (int i = 0; i < count; ++i)
      if (Complex& value = values(i, m); std::abs(value.imag()) < threshold::cancelled * std::abs(value.real()))
        value = value.real();
    int mover = largest(of_bodies_, of_joints_, m);
    if (mover < 0 || size(mover, m) < threshold::as_written * unit) mover = leading;
    shapes_.moves.push_back(mover >= 0 ? shapes_.names[mover] : "");
  }

  double length_;
  const Model& model_;
  bool planar_;
  int of_bodies_ = 0, of_joints_ = 0;  // rows up to the last of them
  std::vector<Eigen::RowVectorXcd> rows_;
  ModeShapes shapes_;
};

Eigen::VectorXd sizes_of(const Eigen::MatrixXcd& shapes) {
  Eigen::VectorXd sizes(shapes.cols());
  for (int m = 0; m < sizes.size(); ++m) sizes[m] = shapes.col(m).norm();
  return sizes;
}

}  // namespace

ModeShapes mode_shapes(const LinearModel& linear, const Eigen::MatrixXcd& shapes, const System& system) {
  ShapeRows rows(system);
  rows.add_bodies(linear.bodies * shapes);
  rows.add_joints(linear.joint_names, linear.joint_dimensions, linear.joints * shapes);
  const int n = static_cast<int>(linear.A.rows());
  for (int i = linear.positions + linear.velocities; i < n - linear.of_inputs; ++i) rows.add(linear.states[i], {}, shapes.row(i));
  return rows.scaled(sizes_of(shapes));
}

ModeShapes mode_shapes(const System& system, const State& state, const Eigen::MatrixXcd& shapes) {
  const auto both = [](const Eigen::MatrixXd& real, const Eigen::MatrixXd& imaginary) {
    Eigen::MatrixXcd out(real.rows(), real.cols());
    out.real() = real;
    out.imag() = imaginary;
    return out;
  };
  Equations e(system);
  system.motion(state, e);
  const JointCoordinates joints(system, state);
  const Eigen::MatrixXd real = shapes.real(), imaginary = shapes.imag();
  ShapeRows rows(system);
  rows.add_bodies(both(body_displacements(system, e.k, real), body_displacements(system, e.k, imaginary)));
  rows.add_joints(joints.names, joints.dimensions,
                  both(joint_displacements(system, joints, state, real), joint_displacements(system, joints, state, imaginary)));
  return rows.scaled(sizes_of(shapes));
}

std::string modes_csv(const std::vector<Mode>& modes) {
  std::string out = "real,imag,frequency,damping\n";
  for (const Mode& mode : modes)
    out += fmt::format("{},{},{},{}\n", to_text(mode.real), to_text(mode.imag), to_text(mode.frequency), to_text(mode.damping));
  return out;
}

std::string mode_shapes_csv(const ModeShapes& shapes, const UnitSystem& units) {
  std::string out = "mode,name,real,imag,amplitude,phase\n";
  for (int m = 0; m < shapes.values.cols(); ++m)
    for (std::size_t i = 0; i < shapes.names.size(); ++i) {
      const Complex value = shapes.values(static_cast<int>(i), m) / units.factor(shapes.dimensions[i]);
      out += fmt::format("{},{},{},{},{},{}\n", m + 1, shapes.names[i], to_text(value.real()), to_text(value.imag()),
                         to_text(std::abs(value)), to_text(value == Complex(0) ? 0 : std::arg(value) / degree));
    }
  return out;
}

LinearModel in_units(const LinearModel& linear, const UnitSystem& units) {
  const auto factors = [&](const std::vector<Dimension>& dimensions) {
    Eigen::VectorXd out(static_cast<int>(dimensions.size()));
    for (int i = 0; i < out.size(); ++i) out[i] = units.factor(dimensions[i]);
    return out;
  };
  const Eigen::VectorXd x = factors(linear.state_dimensions), u = factors(linear.input_dimensions),
                        y = factors(linear.output_dimensions);
  const double time = units.factor(dimension::time), energy = units.factor(dimension::energy);
  const auto scaled = [](const Eigen::VectorXd& rows, const Eigen::MatrixXd& matrix, const Eigen::VectorXd& columns,
                         double factor) {
    const Eigen::MatrixXd product = factor * (rows.asDiagonal() * matrix * columns.asDiagonal());
    return Eigen::MatrixXd(product.array() + 0.0);  // no negative zeros
  };
  LinearModel out = linear;
  const Eigen::VectorXd per_x = x.cwiseInverse(), per_y = y.cwiseInverse();
  out.A = scaled(per_x, linear.A, x, time);
  out.B = scaled(per_x, linear.B, u, time);
  if (linear.C.rows() > 0) {
    out.C = scaled(per_y, linear.C, x, 1);
    out.D = scaled(per_y, linear.D, u, 1);
  }
  out.drift = time * linear.drift.cwiseProduct(per_x);
  // Rows of M, G, K are forces: energies per coordinate.
  const Eigen::VectorXd xi = x.head(linear.M.rows());
  out.M = scaled(xi, linear.M, xi, 1 / (energy * time * time));
  out.G = scaled(xi, linear.G, xi, 1 / (energy * time));
  out.K = scaled(xi, linear.K, xi, 1 / energy);
  return out;
}

std::string linear_json(const LinearModel& linear, const std::vector<Mode>& modes, const System& system, const State& state) {
  const UnitSystem& units = system.model().units;
  Json json;
  json["model"] = system.model().name;
  json["t"] = state.t / units.factor(dimension::time);
  json["states"] = linear.states;
  json["inputs"] = linear.inputs;
  json["outputs"] = linear.outputs;
  json["input_order"] = linear.input_order;
  json["units"] = {{"states", unit_names(linear.state_dimensions, units)},
                   {"inputs", unit_names(linear.input_dimensions, units)},
                   {"outputs", unit_names(linear.output_dimensions, units)},
                   {"time", units.time}};
  json["A"] = to_json(linear.A);
  json["B"] = to_json(linear.B);
  json["C"] = to_json(linear.C);
  json["D"] = to_json(linear.D);
  if (linear.M.rows() > 0) {
    json["M"] = to_json(linear.M);
    json["G"] = to_json(linear.G);
    json["K"] = to_json(linear.K);
  }
  json["drift"] = std::vector<double>(linear.drift.data(), linear.drift.data() + linear.drift.size());
  json["modes"] = to_json(modes);
  for (std::size_t s = 0; s < system.model().sensors.size(); ++s) {
    const SensorJacobian jacobian = sensor_jacobian(system, state, static_cast<int>(s));
    json["jacobians"][system.model().sensors[s].name] = {
        {"rows", {"vx", "vy", "vz", "wx", "wy", "wz"}}, {"columns", jacobian.columns}, {"matrix", to_json(jacobian.J)}};
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<ResultFile> matrix_files(const LinearModel& linear) {
  std::vector<ResultFile> files;
  const auto add = [&](const char* name, const Eigen::MatrixXd& matrix, const std::vector<std::string>& columns) {
    if (matrix.size() == 0) return;
    ResultFile& file = files.emplace_back();
    file.name = std::string(name) + ".csv";
    file.text = fmt::format("{}\n", fmt::join(columns.begin(), columns.begin() + matrix.cols(), ","));
    for (int i = 0; i < matrix.rows(); ++i) file.text += csv_row(matrix, i);
  };
  add("A", linear.A, linear.states);
  add("B", linear.B, linear.inputs);
  add("C", linear.C, linear.states);
  add("D", linear.D, linear.inputs);
  add("M", linear.M, linear.states);
  add("G", linear.G, linear.states);
  add("K", linear.K, linear.states);
  return files;
}

std::string matlab_text(const LinearModel& linear, const Model& model) {
  std::string title = model.name;
  std::replace_if(
      title.begin(), title.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  std::string out =
      fmt::format("% {}: x' = A x + B u, y = C x + D u near a state; units of the file, time in {}\n", title, model.units.time);
  for (std::size_t j = 0; j < linear.inputs.size(); ++j)
    if (linear.input_order[j] > 0)
      out += fmt::format("% input {} acts as its derivative of order {}; its value is a state\n", j + 1, linear.input_order[j]);
  out += fmt::format("states = {};\n", matlab_cell(linear.states));
  out += fmt::format("inputs = {};\n", matlab_cell(linear.inputs));
  out += fmt::format("outputs = {};\n", matlab_cell(linear.outputs));
  const auto matrix = [&](const char* name, const Eigen::MatrixXd& values, Eigen::Index rows, Eigen::Index columns) {
    if (values.size() == 0) {
      out += fmt::format("{} = zeros({}, {});\n", name, rows, columns);
      return;
    }
    out += fmt::format("{} = [\n", name);
    for (int i = 0; i < values.rows(); ++i) {
      for (int j = 0; j < values.cols(); ++j) out += (j ? " " : "  ") + to_text(values(i, j));
      out += "\n";
    }
    out += "];\n";
  };
  const auto n = linear.A.rows();
  const auto inputs = static_cast<Eigen::Index>(linear.inputs.size()), outputs = static_cast<Eigen::Index>(linear.outputs.size());
  matrix("A", linear.A, n, n);
  matrix("B", linear.B, n, inputs);
  matrix("C", linear.C, outputs, n);
  matrix("D", linear.D, outputs, inputs);
  if (linear.M.rows() > 0) {
    matrix("M", linear.M, 0, 0);
    matrix("G", linear.G, 0, 0);
    matrix("K", linear.K, 0, 0);
  }
  return out;
}

}  // namespace bricard
