// Running an analysis: it computes in a thread of its own while the thread that asked for it looks after Python, five to twenty
// times a second: signals (Ctrl-C), progress. Other threads of Python go on.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/many/sweep.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/code_files.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/results/summary_writer.hpp"
#include "python/core/binding.hpp"
#include "python/core/column_store.hpp"

namespace bricard::python {

namespace {

constexpr std::chrono::milliseconds look{50};  // between two looks at Python: what a person does not notice

struct RunWishes {
  std::optional<std::string> state;  // state.json of the run from whose end this one starts
  std::vector<Sweep> sweeps;
  std::string keep = "last";
  bool certify = false;
};

struct Computed {
  Results results;
  std::shared_ptr<ColumnStore> columns;
  std::string model;  // as it was run
};

Settings as_settings(const std::vector<std::pair<std::string, double>>& values) {
  Settings settings;
  for (const auto& [name, value] : values) settings.emplace_back(name, to_text(value));
  return settings;
}

// Of a sweep: what is varied is always there, and numbers were asked for by name.
std::vector<std::string> recorded(std::vector<std::string> record, const RunWishes& wishes, const Keep& keep) {
  if (keep.what == Keep::What::numbers) return {};
  for (const Sweep& each : wishes.sweeps)
    if (!record.empty()) record.push_back(each.parameter);
  return record;
}

class Computation {
 public:
  Computation(const ReadModel& read, RunWishes wishes) : read_(read), wishes_(std::move(wishes)) {
    if (wishes_.state) from_ = read_state(*wishes_.state, "the state of the run to start from");
  }

  Computed run() {
    const Model model = with_values({});
    if (!model.analysis)
      throw Error("analysis", "the model has no `analysis` section, so there is nothing to run",
                  "say what to compute, for instance run(\"dynamics\", duration=1)");
    const AnalysisOptions& options = *model.analysis;
    const Keep keep = parse_keep(wishes_.keep);
    Computed computed{{}, std::make_shared<ColumnStore>(recorded(options.record, wishes_, keep)), {}};
    Control control;
    control.progress = [this](double fraction) { fraction_ = fraction; };
    control.interrupt = &interrupt_;
    control.certify = wishes_.certify;
    control.rows = computed.columns.get();
    control.vary = [this](const auto& values) { return with_values(as_settings(values)); };
    control.variable = [this](const std::string& name) { return read_.source.variable(name); };
    computed.results =
        wishes_.sweeps.empty() ? bricard::run(model, options, control) : sweep(wishes_.sweeps, keep, options, control);
    computed.columns->take(computed.results);
    std::vector<std::string>& warnings = computed.results.summary.warnings;
    for (std::string& each : computed.columns->warnings()) warnings.push_back(std::move(each));
    const auto& equilibrium = computed.results.summary.equilibrium;
    const bool has_found = equilibrium && !equilibrium->found.empty() && wishes_.sweeps.empty();
    computed.model = write_yaml(with_code_beside(has_found ? with_values(as_settings(equilibrium->found)) : model).model);
    return computed;
  }

  std::atomic<double> fraction_ = 0;
  std::atomic<bool> interrupt_ = false;

 private:
  // The model with other values, over what the run that this one starts from has found.
  Model with_values(const Settings& further) const {
    Settings settings = as_settings(from_ ? from_->found : std::vector<std::pair<std::string, double>>{});
    const bool is_as_read = settings.empty() && further.empty();
    settings.insert(settings.end(), read_.source.settings().begin(), read_.source.settings().end());
    settings.insert(settings.end(), further.begin(), further.end());
    Model model = is_as_read ? read_.model : read_.source.read(settings);
    load_code(model, [](const CodeFunction&, const std::string&) {});  // allowed when the model was read
    if (model.analysis) model.analysis->from = from_;
    return model;
  }

