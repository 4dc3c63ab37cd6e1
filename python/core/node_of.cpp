// Values of Python as nodes of a model file: what Python writes is then read, and checked, as what a file says.
#include <cmath>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "python/core/binding.hpp"

namespace bricard::python {

namespace {

constexpr int deepest = 60;  // as in files

Node scalar(std::string text) {
  Node node;
  node.kind = Node::Kind::scalar;
  node.text = std::move(text);
  return node;
}

Node node_of(py::handle value, const std::string& where, int depth) {
  if (depth > deepest) throw Error(where, "the value is nested too deeply");
  if (value.is_none()) return {};
  if (py::isinstance<py::bool_>(value)) return scalar(value.cast<bool>() ? "true" : "false");
  if (py::isinstance<py::str>(value)) return scalar(value.cast<std::string>());
  if (py::hasattr(value, "tolist")) return node_of(value.attr("tolist")(), where, depth + 1);  // of NumPy
  if (PyLong_Check(value.ptr())) return scalar(py::str(value));
  if (py::isinstance<py::dict>(value)) {
    Node node;
    node.kind = Node::Kind::map;
    for (const auto& [key, item] : value.cast<py::dict>()) {
      const std::string name = py::str(key);
      node.entries.push_back({scalar(name), node_of(item, where + '.' + name, depth + 1)});
    }
    return node;
  }
  if (PyFloat_Check(value.ptr())) {
    const double number = value.cast<double>();
    if (!std::isfinite(number)) throw Error(where, "the number is not finite");
    return scalar(to_text(number));
  }
  if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    Node node;
    node.kind = Node::Kind::sequence;
    for (const py::handle item : value) node.items.push_back(node_of(item, where, depth + 1));
    return node;
  }
  throw Error(where, "expected a number, a text, a list or a dictionary, found " + std::string(py::str(py::type::of(value))));
}

}  // namespace

Node node_of(py::handle value, const std::string& where) { return node_of(value, where, 0); }

}  // namespace bricard::python
