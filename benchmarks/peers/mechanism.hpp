// A mechanism for the peers, in plain C++17: a tree of hinges and slides, loops closed between links, springs between points.
// Everything is given in global axes in the starting position, where all joint coordinates are zero; A01 to A05 of the UDC/IFToMM
// library (data: models/benchmarks/).
#pragma once
#include <array>
#include <string>
#include <vector>

namespace peer {

using Vector = std::array<double, 3>;

struct Link {
  int parent = -1;  // -1: ground
  bool slides = false;
  Vector joint{}, axis{};  // a point on the axis; unit vector
  double mass = 1;
  Vector center{};
  std::array<double, 6> inertia{};  // about the center: xx yy zz xy xz yz
  double rate = 0;                  // of the joint at the start
  double effort = 0;                // constant, on the joint coordinate
};

struct Loop {
  int a = 0, b = 0;
  Vector point{}, axis{};  // a hinge between links a and b
};

struct Spring {
  int a = 0, b = 0;
  Vector from{}, to{};
  double stiffness = 0, damping = 0, free_length = 0;
};

// What is compared: a joint coordinate plus an offset, or a coordinate of a point that is fixed to a link.
struct Monitor {
  int link = 0;
  int component = -1;  // -1: the joint coordinate
  Vector point{};
  double offset = 0;
};

struct Mechanism {
  std::string name;
  double duration = 10;
  bool planar = true;  // all axes along z
  Vector gravity{};
  std::vector<Link> links;
  std::vector<Loop> loops;
  std::vector<Spring> springs;
  std::vector<Monitor> monitors;  // in the order of the columns of the reference
};

// "a01", "a02" (with N), "a03", "a04", "a05".
Mechanism mechanism(const std::string& name);

}  // namespace peer
