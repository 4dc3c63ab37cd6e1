// The kinds of maneuvers: what the driver does in each, and how it is run. A run starts from straight, steady motion at its speed.
#include "bricard/vehicle/maneuver.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/core/text.hpp"
#include "bricard/vehicle/maneuver_metrics.hpp"
#include "bricard/vehicle/maneuver_model.hpp"

namespace bricard::vehicle {

namespace {

namespace d = dimension;
constexpr double begin = 1;  // s of straight running before the driver does something

class Maneuver {
 public:
  Maneuver(const Model& model, const Vehicle& vehicle, const ManeuverOptions& options, const Control& control)
      : car_(model, vehicle, options), options_(options), control_(control) {
    results_.options = options;
  }

  ManeuverResults run();

 private:
  double speed(double otherwise) const { return options_.speed.value_or(otherwise); }
  double lateral(double otherwise) const { return options_.lateral_acceleration.value_or(otherwise); }
  std::string number(double si, Dimension dimension) const { return car_.text(si, dimension); }
  std::string time(double t) const { return number(t, d::time); }
  // Of the steered joint: a length or an angle.
  Dimension steer_dimension() const { return car_.steers_by_angle() ? d::angle : d::length; }

  // A steady turn at a speed: with this steer, or with what gives a lateral acceleration or a radius.
  struct Turn {
    bool found = false;
    std::string message;
    double steer = 0, yaw_rate = 0, lateral_acceleration = 0;
    Results results;
  };
  enum class Holding { steer, lateral_acceleration, radius };
  Turn turn(double speed, Holding holding, double value, double guess = 0) const;
  // Where straight running at a speed starts, of a model with the same states.
  std::optional<StartState> straight(const Command& command, double speed);
  void simulate(const Command& command, double speed, double duration, bool from_straight = true);
  // The steer that a lateral acceleration takes, or what was asked for.
  std::optional<double> amplitude(double speed, double lateral_acceleration);
  // Steer per curvature of the path at a speed, from a gentle turn.
  std::optional<double> steer_per_curvature(double speed);

  void step_steer();
  void ramp();
  void sine();
  void steady_circle();
  void brake();
  void accelerate();
  void brake_in_turn();
  void lane_change();
  void skidpad();

  struct Kind {
    std::string_view name, help;
    void (Maneuver::*run)();
  };
  static const std::vector<Kind>& kinds();
  friend std::vector<ManeuverEntry> maneuver_kinds_of();

  ManeuverModel car_;
  const ManeuverOptions& options_;
  const Control& control_;
  ManeuverResults results_;

