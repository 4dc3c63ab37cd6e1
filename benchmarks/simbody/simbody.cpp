// Simbody's side, written as its manual advises: pin and slider mobilizers for the tree, constraints for the loops, projection
// forced after every step. A loop is closed by a ball (and, in space, angles between axes); in a plane also by two points in
// planes, which has no redundant row. CPODES gives up or crawls on loops (its projection), and is used for trees only. Time is
// counted from the built system on.
#include <Simbody.h>

#include <algorithm>
#include <memory>

#include "benchmarks/peers/peer.hpp"

namespace peer {
namespace {

using namespace SimTK;

enum Choice { merson, feldberg, cpodes_adams, cpodes_bdf };
enum Closure { tree, balls, least };  // least: no more rows than there are independent ones

Vec3 vec(const Vector& v) { return Vec3(v[0], v[1], v[2]); }

struct World {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::vector<MobilizedBody> bodies;  // ground first
  const Mechanism& mechanism;

  World(const Mechanism& m, Closure closure) : mechanism(m) {
    system.setUseUniformBackground(true);
    if (m.gravity != Vector{}) Force::UniformGravity(forces, matter, vec(m.gravity));
    bodies.push_back(matter.Ground());
    for (const Link& link : m.links) add(link);
    for (const Loop& loop : m.loops) close(loop, closure);
    for (const Spring& s : m.springs) {
      Force::TwoPointLinearSpring(forces, body(s.a), local(s.a, s.from), body(s.b), local(s.b, s.to), s.stiffness, s.free_length);
      if (s.damping > 0)
        Force::TwoPointLinearDamper(forces, body(s.a), local(s.a, s.from), body(s.b), local(s.b, s.to), s.damping);
    }
    system.realizeTopology();
  }

  MobilizedBody& body(int link) { return bodies[link + 1]; }
  Vec3 origin(int link) const { return link < 0 ? Vec3(0) : vec(mechanism.links[link].joint); }
  Vec3 local(int link, const Vector& point) const { return vec(point) - origin(link); }  // axes are global at the start

  void add(const Link& link) {
    const Vec3 center = vec(link.center) - vec(link.joint);
    const auto& I = link.inertia;
    const Inertia central(I[0], I[1], I[2], I[3], I[4], I[5]);
    const Body::Rigid rigid(MassProperties(link.mass, center, central.shiftFromMassCenter(-center, link.mass)));
    const Rotation along(UnitVec3(vec(link.axis)), CoordinateAxis(link.slides ? 0 : 2));
    const Transform on_parent(along, local(link.parent, link.joint)), on_body(along, Vec3(0));
    if (link.slides)
      bodies.push_back(MobilizedBody::Slider(body(link.parent), on_parent, rigid, on_body));
    else
      bodies.push_back(MobilizedBody::Pin(body(link.parent), on_parent, rigid, on_body));
    if (link.effort != 0) Force::MobilityConstantForce(forces, bodies.back(), 0, link.effort);
  }

  void close(const Loop& loop, Closure closure) {
    const Vec3 a = local(loop.a, loop.point), b = local(loop.b, loop.point);
    if (closure == least && mechanism.planar) {
      Constraint::PointInPlane(body(loop.a), UnitVec3(1, 0, 0), a[0], body(loop.b), b);
      Constraint::PointInPlane(body(loop.a), UnitVec3(0, 1, 0), a[1], body(loop.b), b);
      return;
    }
    Constraint::Ball(body(loop.a), a, body(loop.b), b);
    if (mechanism.planar) return;
    const UnitVec3 axis(vec(loop.axis)), across = axis.perp(), third(axis % across);
    Constraint::ConstantAngle(body(loop.a), across, body(loop.b), axis, Pi / 2);
    if (closure != least) Constraint::ConstantAngle(body(loop.a), third, body(loop.b), axis, Pi / 2);
  }

  double value(const State& state, const Monitor& monitor) {
    if (monitor.component < 0) return body(monitor.link).getOneQ(state, 0) + monitor.offset;
    return body(monitor.link).findStationLocationInGround(state, local(monitor.link, monitor.point))[monitor.component];
  }
};

std::unique_ptr<Integrator> make_integrator(const MultibodySystem& system, int choice) {
  switch (choice) {
    case feldberg:
      return std::make_unique<RungeKuttaFeldbergIntegrator>(system);
    case cpodes_adams:
      return std::make_unique<CPodesIntegrator>(system, CPodes::Adams, CPodes::Functional);
    case cpodes_bdf:
      return std::make_unique<CPodesIntegrator>(system, CPodes::BDF, CPodes::Newton);
    default:
      return std::make_unique<RungeKuttaMersonIntegrator>(system);
  }
}

Run run(const Mechanism& m, const Method& method, double accuracy, double longest) {
  Run run;
  double start = cpu_time();
  std::unique_ptr<Integrator> integrator;
  try {
    World world(m, static_cast<Closure>(method.closure));
    State state = world.system.getDefaultState();
    world.system.realizeModel(state);
    for (std::size_t i = 0; i < m.links.size(); ++i) world.body(static_cast<int>(i)).setOneU(state, 0, m.links[i].rate);
    integrator = make_integrator(world.system, method.integrator);
    integrator->setAccuracy(accuracy);
    integrator->setProjectEveryStep(true);
    // Runge-Kutta steps end on the output times, because interpolation is less accurate; CPODES has its own polynomial.
    integrator->setAllowInterpolation(method.integrator >= cpodes_adams);
    integrator->setReturnEveryInternalStep(true);
    run.loading = cpu_time() - start;
    start = cpu_time();
    integrator->initialize(state);
    for (int row = 1; row <= 10 && run.failure.empty(); ++row) {
      const double until = m.duration * row / 10;
      while (integrator->getTime() < until) {
        integrator->stepTo(until);
        if (cpu_time() - start > longest) {
          run.failure = "out of time";
          break;
        }
      }
      run.reached = integrator->getTime();
      const State& present = integrator->getState();
      world.system.realize(present, Stage::Position);
      for (const Monitor& monitor : m.monitors) run.values.push_back(world.value(present, monitor));
    }
  } catch (const std::exception& error) {
    run.failure = error.what();
  }
  run.stepping = cpu_time() - start;
  if (integrator) {
    run.steps = integrator->getNumStepsTaken();
    run.evaluations = integrator->getNumRealizations();
  }
  return run;
}

Method make(const char* name, int integrator, int closure) {
  Method method;
  method.name = std::string("Simbody ") + name;
  method.run = run;
  method.integrator = integrator;
  method.closure = closure;
  method.tree_only = closure == tree;
  method.loops_only = closure != tree;
  return method;
}

}  // namespace

std::vector<Method> simbody_methods() {
  return {make("RK Merson", merson, tree),
          make("RK Feldberg", feldberg, tree),
          make("CPODES Adams", cpodes_adams, tree),
          make("CPODES BDF", cpodes_bdf, tree),
          make("RK Merson, balls", merson, balls),
          make("RK Merson, least rows", merson, least),
          make("RK Feldberg, balls", feldberg, balls),
          make("RK Feldberg, least rows", feldberg, least)};
}

}  // namespace peer
