// What the `analysis` section asks for. Keys of the file and options of the command line have the same names.
#pragma once
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "bricard/core/field.hpp"
#include "bricard/model/start_state.hpp"

namespace bricard {

// Relative tolerance; the absolute one follows from the model's scale unless it is given.
struct Tolerance {
  double relative = 1e-6;
  std::optional<double> absolute;
  static constexpr auto fields(const auto& list) {
    return list(field("relative", &Tolerance::relative, "error relative to the model's scale"),
                field("absolute", &Tolerance::absolute, "absolute error instead of the one from the model's scale"));
  }
  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

enum class StartAt { design, equilibrium };
enum class About { equilibrium, design, run };  // run: along a simulation, at every output time
enum class Newton { full, modified, quasi };
enum class EquilibriumKind { rest, steady, turning };  // the file calls the first `static`

// Φ'' + 2 alpha Φ' + beta² Φ = 0.
struct BaumgarteOptions {
  double alpha = 0, beta = 0;
  static constexpr auto fields(const auto& list) {
    return list(field("alpha", &BaumgarteOptions::alpha, dimension::none / dimension::time, "damping, 1/s"),
                field("beta", &BaumgarteOptions::beta, dimension::none / dimension::time, "frequency, 1/s"));
  }
  friend bool operator==(const BaumgarteOptions&, const BaumgarteOptions&) = default;
};

struct PenaltyOptions {
  std::optional<double> alpha, omega, mu;
  static constexpr auto fields(const auto& list) {
    return list(field("alpha", &PenaltyOptions::alpha, "penalty factor"),
                field("omega", &PenaltyOptions::omega, "natural frequency of the penalty system"),
                field("mu", &PenaltyOptions::mu, "damping ratio of the penalty system"));
  }
  friend bool operator==(const PenaltyOptions&, const PenaltyOptions&) = default;
};

struct Index3Options {
  bool projections = false;
  static constexpr auto fields(const auto& list) {
    return list(field("projections", &Index3Options::projections, "project velocities and accelerations after a step"));
  }
  friend bool operator==(const Index3Options&, const Index3Options&) = default;
};

struct EquilibriumOptions {
  std::vector<std::string> find, so_that;
  EquilibriumKind kind = EquilibriumKind::rest;
  int starts = 1;
  std::string body, steer;
  std::optional<double> speed, radius, lateral_acceleration;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(
        field("find", &EquilibriumOptions::find, "parameters that are unknown"),
        field("so_that", &EquilibriumOptions::so_that,
              "conditions, for instance car.z == 30 mm; at most as many as unknowns: balance may be the condition of some"),
        field("kind", &EquilibriumOptions::kind,
              "static, steady: drivers keep their rates, or turning: rates of all motions that change nothing are unknown"),
        field("starts", &EquilibriumOptions::starts, "number of starts; distinct equilibria are listed"),
        field("body", &EquilibriumOptions::body, "turning: whose speed and path; default: the heaviest free body"),
        field("speed", &EquilibriumOptions::speed, d::speed, "turning: of its center of mass"),
        field("radius", &EquilibriumOptions::radius, d::length, "turning: of its path, positive to the left"),
        field("steer", &EquilibriumOptions::steer, "turning: the driver or parameter that is held, so that the path follows"),
        field("lateral_acceleration", &EquilibriumOptions::lateral_acceleration, d::acceleration,
              "turning: speed times yaw rate, positive to the left"));
  }
  friend bool operator==(const EquilibriumOptions&, const EquilibriumOptions&) = default;
};

struct InverseDynamicsOptions {
  std::vector<std::string> actuators;
  static constexpr auto fields(const auto& list) {
    return list(field("actuators", &InverseDynamicsOptions::actuators, "joints whose efforts shall drive the motion"));
  }
  friend bool operator==(const InverseDynamicsOptions&, const InverseDynamicsOptions&) = default;
};

struct FrequencyRange {
  double from = 0.1, to = 100;  // Hz
  int points = 400;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(field("from", &FrequencyRange::from, d::none / d::time, "lowest frequency"),
                field("to", &FrequencyRange::to, d::none / d::time, "highest frequency"),
                field("points", &FrequencyRange::points, "number of frequencies"));
  }
  friend bool operator==(const FrequencyRange&, const FrequencyRange&) = default;
};

