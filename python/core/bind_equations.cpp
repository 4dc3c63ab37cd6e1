// The equations of motion at one state or at many, as arrays in SI.
#include <functional>

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/dynamics/equations_of_motion.hpp"
#include "python/core/binding.hpp"

namespace bricard::python {

namespace {

using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

// Rows of numbers, of which a single one may stand for all.
struct Rows {
  Array array;
  std::size_t count, width;
  Rows(Array given, const char* name, std::size_t expected) : array(std::move(given)) {
    if (array.ndim() != 1 && array.ndim() != 2)
      throw Error(name,
                  "expected one state or a table of states, found an array of " + std::to_string(array.ndim()) + " dimensions");
    count = array.ndim() == 2 ? static_cast<std::size_t>(array.shape(0)) : 1;
    width = static_cast<std::size_t>(array.shape(array.ndim() - 1));
    if (width != expected)
      throw Error(name, "expected " + std::to_string(expected) + " numbers, found " + std::to_string(width),
                  "Equations.names says what they are");
  }
  std::vector<double> row(std::size_t i) const {
    const double* const from = array.data() + (count == 1 ? 0 : i * width);
    return {from, from + width};
  }
};

// States given as tables of t, q, v and z.
class States {
 public:
  States(const EquationsOfMotion& equations, const Array& t, const Array& q, const Array& v, const Array& z)
      : t_(column(t), "t", 1),
        q_(q, "q", equations.names().q.size()),
        v_(v, "v", equations.names().v.size()),
        z_(z, "z", equations.names().z.size()) {
    for (const Rows* each : {&t_, &q_, &v_, &z_}) {
      if (each->count != 1 && count_ != 1 && each->count != count_)
        throw Error("state", "t, q, v and z are tables of different length: " + std::to_string(count_) + " and " +
                                 std::to_string(each->count));
      if (each->count != 1) count_ = each->count;
      is_table_ = is_table_ || each->array.ndim() == 2;
    }
  }
  std::size_t count() const { return count_; }
  bool is_table() const { return is_table_; }
  StateValues operator[](std::size_t i) const { return {t_.row(i)[0], q_.row(i), v_.row(i), z_.row(i), {}}; }

 private:
  // A number is one time, a list of them a column.
  static Array column(Array t) {
    if (t.ndim() == 0) return t.reshape({1});
    return t.ndim() == 1 ? Array(t.reshape({static_cast<int>(t.shape(0)), 1})) : t;
  }
  Rows t_, q_, v_, z_;
  std::size_t count_ = 1;
  bool is_table_ = false;
};

// An array for every state; of a single one without the first dimension.
class Filled {
 public:
  Filled(const States& states, std::vector<std::size_t> shape) {
    if (states.is_table()) shape.insert(shape.begin(), states.count());
    array_ = py::array_t<double>(shape);
    next_ = array_.mutable_data();
  }
  void put(const std::vector<double>& values) { next_ = std::copy(values.begin(), values.end(), next_); }
  py::array_t<double>& array() { return array_; }

 private:
  py::array_t<double> array_;
  double* next_;
};

py::dict sensor_shapes(const EquationValues& at) {
  py::dict all;
  for (const SensorValues& each : at.sensors) {
    py::dict one;
    one["position"] = each.position, one["quaternion"] = each.quaternion;
    one["velocity"] = each.velocity, one["angular_velocity"] = each.angular_velocity;
    py::array_t<double> J({each.J.rows, each.J.columns});
    std::copy(each.J.values.begin(), each.J.values.end(), J.mutable_data());
    one["J"] = std::move(J);
    all[py::str(each.name)] = std::move(one);
  }
  return all;
}

py::dict at(const EquationsOfMotion& equations, const Array& t, const Array& q, const Array& v, const Array& z) {
  const States states(equations, t, q, v, z);
  const std::size_t n = equations.names().v.size(), m = equations.row_names().size();
  Filled M(states, {n, n}), J(states, {m, n}), c(states, {n}), Phi(states, {m}), gamma(states, {m}), a(states, {n}),
      lambda(states, {m});
  EquationValues last;
  {
    const py::gil_scoped_release release;
    for (std::size_t i = 0; i < states.count(); ++i) {
      last = equations.at(states[i]);
      M.put(last.M.values), J.put(last.J.values), c.put(last.c), Phi.put(last.Phi), gamma.put(last.gamma);
      a.put(last.a), lambda.put(last.lambda);
    }
  }
  py::dict all;
  all["M"] = M.array(), all["J"] = J.array(), all["c"] = c.array(), all["Phi"] = Phi.array(), all["gamma"] = gamma.array();
  all["a"] = a.array(), all["lambda_"] = lambda.array();
  if (states.is_table()) return all;
  py::dict forces, links;
  for (const auto& [name, value] : last.forces) forces[py::str(name)] = value;
  for (const LinkValues& each : last.links) {
    py::dict one;
    one["length"] = each.length, one["rate"] = each.rate, one["force"] = each.force;
    links[py::str(each.name)] = std::move(one);
  }
  all["forces"] = std::move(forces), all["links"] = std::move(links), all["sensors"] = sensor_shapes(last);
  return all;
}

py::array_t<double> inverse_dynamics(const EquationsOfMotion& equations, const Array& t, const Array& q, const Array& v,
                                     const Array& z, const Array& a) {
  const States states(equations, t, q, v, z);
  const Rows wanted(a, "a", equations.names().v.size());
  if (wanted.count != 1 && wanted.count != states.count())
    throw Error("a",
                "there are " + std::to_string(wanted.count) + " accelerations for " + std::to_string(states.count()) + " states");
  Filled tau(states, {equations.names().v.size()});
  {
    const py::gil_scoped_release release;
    for (std::size_t i = 0; i < states.count(); ++i) tau.put(equations.inverse_dynamics(states[i], wanted.row(i)));
  }
  return tau.array();
}

py::dict as_arrays(const StateValues& state) {
  const auto array = [](const std::vector<double>& x) {
    return py::array_t<double>(static_cast<py::ssize_t>(x.size()), x.data());
  };
  py::dict all;
  all["t"] = state.t, all["q"] = array(state.q), all["v"] = array(state.v), all["z"] = array(state.z);
  return all;
}

}  // namespace

void bind_equations(py::module_& module) {
  const auto names = [](const EquationsOfMotion& self) {
    py::dict all;
    all["q"] = self.names().q, all["v"] = self.names().v, all["z"] = self.names().z, all["rows"] = self.row_names();
    return all;
  };
  py::class_<EquationsOfMotion>(module, "Equations", "M v' + c = J^T lambda,  J v' = gamma,  Phi(t, q) = 0; in SI.")
      .def(py::init([](const std::shared_ptr<ReadModel>& read, const std::string& coordinates) {
             return computed(*read, [&] { return std::make_unique<EquationsOfMotion>(read->model, coordinates); });
           }),
           py::arg("model"), py::arg("coordinates"))
      .def_property_readonly("coordinates", &EquationsOfMotion::coordinates)
      .def_property_readonly("names", names)
      .def("designed", [](const EquationsOfMotion& self) { return as_arrays(self.designed()); })
      .def(
          "state_from",
          [](const EquationsOfMotion& self, const std::string& text) {
            return as_arrays(self.state_from(read_state(text, "the state of the run")));
          },
          py::arg("state"))
      .def("at", &at, py::arg("t"), py::arg("q"), py::arg("v"), py::arg("z"))
      .def("inverse_dynamics", &inverse_dynamics, py::arg("t"), py::arg("q"), py::arg("v"), py::arg("z"), py::arg("a"));
}

}  // namespace bricard::python
