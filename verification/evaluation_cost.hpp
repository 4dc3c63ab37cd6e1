// One evaluation of the equations of motion of a model of given size: what an integrator asks for at every stage. For the cost
// over the number of bodies (benchmarks/scaling.cpp, scaling_test.cpp) and for the accuracy on long chains.
#pragma once
#include <string>

#include "bricard/system/system.hpp"
#include "verification/chains.hpp"
#include "verification/planar_twin.hpp"

namespace bricard {

// beam: parallel hinges; chain: alternating hinges; bars: coupled four-bars with about `bodies` bars; squeezer: Andrews'
// mechanism, of seven bodies. With `planar_` before it: the planar model of the same.
inline Model model_of_size(const std::string& kind, int bodies) {
  const std::string planar = "planar_";
  if (kind.starts_with(planar)) return in_the_plane(model_of_size(kind.substr(planar.size()), bodies));
  if (kind == "squeezer") return in_space(read_model("models/examples/andrews_squeezer.bricard.yaml"));
  if (kind == "beam") return chain(bodies, ChainAxes::parallel);
  if (kind == "chain") return chain(bodies, ChainAxes::alternating);
  return n_four_bar(std::max(1, (bodies - 1) / 2));
}

class Evaluation {
 public:
  // Chains are bent and moving: joint angles and speeds are given functions of the link. Other models stand as drawn, at rest.
  Evaluation(const std::string& kind, int bodies, const std::string& coordinates)
      : system_(model_of_size(kind, bodies), coordinates),
        equations_(system_, Purpose::stepping),
        state_(system_.designed()),
        a_(system_.nv()) {
    if (kind.ends_with("beam") || kind.ends_with("chain")) {
      const System relative(system_.model(), "relative");
      State bent = relative.designed();
      for (int i = 0; i < relative.nq(); ++i) {
        bent.q[i] = angle(i);
        bent.v[i] = speed(i);
      }
      Equations e(relative);
      relative.motion(bent, e, RowSet::all, Measure::all);
      state_ = system_.state_of(e, 0);
    }
    system_.motion(state_, equations_);
    system_.fill(equations_);
    equations_.rows().select();
  }

  static double angle(int joint) { return 0.3 * std::sin(1.7 * joint + 0.4); }
  static double speed(int joint) { return 0.2 * std::cos(2.3 * joint); }

  [[gnu::noinline]] const Eigen::VectorXd& run() {
    system_.motion(state_, equations_);
    system_.factor(equations_);
    system_.forces(equations_);
    system_.accelerations(equations_, a_);
    return a_;
  }
  // Angular acceleration about z of the body with this number (numbers follow the chain), after run().
  double angular_acceleration(int number) const {
    return equations_.plane ? equations_.plane->solution.A[number][2] : equations_.solution.A[number][5];
  }
  int bodies() const { return system_.mechanism().bodies; }

 private:
  System system_;
  Equations equations_;
  State state_;
  Eigen::VectorXd a_;
};

}  // namespace bricard