 public:
  static std::vector<ManeuverEntry> list() {
    std::vector<ManeuverEntry> all;
    for (const Kind& each : kinds()) all.push_back({each.name, each.help});
    return all;
  }
};

const std::vector<Maneuver::Kind>& Maneuver::kinds() {
  static const std::vector<Kind> all{
      {"step_steer", "the steering is turned within `rise_time` to what gives `lateral_acceleration`", &Maneuver::step_steer},
      {"ramp", "the steering is turned slowly, until `lateral_acceleration` or the end", &Maneuver::ramp},
      {"sine", "the steering swings at `frequency`, with the steer of `lateral_acceleration`", &Maneuver::sine},
      {"steady_circle", "steady turns on `radius` at rising speeds, up to `lateral_acceleration`", &Maneuver::steady_circle},
      {"brake", "from `speed` to rest with the brake force of `deceleration`", &Maneuver::brake},
      {"accelerate", "from rest over `distance` with the drive force of `deceleration`", &Maneuver::accelerate},
      {"brake_in_turn", "a steady turn of `lateral_acceleration`, then brakes, the steering held", &Maneuver::brake_in_turn},
      {"lane_change", "a driver who looks ahead goes to the next lane and back", &Maneuver::lane_change},
      {"skidpad", "a driver who looks ahead goes round a circle", &Maneuver::skidpad},
  };
  return all;
}

Maneuver::Turn Maneuver::turn(double speed, Holding holding, double value, double guess) const {
  const std::string steer = "maneuver_steer";
  Command command;
  command.speed = speed;
  command.steer = steer;
  Model model = car_.with(command, speed);
  const double unit = car_.units().factor(steer_dimension());
  model.parameters.push_back({steer, (holding == Holding::steer ? value : guess) / unit, {}});
  model.analysis.emplace();
  AnalysisOptions& analysis = *model.analysis;
  analysis.type = "equilibrium";
  analysis.equilibrium.emplace().kind = EquilibriumKind::turning;
  analysis.equilibrium->body = car_.chassis();
  if (holding == Holding::lateral_acceleration) analysis.equilibrium->lateral_acceleration = value;
  if (holding == Holding::radius) analysis.equilibrium->radius = value;
  if (holding == Holding::steer)
    analysis.equilibrium->steer = steer;
  else
    analysis.equilibrium->find = {steer};
  Control control = control_;
  control.rows = nullptr;
  control.progress = nullptr;
  control.vary = [&](const std::vector<std::pair<std::string, double>>& values) {
    Model varied = model;
    for (const auto& [name, number] : values)
      for (Parameter& parameter : varied.parameters)
        if (parameter.name == name) parameter.value = number;
    return varied;
  };
  Turn found;
  found.results = bricard::run(model, control);
  const Summary& summary = found.results.summary;
  found.message = summary.outcome.message;
  found.found = !summary.outcome.failed() && found.results.rows() > 0 && summary.equilibrium && summary.equilibrium->turning;
  if (!found.found) return found;
  const Row row(found.results, 0);
  found.steer = holding == Holding::steer ? value : row.plain("maneuver.steer") * unit;
  found.yaw_rate = summary.equilibrium->turning->yaw_rate;
  found.lateral_acceleration = speed * found.yaw_rate;
  return found;
}

std::optional<StartState> Maneuver::straight(const Command& command, double speed) {
  Command still = command;
  still.steer = "0";
  still.speed_until.reset();
  if (!still.drive_force.empty()) still.drive_force = "0";
  if (!still.brake_force.empty()) still.brake_force = "0";
  if (!still.speed) return std::nullopt;
  Model model = car_.with(still, speed);
  model.analysis.emplace();
  model.analysis->type = "equilibrium";
  model.analysis->equilibrium.emplace().kind = EquilibriumKind::turning;
  model.analysis->equilibrium->body = car_.chassis();
  Control control = control_;
  control.rows = nullptr;
  control.progress = nullptr;
  const Results found = bricard::run(model, control);
  if (!found.summary.outcome.failed() && !found.state.empty()) return read_state(found.state, "state.json");
  results_.notes.push_back("it starts in the design position: steady straight running was not found (" + found.summary.outcome.message + ")");
  return std::nullopt;
}

void Maneuver::simulate(const Command& command, double speed, double duration, bool from_straight) {
  Model model = car_.with(command, speed);
  model.analysis.emplace();
  AnalysisOptions& analysis = *model.analysis;
  analysis.type = "dynamics";
  analysis.duration = options_.duration.value_or(duration);
  analysis.output_step = options_.output_step.value_or(0.01);
  analysis.coordinates = options_.coordinates;
  analysis.tolerance.relative = options_.tolerance;
  if (from_straight) analysis.from = straight(command, speed);
  Control control = control_;
  control.rows = nullptr;  // figures are read from all of them
  results_.results = bricard::run(model, control);
  results_.model = std::move(model);
}

std::optional<double> Maneuver::amplitude(double speed, double lateral_acceleration) {
  if (options_.steer) return *options_.steer * car_.units().factor(steer_dimension());
  const Turn gentle = turn(speed, Holding::steer, car_.steers_by_angle() ? 0.02 : 0.002);
  const double guess = gentle.found && gentle.lateral_acceleration != 0 ? gentle.steer * lateral_acceleration / gentle.lateral_acceleration : 0;
  const Turn asked = turn(speed, Holding::lateral_acceleration, lateral_acceleration, guess);
  if (asked.found) return asked.steer;
  results_.results = asked.results;
  results_.results.summary.outcome = Outcome::failure(fmt::format("there is no steady turn with {:.3g} m/s^2 at {:.4g} m/s: {}",
                                                                  lateral_acceleration, speed, asked.message));
  return std::nullopt;
}

std::optional<double> Maneuver::steer_per_curvature(double speed) {
  const Turn gentle = turn(speed, Holding::steer, car_.steers_by_angle() ? 0.02 : 0.002);
  if (gentle.found && gentle.yaw_rate != 0) return gentle.steer * speed / gentle.yaw_rate;
  results_.results = gentle.results;
  results_.results.summary.outcome = Outcome::failure("the answer of the vehicle to its steering was not found: " + gentle.message);
  return std::nullopt;
}

void Maneuver::step_steer() {
  const double v = speed(80 / 3.6), rise = options_.rise_time.value_or(0.1);
  const auto steer = amplitude(v, lateral(4));
  if (!steer) return;
  Command command;
  command.speed = v;
  command.steer = fmt::format("{}*step5(t, {}, 0, {}, 1)", number(*steer, steer_dimension()), time(begin), time(begin + rise));
  simulate(command, v, begin + 5);
  results_.metrics = step_metrics(results_.results, begin + rise / 2, *steer, steer_dimension() == d::angle);
}

void Maneuver::ramp() {
  const double v = speed(80 / 3.6), to = lateral(0.5 * 9.80665);
  const auto steer = amplitude(v, to);
  if (!steer) return;
  const double duration = options_.duration.value_or(begin + 12);
  Command command;
  command.speed = v;
  const double rate = options_.rate ? *options_.rate * car_.units().factor(steer_dimension() / d::time) : *steer / (duration - begin);
  // It starts within a tenth of a second: a rate that jumped would be a blow.
  command.steer = fmt::format("if(t < {1}, 0, {0}*(t - {1} - {2}*(1 - exp(-(t - {1})/{2}))))", number(rate, steer_dimension() / d::time), time(begin),
                              time(0.1));
  simulate(command, v, duration);
  results_.metrics = ramp_metrics(results_.results, car_.wheelbase(), car_.units());
}

void Maneuver::sine() {
  const double v = speed(80 / 3.6), f = options_.frequency.value_or(0.5), w = 2 * std::numbers::pi * f;
  const auto steer = amplitude(v, lateral(2));
  if (!steer) return;
  Command command;
  command.speed = v;
  command.steer = fmt::format("if(t < {1}, 0, {0}*sin({2}*(t - {1})))*step5(t, {1}, 0, {3}, 1)", number(*steer, steer_dimension()), time(begin),
                              to_text(w * car_.units().factor(d::time)), time(begin + 1 / f));
  simulate(command, v, begin + 8 / f);
  results_.metrics = sine_metrics(results_.results, f, begin + 4 / f, begin + 8 / f);
}

void Maneuver::steady_circle() {
  const double R = options_.radius.value_or(100), most = lateral(6);
  const int points = 13;
  double guess = 0;
  bool is_first = true;
  for (int i = 0; i < points; ++i) {
    const double a = most * (i == 0 ? 0.02 : static_cast<double>(i) / (points - 1)), v = std::sqrt(a * std::abs(R));
    Turn found = turn(v, Holding::radius, R, guess);
    if (!found.found) {
      results_.notes.push_back(fmt::format("beyond {:.3g} m/s^2 there is no steady turn: {}", a, found.message));
      break;
    }
    guess = found.steer;
    if (is_first)
      results_.results = std::move(found.results);
    else
      results_.results.values.insert(results_.results.values.end(), found.results.values.begin(), found.results.values.end());
    is_first = false;
  }
  Command command;
  command.speed = std::sqrt(most * std::abs(R));
  command.steer = number(guess, steer_dimension());
  results_.model = car_.with(command, *command.speed);
  results_.model.analysis.emplace();
  results_.model.analysis->type = "equilibrium";
  results_.model.analysis->equilibrium.emplace().kind = EquilibriumKind::turning;
  if (is_first)
    results_.results.summary.outcome = Outcome::failure("no steady turn was found");
  else
    results_.metrics = circle_metrics(results_.results, R, car_.wheelbase());
}

void Maneuver::brake() {
  const double v = speed(100 / 3.6), a = options_.deceleration.value_or(5);
  // Without a controller, which would work against the brakes.
  Command command;
  command.steer = "0";
  command.brake_force = fmt::format("{}*step5(t, {}, 0, {}, 1)", number(car_.mass() * a, d::force), time(begin), time(begin + 0.2));
  simulate(command, v, begin + 1.3 * v / a + 1, false);
  results_.metrics = brake_metrics(results_.results, begin);
}

void Maneuver::accelerate() {
  const double a = options_.deceleration.value_or(3), distance = options_.distance.value_or(75);
  Command command;
  command.steer = "0";
  command.drive_force = fmt::format("{}*step5(t, {}, 0, {}, 1)", number(car_.mass() * a, d::force), time(begin), time(begin + 0.2));
  simulate(command, 0, begin + 1.5 * std::sqrt(2 * distance / a), false);
  results_.metrics = accelerate_metrics(results_.results, begin, distance);
}

void Maneuver::brake_in_turn() {
  const double v = speed(80 / 3.6), a = options_.deceleration.value_or(4);
  const auto steer = amplitude(v, lateral(4));
  if (!steer) return;
  const double rest = begin + 5;
  Command command;
  command.steer = fmt::format("{}*step5(t, {}, 0, {}, 1)", number(*steer, steer_dimension()), time(begin), time(begin + 1.5));
  command.speed = v;
  command.brake_force = fmt::format("{}*step5(t, {}, 0, {}, 1)", number(car_.mass() * a, d::force), time(rest), time(rest + 0.2));
  command.speed_until = rest;
  simulate(command, v, rest + 2.5);
  results_.metrics = brake_in_turn_metrics(results_.results, rest);
}

void Maneuver::lane_change() {
  const double v = speed(80 / 3.6), preview = options_.preview.value_or(0.7);
  const auto per_curvature = steer_per_curvature(v);
  if (!per_curvature) return;
  // Lanes of 15, 30, 25, 25, 15, 15 m, offset 3.5 m, behind a run-up.
  const double x0 = v * begin, offset = 3.5;
  const auto at = [&](double x) { return number(x0 + x, d::length); };
  const std::string ahead = number(v * preview, d::length);
  const std::string x = "(maneuver.forward.x + " + ahead + "*maneuver.forward.ux)", y = "(maneuver.forward.y + " + ahead + "*maneuver.forward.uy)";
  const std::string path = fmt::format("{0}*(step5({1}, {2}, 0, {3}, 1) - step5({1}, {4}, 0, {5}, 1))", number(offset, d::length), x, at(15), at(45),
                                       at(70), at(95));
  Command command;
  command.follows = true;
  command.speed = v;
  const double gain = 2 * *per_curvature / (v * preview * v * preview);  // steer per error of the path ahead
  command.steer = fmt::format("{}*({} - {})", to_text(gain * car_.units().factor(d::length) / car_.units().factor(steer_dimension())), path, y);
  simulate(command, v, begin + 160 / v);
  results_.metrics = lane_change_metrics(results_.results, x0, offset, car_.track());
}

void Maneuver::skidpad() {
  const double R = options_.radius.value_or(15.25 / 2 + 1.5), v = options_.speed.value_or(std::sqrt(lateral(8) * std::abs(R)));
  const double preview = options_.preview.value_or(0.25);
  const auto per_curvature = steer_per_curvature(v);
  if (!per_curvature) return;
  // Round a center beside the path; error: how far outside of the circle the point ahead will be.
  const double x0 = v * begin;
  const std::string ahead = number(v * preview, d::length);
  const std::string x = fmt::format("(maneuver.forward.x + {}*maneuver.forward.ux - {})", ahead, number(x0, d::length));
  const std::string y = fmt::format("(maneuver.forward.y + {}*maneuver.forward.uy - {})", ahead, number(R, d::length));
  const double gain = 2 * *per_curvature / (v * preview * v * preview), sense = R > 0 ? 1 : -1;
  // At a preview of L the point ahead of a car on the circle is L²/2R outside: that is what the first term holds.
  const std::string error = fmt::format("(sqrt({0}^2 + {1}^2) - {2} )", x, y, number(std::abs(R), d::length));
  Command command;
  command.follows = true;
  command.speed = v;
  const std::string on_circle = fmt::format("{}*{}*{}", to_text(sense * gain * car_.units().factor(d::length) / car_.units().factor(steer_dimension())),
                                            error, "step5(maneuver.forward.x, " + number(x0 - 1.5 * v * preview, d::length) + ", 0, " +
                                                       number(x0 - v * preview, d::length) + ", 1)");
  command.steer = fmt::format("if(t < {}, {}, {})", time(begin + 1.5 * std::abs(R) / v), on_circle,
                              fmt::format("{}*{}", to_text(sense * gain * car_.units().factor(d::length) / car_.units().factor(steer_dimension())), error));
  simulate(command, v, begin + 3.2 * 2 * std::numbers::pi * std::abs(R) / v);
  results_.metrics = skidpad_metrics(results_.results, x0, R);
}

ManeuverResults Maneuver::run() {
  for (const Kind& kind : kinds())
    if (kind.name == options_.kind) (this->*kind.run)();
  return std::move(results_);
}

}  // namespace

std::vector<ManeuverEntry> maneuver_kinds() { return Maneuver::list(); }

ManeuverResults maneuver(const Model& model, const Vehicle& vehicle, const ManeuverOptions& options, const Control& control) {
  return Maneuver(model, vehicle, options, control).run();
}

}  // namespace bricard::vehicle
