#include "bricard/codegen/generate.hpp"

#include "bricard/codegen/equations.hpp"
#include "bricard/codegen/hoisting.hpp"
#include "bricard/codegen/traced_functions.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {
namespace {

using Make = GeneratedFunction (*)(const EquationContext&);

struct Entry : GeneratedFunctionEntry {
  Make make;
};

template <GeneratedFunction (*make)(const System&)>
GeneratedFunction traced(const EquationContext& context) {
  return make(context.system);
}

constexpr std::array entries{
    Entry{{"dirdyn", "M and c of M v' + c = Jᵀ lambda"}, generate_dirdyn},
    Entry{{"invdyn", "M a + c: what must act along the coordinates so that v' = a"}, generate_invdyn},
    Entry{{"accel", "v' and multipliers: the equations of motion solved"}, generate_accel},
    Entry{{"reduced", "the equations of motion along independent velocities, and what the others follow by"}, generate_reduced},
    Entry{{"invdynared", "inverse dynamics with loops: efforts of the joints that act"}, generate_invdynared},
    Entry{{"multipliers", "lambda, and that of the drivers, from accelerations"}, generate_multipliers},
    Entry{{"jacobians", "exact derivatives of the accelerations by q, v, z, u, t"}, generate_jacobians},
    Entry{{"constraints", "h(q, t) = 0, J v = nu, J v' + jdqd = 0"}, generate_constraints},
    Entry{{"constraints_hJ", "h(q, t) = 0 and J alone"}, generate_constraints_hJ},
    Entry{{"constraints_jdqd", "jdqd of J v' + jdqd = 0 alone"}, generate_constraints_jdqd},
    Entry{{"rates", "q' of q and v"}, traced<generate_rates>},
    Entry{{"states", "z'"}, traced<generate_states>},
    Entry{{"inputs", "u of t"}, traced<generate_inputs>},
    Entry{{"angles", "measured coordinates, turns counted"}, traced<generate_angles>},
    Entry{{"events", "margins of the conditions of events"}, traced<generate_events>},
    Entry{{"held", "what events and samples set"}, traced<generate_held>},
    Entry{{"forces", "columns of force elements"}, traced<generate_forces>},
    Entry{{"links", "length, rate and tension of force elements between points"}, traced<generate_links>},
    Entry{{"sensors", "pose, twist, acceleration and Jacobian of sensors"}, traced<generate_sensors>},
    Entry{{"outputs", "outputs of the model"}, traced<generate_outputs>},
    Entry{{"efforts", "efforts of rows, those of tree joints too"}, traced<generate_efforts>},
    Entry{{"slopes", "slopes v' = gamma, the rows of lambda"}, traced<generate_slopes>},
    Entry{{"results", "a row of results.csv"}, traced<generate_columns>},
};

std::vector<GeneratedFunctionEntry> listed() { return {entries.begin(), entries.end()}; }

}  // namespace

std::span<const GeneratedFunctionEntry> generated_functions() {
  static const std::vector<GeneratedFunctionEntry> all = listed();
  return all;
}

GeneratedModel generate(const System& system, const GenerateOptions& options) {
  refuse_friction(system.model(), "generated code");
  refuse_delay(system.model(), "generated code");
  GeneratedModel generated;
  generated.title = system.model().name;
  const ModelParameters parameters(system);
  if (!options.fold) generated.parameters = parameters.list();
  const EquationContext context{system, parameters, static_cast<int>(generated.parameters.size()), options.loads};
  std::vector<std::string_view> names;
  for (const Entry& entry : entries) names.push_back(entry.name);
  for (const std::string& name : options.functions) {
    const auto place = std::ranges::find(entries, name, &Entry::name);
    if (place == entries.end())
      throw Error("code generation", "there is no function " + quoted(name) + " to generate", did_you_mean(name, names));
    generated.functions.push_back(place->make(context));
  }
  hoist(generated);
  return generated;
}

}  // namespace bricard
