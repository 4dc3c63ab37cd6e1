// A simulation in Python's hands. All numbers are in the units of the file, as in the columns of a run.
#include <algorithm>
#include <atomic>
#include <cmath>

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/dynamics/simulation.hpp"
#include "bricard/core/text.hpp"
#include "python/core/binding.hpp"

namespace bricard::python {

namespace {

// A call takes longer than this part of the whole run: it looks for Ctrl-C on the way.
constexpr double long_way = 0.01;

const AnalysisOptions& asked(const ReadModel& read) {
  if (!read.model.analysis)
    throw Error("analysis", "the model has no `analysis` section", "say how long: simulation(duration=10)");
  return *read.model.analysis;
}

AnalysisOptions from(AnalysisOptions options, const std::optional<std::string>& state) {
  if (state) options.from = read_state(*state, "the state of the run to start from");
  return options;
}

// A Simulation and the units of its columns. Two threads cannot use it at once: the second is refused.
class Stepper {
 public:
  Stepper(std::shared_ptr<const ReadModel> read, const std::optional<std::string>& state)
      : read_(std::move(read)),
        options_(from(asked(*read_), state)),
        simulation_(read_->model, options_),
        second_(read_->model.units.factor(dimension::time)) {
    const std::vector<ResultColumn>& columns = simulation_.columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      names_.push_back(columns[i].name);
      factors_.push_back(read_->model.units.factor(columns[i].dimension));
      index_.emplace(columns[i].name, i);
    }
  }

  // Who uses the simulation at the moment.
  class Use {
   public:
    explicit Use(Stepper& stepper) : stepper_(stepper) {
      if (stepper_.is_used_.exchange(true))
        throw Error("simulation", "another thread is using this simulation", "give each thread its own: model.simulation()");
    }
    ~Use() { stepper_.is_used_ = false; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Stepper& stepper_;
  };

  Simulation& simulation() { return simulation_; }
  const ReadModel& read() const { return *read_; }
  double second() const { return second_; }
  double duration() const { return options_.duration.value_or(0); }
  const std::vector<std::string>& names() const { return names_; }

  std::size_t place(const std::string& name) const {
    const auto found = index_.find(name);
    if (found == index_.end())
      throw Error("simulation[\"" + name + "\"]", "there is no column of this name", did_you_mean(name, names_));
    return found->second;
  }
  double value(std::size_t i) { return simulation_.values()[i] / factors_[i]; }
  std::string unit(std::size_t i) {
    const ResultColumn& column = simulation_.columns()[i];
    return column.unit.empty() ? read_->model.units.name(column.dimension) : column.unit;
  }