  const ReadModel& read_;
  RunWishes wishes_;
  std::optional<StartState> from_;
};

// f() in a thread; meanwhile watch(), with Python's lock, which may say true: enough.
template <class F, class Watch>
auto watched(F f, std::atomic<bool>& interrupt, const Watch& watch) {
  std::mutex mutex;
  std::condition_variable ended;
  bool is_over = false;
  std::optional<decltype(f())> result;
  std::exception_ptr trouble;
  py::gil_scoped_release release;
  std::thread worker([&] {
    try {
      result.emplace(f());
    } catch (...) {
      trouble = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    is_over = true;
    ended.notify_one();
  });
  for (std::unique_lock lock(mutex); !ended.wait_for(lock, look, [&] { return is_over; });) {
    lock.unlock();
    {
      const py::gil_scoped_acquire acquire;
      if (watch()) interrupt = true;
    }
    lock.lock();
  }
  worker.join();
  if (trouble) std::rethrow_exception(trouble);
  return std::move(*result);
}

// A column that lives as long as somebody looks at it.
py::array shown(const std::shared_ptr<ColumnStore>& store, std::size_t i) {
  const std::vector<double>& values = store->values()[i];
  const py::capsule owner(new std::shared_ptr<ColumnStore>(store),
                          [](void* held) { delete static_cast<std::shared_ptr<ColumnStore>*>(held); });
  py::array_t<double> column({values.size()}, {sizeof(double)}, values.data(), owner);
  column.attr("flags").attr("writeable") = false;
  return column;
}

py::dict told(Computed computed) {
  const Summary& summary = computed.results.summary;
  py::list names, columns;
  const auto& known = computed.columns->columns();
  for (std::size_t i = 0; i < known.size(); ++i) {
    names.append(known[i].name);
    columns.append(shown(computed.columns, i));
  }
  py::dict files;
  for (const ResultFile& each : computed.results.files) files[py::str(each.name)] = each.text;
  py::dict all;
  all["names"] = std::move(names), all["columns"] = std::move(columns);
  all["summary"] = summary_json(summary, known);
  all["state"] = computed.results.state, all["files"] = std::move(files), all["model"] = computed.model;
  return all;
}

using SweepTuple = std::tuple<std::string, std::vector<double>>;

// progress(fraction) is called by this thread alone; what it raises ends the run, as Ctrl-C does. The exception is then the
// second of the pair, beside what was computed.
py::tuple run_model(const std::shared_ptr<const ReadModel>& read, const py::object& progress, std::optional<std::string> state,
                    const std::vector<SweepTuple>& sweeps, std::string keep, bool certify) {
  RunWishes wishes{std::move(state), {}, std::move(keep), certify};
  for (const auto& [name, values] : sweeps) {
    if (values.empty()) throw Error("sweep[\"" + name + "\"]", "there are no values");
    wishes.sweeps.push_back({name, values, read->source.variable(name).unit()});
  }
  std::optional<py::error_already_set> raised;
  const auto watch = [&](double fraction) {
    if (raised) return true;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress.is_none()) progress(fraction);
    } catch (py::error_already_set& error) {
      raised.emplace(std::move(error));
    }
    return raised.has_value();
  };
  std::optional<Computed> computed;
  try {
    Computation computation(*read, std::move(wishes));
    computed.emplace(
        watched([&] { return computation.run(); }, computation.interrupt_, [&] { return watch(computation.fraction_); }));
  } catch (const Error& error) {
    if (!raised) throw read->source.told(error);
  }
  return py::make_tuple(computed ? py::object(told(std::move(*computed))) : py::none(), raised ? raised->value() : py::none());
}

}  // namespace

void bind_run(py::module_&, py::class_<ReadModel, std::shared_ptr<ReadModel>>& model) {
  model.def(
      "run",
      [](const std::shared_ptr<ReadModel>& self, const py::object& progress, std::optional<std::string> state,
         const std::vector<SweepTuple>& sweeps, std::string keep,
         bool certify) { return run_model(self, progress, std::move(state), sweeps, std::move(keep), certify); },
      py::arg("progress"), py::arg("state"), py::arg("sweeps"), py::arg("keep"), py::arg("certify"));
}

}  // namespace bricard::python
