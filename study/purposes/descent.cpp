// The search for the best of one goal, by NLopt (S. G. Johnson). Numbers are scaled to the unit cube.
//
// `auto` is Powell's BOBYQA, with conditions his COBYLA, begun again from its end while that helps, and then Kraft's SLSQP with
// gradients by differences, which polishes what is smooth. Where a start cannot be run, another one is looked for at random.
#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "study/purposes/asking.hpp"
#include "study/random.hpp"
#include "study/small_numbers.hpp"

namespace bricard::study {

namespace {

struct MethodEntry {
  std::string_view name;
  nlopt_algorithm algorithm;
  bool takes_inequalities, takes_equalities;
};
constexpr MethodEntry methods[] = {{"bobyqa", NLOPT_LN_BOBYQA, false, false},
                                   {"cobyla", NLOPT_LN_COBYLA, true, true},
                                   {"nelder_mead", NLOPT_LN_NELDERMEAD, false, false},
                                   {"sbplx", NLOPT_LN_SBPLX, false, false},
                                   {"slsqp", NLOPT_LD_SLSQP, true, true},
                                   {"direct", NLOPT_GN_ORIG_DIRECT_L, true, false},
                                   {"crs", NLOPT_GN_CRS2_LM, false, false},
                                   {"isres", NLOPT_GN_ISRES, true, true},
                                   {"esch", NLOPT_GN_ESCH, false, false}};

const MethodEntry& method_called(std::string_view name) {
  for (const MethodEntry& each : methods)
    if (each.name == name) return each;
  throw Error("optimize.method", "there is no method " + quoted(name), did_you_mean(name, search_methods()));
}

const char* words_of(nlopt_result result) {
  switch (result) {
    case NLOPT_FTOL_REACHED:
      return "the goal changes no more";
    case NLOPT_XTOL_REACHED:
      return "the numbers change no more";
    case NLOPT_MAXEVAL_REACHED:
    case NLOPT_FORCED_STOP:
      return "the number of runs is used up";
    case NLOPT_ROUNDOFF_LIMITED:
      return "rounding leaves no further step";
    case NLOPT_SUCCESS:
    case NLOPT_STOPVAL_REACHED:
      return "the method has ended";
    default:
      return "the method has failed";
  }
}

class Descent {
 public:
  Descent(const Study& study, long task, const Ask& ask)
      : study_(study), options_(std::get<Optimize>(study.purpose)), task_(task), asking_(study, ask, options_.evaluations) {
    for (const Condition& each : options_.subject_to)
      has_equality_ = has_equality_ || each.side == Condition::Side::equal;
  }

  std::string run() {
    std::vector<double> start = unit_of(study_, start_of_search(study_, task_, options_.starts));
    if (!find_start(start)) return fmt::format("none of {} starts could be run", asking_.runs());
    if (options_.method != "auto") return minimize(method_called(options_.method), start, first_step);
    std::string why;
    const MethodEntry& method = method_called(options_.subject_to.empty() ? "bobyqa" : "cobyla");
    double step = first_step;
    for (int round = 0; round < most_rounds && !asking_.is_used_up(); ++round, step /= 4) {
      const Judged before = asking_.best();
      why = minimize(method, round == 0 ? start : asking_.best_unit(), step);
      if (round > 0 && !improves(before)) break;
    }
    for (int round = 0; round < most_rounds && !asking_.is_used_up(); ++round) {
      const Judged before = asking_.best();
      why = minimize(method_called("slsqp"), asking_.best_unit(), step);
      if (!improves(before)) break;
    }
    return why;
  }

 private:
  static constexpr double first_step = 0.1;
  static constexpr int most_rounds = 4;

  double tolerance() const { return options_.tolerance > 0 ? options_.tolerance : search_tolerance; }

  bool improves(const Judged& before) const {
    const Judged& now = asking_.best();
    if (!is_better(now, before)) return false;
    if (!before.meets()) return true;
    return before.goals[0] - now.goals[0] > tolerance() * std::max(std::abs(before.goals[0]), tolerance());
  }

  // A point that can be run: the start itself, else one of some at random.
  bool find_start(std::vector<double>& start) {
    const std::size_t tries = 50 + 10 * start.size();
    Random random(study_.sampling.seed, static_cast<std::uint64_t>(task_) + 1);
    for (std::size_t i = 0; i < tries; ++i) {
      const Judged* found = asking_(start);
      if (!found) return false;
      if (!found->failed) return true;
      for (double& each : start) each = random.uniform();
    }
    return false;
  }

  // Goal and conditions as NLopt asks for them.
  double value_of(const Judged& at, const std::vector<double>& unit, int condition) const {
    if (condition < 0) return at.failed ? asking_.goal_of_failure(unit) : at.goals[0];
    if (at.failed || !std::isfinite(at.excesses[static_cast<std::size_t>(condition)])) return 1;  // not met
    return at.excesses[static_cast<std::size_t>(condition)];
  }

