// How far about a position of rest the mechanism would rest too: of every coordinate with the others held, which is the section
// of all positions of rest along that coordinate. Coordinates are those of the model in its order, as far as they are
// independent; freedoms that none of them tells (a ball's turn) change least.
#pragma once
#include "bricard/analyses/equilibrium/creep.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

std::vector<EquilibriumReport::Range> ranges_of_rest(const System& system, Creep& creep, const Creep::Place& place);

}  // namespace bricard
