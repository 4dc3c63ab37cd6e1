#include "bricard/system/loads.hpp"

#include <algorithm>
#include <array>

#include "bricard/system/evaluate_kinds.hpp"

namespace bricard {

namespace {

// The bodies that an element loads, each once: two, of a difference of coordinates up to four.
struct LoadedBodies {
  std::array<int, 4> list{};
  int count = 0;
  LoadedBodies(const Layout& layout, const ForceEntry& force) {
    const auto add = [&](const PairFrames& pair) {
      for (const int body : {pair.A.body, pair.B.body})
        if (std::find(begin(), end(), body) == end()) list[count++] = body;
    };
    add(layout.pairs[force.pair]);
    if (force.less >= 0) add(layout.pairs[layout.measured[force.less].pair]);
  }
  const int* begin() const { return list.data(); }
  const int* end() const { return list.data() + count; }
};

}  // namespace

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
        const LoadedBodies bodies(layout, force);
        for (const int b : bodies) k.f[b].setZero();
        evaluate_force<Kind>(layout, k, force);
        for (const int b : bodies) {
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
          const LoadedBodies bodies(layout, force);
          std::array<std::decay_t<decltype(k.f[0])>, 4> before;
          for (int i = 0; i < bodies.count; ++i) before[i] = k.f[bodies.list[i]];
          evaluate_force<Kind>(layout, k, force);
          if (sense == Sense::add) continue;
          for (int i = 0; i < bodies.count; ++i) k.f[bodies.list[i]] = 2 * before[i] - k.f[bodies.list[i]];
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
