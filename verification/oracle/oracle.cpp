#include "verification/oracle/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bricard/analyses/run.hpp"
#include "bricard/model/references.hpp"
#include "verification/oracle/random_mechanism.hpp"

namespace bricard {

namespace {

constexpr const char* refused = "the generator and the program";
constexpr double tolerance = 1e-6;
constexpr double allowed = 50;           // times the tolerance, of a column's size: global errors add up over a run
constexpr double per_step = 4;           // times that, of methods whose error is controlled per step and not over the run
constexpr double disturbance = 1e-7;     // of masses, inertias and gravity
constexpr long most_for_order_2 = 5000;  // evaluations
constexpr double amplifying = 1e3;       // of a disturbance: little can be demanded of such a motion

struct Choice {
  std::string coordinates = "relative", formulation = "auto", integrator = "auto";
  double tolerance = bricard::tolerance;
};

std::optional<Results> run_with(const Model& model, const Choice& methods, std::string* refusal = nullptr) {
  AnalysisOptions options = *model.analysis;
  options.coordinates = methods.coordinates;
  options.formulation = methods.formulation;
  options.integrator = methods.integrator;
  options.tolerance.relative = methods.tolerance;
  Control control;
  control.doctor = false;
  try {
    return run(model, options, control);
  } catch (const Error& error) {  // a choice that is not legal for this model
    if (refusal) *refusal = error.what();
    return {};
  }
}

// Positions of bodies, coordinates of joints, states.
std::vector<std::string> compared_columns(const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies)
    for (const char* axis : {".x", ".y", ".z"}) names.push_back(body.name + axis);
  for (const Joint& joint : model.joints)
    for (const CoordinateName& each : coordinates_of(model, joint))
      if (each.second_angle.empty()) names.push_back(joint.name + "." + std::string(each.name));
  for (const StateEquation& state : model.states) names.push_back(state.name);
  return names;
}

int column_of(const Results& results, const std::string& name) {
  const auto at =
      std::find_if(results.columns.begin(), results.columns.end(), [&](const auto& each) { return each.name == name; });
  return at == results.columns.end() ? -1 : static_cast<int>(at - results.columns.begin());
}

std::map<std::string, int> counted_events(const Results& results) {
  std::map<std::string, int> counts;
  for (const Event& each : results.summary.events) ++counts[each.name];
  return counts;
}

class Judge {
 public:
  Judge(const Model& model, unsigned seed) : model_(model), seed_(seed), names_(compared_columns(model)) {}

  Judgement judge() {
    Judgement out;
    std::string refusal;
    const std::optional<Results> first = run_with(model_, {}, &refusal);
    if (!first) {
      out.disagreement = {refused, refusal};
      return out;
    }
    out.stopped = first->summary.outcome.failed();
    const std::optional<Results> fine = run_with(model_, {.tolerance = tolerance / 10});
    if (!fine) return out;
    if (const auto other = run_with(disturbed(model_, disturbance), {.tolerance = tolerance / 10})) measure_growth(*fine, *other);
    out.amplifies = growth_ > amplifying;
    const auto compare = [&](const char* between, const std::optional<Results>& other, double times = 1) {
      if (!out.disagreement && other)
        if (std::string what = difference(*first, *other, times); !what.empty()) out.disagreement = {between, std::move(what)};
    };
    compare("the tolerance and a tenth of it", fine);
    compare("relative and absolute coordinates", run_with(model_, {.coordinates = "absolute"}));
    static constexpr const char* formulations[] = {"lagrange", "coordinate_partitioning", "udwadia_kalaba", "index3"};
    // Methods of order 2 take a minute where others take a second.
    const bool is_long = out.stopped || first->summary.evaluations > most_for_order_2;
    const char* formulation = formulations[seed_ % (is_long ? 3 : 4)];
    compare(formulation, run_with(model_, {.formulation = formulation}), per_step);
    static constexpr const char* integrators[] = {"dop853", "adams", "bdf", "radau", "rosenbrock"};
    const char* integrator = integrators[seed_ % 5];
    compare(integrator, run_with(model_, {.integrator = integrator}), seed_ % 5 < 2 ? 1 : per_step);
    return out;
  }

