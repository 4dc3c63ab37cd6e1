// Trees in Simbody: one mobilizer for each joint. Its slider moves along x and its universal joint turns about x and y where ours
// have z, and z and x; other conventions agree.
#include <Simbody.h>

#include <algorithm>
#include <ctime>

#include "benchmarks/peers/tree.hpp"

namespace peer {
namespace {

using namespace SimTK;

double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Vec3 vec(const peer::Vector& v) { return Vec3(v[0], v[1], v[2]); }

// Axes x, y, z of the frame that Simbody wants are our axes `order`.
Transform frame(const TreeFrame& given, TreeJointKind kind) {
  const auto& m = given.axes;
  const auto axis = [&](int i) { return Vec3(m[i], m[3 + i], m[6 + i]); };
  const bool cycled = kind == TreeJointKind::slider || kind == TreeJointKind::universal;  // our z, x, y
  const Vec3 x = axis(cycled ? 2 : 0), y = axis(cycled ? 0 : 1), z = axis(cycled ? 1 : 2);
  return Transform(Rotation(Mat33(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]), true), vec(given.origin));
}

struct World {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::vector<MobilizedBody> bodies;
  State state;
  const Tree& tree;

  explicit World(const Tree& given) : tree(given) {
    system.setUseUniformBackground(true);
    Force::UniformGravity(forces, matter, vec(tree.gravity));
    for (const TreeBody& body : tree.bodies) add(body);
    system.realizeTopology();
    state = system.getDefaultState();
    system.realizeModel(state);
    for (std::size_t i = 0; i < bodies.size(); ++i) set(i);
  }

  void add(const TreeBody& body) {
    MobilizedBody parent = body.parent < 0 ? MobilizedBody(matter.Ground()) : bodies[body.parent];
    const auto& I = body.inertia;
    const Body::Rigid rigid(MassProperties(body.mass, Vec3(0), Inertia(I[0], I[1], I[2], I[3], I[4], I[5])));
    const Transform F = frame(body.on_parent, body.kind), M = frame(body.on_body, body.kind);
    const auto direction = body.reversed ? MobilizedBody::Reverse : MobilizedBody::Forward;
    using Kind = TreeJointKind;
    switch (body.kind) {
      case Kind::pin:
        bodies.push_back(MobilizedBody::Pin(parent, F, rigid, M, direction));
        break;
      case Kind::slider:
        bodies.push_back(MobilizedBody::Slider(parent, F, rigid, M, direction));
        break;
      case Kind::cylinder:
        bodies.push_back(MobilizedBody::Cylinder(parent, F, rigid, M, direction));
        break;
      case Kind::ball:
        bodies.push_back(MobilizedBody::Ball(parent, F, rigid, M, direction));
        break;
      case Kind::universal:
        bodies.push_back(MobilizedBody::Universal(parent, F, rigid, M, direction));
        break;
      case Kind::planar:
        bodies.push_back(MobilizedBody::Planar(parent, F, rigid, M, direction));
        break;
      case Kind::screw:
        bodies.push_back(MobilizedBody::Screw(parent, F, rigid, M, body.pitch, direction));
        break;
      case Kind::free:
        bodies.push_back(MobilizedBody::Free(parent, F, rigid, M, direction));
        break;
      case Kind::weld:
        bodies.push_back(MobilizedBody::Weld(parent, F, rigid, M));
        break;
    }
  }

  // Its free and planar joints have the rotation first.
  static int place(const TreeBody& body, int i, int rotational, int linear) {
    if (body.kind == TreeJointKind::planar) return (i + 1) % 3;
    if (body.kind != TreeJointKind::free) return i;
    return i < linear ? rotational + i : i - linear;
  }
  void set(std::size_t i) {
    const TreeBody& body = tree.bodies[i];
    for (std::size_t j = 0; j < body.q.size(); ++j) bodies[i].setOneQ(state, place(body, int(j), 4, 3), body.q[j]);
    for (std::size_t j = 0; j < body.v.size(); ++j) bodies[i].setOneU(state, place(body, int(j), 3, 3), body.v[j]);
  }
  int first_u(std::size_t i) const { return bodies[i].getFirstUIndex(state); }

  SimTK::Vector udot(const std::vector<std::vector<double>>& rates) const {
    SimTK::Vector all(state.getNU(), 0.0);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = 0; j < rates[i].size(); ++j) all[first_u(i) + place(tree.bodies[i], int(j), 3, 3)] = rates[i][j];
    return all;
  }
  std::vector<std::vector<double>> by_joint(const SimTK::Vector& all) const {
    std::vector<std::vector<double>> values(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = 0; j < tree.bodies[i].v.size(); ++j)
        values[i].push_back(all[first_u(i) + place(tree.bodies[i], int(j), 3, 3)]);
    return values;
  }
  Vector_<SpatialVec> weights() const {
    Vector_<SpatialVec> all(matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
    for (std::size_t i = 0; i < bodies.size(); ++i)
      all[bodies[i].getMobilizedBodyIndex()] = SpatialVec(Vec3(0), tree.bodies[i].mass * vec(tree.gravity));
    return all;
  }
};

// The clock costs as much as ten joints: it is read once for many evaluations.
template <class Work>
double least_seconds(Work work) {
  const auto seconds = [&](int count) {
    const double start = seconds_now();
    for (int i = 0; i < count; ++i) work();
    return seconds_now() - start;
  };
  int count = 1;
  while (seconds(count) < 0.005) count *= 2;
  double best = 1e9;
  for (int block = 0; block < 15; ++block) best = std::min(best, seconds(count) / count);
  return best;
}

}  // namespace

TreeAnswer simbody_accelerations(const Tree& tree) {
  World world(tree);
  world.system.realize(world.state, Stage::Acceleration);
  TreeAnswer answer;
  for (const MobilizedBody& body : world.bodies) {
    const Vec3 p = body.getBodyOriginLocation(world.state), a = body.getBodyOriginAcceleration(world.state),
               w = body.getBodyAngularAcceleration(world.state);
    answer.position.push_back({p[0], p[1], p[2]});
    answer.accelerations.push_back({a[0], a[1], a[2], w[0], w[1], w[2]});
  }
  answer.rates = world.by_joint(world.state.getUDot());
  return answer;
}

std::vector<std::vector<double>> simbody_inverse(const Tree& tree, const std::vector<std::vector<double>>& rates) {
  World world(tree);
  world.system.realize(world.state, Stage::Velocity);
  SimTK::Vector residual;
  world.matter.calcResidualForceIgnoringConstraints(world.state, SimTK::Vector(), world.weights(), world.udot(rates), residual);
  return world.by_joint(residual);
}

TreeCost simbody_cost(const Tree& tree) {
  World world(tree);
  TreeCost cost;
  cost.forward = least_seconds([&] {
    world.state.updQ();  // as an integrator does: all that depends on positions is void
    world.system.realize(world.state, Stage::Acceleration);
  });
  const Vector_<SpatialVec> weights = world.weights();
  const SimTK::Vector none, accelerations(world.state.getNU(), 0.3);
  SimTK::Vector residual;
  cost.inverse = least_seconds([&] {
    world.state.updQ();
    world.system.realize(world.state, Stage::Velocity);
    world.matter.calcResidualForceIgnoringConstraints(world.state, none, weights, accelerations, residual);
  });
  return cost;
}

}  // namespace peer
