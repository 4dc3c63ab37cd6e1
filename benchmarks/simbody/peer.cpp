// Simbody models of A01 and A02, written as its manual advises: pin mobilizers for the tree, ball constraints for the loops.
#include "benchmarks/simbody/peer.hpp"

#include <Simbody.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <vector>

namespace peer {

namespace {

using namespace SimTK;

struct World {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  Force::UniformGravity gravity{forces, matter, Vec3(0, -9.81, 0)};
  World() { system.setUseUniformBackground(true); }
};

constexpr double longest = 20;  // of one run, s of CPU time

Run integrate(World& world, State& state, const std::vector<MobilizedBody::Pin>& bodies, const Vec3& point, double accuracy,
              double duration, Method method) {
  Run run;
  std::unique_ptr<Integrator> integrator;
  if (method == Method::merson)
    integrator = std::make_unique<RungeKuttaMersonIntegrator>(world.system);
  else
    integrator = std::make_unique<CPodesIntegrator>(world.system, CPodes::Adams, CPodes::Functional);
  integrator->setAccuracy(accuracy);
  integrator->setProjectEveryStep(true);
  integrator->setFinalTime(duration);
  integrator->setInternalStepLimit(100000000);
  const std::clock_t start = std::clock();
  try {
    TimeStepper stepper(world.system, *integrator);
    stepper.initialize(state);
    for (double t = 0; t < duration && run.failure.empty();) {
      stepper.stepTo(t = std::min(duration, t + 1));
      if (double(std::clock() - start) / CLOCKS_PER_SEC > longest) run.failure = "out of time";
    }
    const State& last = integrator->getState();
    world.system.realize(last, Stage::Position);
    const Vec3 p = bodies.front().findStationLocationInGround(last, point);
    const Vec3 across = bodies.back().findStationLocationInGround(last, point) - p;
    run.spread = (across - Vec3(double(bodies.size()) - 1, 0, 0)).norm();
    run.x = p[0];
    run.y = p[1];
  } catch (const std::exception& error) {
    run.failure = error.what();
  }
  run.cpu_seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  run.steps = integrator->getNumStepsTaken();
  run.evaluations = integrator->getNumRealizations();
  return run;
}

}  // namespace

Run pendulum(double accuracy, double duration, Method method) {
  World world;
  const Body::Rigid bob(MassProperties(1, Vec3(-1, 0, 0), Inertia(Vec3(-1, 0, 0), 1)));
  MobilizedBody::Pin pin(world.matter.Ground(), Transform(), bob, Transform());
  world.system.realizeTopology();
  State state = world.system.getDefaultState();
  return integrate(world, state, {pin}, Vec3(-1, 0, 0), accuracy, duration, method);
}

Run four_bars(int windows, double accuracy, double duration, Method method) {
  World world;
  const Body::Rigid vertical(MassProperties(1, Vec3(0, 0.5, 0), Inertia(1.0 / 3, 1.0 / 600, 1.0 / 3)));
  const Body::Rigid horizontal(MassProperties(1, Vec3(0.5, 0, 0), Inertia(1.0 / 600, 1.0 / 3, 1.0 / 3)));
  std::vector<MobilizedBody::Pin> v, h;
  for (int i = 0; i <= windows; ++i) v.emplace_back(world.matter.Ground(), Transform(Vec3(i, 0, 0)), vertical, Transform());
  for (int i = 0; i < windows; ++i) h.emplace_back(v[i], Transform(Vec3(0, 1, 0)), horizontal, Transform());
  for (int i = 0; i < windows; ++i) Constraint::Ball(h[i], Vec3(1, 0, 0), v[i + 1], Vec3(0, 1, 0));
  world.system.realizeTopology();
  State state = world.system.getDefaultState();
  world.system.realizeModel(state);
  for (auto& bar : v) bar.setRate(state, -1);
  for (auto& bar : h) bar.setRate(state, 1);
  return integrate(world, state, v, Vec3(0, 1, 0), accuracy, duration, method);
}

}  // namespace peer
