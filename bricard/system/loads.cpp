#include "bricard/system/loads.hpp"

#include <algorithm>

#include "bricard/system/evaluate_kinds.hpp"

namespace bricard {

std::vector<AbsoluteLoad> absolute_loads(const System& system, Equations& e) {
  const Layout& layout = system.layout();
  Kinematics<double>& k = e.k;
  std::vector<AbsoluteLoad> loads(layout.bodies + 1);
  const std::vector<Vec6<double>> together = k.f;
  const double potential = k.potential;
  std::vector<Vec6<double>> left = k.f;  // of all that is not an element
  for (const ForceStage& stage : layout.force_stages)
    Forces::for_each_run(std::span(stage.forces), [&]<class Kind>(std::span<const ForceEntry> entries) {
      for (const ForceEntry& force : entries) {
        const int ends[] = {layout.pairs[force.pair].A.body, layout.pairs[force.pair].B.body};
        for (int b : ends) k.f[b].setZero();
        evaluate_force<Kind>(layout, k, force);
        for (int i = 0; i < 2; ++i) {
          const int b = ends[i];
          if (i == 1 && b == ends[0]) continue;
          loads[b].force += k.f[b].head<3>().norm();
          loads[b].torque += k.f[b].tail<3>().norm();
          left[b] -= k.f[b];
        }
      }
    });
  for (int b = 1; b <= layout.bodies; ++b) {
    loads[b].force += left[b].head<3>().norm();
    loads[b].torque += left[b].tail<3>().norm();
  }
  k.f = together;
  k.potential = potential;
  return loads;
}

namespace {

template <template <class> class K>
void add_loads_in(const Layout& layout, K<double>& k, const std::vector<char>& chosen, Sense sense) {
  const double potential = k.potential;
  for (const ForceStage& stage : layout.force_stages)
    Forces::for_each_run(std::span(stage.forces), [&]<class Kind>(std::span<const ForceEntry> entries) {
      if constexpr (ForceIn<Kind, K<double>>)
        for (const ForceEntry& force : entries) {
          if (!chosen[force.element]) continue;
          const int a = layout.pairs[force.pair].A.body, b = layout.pairs[force.pair].B.body;
          const auto at_a = k.f[a], at_b = k.f[b];
          evaluate_force<Kind>(layout, k, force);
          if (sense == Sense::add) continue;
          k.f[b] = 2 * at_b - k.f[b];
          if (a != b) k.f[a] = 2 * at_a - k.f[a];
        }
    });
  k.potential = potential;
}

}  // namespace

void add_loads(const System& system, Equations& e, const std::vector<char>& chosen, Sense sense) {
  if (e.plane)
    add_loads_in(system.layout(), e.plane->k, chosen, sense);
  else
    add_loads_in(system.layout(), e.k, chosen, sense);
}

double largest_load(const System& system, Equations& e) {
  double largest = 0;
  const std::vector<AbsoluteLoad> loads = absolute_loads(system, e);
  for (std::size_t b = 1; b < loads.size(); ++b) largest = std::max({largest, loads[b].force * system.length(), loads[b].torque});
  return largest;
}

}  // namespace bricard
