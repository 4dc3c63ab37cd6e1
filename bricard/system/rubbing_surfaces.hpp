// The surfaces that rub at a state, built once per evaluation: their directions of slip, coefficients and what presses on them,
// written into the small problem of rubbing_problem.hpp in e.rubbed.
#pragma once
#include <functional>
#include <vector>

#include "bricard/system/reactions.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// Which coefficients count.
enum class Pace {
  slipping,  // mu(v)
  creeping,  // infinitely slow: those at rest
  striking,  // impulses: preload and viscous friction, finite forces, take no part
};

class RubbingSurfaces {
 public:
  // Expects motion.
  RubbingSurfaces(const System& system, Equations& e);

  int size() const { return static_cast<int>(slips_.size()); }  // directions of slip
  // An effort along a direction of slip, added to the loads of bodies.
  void add_effort(int j, double effort, std::vector<Vec6<double>>& f) const;
  // Slip acceleration of bodies that have the accelerations A; of the whole motion with what velocities bring.
  double along(int j, const std::vector<Vec6<double>>& A, bool whole) const;
  double speed_of(const RubbingSurface& surface) const {
    return e_.rubbed.problem.slip.segment(surface.first, surface.count).norm();
  }

  void take_coefficients(Pace pace);
  // The part that does not depend on what presses.
  double viscous(int s, int j) const;
  void add_viscous();

  // The problem: respond(whole, reactions) finds accelerations (e.solution.A) and reactions of the motion without friction
  // (whole), then for every direction those to the unit effort that stands in e.k.f.
  void write_problem(const std::function<void(bool whole, Reactions& out)>& respond);

  // Efforts and columns of the answer.
  void apply();
  bool fail();

  // visit(surface, direction).
  template <class Visit>
  void for_each(const Visit& visit) const {
    const auto& surfaces = e_.rubbed.problem.surfaces;
    for (std::size_t s = 0; s < surfaces.size(); ++s)
      for (int i = 0; i < surfaces[s].count; ++i) visit(static_cast<int>(s), surfaces[s].first + i);
  }

 private:
  struct Slip {
    int pair = 0;
    Row<double> row;
  };
  void add_slips(const RubbingEntry& entry);
  // Column `column` of the vectors that press, from the reactions of all groups.
  void take_press(int column, const std::vector<Vec6<double>>& wrench);

  const Layout& layout_;
  Equations& e_;
  std::vector<Slip> slips_;
};

// Some loop rows depend on others.
bool has_redundant_rows(const Equations& e);

}  // namespace bricard
