// `cut: body`: a body of a loop is cut into two halves. The first keeps its name, its mass and the joint on which it hangs; the
// other joints that lead to ground another way go to the second half, without mass, which six rows hold in the place of the first
// (Modeling multibody systems with ROBOTRAN, 2024, section 3.2.3: original and shadow body). The reaction of these rows is what
// the body carries from one half to the other.
#pragma once
#include <string>
#include <vector>

#include "bricard/model/model.hpp"

namespace bricard {

struct BodiesHalved {
  Model model;
  std::vector<std::string> told;  // a sentence for each body
};

// Whether a body shall be cut that is in a loop.
bool has_halves(const Model& model);
BodiesHalved with_halves(const Model& model);

}  // namespace bricard
