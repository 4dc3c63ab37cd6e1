// A01 to A05 as plain data. The numbers are those of the headers of models/benchmarks/*.bricard.yaml.
#include <cmath>
#include <ctime>
#include <stdexcept>

#include "benchmarks/peers/peer.hpp"

namespace peer {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr Vector x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

Link hinge(int parent, Vector joint, Vector axis, double mass, Vector center, std::array<double, 6> inertia, double rate = 0) {
  Link link;
  link.parent = parent;
  link.joint = joint;
  link.axis = axis;
  link.mass = mass;
  link.center = center;
  link.inertia = inertia;
  link.rate = rate;
  return link;
}

Mechanism pendulum() {
  Mechanism m;
  m.gravity = {0, -9.81, 0};
  // A point mass; MuJoCo wants some inertia.
  m.links = {hinge(-1, {0, 0, 0}, z, 1, {-1, 0, 0}, {1e-13, 1e-13, 1e-13, 0, 0, 0})};
  m.monitors = {{0, 0, {-1, 0, 0}}, {0, 1, {-1, 0, 0}}};
  return m;
}

Mechanism four_bars(int windows) {
  Mechanism m;
  m.gravity = {0, -9.81, 0};
  for (int i = 0; i <= windows; ++i)
    m.links.push_back(hinge(-1, {double(i), 0, 0}, z, 1, {double(i), 0.5, 0}, {1.0 / 12, 1.0 / 600, 1.0 / 12, 0, 0, 0}, -1));
  for (int i = 0; i < windows; ++i) {
    m.links.push_back(hinge(i, {double(i), 1, 0}, z, 1, {i + 0.5, 1, 0}, {1.0 / 600, 1.0 / 12, 1.0 / 12, 0, 0, 0}, 1));
    m.loops.push_back({windows + 1 + i, i + 1, {i + 1.0, 1, 0}, z});
  }
  m.monitors = {{0, 0, {0, 1, 0}}, {0, 1, {0, 1, 0}}};
  return m;
}

Mechanism squeezer() {
  const double be = -0.0617138900142764496, ga = 0.455279819163070380, ph = 0.222668390165885885, de = 0.487364979543842550,
               om = -0.222668390165885885, ep = 1.23054744454982119;
  const double da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092, ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018,
               sd = 0.02, ta = 0.02308, tb = 0.00916, u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04, fa = 0.01421;
  const auto at = [](Vector p, double a, double b) { return Vector{p[0] + a, p[1] + b, 0}; };
  const auto body = [](int parent, Vector joint, double mass, double inertia, Vector center) {
    return hinge(parent, joint, z, mass, center, {inertia, inertia, inertia, 0, 0, 0});
  };
  const Vector O{0, 0, 0}, A{-0.06934, -0.00227, 0}, B{-0.03635, 0.03273, 0}, C{0.014, 0.072, 0};
  const Vector F = at(O, rr * std::cos(be), rr * std::sin(be)), E = at(B, ss * std::sin(ga), -ss * std::cos(ga));
  const Vector D = at(B, sd * std::cos(ga) + sc * std::sin(ga), sd * std::sin(ga) - sc * std::cos(ga));
  const Vector G = at(A, zt * std::cos(de), zt * std::sin(de)), H = at(A, u * std::sin(ep), -u * std::cos(ep));
  Mechanism m;
  m.duration = 0.03;
  m.links = {
      body(-1, O, 0.04325, 2.194e-6, at(O, ra * std::cos(be), ra * std::sin(be))),
      body(0, F, 0.00365, 4.410e-7, at(F, -da * std::cos(be), -da * std::sin(be))),
      body(-1, B, 0.02373, 5.255e-6, at(B, sa * std::sin(ga) + sb * std::cos(ga), -sa * std::cos(ga) + sb * std::sin(ga))),
      body(-1, A, 0.07050, 1.169e-5, at(A, ta * std::cos(de) - tb * std::sin(de), ta * std::sin(de) + tb * std::cos(de))),
      body(3, G, 0.00706, 5.667e-7, at(G, (e - ea) * std::sin(ph + de), -(e - ea) * std::cos(ph + de))),
      body(-1, A, 0.05498, 1.912e-5, at(A, ua * std::sin(ep) - ub * std::cos(ep), -ua * std::cos(ep) - ub * std::sin(ep))),
      body(5, H, 0.00706, 5.667e-7, at(H, (zf - fa) * std::cos(om + ep), (zf - fa) * std::sin(om + ep))),
  };
  m.links[0].effort = 0.033;
  m.loops = {{1, 2, E, z}, {1, 4, E, z}, {1, 6, E, z}};
  m.springs = {{-1, 2, C, D, 4530, 0, 0.07785}};
  m.monitors = {{0, -1, {}, be}, {1, -1, {}, 0},  {2, -1, {}, ga}, {4, -1, {}, ph},
                {3, -1, {}, de}, {6, -1, {}, om}, {5, -1, {}, ep}};  // beta Theta gamma Phi delta Omega epsilon
  return m;
}

Mechanism bricard_mechanism() {
  const double thick = 0.01 / 6, across = 1.01 / 12;
  Mechanism m;
  m.planar = false;
  m.gravity = {0, -9.81, 0};
  m.links = {
      hinge(-1, {0, 0, 0}, y, 1, {0.5, 0, 0}, {thick, across, across, 0, 0, 0}),
      hinge(0, {1, 0, 0}, z, 1, {1, -0.5, 0}, {across, thick, across, 0, 0, 0}),
      hinge(1, {1, -1, 0}, x, 1, {1, -1, 0.5}, {across, across, thick, 0, 0, 0}),
      hinge(-1, {0, 0, 1}, x, 1, {0, -0.5, 1}, {across, thick, across, 0, 0, 0}),
      hinge(3, {0, -1, 1}, z, 1, {0.5, -1, 1}, {thick, across, across, 0, 0, 0}),
  };
  m.loops = {{2, 4, {1, -1, 1}, y}};
  for (int i = 0; i < 3; ++i) m.monitors.push_back({1, i, {1, -1, 0}});
  return m;
}

Mechanism governor() {
  const double rod = 0.3, slider = 3, ball = 5, alpha = pi / 6, s = 0.5, hinge_at = 0.05;
  const double thick = rod * 1e-4 / 6, across = rod * (1 + 1e-4) / 12;
  const double mass = rod + ball, center = (rod / 2 + ball) / mass;
  const double arm = across + rod * (center - 0.5) * (center - 0.5) + ball * (1 - center) * (1 - center);
  Mechanism m;
  m.planar = false;
  m.gravity = {0, 0, -9.81};
  m.links.push_back(hinge(-1, {0, 0, 0}, z, rod, {0, 0, 0.5}, {across, across, thick, 0, 0, 0}, 2 * pi));
  const double cube = slider * 0.01 / 6;
  Link guide = hinge(0, {0, 0, s}, z, slider, {0, 0, s}, {cube, cube, cube, 0, 0, 0});
  guide.slides = true;
  m.links.push_back(guide);
  for (const double side : {1.0, -1.0}) {
    const double c = std::cos(alpha), n = std::sin(alpha);
    // Along (side c, 0, -n): thick along it, arm across it.
    const std::array<double, 6> inertia{arm + (thick - arm) * c * c,   arm, arm + (thick - arm) * n * n, 0,
                                        -side * (thick - arm) * c * n, 0};
    m.links.push_back(
        hinge(0, {side * hinge_at, 0, 1}, {0, side, 0}, mass, {side * (hinge_at + center * c), 0, 1 - center * n}, inertia));
    const Vector middle{side * (hinge_at + c / 2), 0, 1 - n / 2};
    m.springs.push_back({1, static_cast<int>(m.links.size()) - 1, {side * hinge_at, 0, s}, middle, 8e5, 4e4, 0.5});
  }
  m.monitors = {{1, -1, {}, s}, {2, -1, {}, 0}};  // height of the slider, angle of an arm from its start
  return m;
}

}  // namespace

Mechanism mechanism(const std::string& name) {
  Mechanism m;
  if (name == "a01")
    m = pendulum();
  else if (name == "a02" || name.rfind("a02_", 0) == 0)
    m = four_bars(name == "a02" ? 2 : std::stoi(name.substr(4)));
  else if (name == "a03")
    m = squeezer();
  else if (name == "a04")
    m = bricard_mechanism();
  else if (name == "a05")
    m = governor();
  else
    throw std::invalid_argument("no mechanism " + name);
  m.name = name;
  return m;
}

double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace peer
