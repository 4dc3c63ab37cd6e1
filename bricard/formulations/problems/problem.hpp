// The hinge between mechanics and time integration: all that an integrator may ask. A formulation with a stabilization turns a
// System into one of two kinds of Problem; an integrator states which kind it accepts, and that comparison is the legality of a
// combination.
#pragma once
#include <Eigen/Core>
#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "bricard/core/outcome.hpp"
#include "bricard/system/state.hpp"

namespace bricard {

enum class ProblemKind { ode, dae };

// What a Problem noticed along the way, for the Summary.
struct ProblemReport {
  double smallest_pivot = 1;           // nearest approach to a singular position, 0..1
  std::vector<double> singular_times;  // when such a position was passed
  bool unprojected = false;            // and the stages were not brought back to the constraints there
  long reselections = 0;               // other rows or coordinates were chosen as the independent ones
  std::vector<std::string> warnings;   // on what the user asked of the method
  struct Choice {
    double t;
    std::string what;
  };
  std::vector<Choice> choices;  // coordinate partitioning: what is independent, and since when
};

// What the end of a step says.
enum class StepEnd {
  accept,  // go on from the (possibly corrected) values
  repeat,  // the Problem has changed its mind about how to evaluate (near a singular position): take this step again
  failed   // the values cannot be used; failure() says why. The integrator should retry with a shorter step
};

// Solutions with I - c J for one value of c, where J = df/dy is the one that OdeProblem::linearize took last.
class ShiftedMatrix {
 public:
  virtual ~ShiftedMatrix() = default;
  // c may be complex: then the right sides are. False if the matrix is singular or not finite.
  virtual bool factorize(std::complex<double> c) = 0;
  // In place, with the last factorization.
  virtual void solve(Eigen::VectorXd& b) = 0;
  virtual void solve(Eigen::VectorXcd& b) = 0;
};

// y' = f(t, y).
class OdeProblem {
 public:
  virtual ~OdeProblem() = default;
  virtual int size() const = 0;
  // False if f cannot be evaluated there (not finite, singular): the integrator shortens the step; failure() says why.
  virtual bool derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) = 0;
  // A step of length h is about to be tried: a stabilization may take its rates from it.
  virtual void begin_step(double /*h*/) {}
  // The magnitude against which the error of each component is measured: an error e_i is acceptable when |e_i| <= tolerance *
  // scale_i. All entries are positive. Called once per accepted step with the new y.
  virtual void error_scale(const Eigen::VectorXd& y, Eigen::VectorXd& scale) = 0;
  // After a step that passed error control: may correct y (normalize, project). On accept, f holds the derivative at the
  // corrected y.
  virtual StepEnd after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) = 0;
  // True in a short passage where f is less certain than its smoothness suggests (near a singular position). The integrator then
  // asks a step for a fraction of the tolerance, instead of its share per unit of time, which no step could meet.
  virtual bool in_passage() const { return false; }
  // So many components, from the first on, are positions and velocities: interpolate() knows their second derivatives.
  virtual int twice_integrated() const { return 0; }
  // y between two accepted points, from values and derivatives at both ends; theta in [0, 1].
  virtual void interpolate(double theta, double h, const Eigen::VectorXd& y0, const Eigen::VectorXd& f0,
                           const Eigen::VectorXd& y1, const Eigen::VectorXd& f1, Eigen::VectorXd& y) = 0;
  virtual State lift(double t, const Eigen::VectorXd& y) = 0;
  virtual std::string failure() const = 0;
  // Takes J = df/dy at (t, y), where f = f(t, y). False if it cannot be had; failure() may say why. Here: dense, by differences
  // of f; Problems that know their structure do better.
  virtual bool linearize(double t, const Eigen::VectorXd& y, const Eigen::VectorXd& f);
  // Any number of them may be made, before or after; all see the last J, and are factorized anew when it has changed.
  virtual std::unique_ptr<ShiftedMatrix> shifted();

 private:
  std::shared_ptr<Eigen::MatrixXd> J_;
  Eigen::VectorXd moved_, f_moved_;
};

// The index-3 equations  M(q) a + Phi_v(q)ᵀ lambda = Q(t, q, v, z),  Phi(t, q) = 0,  z' = g(t, q, v, z)  with q on a manifold:
// q ∘ d means q moved along the velocity-like increment d (rotations are turned, not added to). User states stand behind the
// velocities, their derivatives behind the accelerations: v = (v, z), a = (v', z'), r = (.., z' - g); an increment d has that
// size too, and moves q with its first part. A row that has no position equation (rolling) counts with Phi' instead of Phi.
class DaeProblem {
 public:
  virtual ~DaeProblem() = default;
  virtual int nq() const = 0;
  virtual int nv() const = 0;  // velocities
  virtual int nl() const = 0;  // rows of Phi; may change where after_step asks to repeat a step
  virtual int nz() const { return 0; }
  // r = M a + Phi_vᵀ lambda - Q, c = Phi. False if it cannot be evaluated. Rows at velocity level: Phi' c_q / c_v, with the
  // constants of the last factorization, so that all of c are lengths or angles.
  virtual bool residual(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                        const Eigen::VectorXd& lambda, Eigen::VectorXd& r, Eigen::VectorXd& c) = 0;
  // Factorizes [c_a M + c_v C + c_q K T, Phi_vᵀ; Phi_v T, 0] at the point q = q_n ∘ d, where C = dr/dv and K = dr/dq along
  // increments from q; T = I + O(d) turns a change of d into one from q (the tangent operator, I without rotations).
  virtual bool factorize(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& d, const Eigen::VectorXd& v,
                         const Eigen::VectorXd& a, const Eigen::VectorXd& lambda, double c_a, double c_v, double c_q) = 0;
  // The same without C, K and T - I (Newton::quasi): [c_a M, Phi_vᵀ; Phi_v, 0]; slope: c_v / c_q.
  virtual bool factorize_mass(double t, const Eigen::VectorXd& q, double c_a, double slope) = 0;
  // Solves with the last factorization: right side (r, c) to (d, lambda); in place.
  virtual bool solve(Eigen::VectorXd& r, Eigen::VectorXd& c) = 0;
  // q ∘ d.
  virtual void move(const Eigen::VectorXd& q, const Eigen::VectorXd& d, Eigen::VectorXd& moved) = 0;
  // Accelerations (and multipliers) consistent with (t, q, v): the start of the method.
  virtual bool accelerations(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& a,
                             Eigen::VectorXd& lambda) = 0;
  // As for OdeProblem, for increments of position and for velocities.
  virtual void error_scale(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& scale_q,
                           Eigen::VectorXd& scale_v) = 0;
  // Magnitude below which |Phi| counts as zero in Newton's iteration, per row.
  virtual double constraint_scale() const = 0;
  // After a step that passed error control: may correct v and a (project).
  virtual StepEnd after_step(double t, Eigen::VectorXd& q, Eigen::VectorXd& v, Eigen::VectorXd& a) = 0;
  // q and v between two accepted points; theta in [0, 1].
  virtual void interpolate(double theta, double h, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
                           const Eigen::VectorXd& a0, const Eigen::VectorXd& q1, const Eigen::VectorXd& v1,
                           const Eigen::VectorXd& a1, Eigen::VectorXd& q, Eigen::VectorXd& v) = 0;
  virtual State lift(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) = 0;
  virtual std::string failure() const = 0;
};

}  // namespace bricard
