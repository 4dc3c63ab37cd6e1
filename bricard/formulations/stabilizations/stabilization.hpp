// The contract of a stabilization: how a State that has left the constraints a little comes back to them.
//
//   name, help
//   projects     it brings a state back at once; the stages of a step too (near singular positions they must be)
//   make(settings)   the Stabilizer below, for one Problem
//
// The laws (conformance_test.cpp): after apply, the rows of a stabilization that projects are closed; the state's other parts do
// not move; feedback lets violations die out as its equation says.
#pragma once
#include <memory>
#include <string_view>

#include "bricard/system/system.hpp"

namespace bricard {

struct ProblemSettings;  // formulations/formulation.hpp

inline constexpr double unlimited = 1e100;  // any change will do

// Phi'' + 2 alpha Phi' + beta² Phi = 0 instead of Phi'' = 0; 1/s.
struct Feedback {
  double alpha = 0, beta = 0;
};

// A stabilization at work in one Problem: it may remember a choice from step to step.
class Stabilizer {
 public:
  explicit Stabilizer(const System& system) : system_(system) {}
  virtual ~Stabilizer() = default;

  // After a step; true if the state may be used. Leaves the motion at the corrected state in e, with e's kernel factorized there
  // with the masses of the model.
  // `tolerance`: how much of a change the run bears, relative; `closed`: violation that needs no closing, relative to the
  // characteristic length.
  virtual bool apply(Equations& e, State& state, double tolerance, double closed) = 0;
  // The stages of a step, where the stabilization projects: one Newton step on positions and one on velocities.
  virtual bool apply_once(Equations& e, State& state) { return apply(e, state, unlimited, 0); }
  // A step of length h is about to be tried.
  virtual void begin_step(double /*h*/) {}
  virtual Feedback feedback() const { return {}; }

 protected:
  const System& system_;
};

struct Stabilization {
  std::string_view name;
  std::string_view help;
  bool projects;
  std::unique_ptr<Stabilizer> (*make)(const ProblemSettings&);
};

}  // namespace bricard
