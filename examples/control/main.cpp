// Controls a mechanism step by step: a PID that the model knows nothing of holds a pendulum against gravity, through an input of
// the model, every 2 ms. Prints how far it is from where it shall be.
#include <algorithm>
#include <bricard/bricard.hpp>
#include <cmath>
#include <iostream>

int main(int, char** argv) {
  const bricard::Model model = bricard::read_model(argv[1]);                  // pendulum.bricard.yaml
  const double wanted = 0.5, period = 2e-3, end = *model.analysis->duration;  // rad, s
  bricard::Simulation simulation(model);
  double sum = 0, before = wanted - simulation.value("pivot.angle");
  while (simulation.t() < end) {
    const double error = wanted - simulation.value("pivot.angle");
    sum += error * period;
    simulation.set_input("torque", 60 * error + 40 * sum + 20 * (error - before) / period);
    before = error;
    if (const bricard::Outcome outcome = simulation.advance_to(std::min(simulation.t() + period, end)); outcome.failed()) {
      std::cerr << outcome.message << "\n";
      return 1;
    }
  }
  const double missing = wanted - simulation.value("pivot.angle");
  std::cout << "after " << simulation.t() << " s it misses " << missing << " rad\n";
  return std::abs(missing) < 1e-2 ? 0 : 1;
}