  double ask(const double* x, double* gradient, int condition) {
    const std::vector<double> unit(x, x + study_.vary.size());
    const Judged* here = asking_(unit);
    if (!here) return stop();
    const double value = value_of(*here, unit, condition);
    if (!gradient) return value;
    std::vector<std::vector<double>> beside;
    for (std::size_t i = 0; i < unit.size(); ++i)
      for (const double side : {1.0, -1.0}) beside.emplace_back(unit)[i] = std::clamp(unit[i] + side * difference_step, 0.0, 1.0);
    const std::vector<const Judged*> found = asking_(beside);
    for (std::size_t i = 0; i < unit.size(); ++i) {
      const Judged *up = found[2 * i], *down = found[2 * i + 1];
      if (!up || !down) return stop();
      // Beside a place where nothing can be run: the difference to the other side.
      const double above = up->failed ? value : value_of(*up, beside[2 * i], condition);
      const double below = down->failed ? value : value_of(*down, beside[2 * i + 1], condition);
      const double h = (up->failed ? unit[i] : beside[2 * i][i]) - (down->failed ? unit[i] : beside[2 * i + 1][i]);
      gradient[i] = h > 0 ? (above - below) / h : 0;
    }
    return value;
  }

  double stop() {
    nlopt_force_stop(now_);
    return HUGE_VAL;
  }

  struct Call {
    Descent* descent;
    int condition;
  };
  // No exception may pass through NLopt, which is C.
  static double called(unsigned, const double* x, double* gradient, void* data) {
    const Call& call = *static_cast<Call*>(data);
    Descent& descent = *call.descent;
    try {
      if (!descent.trouble_) return descent.ask(x, gradient, call.condition);
    } catch (...) {
      descent.trouble_ = std::current_exception();
    }
    return descent.stop();
  }

  std::string minimize(const MethodEntry& method, std::vector<double> x, double step) {
    const unsigned n = static_cast<unsigned>(x.size());
    const bool has_inequality = options_.subject_to.size() > 0;
    const bool penalize = (has_equality_ && !method.takes_equalities) || (has_inequality && !method.takes_inequalities);
    using Owned = std::unique_ptr<std::remove_pointer_t<nlopt_opt>, decltype(&nlopt_destroy)>;
    Owned inner(nlopt_create(method.algorithm, n), nlopt_destroy), outer(nullptr, nlopt_destroy);
    if (penalize) {  // the augmented Lagrangian around the method
      outer = Owned(nlopt_create(NLOPT_AUGLAG, n), nlopt_destroy);
      set(inner.get(), step, n);
      nlopt_set_local_optimizer(outer.get(), inner.get());
    }
    nlopt_opt opt = now_ = penalize ? outer.get() : inner.get();
    set(opt, step, n);
    nlopt_srand(static_cast<unsigned long>(study_.sampling.seed * 7919 + static_cast<std::uint64_t>(task_)));
    std::vector<Call> calls;
    for (int i = -1; i < static_cast<int>(options_.subject_to.size()); ++i) calls.push_back({this, i});
    nlopt_set_min_objective(opt, called, &calls[0]);
    for (std::size_t i = 0; i < options_.subject_to.size(); ++i) {
      const bool equal = options_.subject_to[i].side == Condition::Side::equal;
      (equal ? nlopt_add_equality_constraint : nlopt_add_inequality_constraint)(opt, called, &calls[i + 1], met_equality / 100);
    }
    double least = 0;
    const nlopt_result result = nlopt_optimize(opt, x.data(), &least);
    now_ = nullptr;
    if (trouble_) std::rethrow_exception(std::exchange(trouble_, nullptr));
    return fmt::format("{}: {}, after {} runs", method.name, words_of(result), asking_.runs());
  }

  void set(nlopt_opt opt, double step, unsigned n) const {
    nlopt_set_lower_bounds(opt, std::vector<double>(n, 0.0).data());
    nlopt_set_upper_bounds(opt, std::vector<double>(n, 1.0).data());
    nlopt_set_initial_step1(opt, step);
    nlopt_set_ftol_rel(opt, tolerance());
    nlopt_set_xtol_abs1(opt, tolerance());
    nlopt_set_maxeval(opt, static_cast<int>(20 * options_.evaluations));  // of calls; runs are counted by Asking
  }

  const Study& study_;
  const Optimize& options_;
  long task_;
  Asking asking_;
  bool has_equality_ = false;
  nlopt_opt now_ = nullptr;
  std::exception_ptr trouble_;
};

}  // namespace

std::vector<std::string_view> search_methods() {
  std::vector<std::string_view> names{"auto"};
  for (const MethodEntry& each : methods) names.push_back(each.name);
  return names;
}

std::string descend(const Study& study, long task, const Ask& ask) { return Descent(study, task, ask).run(); }

}  // namespace bricard::study
