#include "bricard/codegen/generate.hpp"

#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/codegen/function_writer.hpp"
#include "bricard/codegen/traced.hpp"
#include "bricard/codegen/traced_functions.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {
namespace {

constexpr std::array entries{
    GeneratedFunctionEntry{"dirdyn", "M and c of M v' + c = Jᵀ lambda; c holds all applied forces"},
};

GeneratedFunction dirdyn(const System& system) {
  FunctionWriter writer("dirdyn", entries[0].help);
  const Graph::Recording recording(writer.graph());
  const StateNames names = state_names(system);
  Traced traced(system, writer, TracedArrays::state);
  auto& k = traced.k;
  const Matrices<Symbol> m = matrices(system, k);
  std::vector<Symbol> c;
  for (const Symbol& Q : m.Q) c.push_back(-Q);
  writer.output({"M", "mass matrix", system.nv(), system.nv(), names.v, names.v},
                std::span<const Symbol>(m.M.data(), static_cast<std::size_t>(m.M.size())));
  writer.output({"c", "forces", system.nv(), 1, names.v, {}}, c);
  return writer.finished();
}

GeneratedFunction constraints(const System& system) {
  FunctionWriter writer("constraints", "h = 0, J v = nu, J v' + jdqd = 0");
  const Graph::Recording recording(writer.graph());
  Traced traced(system, writer, TracedArrays::state);
  const Matrices<Symbol> m = matrices(system, traced.k);
  const std::vector<std::string> rows = row_names(system);
  const int n = static_cast<int>(rows.size());
  const auto span = [](const auto& x) { return std::span<const Symbol>(x.data(), static_cast<std::size_t>(x.size())); };
  std::vector<Symbol> jdqd;
  for (const Symbol& gamma : m.gamma) jdqd.push_back(-gamma);
  writer.output({"h", "how far the constraints are open", n, 1, rows, {}}, span(m.Phi));
  writer.output({"J", "their slopes", n, system.nv(), rows, state_names(system).v}, span(m.Phi_v));
  writer.output({"jdqd", "minus what J v' is", n, 1, rows, {}}, jdqd);
  writer.output({"nu", "what J v is", n, 1, rows, {}}, span(m.nu));
  return writer.finished();
}

}  // namespace

std::span<const GeneratedFunctionEntry> generated_functions() { return entries; }

GeneratedModel generate(const System& system, const GenerateOptions& options) {
  refuse_friction(system.model(), "generated code");
  refuse_delay(system.model(), "generated code");
  GeneratedModel generated;
  generated.title = system.model().name;
  for (const std::string& name : options.functions) {
    if (name == "accel") continue;
    if (name == "constraints") {
      generated.functions.push_back(constraints(system));
      continue;
    }
    if (const TracedFunctionEntry* traced = find_traced_function(name)) {
      generated.functions.push_back(traced->generate(system));
      continue;
    }
    if (name != "dirdyn") throw Error("code generation", "there is no function " + quoted(name) + " to generate");
    generated.functions.push_back(dirdyn(system));
  }
  return generated;
}

}  // namespace bricard
