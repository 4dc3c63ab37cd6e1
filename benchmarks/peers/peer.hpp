// A peer behind a plain header: one run of one mechanism with one of its methods.
#pragma once
#include "benchmarks/peers/mechanism.hpp"

namespace peer {

struct Run {
  std::vector<double> values;        // the monitors at T/10, 2T/10, ... T
  double loading = 0, stepping = 0;  // CPU time, s
  double reached = 0;                // time, s
  long steps = 0, evaluations = 0;
  std::string failure;  // empty: it says that it is done
};

struct Method {
  std::string name;
  bool fixed_step = false;  // `accuracy` is then the share of one output interval that a step takes
  bool loops_only = false, tree_only = false, stiff_only = false;
  Run (*run)(const Mechanism&, const Method&, double accuracy, double longest) = nullptr;
  int integrator = 0, closure = 0;  // the peer's own numbers
};

std::vector<Method> simbody_methods();
std::vector<Method> mujoco_methods();

// CPU time of this thread, s.
double cpu_time();

}  // namespace peer
