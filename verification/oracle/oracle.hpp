// A mechanism judged by itself: the same model in other coordinates, by another formulation, by another integrator and at a tenth
// of the tolerance has the same motion and the same events, or a run says why it stops. How far a motion amplifies errors is
// measured by a disturbed twin, and that much more is allowed. A model that disagrees is made small: what can be left out while
// it still disagrees is left out.
#pragma once
#include <optional>
#include <string>

#include "bricard/model/model.hpp"

namespace bricard {

struct Disagreement {
  std::string between;  // "relative and absolute coordinates"
  std::string what;     // "b1.x at 0.3 s: 0.1 and 0.2, allowed 1e-5"
};

struct Judgement {
  std::optional<Disagreement> disagreement;
  bool stopped = false;    // the first run stops and says why
  bool amplifies = false;  // errors grow so much that little can be demanded
};

Judgement judge(const Model& model, unsigned seed);

// The smallest model found that still disagrees.
Model shrunk(Model model, unsigned seed);

}  // namespace bricard
