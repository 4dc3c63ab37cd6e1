// Evaluates the equations of motion M v' + c = Jᵀ λ at the design position of a model and at the end of a short motion, and
// checks that they hold.
#include <bricard/bricard.hpp>
#include <cmath>
#include <iostream>

int main(int, char** argv) {
  const bricard::Model model = bricard::read_model(argv[1]);
  const bricard::EquationsOfMotion equations(model);
  bricard::AnalysisOptions options;
  options.duration = 0.5;
  bricard::Simulation simulation(model, options);
  while (simulation.t() < 0.5 && !simulation.step().failed()) {
  }
  const bricard::StateValues state = simulation.state();
  const bricard::EquationValues at = equations.at(state);
  std::cout << "t = " << state.t << " s, " << at.M.rows << " velocities, " << at.J.rows << " rows\n";
  double largest = 0;
  for (int i = 0; i < at.M.rows; ++i) {
    double left = at.c[i];
    for (int j = 0; j < at.M.columns; ++j) left += at.M(i, j) * at.a[j];
    for (int row = 0; row < at.J.rows; ++row) left -= at.J(row, i) * at.lambda[row];
    std::cout << equations.names().v[i] << " = " << state.v[i] << "   its rate " << at.a[i] << "\n";
    largest = std::max(largest, std::abs(left));
  }
  std::cout << "the equations miss " << largest << "\n";
  return largest < 1e-6 ? 0 : 1;
}
