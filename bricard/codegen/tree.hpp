// The spanning tree written for recursions in body axes, on symbols. Every body has its own origin and axes: those of its end of the
// tree joint, so that a hinge turns about z of both. A joint is what it is on numbers (Kind::motion); nothing here knows a kind.
//
//   x_parent = C R x,   origin = d + C p     the usual case: marker A on the parent, B on the body
//   x_parent = C Rᵀ x,  origin = d - C Rᵀ p  reversed: A on the body
//
// C and d are constant. Where the axes of successive hinges are neither parallel nor square, own axes are turned about the hinge so that
// C turns about x alone, as Denavit and Hartenberg have it (hinge_axes.hpp). The twist of the body relative to its parent is basis v, its rate basis v' + bias; both lie in A's axes at
// B's origin, with the sign of `reversed` taken up. References: Featherstone, Rigid Body Dynamics Algorithms, 2008; Khalil and
// Kleinfinger, IEEE J. Robotics and Automation 3, 1987, on symbols and recombined inertias.
#pragma once
#include <vector>

#include "bricard/codegen/model_parameters.hpp"

namespace bricard {

using Symbols = std::vector<Symbol>;
using SymbolVector = Vec3<Symbol>;
using SymbolMatrix = Mat3<Symbol>;

// A force and its moment, or a twist or acceleration, at a known point.
struct Screw6 {
  SymbolVector linear = zero3<Symbol>(), angular = zero3<Symbol>();
};

struct Link {
  int parent = 0, first_q = 0, first_v = 0, freedoms = 0;
  bool is_reversed = false;
  SymbolMatrix C;
  SymbolVector d;
  SymbolMatrix R;
  SymbolVector p;
  std::vector<Screw6> basis;  // one for each freedom
  Screw6 bias;
  SymbolVector at;  // this origin from the parent's, in the parent's axes
  Symbol mass;
  SymbolVector center;      // of mass, from this origin
  SymbolMatrix inertia;     // about it
  Mat3<double> in_body = Mat3<double>::Identity();  // these axes in the body's
  // Where the twists of all joints up to ground are written at this origin in these axes: ancestors' freedoms one after the other.
  // Rows of such a body are cheaper read there than carried down joint by joint.
  bool is_anchored = false;
  std::vector<int> anchored_freedoms;
  std::vector<Screw6> anchored;

  // A force at this origin in these axes, taken to where the basis is; from there to the parent's origin in its axes.
  Screw6 to_joint(const Screw6& force) const;
  Screw6 joint_to_parent(const Screw6& force) const;
  // Components in the parent's axes turned into these.
  SymbolVector from_parent(const SymbolVector& x) const;
  SymbolVector to_parent(const SymbolVector& x) const;
};

struct Tree {
  std::vector<Link> links;  // by body; ground is 0
  SymbolVector gravity;
  int freedoms = 0;
};

// R's structure: which axis it turns about; none where it is the unit matrix, many if it may be any.
enum class Turning { none, x, y, z, any };
Turning turning(const SymbolMatrix& R);

// Rounding in a matrix of directions: what should be 0 or ±1 is.
SymbolMatrix exact(Mat3<double> R);
// Of two constant ones.
SymbolMatrix product_of_constants(const SymbolMatrix& a, const SymbolMatrix& b);

// R J Rᵀ of a symmetric J.
SymbolMatrix turned_tensor(const SymbolMatrix& R, const SymbolMatrix& J);
// What a mass m with first moment s has more inertia about an origin from which its own stands at d:
//   2 (d·u) 1 - (d uᵀ + u dᵀ),   u = s + m d / 2.
SymbolMatrix shift_of_inertia(const SymbolVector& d, const SymbolVector& u);

bool is_zero(const Symbol& x);
bool is_zero(const SymbolVector& x);
Symbol product(const Screw6& force, const Screw6& twist);

// q, v: of all relative coordinates; p: of the parameters, empty: numbers.
Tree make_tree(const System& system, const ModelParameters& parameters, const Symbols& q, const Symbols& v, const Symbols& p);

// tau = M a + c; with a empty it is c. By body, in the axes of its link: external force at the center of mass and torque (empty:
// none), and the loads of force elements at its origin.
Symbols inverse_dynamics(const Tree& tree, const Symbols& v, const Symbols& a, const std::vector<Screw6>& external,
                         const std::vector<Screw6>& loads);

// M, both halves: column j holds its rows, M[j * freedoms + i]. Of blocks between bodies only if asked for.
enum class MassBlocks { all, diagonal };
Symbols mass_matrix(const Tree& tree, MassBlocks blocks = MassBlocks::all);

}  // namespace bricard
