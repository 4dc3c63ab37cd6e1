// Varies a model on all cores: the same motion under forty values of gravity, each a Simulation of its own. A Model is a value:
// threads share nothing.
#include <atomic>
#include <bricard/bricard.hpp>
#include <iostream>
#include <thread>
#include <vector>

int main(int, char** argv) {
  const bricard::Model model = bricard::read_model(argv[1]);
  constexpr int variants = 40;
  std::vector<double> energy(variants);
  std::atomic<int> next = 0, failed = 0;
  const auto work = [&] {
    for (int i = next++; i < variants; i = next++) {
      bricard::Model variant = model;
      for (int axis = 0; axis < 3; ++axis) variant.gravity[axis] *= 0.5 + 1.0 * i / variants;
      bricard::AnalysisOptions options;
      options.duration = 0.5;
      bricard::Simulation simulation(variant, options);
      if (simulation.advance_to(0.5).failed()) ++failed;
      energy[i] = simulation.value("energy.kinetic");
    }
  };
  std::vector<std::jthread> crew(std::max(1u, std::thread::hardware_concurrency()));
  for (std::jthread& each : crew) each = std::jthread(work);
  crew.clear();  // waits for all
  for (int i = 0; i < variants; i += 8) std::cout << "gravity " << 0.5 + 1.0 * i / variants << ": " << energy[i] << " J\n";
  std::cout << variants - failed << " of " << variants << " runs done\n";
  return failed == 0 ? 0 : 1;
}
