// A mechanism that is written in space and moves in a plane: hinges about one direction, slides across it, forces along joint
// coordinates or in the plane. Its motion is that of a planar model, with the same coordinates of joints; what is not in the
// plane (heights, products of inertia, loads across) bears on reactions alone. So steps may be computed with the twin, at less
// than half of the cost, and rows with the mechanism itself.
#pragma once
#include <optional>

#include "bricard/system/system.hpp"

namespace bricard {

class PlanarTwin {
 public:
  // Of a System in relative coordinates. Nothing: its motion is not seen to be planar.
  static std::optional<PlanarTwin> of(const System& system);

  const System& system() const { return system_; }
  // The same motion: coordinates, velocities and states are the same numbers; of measured angles the twin has more.
  State into(const State& state) const;
  State back(State state) const;
  void hold_input(int input, double value) { system_.hold_input(input, value); }
  void remember(std::shared_ptr<const PastValues> past) { system_.remember(std::move(past)); }

 private:
  PlanarTwin(System system, int angles) : system_(std::move(system)), angles_(angles) {}
  System system_;
  int angles_;
};

}  // namespace bricard