  // In seconds. True: it goes on; false: the simulation has ended. What fails is raised.
  bool advance_to(double t) {
    if (!std::isfinite(t)) throw Error("advance", "the time is not finite");
    const double before = simulation_.t();
    const double way = t - before;
    const int pieces = way > long_way * duration() ? static_cast<int>(std::min(std::ceil(way / (long_way * duration())), 1e6)) : 1;
    bool goes_on = true;
    for (int i = 1; i <= pieces && goes_on; ++i) {
      goes_on = moved([&] { return simulation_.advance_to(i == pieces ? t : before + way * i / pieces); });
      if (pieces > 1 && PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    return goes_on;
  }
  bool step() {
    return moved([&] { return simulation_.step(); });
  }
  // Whether it goes on after this. Raises what has failed.
  static bool told(const Outcome& outcome) {
    if (outcome.failed()) {
      const py::object failed = py::module_::import("bricard.errors").attr("RunFailed");
      PyErr_SetObject(failed.ptr(), py::make_tuple(outcome.message, py::none()).ptr());
      throw py::error_already_set();
    }
    return outcome.status == Status::done;
  }

 private:
  template <class F>
  static bool moved(const F& move) {
    Outcome outcome;
    {
      const py::gil_scoped_release release;
      outcome = move();
    }
    return told(outcome);
  }

  std::shared_ptr<const ReadModel> read_;
  AnalysisOptions options_;
  Simulation simulation_;
  double second_;
  std::vector<std::string> names_;
  std::vector<double> factors_;
  std::unordered_map<std::string, std::size_t> index_;
  std::atomic<bool> is_used_ = false;
};

// sim.input["torque"] = 3
struct Inputs {
  Stepper& stepper;
};

// Several columns at once, looked up once: for observations of a control loop.
class Reader {
 public:
  Reader(std::shared_ptr<Stepper> stepper, const std::vector<std::string>& names) : stepper_(std::move(stepper)), names_(names) {
    for (const std::string& each : names) places_.push_back(stepper_->place(each));
  }
  py::array_t<double> read() {
    const Stepper::Use use(*stepper_);
    py::array_t<double> values(static_cast<py::ssize_t>(places_.size()));
    double* next = values.mutable_data();
    for (const std::size_t i : places_) *next++ = stepper_->value(i);
    return values;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::shared_ptr<Stepper> stepper_;
  std::vector<std::string> names_;
  std::vector<std::size_t> places_;
};

py::dict state_of(Stepper& self) {
  const Stepper::Use use(self);
  const StateValues state = self.simulation().state();
  const auto array = [](const std::vector<double>& x) {
    return py::array_t<double>(static_cast<py::ssize_t>(x.size()), x.data());
  };
  py::dict all;
  all["t"] = state.t, all["q"] = array(state.q), all["v"] = array(state.v), all["z"] = array(state.z);
  all["angles"] = array(state.angles);
  return all;
}

}  // namespace

void bind_simulation(py::module_& module) {
  py::class_<Inputs>(module, "Inputs", "The inputs of a simulation; writing one holds it from now on.")
      .def("__setitem__", [](const Inputs& self, const std::string& name, double value) {
        const Stepper::Use use(self.stepper);
        self.stepper.simulation().set_input(name, value);
      });
  py::class_<Reader>(module, "Reader", "Columns of a simulation at the present time, as one array.")
      .def("__call__", &Reader::read)
      .def_property_readonly("names", &Reader::names);
  py::class_<Stepper, std::shared_ptr<Stepper>>(module, "Simulation",
                                                "A motion that goes on step by step. Numbers are in the units of the model.")
      .def(py::init([](const std::shared_ptr<ReadModel>& read, const std::optional<std::string>& state) {
             auto made = computed(*read, [&] { return std::make_shared<Stepper>(read, state); });
             Stepper::told(made->simulation().outcome());  // whether the start could be found
             return made;
           }),
           py::arg("model"), py::arg("state"))
      .def_property_readonly("t", [](Stepper& self) { return self.simulation().t() / self.second(); })
      .def_property_readonly(
          "status", [](Stepper& self) { return std::string(to_string(self.simulation().outcome().status)); },
          "done: it can go on; stopped: by an event, or at its end; failed")
      .def_property_readonly("message", [](Stepper& self) { return self.simulation().outcome().message; })
      .def_property_readonly("columns", &Stepper::names)
      .def_property_readonly("warnings", [](Stepper& self) { return self.simulation().warnings(); })
      .def_property_readonly("events",
                             [](Stepper& self) {
                               std::vector<std::pair<std::string, double>> all;
                               for (const Event& each : self.simulation().events())
                                 all.emplace_back(each.name, each.t / self.second());
                               return all;
                             })
      .def_property_readonly(
          "input", [](Stepper& self) { return Inputs{self}; }, py::keep_alive<0, 1>())
      .def_property_readonly("state", &state_of, "t, q, v, z and angles in SI, as model.at takes them")
      .def("__getitem__",
           [](Stepper& self, const std::string& name) {
             const Stepper::Use use(self);
             return self.value(self.place(name));
           })
      .def(
          "unit", [](Stepper& self, const std::string& name) { return self.unit(self.place(name)); }, py::arg("column"))
      .def(
          "reader",
          [](const std::shared_ptr<Stepper>& self, const std::vector<std::string>& names) { return Reader(self, names); },
          py::arg("columns"), "A function that gives these columns at the present time as one array.")
      .def(
          "advance",
          [](Stepper& self, double time) {
            const Stepper::Use use(self);
            return self.advance_to(self.simulation().t() + time * self.second());
          },
          py::arg("time"), "Goes on by this time exactly. False: an event, or the end, has stopped it.")
      .def(
          "advance_to",
          [](Stepper& self, double t) {
            const Stepper::Use use(self);
            return self.advance_to(t * self.second());
          },
          py::arg("t"), "Goes on to this time exactly. False: an event, or the end, has stopped it.")
      .def(
          "step",
          [](Stepper& self) {
            const Stepper::Use use(self);
            return self.step();
          },
          "To the end of the integrator's step. False: an event, or the end, has stopped it.")
      .def(
          "snapshot",
          [](Stepper& self) {
            const Stepper::Use use(self);
            return self.simulation().snapshot().text();
          },
          "A text from which this simulation, or another of the same model, goes on with the same digits.")
      .def(
          "restore",
          [](Stepper& self, const std::string& snapshot) {
            const Stepper::Use use(self);
            self.simulation().restore(Snapshot::read(snapshot));
          },
          py::arg("snapshot"));
}

}  // namespace bricard::python
