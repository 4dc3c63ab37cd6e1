// An integrator that steps the planar twin of a mechanism, seen as one that steps the mechanism.
#pragma once
#include <memory>

#include "bricard/integrators/integrator.hpp"
#include "bricard/system/planar_twin.hpp"

namespace bricard {

class SteppedInPlane final : public Integrator {
 public:
  // The twin must outlive it.
  SteppedInPlane(std::unique_ptr<Integrator> integrator, const PlanarTwin& twin)
      : integrator_(std::move(integrator)), twin_(twin) {
    statistics_ = integrator_->statistics();
  }
  Outcome step() override {
    const Outcome outcome = integrator_->step();
    statistics_ = integrator_->statistics();
    return outcome;
  }
  double t() const override { return integrator_->t(); }
  double t_previous() const override { return integrator_->t_previous(); }
  State state_at(double t) override { return twin_.back(integrator_->state_at(t)); }
  State rough_state_at(double t) override { return twin_.back(integrator_->rough_state_at(t)); }

 private:
  std::unique_ptr<Integrator> integrator_;
  const PlanarTwin& twin_;
};

}  // namespace bricard
