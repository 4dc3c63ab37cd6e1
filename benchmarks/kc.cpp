// CPU time of a whole K&C sheet: eight tests of 61 positions, the compliance matrix at every position of heave, what every hard point
// does, load cases. Reading the file again for each coordinate is not counted. The least of five; 0.2 s is what it may take.
#include <cstdio>

#include "bricard/io/formats.hpp"
#include "bricard/vehicle/kc.hpp"

using namespace bricard;

int main() {
  const char* path = "models/vehicles/front_axle.bricard.yaml";
  vehicle::HardPointSource source;
  std::vector<Annotation> annotations;
  const Model model = read_model(path, {}, "", &source.variables, {}, &annotations);
  const vehicle::Vehicle car = vehicle::read_vehicle(model, annotations);
  source.reread = [&](const auto& set) {
    std::vector<Annotation> again;
    Model read = read_model(path, set, "", nullptr, {}, &again);
    vehicle::Vehicle vehicle = vehicle::read_vehicle(read, again);
    return vehicle::VehicleModel{std::move(read), std::move(vehicle)};
  };
  double with = 1e9, without = 1e9;
  for (int i = 0; i < 5; ++i) {
    with = std::min(with, vehicle::kc(model, car, {}, &source).cpu_seconds);
    without = std::min(without, vehicle::kc(model, car, {}).cpu_seconds);
  }
  std::printf("K&C sheet of %s: %.3f s CPU, without hard points %.3f s\n", path, with, without);
  return 0;
}
