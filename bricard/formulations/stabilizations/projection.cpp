#include "bricard/formulations/stabilizations/projection.hpp"

#include "bricard/formulations/formulation.hpp"
#include "bricard/formulations/stabilizations/project.hpp"

namespace bricard {

namespace {

class EqualProjection : public Stabilizer {
 public:
  explicit EqualProjection(const System& system) : Stabilizer(system), weights_(equal_weights(system)) {}
  bool apply(Equations& e, State& state, double tolerance, double closed) override {
    return project(system_, e, state, tolerance, closed, &weights_);
  }
  bool apply_once(Equations& e, State& state) override { return project_once(system_, e, state, &weights_); }

 private:
  Weights weights_;
};

}  // namespace

std::unique_ptr<Stabilizer> make_projection(const ProblemSettings& settings) {
  return std::make_unique<EqualProjection>(*settings.system);
}

}  // namespace bricard
