// Derivatives of the accelerations against differences of the accelerations, extrapolated from two widths (Richardson), so that what
// is left of them is of fourth order; and of every operation against dual numbers.
#include <gtest/gtest.h>

#include <cmath>

#include "bricard/codegen/derivatives.hpp"
#include "bricard/codegen/generate.hpp"
#include "bricard/codegen/test_graph.hpp"
#include "bricard/core/error.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/math/dual.hpp"

namespace bricard::test {
namespace {

using OneDual = Dual<double, 1>;

// Everything that is recorded, for any scalar.
template <class S>
std::vector<S> all_operations(const S& x, const S& y) {
  using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::fmod, std::log, std::pow, std::sin,
      std::sinh, std::sqrt, std::tan, std::tanh;
  return {x + y,         x - y,         x * y,         x / y,        -x,           sin(x * y),   cos(x * y),   tan(x),
          asin(x),       acos(x),       atan(x * y),   atan2(x, y),  sinh(x),      cosh(x * y),  tanh(x),      exp(x * y),
          log(x + y),    sqrt(x * y),   pow(x + y, x), pow(y, S(3)), abs(x - y),   fmod(y, x),   select(x < y, x * x, y),
          select(y < x, x * x, y * y * y)};
}

TEST(Derivatives, OfEveryOperation) {
  Graph graph;
  const Graph::Recording recording(graph);
  const std::vector<Symbol> inputs = graph.input("x", 2);
  const std::vector<Symbol> values = all_operations(inputs[0], inputs[1]);
  Derivatives derivatives(values);
  graph.output("by_x", derivatives.by(inputs[0]));
  graph.output("by_y", derivatives.by(inputs[1]));
  const double x = 0.37, y = 1.9;
  Arrays found = numbers_of(graph, {{"x", {x, y}}});
  OneDual dx(x), dy(y);
  dx.d[0] = 1;
  const std::vector<OneDual> by_x = all_operations(dx, OneDual(y));
  dy.d[0] = 1;
  const std::vector<OneDual> by_y = all_operations(OneDual(x), dy);
  ASSERT_EQ(found["by_x"].size(), by_x.size());
  for (std::size_t i = 0; i < by_x.size(); ++i) {
    EXPECT_NEAR(found["by_x"][i], by_x[i].d[0], 1e-13 * (1 + std::abs(by_x[i].d[0]))) << i;
    EXPECT_NEAR(found["by_y"][i], by_y[i].d[0], 1e-13 * (1 + std::abs(by_y[i].d[0]))) << i;
  }
}

int compared = 0;

void compare(const System& system, const State& state) {
  const GeneratedModel model = generate(system, {.functions = {"accel", "jacobians"}});
  Arrays given = arguments_of(system, state);
  given["t"][0] += 0.00173;  // where no table has a point
  add_parameters(model, given);
  const auto accelerations = [&](const Arrays& at) { return values_of(model.functions[0], at); };
  Arrays here = accelerations(given);
  if (!(here["pivot"][0] > 1e-3)) return;
  given["a"] = here["a"];
  given["lambda"] = here["lambda"];
  Arrays found = values_of(model.functions[1], given);
  const Eigen::Index n = system.nv();
  const double size = 1 + matrix(here["a"], n, 1).cwiseAbs().maxCoeff();
  const auto by = [&](const std::string& input, const std::string& name) {
    const std::vector<double> at = given[input];
    const Eigen::MatrixXd exact = matrix(found[name], n, static_cast<Eigen::Index>(at.size()));
    for (std::size_t j = 0; j < at.size(); ++j) {
      const auto difference = [&](double h) {
        Arrays there = given;
        there[input][j] = at[j] + h;
        const Eigen::VectorXd up = matrix(accelerations(there)["a"], n, 1);
        there[input][j] = at[j] - h;
        return Eigen::VectorXd((up - matrix(accelerations(there)["a"], n, 1)) / (2 * h));
      };
      const double h = 1e-3 * std::max(1.0, std::abs(at[j]));
      const Eigen::VectorXd wide = difference(2 * h), near = difference(h), extrapolated = (4 * near - wide) / 3;
      // Where the widths disagree the differences say nothing: a kink, or a motion that is not smooth at this size.
      const double disagree = (wide - near).norm();
      const double scale = size + extrapolated.norm();
      if (disagree > 1e-3 * scale) continue;
      ++compared;
      EXPECT_LE((exact.col(static_cast<Eigen::Index>(j)) - extrapolated).norm(), 1e-7 * scale + 0.1 * disagree)
          << name << " " << j << "\n" << exact.col(static_cast<Eigen::Index>(j)).transpose() << "\n" << extrapolated.transpose();
    }
  };
  by("q", "a_q");
  by("v", "a_v");
  by("z", "a_z");
  by("u", "a_u");
  by("t", "a_t");
}

TEST(Jacobians, OfMechanismsOfEveryJoint) {
  for (const Model& model : {open_chain(), four_bar(), slider_crank(), bricard_linkage()}) {
    const System system(model, "relative");
    compare(system, random_state(system, 2));
  }
}

TEST(Jacobians, OfTheModelsOfTheRepository) {
  compared = 0;
  for (const std::string& path : paths_of_models()) {
    SCOPED_TRACE(path);
    const System system(read_model(path), "relative");
    compare(system, random_state(system, 3, 0.02));
  }
  EXPECT_GT(compared, 700);
}

}  // namespace
}  // namespace bricard::test
