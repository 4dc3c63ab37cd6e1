// Reading a model, and what a model that was read says about itself.
#include <fmt/format.h>

#include "bricard/analyses/run.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/code_files.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/results/report.hpp"
#include "bricard/results/summary_writer.hpp"
#include "python/core/binding.hpp"

namespace bricard::python {

namespace {

using AdditionTuple = std::tuple<std::string, std::string, py::object, std::string, int>;

Addition addition_of(const AdditionTuple& given) {
  const auto& [section, name, value, file, line] = given;
  const Place call{file, line, 0};
  const std::string where = name.empty() ? section : section + '.' + name;
  try {
    return {section, name, node_of(value, where), call};
  } catch (const Error& error) {
    std::vector<Fault> faults = error.faults();
    for (Fault& each : faults) each.place = call;
    throw Error(std::move(faults));
  }
}

void refuse_code(const CodeFunction& function, const std::string&) {
  throw Error("functions." + function.name + ".file",
              "the model wants to run the code in " + bricard::quoted(function.file) + ", which may do anything",
              "say allow_code=True if you trust it");
}

std::shared_ptr<ReadModel> read(ModelText text, const std::string& path, const std::vector<AdditionTuple>& additions,
                                Settings settings, bool allow_code) {
  std::vector<Addition> added;
  for (const AdditionTuple& each : additions) added.push_back(addition_of(each));
  py::gil_scoped_release release;
  ModelSource source(std::move(text), path, added, std::move(settings));
  std::vector<Variable> variables;
  Model model = source.read({}, &variables);
  try {
    load_code(model, allow_code ? PermitCode([](const CodeFunction&, const std::string&) {}) : PermitCode(refuse_code));
  } catch (const Error& error) {
    throw source.told(error);
  }
  return std::make_shared<ReadModel>(ReadModel{std::move(source), std::move(model), std::move(variables)});
}

py::dict numbers(const ReadModel& read) {
  py::dict all;
  for (const Variable& each : read.variables) all[py::str(each.name)] = py::make_tuple(each.value, each.unit(), each.section);
  return all;
}

py::tuple number(const ReadModel& read, const std::string& name) {
  const Variable found = read.source.variable(name);
  return py::make_tuple(found.value, found.unit(), found.section);
}

// (report in words, summary.json)
std::pair<std::string, std::string> check_model(const ReadModel& read) {
  return computed(read, [&] {
    const Results results = check(read.model, read.model.analysis.value_or(AnalysisOptions{}));
    return std::pair(check_text(results.summary), check_json(results.summary));
  });
}

py::dict units(const ReadModel& read) {
  const UnitSystem& of = read.model.units;
  py::dict all;
  all["length"] = of.length, all["mass"] = of.mass, all["time"] = of.time, all["angle"] = of.angle, all["force"] = of.force;
  return all;
}

template <class Elements>
std::vector<std::string> names_in(const Elements& elements) {
  std::vector<std::string> names;
  for (const auto& each : elements) names.push_back(each.name);
  return names;
}

py::dict element_names(const ReadModel& read) {
  const Model& of = read.model;
  py::dict all;
  all["parameters"] = names_in(of.parameters), all["points"] = names_in(of.points), all["bodies"] = names_in(of.bodies);
  all["joints"] = names_in(of.joints), all["constraints"] = names_in(of.constraints), all["drivers"] = names_in(of.drivers);
  all["forces"] = names_in(of.forces), all["sensors"] = names_in(of.sensors), all["inputs"] = names_in(of.inputs);
  all["states"] = names_in(of.states), all["events"] = names_in(of.events), all["outputs"] = names_in(of.outputs);
  return all;
}

}  // namespace

void bind_model(py::module_& module) {
  py::class_<ModelText>(module, "ModelText")
      .def(py::init([](std::string text) { return ModelText{std::move(text)}; }))
      .def_readonly("text", &ModelText::text)
      .def_readonly("notes", &ModelText::notes)
      .def_readonly("is_translated", &ModelText::is_translated)
      .def(py::pickle(
          [](const ModelText& self) {
            const std::map<std::string, std::string> cells(self.cells.begin(), self.cells.end());
            return py::make_tuple(self.text, self.notes, cells, self.is_translated);
          },
          [](const py::tuple& state) {
            ModelText self{state[0].cast<std::string>(), state[1].cast<std::vector<std::string>>()};
            for (auto& [where, cell] : state[2].cast<std::map<std::string, std::string>>()) self.cells.emplace(where, cell);
            self.is_translated = state[3].cast<bool>();
            return self;
          }));
  module.def(
      "read_text",
      [](const std::string& path, const std::string& orientation, const std::string& angles, const std::string& axes,
         const std::string& base, const std::string& limits) {
        py::gil_scoped_release release;
        return read_model_text(path, {orientation, angles, axes, base, limits});
      },
      py::arg("path"), py::arg("orientation") = "", py::arg("angles") = "", py::arg("axes") = "",
      py::arg("base") = "", py::arg("limits") = "");

  py::class_<ReadModel, std::shared_ptr<ReadModel>> model(module, "ReadModel");
  model.def(py::init(&read), py::arg("text"), py::arg("path"), py::arg("additions"), py::arg("settings"), py::arg("allow_code"))
      .def_property_readonly("name", [](const ReadModel& self) { return self.model.name; })
      .def_property_readonly("dimension", [](const ReadModel& self) { return self.model.dimension; })
      .def_property_readonly("units", &units)
      .def_property_readonly("elements", &element_names)
      .def_property_readonly("has_analysis", [](const ReadModel& self) { return self.model.analysis.has_value(); })
      .def("numbers", &numbers)
      .def("number", &number, py::arg("name"))
      .def("check", &check_model)
      .def("text", [](const ReadModel& self) { return write_yaml(self.model); })
      .def(
          "write", [](const ReadModel& self, const std::string& path) { return write_model(self.model, path); }, py::arg("path"))
      .def("__eq__", [](const ReadModel& self, const ReadModel& other) { return self.model == other.model; });
  bind_run(module, model);
}

}  // namespace bricard::python