struct ModesOptions {
  About about = About::equilibrium;
  std::vector<std::string> inputs, outputs;
  std::optional<FrequencyRange> frequencies;
  static constexpr auto fields(const auto& list) {
    return list(field("about", &ModesOptions::about, "equilibrium, design, or run: along a simulation"),
                field("inputs", &ModesOptions::inputs, "inputs or drivers"), field("outputs", &ModesOptions::outputs, "columns"),
                field("frequencies", &ModesOptions::frequencies, "of the frequency response: {from: , to: , points: }"));
  }
  friend bool operator==(const ModesOptions&, const ModesOptions&) = default;
};

struct AnalysisOptions {
  std::string type = "dynamics";  // assembly | kinematics | inverse_dynamics | dynamics | equilibrium | modes
  std::optional<double> duration;
  std::optional<double> output_step;  // default: duration/1000
  std::string coordinates = "auto";
  std::string formulation = "auto";
  std::string stabilization = "auto";
  std::string integrator = "auto";
  std::string redundant = "auto";  // auto: rows that depend on others are left out; keep: they stay in
  Tolerance tolerance;
  std::optional<double> step;  // fixed step
  std::optional<double> max_step;
  std::vector<std::string> record;  // column patterns; empty: all
  StartAt start = StartAt::design;
  std::vector<std::pair<std::string, double>> weights;  // of bodies in assembly, times their inertia
  std::vector<std::string> independent;                 // joints whose coordinates shall be the independent ones
  std::vector<std::string> nonideal;                    // force elements that are the law C of non-ideal constraints
  std::optional<Newton> newton;
  std::optional<BaumgarteOptions> baumgarte;
  std::optional<PenaltyOptions> penalty;
  std::optional<Index3Options> index3;
  std::optional<EquilibriumOptions> equilibrium;
  std::optional<InverseDynamicsOptions> inverse_dynamics;
  std::optional<ModesOptions> modes;
  std::optional<StartState> from;  // not a key: the state that another run has left (--from)
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(
        field("type", &AnalysisOptions::type, "assembly, kinematics, inverse_dynamics, dynamics, equilibrium or modes", required),
        field("duration", &AnalysisOptions::duration, d::time, "simulated time"),
        field("output_step", &AnalysisOptions::output_step, d::time, "time between rows of results.csv; default: duration/1000"),
        field("coordinates", &AnalysisOptions::coordinates, "auto or one of `bricard list`"),
        field("formulation", &AnalysisOptions::formulation, "auto or one of `bricard list`"),
        field("stabilization", &AnalysisOptions::stabilization, "auto or one of `bricard list`"),
        field("integrator", &AnalysisOptions::integrator, "auto or one of `bricard list`"),
        field("redundant", &AnalysisOptions::redundant,
              "rows that depend on others: auto leaves them out, keep has them stay in; for formulations that decide on ranks"),
        field("tolerance", &AnalysisOptions::tolerance, "relative error, or {relative: , absolute: }"),
        field("step", &AnalysisOptions::step, d::time, "fixed step, for fixed-step integrators"),
        field("max_step", &AnalysisOptions::max_step, d::time, "largest step"),
        field("record", &AnalysisOptions::record, "patterns of the columns to write, for instance crank.*"),
        field("start", &AnalysisOptions::start, "design or equilibrium"),
        field("weights", &AnalysisOptions::weights, "of bodies in assembly, relative to their inertia: {rod: 10}"),
        field("independent", &AnalysisOptions::independent, "joints whose coordinates shall be the independent ones"),
        field("nonideal", &AnalysisOptions::nonideal,
              "force elements that are the law C of non-ideal constraints; with udwadia_phohomsiri or udwadia_kalaba"),
        field("newton", &AnalysisOptions::newton, "full, modified or quasi: how methods for index3 renew their matrix"),
        field("baumgarte", &AnalysisOptions::baumgarte, "{alpha: , beta: }"),
        field("penalty", &AnalysisOptions::penalty, "{alpha: , omega: , mu: }"),
        field("index3", &AnalysisOptions::index3, "{projections: true}"),
        field("equilibrium", &AnalysisOptions::equilibrium, "{find: , so_that: , kind: , ..}"),
        field("inverse_dynamics", &AnalysisOptions::inverse_dynamics, "{actuators: }"),
        field("modes", &AnalysisOptions::modes, "{about: , inputs: , outputs: , frequencies: }"));
  }
  friend bool operator==(const AnalysisOptions&, const AnalysisOptions&) = default;
};

// A key of `analysis` that is one word or number, by the type of its member: these are options of the command line too, but for
// `type`, which is the verb.
template <class Member>
inline constexpr bool is_option =
    std::is_same_v<Member, std::string> || std::is_same_v<Member, std::optional<double>> || std::is_same_v<Member, Tolerance>;

}  // namespace bricard
