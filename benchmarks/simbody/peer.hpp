// Simbody's side of bench_peers, behind a plain header: the pendulum A01 and N coupled four-bars A02 for 10 s.
#pragma once
#include <string>

namespace peer {

struct Run {
  double x = 0, y = 0;  // of the bob, of B0
  double spread = 0;    // A02: distance of the last vertical from parallel to the first, at its tip
  double cpu_seconds = 0;
  long steps = 0, evaluations = 0;
  std::string failure;  // empty: done
};

enum class Method { merson, cpodes };  // Runge-Kutta-Merson 4(3), or variable-order Adams of SUNDIALS' CPODES

Run pendulum(double accuracy, double duration, Method method);
// Loops are closed by Constraint::Ball; constraints are projected after every step.
Run four_bars(int windows, double accuracy, double duration, Method method);

}  // namespace peer
