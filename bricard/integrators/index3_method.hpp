// What all methods for the index-3 equations share: Newton's iteration for the increment d of a step on a Lie group,
//
//   q_n+1 = q_n ∘ d,    M v'_n+1 + Phi_vᵀ lambda_n+1 = Q(t_n+1, q_n+1, v_n+1),    Phi(t_n+1, q_n+1) = 0
//
// A method says how v_n+1 and v'_n+1 follow from d; both change with it in proportion, by the slopes b_v and b_a. Unknown are d
// and s lambda; with the dynamic equation multiplied by s (nearly h²) nothing in the matrix grows as h shrinks:
//
//   [ s (b_a M + b_v C + K T)   Phi_vᵀ ] [    delta d     ]     [ s r ]
//   [         Phi_v T             0    ] [ s delta lambda ] = - [ Phi ]
//
// T = I + O(d) is the tangent operator of the group: a change of d moves q_n ∘ d by T delta d.
// User states stand behind the velocities in v, their derivatives behind v'; every method integrates them like velocities.
//
// The matrix, by the key `newton`: none given: kept over steps while the iteration converges fast; full: new at each iteration;
// modified: new in each step; quasi: new in each step, with M and Phi_v alone (C, K and T - I left out). The variants are those
// of simEngine3D; quasi leaves out what is small against M/h², so that it suits short steps and soft forces.
//
// References: C.L. Bottasso, D. Dopico, L. Trainelli: On the optimal scaling of index three DAEs in multibody dynamics, Multibody
// Syst. Dyn. 19 (2008) 3-20; E.J. Haug: Computer Aided Kinematics and Dynamics of Mechanical Systems, Allyn and Bacon 1989.
#pragma once
#include "bricard/integrators/one_step.hpp"

namespace bricard {

class Index3Method : public OneStepMethod {
 public:
  State state_at(double t) override;

 protected:
  Index3Method(std::string_view name, DaeProblem& problem, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
               const IntegratorSettings& settings, const Control& control);

  struct Values {
    Eigen::VectorXd q, v, vdot, lambda;
    Eigen::VectorXd d;  // the increment that led there, in a step of length h
    double h = 0;
    Eigen::VectorXd a;               // generalized-alpha: the auxiliary acceleration
    Eigen::VectorXd mean_v, mean_a;  // over the step that ended there
  };
  struct Slopes {
    double v, a;   // of v and v' over d
    double scale;  // s
  };

  // The method. `begin`: before a step of length h is tried; `predict`: trial_.v and trial_.d from trial_.vdot; `complete`: what
  // else belongs to the new point; `local_error`: relative to the scale; 0: there is no estimate.
  virtual void begin(double /*h*/) {}
  virtual Slopes slopes(double h) const = 0;
  virtual void predict(double h) = 0;
  virtual void complete() {}
  virtual double local_error(double /*h*/) { return 0; }
  // After v'(t_0) and its rate of change (in jerk_) have been found: may set the first step.
  virtual void started() {}

  // To be called once, by the constructor of the method.
  void prepare() { started_ = start(); }

  static double largest(const Eigen::VectorXd& x, const Eigen::VectorXd& scale) {
    return x.size() == 0 ? 0 : (x.array().abs() / scale.array()).maxCoeff();
  }

  DaeProblem& problem_;
  Values now_, previous_, trial_;
  Eigen::VectorXd jerk_;  // v'' over the last step
  Eigen::VectorXd scale_q_, scale_v_;
  Eigen::VectorXd r_, c_;

 private:
  Trial attempt(double t1, double h) final;
  StepEnd finish(double t1) final;
  void accept(double h) final;
  std::string failure() const final { return problem_.failure(); }
  std::string advice() const final;

  bool start();
  void guess(double h);
  bool factorize(double t1, double h);
  bool newton(double t1, double h);
  void correct();
  double increment_size() const;
  double position_round_off() const;
  double round_off() const;

  std::optional<Newton> variant_;
  Slopes slopes_{};
  bool started_ = false;
  double matrix_step_ = 0;  // the step of the factorized matrix; 0: none that can be used
  int matrix_age_ = 0;
  bool matrix_fresh_ = false;
  bool slow_ = false;      // the iteration was slow: renew the matrix for the next step
  bool diverged_ = false;  // in the last attempt
};

}  // namespace bricard
