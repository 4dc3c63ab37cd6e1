// Energy that enters and leaves a mechanism per unit of time at a State:
//
//   (T + V)' = Σ driven rows  mu nu  +  Σ force elements (P + V_e')
//
// A row with prescribed rate nu, of a driver or of a constraint that depends on time, has the power mu nu of its effort mu.
// Joints do no work. A force element has the power P of its wrench, of which it stores -V_e' in its own potential and loses what
// its damper takes. Dry friction, of joints too, has the power of its efforts on the slip, and loses all of it. Elements that are
// conservative, and rows that stand still, have nothing to tell and are not asked.
#pragma once
#include "bricard/system/system.hpp"

namespace bricard {

// Groups of rows whose prescribed value is a function of time: drivers, constraints, expressions.
std::vector<int> groups_that_depend_on_time(const Layout& layout);

class PowerMeter {
 public:
  // `selected`: the independent loop rows (Kernel::select).
  PowerMeter(const System& system, const std::vector<char>& selected);

  // Nothing enters or leaves at any time.
  bool idle() const { return forces_.empty() && rows_.empty() && rubbing_.empty(); }
  // False if the efforts cannot be computed there, or are not finite.
  bool measure(const State& state);

  struct ForcePower {
    int element;            // index in the model's forces
    double power = 0;       // of the whole wrench
    double dissipated = 0;  // power of its damper
    double stored = 0;      // its potential energy
  };
  const std::vector<ForcePower>& forces() const { return forces_; }

  struct RowPower {
    int group;  // of the layout: a driver or a constraint
    double power = 0;
  };
  const std::vector<RowPower>& rows() const { return rows_; }

  struct RubbingPower {
    bool is_joint;  // else a force element
    int element;    // index in the model
    double power = 0;
  };
  const std::vector<RubbingPower>& rubbing() const { return rubbing_; }

 private:
  template <class Space>
  void measure_rows(EquationsIn<Space>& e, std::vector<typename Space::Vector>& F);

  const System& system_;
  std::optional<Equations> e_;  // where there is something to measure
  std::vector<ForcePower> forces_;
  std::vector<RowPower> rows_;
  std::vector<RubbingPower> rubbing_;
  std::vector<int> kernel_group_;  // layout group → group of the kernel; -1: a row over a tree joint
  std::vector<int> rows_on_edge_;  // by body: rows_ over its tree joint
  RowSet needed_;
  Eigen::VectorXd a_;
  std::vector<Vec6<double>> F_;
  std::vector<Vec3<double>> F_in_plane_;
};

}  // namespace bricard
