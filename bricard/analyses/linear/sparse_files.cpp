#include "bricard/analyses/linear/sparse_files.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/analyses/linear/linear_coordinates.hpp"
#include "bricard/analyses/linear/linear_file_parts.hpp"
#include "bricard/core/text.hpp"

namespace bricard {

namespace {

using Json = nlohmann::ordered_json;

// Matrices with the names and file units of displacements, constraints, inputs and outputs. Rows of M, G, K and of B for them are
// energies per coordinate, and so are multipliers; constraints have no unit of their own.
struct WrittenModel {
  WrittenModel(const SparseMotion& motion, const SparseModel& model, const System& system) {
    const UnitSystem& units = system.model().units;
    const double time = units.factor(dimension::time), energy = units.factor(dimension::energy);
    const int n = motion.size, rows = motion.rows;
    const auto inputs = static_cast<int>(model.inputs.size()), outputs = static_cast<int>(model.outputs.size());
    std::vector<double> unit, force, of_x, of_input, per_output;
    for (const VelocityName& each : velocity_names(system)) {
      displacements.push_back(each.displacement);
      dimensions.push_back(each.dimension);
      unit.push_back(units.factor(each.dimension));
      force.push_back(unit.back() / energy);
    }
    const std::vector<std::string> names = row_names(system);
    for (const int kept : motion.kept) constraints.push_back(names[kept]);
    for (const double per_time : {1.0, 1 / time, 1 / (time * time)})
      for (const double each : unit) of_x.push_back(each * per_time);
    of_x.resize(3 * n + rows, energy);
    const std::vector<double> of_rows(rows, 1);
    std::vector<double> of_B = force;
    of_B.insert(of_B.end(), of_rows.begin(), of_rows.end());
    for (const Dimension each : model.input_dimensions) of_input.push_back(units.factor(each));
    for (const Dimension each : model.output_dimensions) per_output.push_back(1 / units.factor(each));
    const auto add = [&](const char* name, const SparseEntries& entries, int count, int columns, const std::vector<double>& of_row,
                         const std::vector<double>& of_column, double factor = 1) {
      matrices.push_back({name, count, columns, entries});
      for (SparseEntry& entry : matrices.back().entries) entry.value *= factor * of_row[entry.row] * of_column[entry.column];
    };
    add("M", motion.M, n, n, force, unit, 1 / (time * time));
    add("G", motion.G, n, n, force, unit, 1 / time);
    add("K", motion.K, n, n, force, unit);
    add("Phi", motion.Phi, rows, n, of_rows, unit);
    if (inputs > 0) add("B", model.B, n + rows, inputs, of_B, of_input);
    if (outputs > 0) add("C", model.C, outputs, 3 * n + rows, per_output, of_x);
    if (inputs > 0 && outputs > 0) add("D", model.D, outputs, inputs, per_output, of_input);
    if (inputs == 0 && outputs == 0) return;
    form = "M xi'' + G xi' + K xi + Phi' mu = B(xi) u, Phi xi = B(mu) u, y = C (xi, xi', xi'', mu) + D u";
  }
  struct Matrix {
    const char* name;
    int rows, columns;
    SparseEntries entries;
  };
  std::string form = "M xi'' + G xi' + K xi + Phi' mu = 0, Phi xi = 0";
  std::vector<std::string> displacements, constraints;
  std::vector<Dimension> dimensions;
  std::vector<Matrix> matrices;
};

}  // namespace

std::string sparse_json(const SparseMotion& motion, const SparseModel& model, const std::vector<Mode>& modes,
                        const System& system, const State& state) {
  const UnitSystem& units = system.model().units;
  const WrittenModel written(motion, model, system);
  Json json;
  json["model"] = system.model().name;
  json["t"] = state.t / units.factor(dimension::time);
  json["form"] = written.form;
  json["displacements"] = written.displacements;
  json["constraints"] = written.constraints;
  json["units"] = {{"displacements", unit_names(written.dimensions, units)}, {"time", units.time}};
  if (!model.inputs.empty()) {
    json["inputs"] = model.inputs;
    json["units"]["inputs"] = unit_names(model.input_dimensions, units);
  }
  if (!model.outputs.empty()) {
    json["outputs"] = model.outputs;
    json["units"]["outputs"] = unit_names(model.output_dimensions, units);
  }
  for (const auto& [name, rows, columns, entries] : written.matrices) {
    Json row = Json::array(), column = Json::array(), value = Json::array();
    for (const SparseEntry& entry : entries) {
      row.push_back(entry.row);
      column.push_back(entry.column);
      value.push_back(entry.value);
    }
    json[name] = {{"rows", rows}, {"columns", columns}, {"row", row}, {"column", column}, {"value", value}};
  }
  json["modes"] = to_json(modes);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string sparse_matlab_text(const SparseMotion& motion, const SparseModel& model, const System& system) {
  const WrittenModel written(motion, model, system);
  std::string out = fmt::format("% {} near a state; units of the file, time in {}\n", written.form, system.model().units.time);
  for (const auto& [name, rows, columns, entries] : written.matrices) {
    if (entries.empty()) {
      out += fmt::format("{} = sparse({}, {});\n", name, rows, columns);
      continue;
    }
    out += fmt::format("{} = [\n", name);
    for (const SparseEntry& entry : entries)
      out += fmt::format("  {} {} {}\n", entry.row + 1, entry.column + 1, to_text(entry.value));
    out += fmt::format("];\n{0} = sparse({0}(:, 1), {0}(:, 2), {0}(:, 3), {1}, {2});\n", name, rows, columns);
  }
  if (model.inputs.empty() && model.outputs.empty()) return out;
  out += fmt::format("inputs = {};\noutputs = {};\n", matlab_cell(model.inputs), matlab_cell(model.outputs));
  if (model.inputs.empty() || model.outputs.empty()) return out;
  out +=
      "% E x' = A x + B u, y = C x + D u with x = (xi, xi', xi'', mu)\n"
      "n = size(M, 1); m = size(Phi, 1); I = speye(n);\n"
      "E = blkdiag(I, I, sparse(n + m, n + m));\n"
      "A = [sparse(n, n), I, sparse(n, n + m); sparse(n, 2*n), I, sparse(n, m); -K, -G, -M, -Phi'; -Phi, sparse(m, 2*n + m)];\n"
      "B = [sparse(2*n, size(B, 2)); B];\n";
  return out;
}

}  // namespace bricard
