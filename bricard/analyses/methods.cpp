#include "bricard/analyses/methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "bricard/analyses/run.hpp"
#include "bricard/core/text.hpp"
#include "bricard/formulations/null_space.hpp"
#include "bricard/formulations/stabilizations/mass_projection.hpp"
#include "bricard/formulations/stabilizations/none.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/coordinates/names.hpp"

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

// A formulation that keeps its constraints by itself takes no stabilization; where it does so by penalties, it takes a
// projection.
bool is_legal(const Formulation& formulation, const Stabilization& stabilization, const IntegratorEntry& integrator) {
  const bool fits =
      !formulation.stabilizes || stabilization.name == none.name || (formulation.penalizes && stabilization.projects);
  return formulation.yields == integrator.accepts && fits;
}

// Rows that a set of coordinates adds for itself make its mass matrix singular; one body shows them.
bool is_defined(const Formulation& formulation, const std::string& coordinates) {
  if (!formulation.inverts_mass) return true;
  Model model;
  model.bodies.emplace_back();
  model.bodies[0].name = "body";
  model.bodies[0].mass = 1;
  model.bodies[0].inertia.matrix = Matrix3::Identity();
  model.bodies[0].position = Point{};
  return System(model, coordinates).own_rows() == 0;
}

Methods MethodChoice::names() const {
  return {coordinates, std::string(formulation->name), std::string(stabilization->name), std::string(integrator->name), why};
}

Traits traits_of(const System& system) {
  Traits traits;
  traits.constrained = !system.active_rows().empty();
  traits.rubs = system.rubs();
  traits.switches = system.functions().decisions > 0 || traits.rubs;
  for (const EventRule& event : system.model().events)
    traits.switches = traits.switches || (event.active && event.action == EventAction::change);
  const MechanismLayout& mechanism = system.mechanism();
  if (std::any_of(mechanism.mass.begin() + 1, mechanism.mass.end(), [](double mass) { return mass > 0; })) {
    Equations e(system);
    system.motion(system.designed(), e);
    system.fill(e);
    e.kernel.select();
    for (const int b : e.kernel.lent()) traits.without_inertia.push_back(system.model().bodies[mechanism.tree.given[b] - 1].name);
  }
  return traits;
}

