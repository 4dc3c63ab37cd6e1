// Exact derivatives of the accelerations. From  M a + c = Jᵀ lambda,  J a + jdqd = 0  for every x
//
//   [ M  -Jᵀ ] [ a_x      ]     [ (M a + c - Jᵀ lambda)_x ]
//   [ J   0  ] [ lambda_x ] = - [ (J a + jdqd)_x          ],      a and lambda held on the right:
//
// inverse dynamics and rows are differentiated, and the matrix of the accelerations is eliminated once.
#include "bricard/codegen/derivatives.hpp"
#include "bricard/codegen/equations.hpp"
#include "bricard/codegen/recorded_equations.hpp"
#include "bricard/core/error.hpp"

namespace bricard {
namespace {

// Jᵀ lambda with lambda as elements write their rows; J a.
struct RowProducts {
  Symbols forces, rates;
};

RowProducts row_products(const RecordedEquations& recorded, const LoopRows& rows, int count) {
  const Symbols &a = recorded.arguments().a, own = rows.own_multipliers(recorded.arguments().lambda);
  RowProducts products{Symbols(a.size()), Symbols(count)};
  for (std::size_t j = 0; j < a.size(); ++j)
    for (int r = 0; r < count; ++r) {
      const Symbol& slope = rows.J[j * count + r];
      products.forces[j] = products.forces[j] + slope * own[r];
      products.rates[r] = products.rates[r] + slope * a[j];
    }
  return products;
}

}  // namespace

GeneratedFunction generate_jacobians(const EquationContext& context) {
  if (context.system.nv() > most_written_out)
    throw Error("code generation", "derivatives of the accelerations of " + std::to_string(context.system.nv()) +
                                       " freedoms are too long a text: up to " + std::to_string(most_written_out) + " are written out",
                "take differences of `accel`");
  RecordedEquations recorded(context, "jacobians",
                             "exact derivatives of the accelerations that accel computes, at a state with its accelerations and multipliers",
                             {.accelerations = true, .multipliers = true, .loads = context.loads, .parameters = context.symbols});
  const Arguments& given = recorded.arguments();
  const int n = recorded.freedoms(), m = recorded.rows();
  const LoopRows rows = recorded.elements().loop_rows();
  const WrittenOutMotion motion(recorded.motion_equations(rows, MassBlocks::all), recorded.number());
  recorded.refuse_massless(motion.solution(Symbols(n), Symbols(m)).massless);
  const RowProducts products = row_products(recorded, rows, m);
  Symbols residual = recorded.dynamics(given.a);
  for (int j = 0; j < n; ++j) residual[j] = residual[j] - products.forces[j];
  for (int r = 0; r < m; ++r) residual.push_back(products.rates[r] + rows.jdqd[r]);
  Derivatives derivatives(residual);
  const auto write = [&](const char* name, const char* help, const Symbols& by, std::vector<std::string> labels) {
    Symbols columns;
    for (const Symbol& x : by) {
      const std::vector<Symbol> change = derivatives.by(x);
      const MotionSolution solution = motion.solution({change.begin(), change.begin() + n}, {change.begin() + n, change.end()});
      columns.insert(columns.end(), solution.a.begin(), solution.a.end());
    }
    recorded.write({name, help, n, static_cast<int>(by.size()), recorded.names().v, std::move(labels)}, columns);
  };
  std::vector<std::string> inputs;
  for (const Input& input : recorded.system().model().inputs) inputs.push_back(input.name);
  write("a_q", "by coordinates", given.q, recorded.names().q);
  write("a_v", "by velocities", given.v, recorded.names().v);
  write("a_z", "by states", given.z, recorded.names().z);
  write("a_u", "by inputs", given.u, inputs);
  write("a_t", "by time, where states and inputs stay", {given.t}, {});
  return recorded.finished();
}

}  // namespace bricard
