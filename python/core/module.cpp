// bricard._core: the library as Python sees it. What users call is python/bricard/, which holds this.
#include "bricard/core/error.hpp"
#include "python/core/binding.hpp"

namespace bricard::python {

// Error of C++ is bricard.Error of Python, with its faults.
void bind_errors(py::module_& module) {
  py::class_<Fault>(module, "Fault", "What is wrong, where, and what to do.")
      .def_property_readonly(
          "file", [](const Fault& self) { return self.place.file; }, "empty: of no file")
      .def_property_readonly(
          "line", [](const Fault& self) { return self.place.line; }, "from 1; 0: not known")
      .def_property_readonly(
          "column", [](const Fault& self) { return self.place.column; }, "from 1; 0: not known")
      .def_readonly("where", &Fault::where, "the element and key, joints.main.axis")
      .def_readonly("what", &Fault::what)
      .def_readonly("hint", &Fault::hint, "what to do; may be empty")
      .def("__str__", [](const Fault& self) { return to_string(self); })
      .def("__repr__", [](const Fault& self) { return "<bricard.Fault " + to_string(self) + ">"; })
      .def(py::pickle(
          [](const Fault& self) {
            return py::make_tuple(self.place.file, self.place.line, self.place.column, self.where, self.what, self.hint);
          },
          [](const py::tuple& t) {
            return Fault{{t[0].cast<std::string>(), t[1].cast<int>(), t[2].cast<int>()},
                         t[3].cast<std::string>(),
                         t[4].cast<std::string>(),
                         t[5].cast<std::string>()};
          }));
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const Error& error) {
      const py::object type = py::module_::import("bricard.errors").attr("Error");
      PyErr_SetObject(type.ptr(), py::cast(error.faults()).ptr());
    }
  });
}

PYBIND11_MODULE(_core, module) {
  bind_errors(module);
  bind_model(module);
  bind_simulation(module);
  bind_equations(module);
  bind_folder(module);
  module.def("stubs", &stubs);
  module.attr("version") = BRICARD_VERSION;
}

}  // namespace bricard::python
