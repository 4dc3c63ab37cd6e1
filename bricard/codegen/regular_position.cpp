#include "bricard/codegen/regular_position.hpp"

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/doctor/mechanism.hpp"
#include "bricard/core/error.hpp"

namespace bricard {
namespace {

constexpr int pushes = 3;

}  // namespace

State regular_position(const System& system) {
  Assembly assembly = assemble(system);
  if (assembly.outcome.failed()) throw Error("code generation", assembly.outcome.message);
  Mechanism mechanism(system, WithDrivers::no);
  mechanism.place(system, assembly.state);
  mechanism.select();
  State best = mechanism.state();
  int mobility = mechanism.mobility();
  double measure = mechanism.measure();
  const std::vector<char> columns = mechanism.in_loops();
  std::vector<State> nearby;
  for (int seed = 1; seed <= pushes && !system.loop_groups().empty(); ++seed) {
    const Eigen::VectorXd velocity = mechanism.free_motion(columns, seed);
    if (velocity.size() == 0 || velocity.isZero(0)) break;
    if (auto state = mechanism.nearby(velocity)) nearby.push_back(std::move(*state));
  }
  for (State& state : nearby) {
    mechanism.place(state);
    mechanism.select();
    if (mechanism.mobility() > mobility || (mechanism.mobility() == mobility && mechanism.measure() <= measure)) continue;
    mobility = mechanism.mobility();
    measure = mechanism.measure();
    best = std::move(state);
  }
  assembly.state.q = best.q;
  assembly.state.angles = best.angles;
  return assembly.state;
}

}  // namespace bricard
