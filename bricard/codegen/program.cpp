#include "bricard/codegen/program.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

#include "bricard/analyses/dynamics/course.hpp"
#include "bricard/analyses/dynamics/simulation.hpp"
#include "bricard/codegen/generate.hpp"
#include "bricard/codegen/graph_numbers.hpp"
#include "bricard/codegen/run_data.hpp"
#include "bricard/core/error.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/rods.hpp"

namespace bricard {
namespace {

template <class List, class Same>
int place_in(const List& list, Same&& same) {
  return static_cast<int>(std::find_if(list.begin(), list.end(), same) - list.begin());
}

// Tables and functions that any graph reads, each once.
void collect(const Model& model, GeneratedProgram& program) {
  const auto collect_from = [&](const Graph& graph) {
    for (const Interpolant& curve : graph.curves()) {
      if (place_in(program.curves, [&](const auto& each) { return each.curve == curve; }) < static_cast<int>(program.curves.size())) continue;
      std::string name = "table";
      for (const Table& table : model.tables)
        if (!table.grid && table.points == curve.points()) name = table.name;
      program.curves.push_back({name, curve});
    }
    for (const GridInterpolant& surface : graph.surfaces()) {
      if (place_in(program.surfaces, [&](const auto& each) { return each.surface == surface; }) < static_cast<int>(program.surfaces.size()))
        continue;
      std::string name = "map";
      for (const Table& table : model.tables)
        if (table.grid && table.grid->values == surface.values()) name = table.name;
      program.surfaces.push_back({name, surface});
    }
    for (const Graph::Call& call : graph.calls()) program.calls.push_back(call);
  };
  for (const GeneratedFunction& function : program.model.functions) collect_from(function.graph);
  // A derivative without code of its own is a difference of what it is a derivative of.
  for (std::size_t i = 0; i < program.calls.size(); ++i) {
    constexpr int base = ExternalFunction::most_arguments + 1;
    if (const Graph::Call call = program.calls[i]; call.order > 0)
      program.calls.push_back({call.name, call.arguments, call.order >= base ? call.order % base : 0});
  }
  std::sort(program.calls.begin(), program.calls.end(), [](const Graph::Call& a, const Graph::Call& b) {
    return std::pair(a.name, a.order) < std::pair(b.name, b.order);
  });
  program.calls.erase(std::unique(program.calls.begin(), program.calls.end()), program.calls.end());
}

// What a driver calls.
constexpr std::string_view of_driver[] = {"dirdyn", "constraints", "accel",   "rates", "inputs", "states", "angles",
                                          "events", "held",        "efforts", "slopes", "results"};

// Rows of `constraints` that are independent at the start, in their order: those that a factorization of J M⁻¹ Jᵀ keeps.
void choose_rows(GeneratedProgram& program) {
  GeneratedRun& run = *program.run;
  GraphNumbers::Arrays given{{"t", {0}}, {"q", run.q}, {"v", run.v}, {"z", run.z}, {"angles", run.angles}};
  for (const GeneratedParameter& each : program.model.parameters) given["p"].push_back(each.value);
  const auto numbers = [&](const GeneratedFunction& function) { return numbers_of(function.graph, given); };
  if (!program.model.setup.outputs.empty()) given["k"] = numbers(program.model.setup)["k"];
  given["u"] = numbers(*find_function(program, "inputs"))["u"];
  auto rows = numbers(*find_function(program, "constraints"));
  auto masses = numbers(*find_function(program, "dirdyn"));
  const int n = static_cast<int>(run.v.size()), m = static_cast<int>(rows["h"].size());
  const Eigen::Map<const Eigen::MatrixXd> M(masses["M"].data(), n, n), J(rows["J"].data(), m, n);
  if (m == 0) return;
  // Bodies without mass: what rows resist is added, which changes no dependency.
  const double weight = (M.trace() > 0 ? M.trace() : 1) / std::max(J.squaredNorm(), std::numeric_limits<double>::min());
  const Eigen::MatrixXd S = J * Eigen::MatrixXd(M + weight * J.transpose() * J).ldlt().solve(J.transpose());
  Eigen::MatrixXd left = S;
  for (int row = 0; row < m; ++row) {
    if (!(left(row, row) > threshold::dependent_row * S(row, row))) continue;
    run.rows.push_back(row);
    left -= Eigen::VectorXd(left.col(row)) * Eigen::RowVectorXd(left.row(row)) / left(row, row);
  }
}

// A name stands in comments of any language: in one line, without what could end them.
std::string plain(std::string title) {
  for (char& c : title) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
    if (c == '"') c = '\'';
    if (c == '\\') c = '/';
  }
  return title;
}

}  // namespace

const GeneratedFunction* find_function(const GeneratedProgram& program, std::string_view name) {
  for (const GeneratedFunction& function : program.model.functions)
    if (function.name == name) return &function;
  return nullptr;
}

const GeneratedProgram::Curve& GeneratedProgram::curve_of(const Graph& graph, int place) const {
  return curves[place_in(curves, [&](const Curve& each) { return each.curve == graph.curves()[place]; })];
}
const GeneratedProgram::Surface& GeneratedProgram::surface_of(const Graph& graph, int place) const {
  return surfaces[place_in(surfaces, [&](const Surface& each) { return each.surface == graph.surfaces()[place]; })];
}

namespace {

bool has(const std::vector<std::string>& list, std::string_view name) { return std::find(list.begin(), list.end(), name) != list.end(); }

// Where accelerations cannot be printed as an elimination without search, the driver solves for them with pivots of its own.
void generate_run(const System& system, const ProgramOptions& options, GenerateOptions wanted, GeneratedProgram& program) {
  for (const std::string_view name : of_driver) {
    if (name == "efforts" && program.run->dependent.empty()) continue;
    if (!has(wanted.functions, name)) wanted.functions.emplace_back(name);
  }
  try {
    program.model = generate(system, wanted);
  } catch (const Error& error) {
    if (has(options.functions, "accel")) throw;
    std::erase(wanted.functions, "accel");
    program.model = generate(system, wanted);
    program.notes.push_back("the accelerations have no function of their own, and the program solves for them at every step: " +
                            error.faults().front().what);
  }
  choose_rows(program);
  if (program.run->rows.size() != program.run->independent.size())
    throw Error("the start", "it is a singular position: its independent constraints cannot be told",
                "start a little away from it, on the motion that is meant");
}

}  // namespace

GeneratedProgram generate_program(const Model& model, const ProgramOptions& options) {
  GeneratedProgram program;
  GenerateOptions wanted;
  wanted.functions = options.functions;
  wanted.fold = options.fold;
  wanted.loads = options.loads;
  if (options.run) {
    AnalysisOptions analysis = model.analysis.value_or(AnalysisOptions());
    analysis.coordinates = relative_coordinates;
    Simulation simulation(model, analysis);
    const Course& course = simulation.course();
    refuse_what_has_no_code(course.present(), course.system());
    program.run = run_data(course, analysis);
    generate_run(course.system(), options, wanted, program);
  } else {
    const Model whole = has_rods(model) ? with_rods_removed(model).model : model;
    const System system(whole, relative_coordinates);
    refuse_what_has_no_code(whole, system);
    program.model = generate(system, wanted);
  }
  program.model.title = plain(model.name);
  collect(model, program);
  return program;
}

}  // namespace bricard
