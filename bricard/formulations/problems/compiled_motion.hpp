// The derivative of a motion by code that was generated for one System, compiled and loaded:  f = (q', v', z')  at  x.
//
//   x   t, q, v, z, inputs, their rates, last values of measured angles, decisions that are held; one after the other
//   g   guards: pivots of rows (inverse masses) and cosines of second angles. Each is far from zero where the code may be
//       believed; it was written for rows that are independent, and eliminates them without search. Last, where angles are
//       counted: the square of the fastest rotation of a body
//
// The code holds no state and takes the numbers of the model by argument, so that models of one structure share it.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bricard/system/system.hpp"

namespace bricard {

struct ExternalFunction;

struct CompiledMotion {
  // A function of the user: value(code, arguments).
  struct Call {
    double (*value)(const void* code, const double* x);
    const void* code;
  };
  using Function = void (*)(const double* x, const double* numbers, const Call* calls, double* f, double* g);

  Function function = nullptr;
  std::vector<double> numbers;  // of the model
  std::vector<Call> calls;
  int guards = 0;
  bool gives_rotation = false;
  std::shared_ptr<const void> kept;  // what the pointers above need

  void operator()(const double* x, double* f, double* g) const { function(x, numbers.data(), calls.data(), f, g); }
};

// `compiled`, with the rows of the kernel that are `selected`; `at`: where these are independent. Null: `why` says why there is
// none. Defined where code is generated (codegen/engine/), which is below: what is computed is asked for here.
std::shared_ptr<const CompiledMotion> compile_motion(const System& system, const std::vector<char>& selected, const State& at,
                                                     std::string& why);

// Whose it is asks how often it was believed.
struct CompiledUse {
  std::shared_ptr<const CompiledMotion> motion;
  long compiled = 0, interpreted = 0;  // evaluations
};

// What compiled code needs beside the state, and whether it may be believed: for one Problem.
class CompiledRates {
 public:
  CompiledRates(CompiledUse& use, const System& system);

  // f at a state whose inputs stand in `values`, decided as they say. False: near a singular position, or not finite; the
  // System must be asked.
  bool derivative(const State& state, const Values<double>& values, Eigen::Ref<Eigen::VectorXd> f);
  double rotation() const;  // of a body, the fastest, at the last of them

 private:
  CompiledUse& use_;
  std::shared_ptr<const CompiledMotion> motion_;
  const System& system_;
  std::vector<double> x_, guards_, largest_;
};

}  // namespace bricard
