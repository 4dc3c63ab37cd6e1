#include "bricard/analyses/methods.hpp"

#include "bricard/analyses/run.hpp"
#include "bricard/core/text.hpp"
#include "bricard/system/coordinates/list.hpp"

namespace bricard {

namespace {

template <class List>
auto find(const List& list, const std::string& key, const std::string& name) -> decltype(&*std::begin(list)) {
  std::vector<std::string> names;
  for (const auto& entry : list) {
    if (entry.name == name) return &entry;
    names.emplace_back(entry.name);
  }
  std::string all = "auto";
  for (const auto& known : names) all += ", " + known;
  throw Error("analysis." + key, "there is no " + key + " '" + name + "'", did_you_mean(name, names) + " Choose one of " + all);
}

}  // namespace

bool is_legal(const Formulation& formulation, const Stabilization& stabilization, const IntegratorEntry& integrator) {
  return formulation.yields == integrator.accepts && (!formulation.stabilizes || stabilization.name == none.name);
}

Methods MethodChoice::names() const {
  return {coordinates, std::string(formulation->name), std::string(stabilization->name), std::string(integrator->name), why};
}

MethodChoice choose_methods(const AnalysisOptions& options) {
  MethodChoice choice;
  choice.coordinates = options.coordinates == "auto" ? std::string(RelativeCoordinates::name) : options.coordinates;
  bool known = false;
  std::string sets = "auto";
  for (const std::string& set : coordinate_sets()) {
    known = known || set == choice.coordinates;
    sets += ", " + set;
  }
  if (!known)
    throw Error("analysis.coordinates", "there are no coordinates '" + choice.coordinates + "'", "choose one of " + sets);

  // An integrator that was named decides which kind of formulation `auto` means, and the other way round.
  if (options.integrator != "auto") choice.integrator = find(integrators(), "integrator", options.integrator);
  if (options.formulation != "auto") choice.formulation = find(formulations, "formulation", options.formulation);
  if (!choice.formulation)
    choice.formulation = find(formulations, "formulation",
                              choice.integrator && choice.integrator->accepts == ProblemKind::dae ? "index3" : "lagrange");
  if (!choice.integrator)
    choice.integrator = find(integrators(), "integrator",
                             choice.formulation->yields == ProblemKind::dae ? "generalized_alpha"
                             : options.step                                 ? "rk4"
                                                                            : "dopri5");
  choice.stabilization = options.stabilization != "auto"  ? find(stabilizations, "stabilization", options.stabilization)
                         : choice.formulation->stabilizes ? find(stabilizations, "stabilization", "none")
                                                          : find(stabilizations, "stabilization", "mass_projection");

  if (choice.formulation->yields != choice.integrator->accepts) {
    std::string legal;
    for (const auto& entry : integrators())
      if (entry.accepts == choice.formulation->yields) legal += (legal.empty() ? "" : ", ") + std::string(entry.name);
    throw Error("analysis.integrator",
                "the integrator '" + std::string(choice.integrator->name) + "' does not fit the formulation '" +
                    std::string(choice.formulation->name) + "'",
                "with this formulation choose one of " + legal);
  }
  if (!is_legal(*choice.formulation, *choice.stabilization, *choice.integrator))
    throw Error("analysis.stabilization",
                "the formulation '" + std::string(choice.formulation->name) + "' keeps its constraints by itself",
                "leave out the stabilization, or choose none");
  if (choice.integrator->fixed_step && !options.step)
    throw Error("analysis.step", "the integrator '" + std::string(choice.integrator->name) + "' needs a fixed step",
                "give step: , for instance 1 ms");
  if (options.step && !choice.integrator->fixed_step && choice.integrator->accepts == ProblemKind::ode)
    throw Error("analysis.step", "the integrator '" + std::string(choice.integrator->name) + "' chooses its own steps",
                "leave out step, or choose rk4 or generalized_alpha; max_step limits the steps");

  const auto chosen = [](const std::string& option) { return option != "auto"; };
  if (chosen(options.coordinates) && chosen(options.formulation) && chosen(options.stabilization) && chosen(options.integrator)) {
    choice.why = "as asked";
  } else {
    if (!chosen(options.coordinates)) choice.why = "relative coordinates: fewest unknowns, tree joints hold exactly";
    if (!chosen(options.stabilization) && choice.stabilization->projects)
      choice.why += std::string(choice.why.empty() ? "" : "; ") +
                    "mass_projection: constraints hold after every step, also near singular positions";
    if (!chosen(options.integrator))
      choice.why += std::string(choice.why.empty() ? "" : "; ") + std::string(choice.integrator->name) + ": " +
                    std::string(choice.integrator->help);
  }
  return choice;
}

std::vector<LegalCombination> legal_combinations() {
  std::vector<LegalCombination> legal;
  for (const auto& formulation : formulations)
    for (const auto& stabilization : stabilizations)
      for (const auto& integrator : integrators())
        if (is_legal(formulation, stabilization, integrator))
          legal.push_back({std::string(formulation.name), std::string(stabilization.name), std::string(integrator.name)});
  return legal;
}

std::vector<std::string> coordinate_sets() { return coordinate_names(3); }
std::vector<std::string> coordinate_sets_everywhere() { return coordinate_names(3, true); }

}  // namespace bricard
