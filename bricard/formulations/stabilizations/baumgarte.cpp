#include "bricard/formulations/stabilizations/baumgarte.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/formulations/formulation.hpp"

namespace bricard {

namespace {

constexpr double largest_per_step = 0.03;  // alpha h
constexpr int patience = 8;                // steps

class Baumgarte : public Stabilizer {
 public:
  explicit Baumgarte(const ProblemSettings& settings) : Stabilizer(*settings.system) {
    if (settings.options && settings.options->baumgarte) {
      rates_ = {settings.options->baumgarte->alpha, settings.options->baumgarte->beta};
      given_ = true;
      return;
    }
    per_step_ = largest_per_step * std::min(1.0, std::pow(settings.tolerance / 1e-6, 0.25));
    slowest_ = 10 / settings.span;
    // beta² times the rounding of positions stays below the tolerance of accelerations, length / span².
    constexpr double rounding = 1e-15;
    fastest_ =
        std::max(slowest_, std::sqrt(settings.tolerance / rounding * system_.layout().length / system_.reach()) / settings.span);
    rates_ = {slowest_, slowest_};
  }

  bool apply(Equations& e, State& state, double, double) override {
    system_.normalize(state);
    system_.motion(state, e);
    return system_.factor(e);
  }

  void begin_step(double h) override {
    if (given_) return;
    const double wanted = std::clamp(per_step_ / h, slowest_, fastest_);
    short_steps_ = wanted > 2 * rates_.alpha ? short_steps_ + 1 : 0;
    if (wanted < 0.5 * rates_.alpha || short_steps_ >= patience) {
      rates_ = {wanted, wanted};
      short_steps_ = 0;
    }
  }

  Feedback feedback() const override { return rates_; }

 private:
  Feedback rates_;
  bool given_ = false;
  double per_step_ = 0, slowest_ = 0, fastest_ = 0;
  int short_steps_ = 0;  // tried in a row
};

}  // namespace

std::unique_ptr<Stabilizer> make_baumgarte(const ProblemSettings& settings) { return std::make_unique<Baumgarte>(settings); }

}  // namespace bricard
