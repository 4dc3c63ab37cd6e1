// A simulation that the caller steps: assembled from a Model, it goes on by steps of its integrator or to given times, can be
// asked for everything at the present time, and takes inputs between steps.
//
//   Simulation simulation(model, options);           // what is written wrong is thrown here, as Error
//   while (simulation.t() < 2) {
//     simulation.set_input("torque", -10 * simulation.value("main.angle"));
//     if (const Outcome outcome = simulation.advance_to(simulation.t() + 1e-3); outcome.failed()) ...
//   }
//
// What fails on the way is an Outcome, and the simulation stays where it was; so does one that an event has stopped. Numbers are
// in SI; inputs, states and outputs of the model are plain numbers in the file's units, as its expressions take them.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/analyses/dynamics/state_values.hpp"
#include "bricard/core/outcome.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

struct Model;
struct AnalysisOptions;
class Course;

// Where a simulation stood: a value of its own, to be kept as text and read in any process.
class Snapshot {
 public:
  const std::string& text() const { return text_; }
  // Throws Error where the text is none.
  static Snapshot read(std::string text);
  friend bool operator==(const Snapshot&, const Snapshot&) = default;

 private:
  friend class Simulation;
  std::string text_;
};

class Simulation {
 public:
  // options.duration is needed: errors are controlled over it, and nothing goes beyond. Throws Error where model or options are
  // wrong; outcome() says whether the start could be found.
  Simulation(const Model& model, const AnalysisOptions& options);
  // As the model's own `analysis` section says.
  explicit Simulation(const Model& model);
  // From a snapshot of the same model and options instead of the assembled start.
  Simulation(const Model& model, const AnalysisOptions& options, const Snapshot& snapshot);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  // To the end of the integrator's step, or to an event that switches elements.
  Outcome step();
  // To that time exactly. Steps end where error control says; the state between their ends is that of dense output.
  Outcome advance_to(double t);
  const Outcome& outcome() const;
  double t() const;

  StateValues state();
  // Inside the last step: from known_from() to t(). Throws Error outside.
  StateValues at(double t);
  double known_from() const;
  StateNames names() const;

  // The columns of results.csv, at the present time.
  const std::vector<ResultColumn>& columns() const;
  double value(std::string_view column);
  std::span<const double> values();

  // An input of the model has this value from now on, whatever its function says. The integrator starts anew, as after a kink.
  void set_input(std::string_view name, double value);

  // That have happened so far; and what there was to warn of.
  const std::vector<Event>& events() const;
  std::vector<std::string> warnings() const;
  // Called at each event; and with each row: the present one at once, then those of every output time and event.
  void on_event(std::function<void(const Event&)> callback);
  void on_row(std::function<void(double t, std::span<const double> values)> callback);

  // Taking a snapshot starts the integrator anew, here as there: this simulation and a restored one go on with the same digits,
  // whatever the integrator.
  Snapshot snapshot();
  void restore(const Snapshot& snapshot);

  // For the analyses of this library: dynamics/course.hpp.
  Course& course();
  const Course& course() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace bricard
