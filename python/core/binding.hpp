// What the files of the binding share: the parts of the module, Python's values as nodes of a file, a model that was read.
#pragma once
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "bricard/model/model.hpp"
#include "python/core/model_source.hpp"

namespace bricard::python {

namespace py = pybind11;

// A model that was read, and what it was read from. Immutable: threads share it.
struct ReadModel {
  ModelSource source;
  Model model;
  std::vector<Variable> variables;
};
using SharedModel = std::shared_ptr<const ReadModel>;

// Calls f, which may take long and needs nothing of Python, while other threads of Python run. Faults get their places.
template <class F>
auto computed(const ReadModel& read, F&& f) {
  py::gil_scoped_release release;
  try {
    return f();
  } catch (const Error& error) {
    throw read.source.told(error);
  }
}

// Numbers, texts, lists, arrays and dictionaries as a file would have them.
Node node_of(py::handle value, const std::string& where);

// Calls of one object from two threads at a time are refused instead of mixed up.
void bind_errors(py::module_& module);
void bind_model(py::module_& module);
void bind_run(py::module_& module, py::class_<ReadModel, std::shared_ptr<ReadModel>>& model);
void bind_simulation(py::module_& module);
void bind_equations(py::module_& module);
void bind_folder(py::module_& module);
std::string stubs();

}  // namespace bricard::python
