#include "bricard/codegen/generate.hpp"

#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/codegen/symbol.hpp"
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

// One function while its graph is recorded.
class Writer {
 public:
  Writer(const System& system, std::string_view name, std::string_view help) : system_(system) {
    function_.name = name;
    function_.help = help;
  }

  std::vector<Symbol> input(GeneratedArray array) {
    if (array.size() == 0) return {};
    std::vector<Symbol> symbols = function_.graph.input(array.name, array.size());
    function_.inputs.push_back(std::move(array));
    return symbols;
  }
  void output(GeneratedArray array, std::span<const Symbol> values) {
    if (array.size() == 0) return;
    function_.graph.output(array.name, values);
    function_.outputs.push_back(std::move(array));
  }
  Graph& graph() { return function_.graph; }
  GeneratedFunction finished() {
    function_.graph = function_.graph.pruned();
    return std::move(function_);
  }

 private:
  const System& system_;
  GeneratedFunction function_;
};

GeneratedFunction dirdyn(const System& system) {
  Writer writer(system, "dirdyn", entries[0].help);
  const Graph::Recording recording(writer.graph());
  const StateNames names = state_names(system);
  const auto t = writer.input({"t", "time, s", 1, 1, {}, {}});
  const auto q = writer.input({"q", "coordinates", system.nq(), 1, names.q, {}});
  const auto v = writer.input({"v", "velocities", system.nv(), 1, names.v, {}});
  const auto z = writer.input({"z", "states", system.nz(), 1, names.z, {}});
  auto k = make_kinematics<Symbol>(system.layout());
  system.evaluate<Symbol>(k, t[0], q.data(), v.data(), {}, z.empty() ? nullptr : z.data());
  const Matrices<Symbol> m = matrices(system, k);
  std::vector<Symbol> c;
  for (const Symbol& Q : m.Q) c.push_back(-Q);
  writer.output({"M", "mass matrix", system.nv(), system.nv(), names.v, names.v},
                std::span<const Symbol>(m.M.data(), static_cast<std::size_t>(m.M.size())));
  writer.output({"c", "forces", system.nv(), 1, names.v, {}}, c);
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
    if (name != "dirdyn") throw Error("code generation", "there is no function " + quoted(name) + " to generate");
    generated.functions.push_back(dirdyn(system));
  }
  return generated;
}

}  // namespace bricard
