// Dry friction on several surfaces at once, at one moment. Slip accelerations d and normal forces are affine in the efforts f
// along the directions of slip, which have yet to be found:
//
//   d = d0 + D f,    N_s = preload + Σ_k |n_k(f)|,   n_k affine in f
//
//   a surface that slides in the direction t:   f_s = -mu N_s(f) t
//   a surface that sticks:                      d_s = 0  with  |f_s| ≤ static N_s(f)
//
// Efforts of surfaces that stick follow linearly from those that slide, so that m equations x_s = mu_s N_s(f(x)) are left, one
// for each that slides. With L_sr = mu_s max |∂N_s/∂x_r| and a spectral radius of L below one they have exactly one solution
// (they contract). Beyond, for one surface x - mu N(x) is concave and has no zero or two: Painlevé's paradox, or a brake that has
// locked itself; for several, Newton's method is started in many places. None and several are told apart, and neither is an
// answer.
#pragma once
#include <Eigen/Core>
#include <array>
#include <vector>

namespace bricard {

struct RubbingSurface {
  int first = 0, count = 1;        // its directions of slip
  double holding = 0, moving = 0;  // coefficients: at rest, at the present slip speed
  double preload = 0;
  int first_load = 0, loads = 0;  // its vectors n
};

enum class Contact {
  slides,
  sticks,
  rests,  // it stands still, and nothing says which way it would go: no effort
};

struct RubbingMode {
  Contact contact = Contact::rests;
  std::array<double, 3> direction{};  // of the slip, a unit vector
  friend bool operator==(const RubbingMode&, const RubbingMode&) = default;
};

struct RubbingProblem {
  std::vector<RubbingSurface> surfaces;
  Eigen::VectorXd slip, d0;  // by direction of slip
  Eigen::MatrixXd D;
  Eigen::MatrixXd press;  // three rows per vector n: its constant part, then per unit of each effort

  int size() const { return static_cast<int>(d0.size()); }
  double normal(const RubbingSurface& surface, const Eigen::VectorXd& f) const;
  // How far an effort is outside the cone of a surface at rest, N.
  double excess(const RubbingSurface& surface, const Eigen::VectorXd& f) const;
};

struct RubbingEfforts {
  enum class Found { one, none, several } found = Found::one;
  int surface = 0;  // where there is none, or several: who is to blame
  Eigen::VectorXd f;
  bool unique = true;  // of those that stick
};

// The efforts of surfaces whose modes are known.
RubbingEfforts solve(const RubbingProblem& problem, const std::vector<RubbingMode>& modes);

// Surfaces that stand still (`still`) stick where all that stick can be held, each inside its cone; else they slide, in the
// direction of the slip acceleration that follows. The modes of the others stay.
struct Standing {
  RubbingEfforts efforts;
  std::vector<RubbingMode> modes;
};
Standing stand_or_slip(const RubbingProblem& problem, const std::vector<RubbingMode>& modes, const std::vector<char>& still);

}  // namespace bricard
