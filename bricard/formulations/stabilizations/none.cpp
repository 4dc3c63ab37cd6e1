#include "bricard/formulations/stabilizations/none.hpp"

#include "bricard/formulations/formulation.hpp"

namespace bricard {

namespace {

class None : public Stabilizer {
 public:
  using Stabilizer::Stabilizer;
  bool apply(Equations& e, State& state, double, double) override {
    system_.normalize(state);
    system_.motion(state, e);
    return system_.factor(e);
  }
};

}  // namespace

std::unique_ptr<Stabilizer> make_none(const ProblemSettings& settings) { return std::make_unique<None>(*settings.system); }

}  // namespace bricard
