#include "bricard/formulations/stabilizations/baumgarte.hpp"

#include <optional>

#include "bricard/formulations/problems/feedback_rate.hpp"

namespace bricard {

namespace {

class Baumgarte : public Stabilizer {
 public:
  explicit Baumgarte(const ProblemSettings& settings) : Stabilizer(*settings.system), rate_(settings) {
    if (settings.options && settings.options->baumgarte)
      given_ = Feedback{settings.options->baumgarte->alpha, settings.options->baumgarte->beta};
  }

  bool apply(Equations& e, State& state, double, double) override {
    system_.normalize(state);
    system_.motion(state, e);
    return system_.factor(e);
  }
  void begin_step(double h) override { rate_.begin_step(h); }
  Feedback feedback() const override { return given_.value_or(Feedback{rate_.rate(), rate_.rate()}); }

 private:
  std::optional<Feedback> given_;
  FeedbackRate rate_;
};

}  // namespace

std::unique_ptr<Stabilizer> make_baumgarte(const ProblemSettings& settings) { return std::make_unique<Baumgarte>(settings); }

}  // namespace bricard