 private:
  double size_of(const Results& results, int column) const {
    double size = 0.01;
    for (int row = 0; row < results.rows(); ++row) size = std::max(size, std::abs(results.at(row, column)));
    return size;
  }

  void measure_growth(const Results& a, const Results& b) {
    for (const std::string& name : names_) {
      const int i = column_of(a, name), j = column_of(b, name);
      if (i < 0 || j < 0) continue;
      for (int row = 0; row < std::min(a.rows(), b.rows()); ++row)
        growth_ = std::max(growth_, std::abs(a.at(row, i) - b.at(row, j)) / (disturbance * size_of(a, i)));
    }
  }

  // Empty: there is none.
  std::string difference(const Results& a, const Results& b, double times) const {
    const double part = times * allowed * tolerance * (1 + growth_);
    int s = 0;  // row of b
    // At one time there may be several rows, of events: the last counts. Those of events have times of their own.
    const auto is_last = [](const Results& of, int row) {
      return row + 1 == of.rows() || of.at(row + 1, 0) - of.at(row, 0) > 1e-9;
    };
    for (int row = 0; row < a.rows(); ++row) {
      if (!is_last(a, row)) continue;
      while (s < b.rows() && (b.at(s, 0) < a.at(row, 0) - 1e-9 || !is_last(b, s))) ++s;
      if (s == b.rows()) break;
      if (std::abs(b.at(s, 0) - a.at(row, 0)) > 1e-9) continue;
      for (const std::string& name : names_) {
        const int i = column_of(a, name), j = column_of(b, name);
        if (i < 0 || j < 0) continue;
        const double limit = part * size_of(a, i);
        if (!(std::abs(a.at(row, i) - b.at(s, j)) <= limit))
          return fmt::format("{} at {:.6g} s: {:.9g} and {:.9g}, allowed {:.2g}", name, a.at(row, 0), a.at(row, i), b.at(s, j),
                             limit);
      }
    }
    const bool both = !a.summary.outcome.failed() && !b.summary.outcome.failed();
    if (!both || growth_ > amplifying) return {};
    const auto of_a = counted_events(a), of_b = counted_events(b);
    if (of_a == of_b) return {};
    std::string text = "events differ:";
    for (const auto& [name, count] : of_a) text += fmt::format(" {} {}", name, count);
    text += " and";
    for (const auto& [name, count] : of_b) text += fmt::format(" {} {}", name, count);
    return text;
  }

  const Model& model_;
  unsigned seed_;
  std::vector<std::string> names_;
  double growth_ = 0;
};

}  // namespace

Judgement judge(const Model& model, unsigned seed) { return Judge(model, seed).judge(); }

Model shrunk(Model model, unsigned seed) {
  const auto still = [&](const Model& smaller) {
    try {
      const auto found = judge(smaller, seed).disagreement;
      return found && found->between != refused;
    } catch (const Error&) {
      return false;
    }
  };
  const auto leave_out = [&](auto list) {
    bool changed = false;
    for (std::size_t i = (model.*list).size(); i-- > 0;) {
      Model smaller = model;
      (smaller.*list).erase((smaller.*list).begin() + static_cast<std::ptrdiff_t>(i));
      if (still(smaller)) {
        model = std::move(smaller);
        changed = true;
      }
    }
    return changed;
  };
  for (bool changed = true; changed;) {
    changed = false;
    changed |= leave_out(&Model::outputs) | leave_out(&Model::events) | leave_out(&Model::drivers) | leave_out(&Model::forces) |
               leave_out(&Model::states) | leave_out(&Model::inputs) | leave_out(&Model::tables) | leave_out(&Model::constraints);
    for (std::size_t i = model.bodies.size(); i-- > 0;) {  // a body with its joints
      Model smaller = model;
      const std::string name = smaller.bodies[i].name;
      smaller.bodies.erase(smaller.bodies.begin() + static_cast<std::ptrdiff_t>(i));
      std::erase_if(smaller.joints, [&](const Joint& each) { return each.bodies[0] == name || each.bodies[1] == name; });
      if (still(smaller)) {
        model = std::move(smaller);
        changed = true;
      }
    }
    changed |= leave_out(&Model::joints);
  }
  return model;
}

}  // namespace bricard