namespace {

bool chosen(const std::string& option) { return option != "auto"; }

std::string coordinates_of(const AnalysisOptions& options) {
  if (!chosen(options.coordinates)) return std::string(relative_coordinates);
  std::string sets = "auto";
  for (const std::string& set : coordinate_sets()) {
    if (set == options.coordinates) return set;
    sets += ", " + set;
  }
  throw Error("analysis.coordinates", "there are no coordinates '" + options.coordinates + "'", "choose one of " + sets);
}

bool keeps_redundant(const AnalysisOptions& options) { return options.redundant == "keep"; }

// The formulation that `auto` means: the first of the list that yields the kind; where dependent rows stay in or constraints are
// not ideal, one that takes that and bodies without inertia too.
std::string automatic_formulation(const AnalysisOptions& options, ProblemKind kind) {
  if (kind == ProblemKind::ode && options.nonideal.empty() && keeps_redundant(options)) return std::string(null_space.name);
  for (const Formulation& each : formulations)
    if (each.yields == kind &&
        (kind == ProblemKind::dae || options.nonideal.empty() || (each.takes_nonideal && each.takes_massless)))
      return std::string(each.name);
  return {};
}

std::string_view automatic_integrator(const AnalysisOptions& options, const Traits& traits, ProblemKind kind) {
  if (kind == ProblemKind::dae) return "generalized_alpha";
  if (options.step) return "rk4";
  return traits.switches || options.tolerance.relative >= threshold::coarse_tolerance ? "dopri5" : "dop853";
}

std::string_view automatic_stabilization(const MethodChoice& choice, const Traits& traits) {
  return choice.formulation->stabilizes || !traits.constrained ? none.name : mass_projection.name;
}

template <class Fits>
std::string names_of_integrators(Fits fits) {
  std::string names;
  for (const auto& entry : integrators())
    if (fits(entry)) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

template <class Fits>
std::string names_of_formulations(Fits fits) {
  std::string names;
  for (const Formulation& each : formulations)
    if (fits(each)) names += (names.empty() ? "" : ", ") + std::string(each.name);
  return names;
}

// What the user asks of a formulation.
void check_demands(const MethodChoice& choice, const AnalysisOptions& options) {
  const Formulation& formulation = *choice.formulation;
  const auto refuse = [&](const char* key, const std::string& what, bool Formulation::*property) {
    throw Error(std::string("analysis.") + key, "the formulation '" + std::string(formulation.name) + "' " + what,
                "choose one of " + names_of_formulations([&](const Formulation& each) {
                  return each.*property && is_defined(each, choice.coordinates);
                }) + ", or leave out " +
                    key);
  };
  if (keeps_redundant(options) && !formulation.keeps_redundant)
    refuse("redundant", "needs independent rows: it cannot keep those that depend on others", &Formulation::keeps_redundant);
  if (!options.nonideal.empty() && !formulation.takes_nonideal)
    refuse("nonideal", "knows ideal constraints only, which do no work", &Formulation::takes_nonideal);
}

void check_legality(const MethodChoice& choice, const AnalysisOptions& options) {
  const std::string formulation(choice.formulation->name), integrator(choice.integrator->name);
  if (choice.formulation->yields != choice.integrator->accepts)
    throw Error("analysis.integrator", "the integrator '" + integrator + "' does not fit the formulation '" + formulation + "'",
                "with this formulation choose one of " + names_of_integrators([&](const IntegratorEntry& entry) {
                  return entry.accepts == choice.formulation->yields;
                }));
  if (!is_legal(*choice.formulation, *choice.stabilization, *choice.integrator))
    throw Error("analysis.stabilization", "the formulation '" + formulation + "' keeps its constraints by itself",
                choice.formulation->penalizes
                    ? "leave out the stabilization, or choose none or one that projects: mass_projection"
                    : "leave out the stabilization, or choose none");
  if (!is_defined(*choice.formulation, choice.coordinates)) {
    const std::string others =
        names_of_formulations([&](const Formulation& each) { return is_defined(each, choice.coordinates); });
    throw Error("analysis.formulation",
                "the formulation '" + formulation + "' inverts the mass matrix, which is singular in the coordinates '" +
                    choice.coordinates + "'",
                "choose other coordinates, or one of " + others);
  }
  check_demands(choice, options);
  if (choice.integrator->fixed_step && !options.step)
    throw Error("analysis.step", "the integrator '" + integrator + "' needs a fixed step", "give step: , for instance 1 ms");
  const auto takes_step = [](const IntegratorEntry& entry) { return entry.fixed_step || entry.accepts == ProblemKind::dae; };
  if (options.step && !takes_step(*choice.integrator))
    throw Error("analysis.step", "the integrator '" + integrator + "' chooses its own steps",
                "leave out step, or choose one of " + names_of_integrators(takes_step) + "; max_step limits the steps");
}

std::string reasons(const MethodChoice& choice, const AnalysisOptions& options, const Traits& traits) {
  std::string why;
  const auto add = [&](const std::string& reason) { why += (why.empty() ? "" : "; ") + reason; };
  if (!chosen(options.coordinates)) add("relative coordinates: fewest unknowns, tree joints hold exactly");
  if (!chosen(options.formulation) && !options.nonideal.empty())
    add(fmt::format("{}: knows constraints that do work", choice.formulation->name));
  else if (!chosen(options.formulation) && keeps_redundant(options))
    add(fmt::format("{}: decides on ranks, where dependent rows stay in", choice.formulation->name));
  else if (!chosen(options.formulation) && !traits.without_inertia.empty())
    add(fmt::format("{}: needs only the reduced mass matrix, for '{}' without inertia against {} own motion",
                    choice.formulation->name, fmt::join(traits.without_inertia, "', '"),
                    traits.without_inertia.size() == 1 ? "its" : "their"));
  if (!chosen(options.stabilization)) {
    if (choice.stabilization->projects)
      add("mass_projection: constraints hold after every step, also near singular positions");
    else if (!traits.constrained && !choice.formulation->stabilizes)
      add("no stabilization: in these coordinates no constraint is left to drift");
  }
  if (!chosen(options.integrator)) {
    const std::string name(choice.integrator->name);
    if (name == "dop853")
      add("dop853: explicit and of high order, fewest evaluations at this tolerance");
    else if (name == "dopri5")
      add(traits.switches ? "dopri5: steps are short, because events, functions or friction switch"
                          : "dopri5: explicit, of the order that suits a coarse tolerance");
    else if (options.step)
      add(name + ": a fixed step was asked for");
    else
      add(name + ": " + std::string(choice.integrator->help));
  }
  return why.empty() ? "as asked" : why;
}

}  // namespace

MethodChoice choose_methods(const AnalysisOptions& options, const Traits& traits) {
  MethodChoice choice;
  choice.coordinates = coordinates_of(options);
  // An integrator that was named decides which kind of formulation `auto` means, and the other way round.
  if (chosen(options.integrator)) choice.integrator = find(integrators(), "integrator", options.integrator);
  const bool on_dae = choice.integrator && choice.integrator->accepts == ProblemKind::dae;
  choice.formulation =
      find(formulations, "formulation",
           chosen(options.formulation) ? options.formulation
                                       : automatic_formulation(options, on_dae ? ProblemKind::dae : ProblemKind::ode));
  if (!choice.integrator)
    choice.integrator =
        find(integrators(), "integrator", std::string(automatic_integrator(options, traits, choice.formulation->yields)));
  choice.stabilization =
      find(stabilizations, "stabilization",
           chosen(options.stabilization) ? options.stabilization : std::string(automatic_stabilization(choice, traits)));
  check_legality(choice, options);
  if (traits.rubs && choice.integrator->needs_derivatives)
    throw Error(
        "analysis.integrator",
        "the integrator '" + std::string(choice.integrator->name) + "' needs exact derivatives, which friction does not have",
        "choose one of " + names_of_integrators([&](const IntegratorEntry& entry) {
          return entry.accepts == choice.formulation->yields && !entry.needs_derivatives;
        }));
  if (!chosen(options.integrator) && choice.integrator->accepts == ProblemKind::ode && !options.step)
    choice.when_stiff = find(integrators(), "integrator", "radau");
  choice.why = reasons(choice, options, traits);
  return choice;
}

std::vector<LegalCombination> legal_combinations(const std::string& coordinates) {
  std::vector<LegalCombination> legal;
  for (const auto& formulation : formulations) {
    if (!coordinates.empty() && !is_defined(formulation, coordinates)) continue;
    for (const auto& stabilization : stabilizations)
      for (const auto& integrator : integrators())
        if (is_legal(formulation, stabilization, integrator))
          legal.push_back({std::string(formulation.name), std::string(stabilization.name), std::string(integrator.name)});
  }
  return legal;
}

std::vector<std::string> coordinate_sets() { return coordinate_names(3); }
std::vector<std::string> coordinate_sets_everywhere() { return coordinate_names(3, true); }

}  // namespace bricard
