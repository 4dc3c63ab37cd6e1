#include "bricard/formulations/stabilizations/mass_projection.hpp"

#include "bricard/formulations/formulation.hpp"
#include "bricard/formulations/stabilizations/project.hpp"

namespace bricard {

namespace {

class MassProjection : public Stabilizer {
 public:
  using Stabilizer::Stabilizer;
  bool apply(Equations& e, State& state, double tolerance, double closed) override {
    return project(system_, e, state, tolerance, closed);
  }
  bool apply_once(Equations& e, State& state) override { return project_once(system_, e, state); }
};

}  // namespace

std::unique_ptr<Stabilizer> make_mass_projection(const ProblemSettings& settings) {
  return std::make_unique<MassProjection>(*settings.system);
}

}  // namespace bricard
