#include "bricard/formulations/problems/compiled_motion.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

// Two rows that become dependent share the fall of a pivot.
const double near = std::sqrt(threshold::near_singular);

}  // namespace

CompiledRates::CompiledRates(CompiledUse& use, const System& system)
    : use_(use),
      motion_(use.motion),
      system_(system),
      x_(1 + system.nq() + system.nv() + system.nz() + 2 * system.functions().inputs.size() + system.measures().measured.size() +
         static_cast<std::size_t>(system.functions().decisions)),
      guards_(motion_->guards + 1),
      largest_(motion_->guards) {}

bool CompiledRates::derivative(const State& state, const Values<double>& values, Eigen::Ref<Eigen::VectorXd> f) {
  auto to = x_.begin();
  *to++ = state.t;
  for (const Eigen::VectorXd* part : {&state.q, &state.v, &state.z}) to = std::copy(part->begin(), part->end(), to);
  const auto inputs = static_cast<int>(system_.functions().inputs.size());
  to = std::copy_n(values.columns.begin() + system_.table().first_input, inputs, to);
  to = std::copy_n(values.columns.begin() + system_.functions().first_input_rate, inputs, to);
  to = std::copy(state.angles.begin(), state.angles.end(), to);
  std::copy(values.decisions.begin(), values.decisions.end(), to);
  (*motion_)(x_.data(), f.data(), guards_.data());
  bool is_regular = true;
  for (std::size_t i = 0; i < largest_.size(); ++i) {
    const double guard = std::abs(guards_[i]);
    is_regular &= guard >= near * largest_[i];  // not if it is no number
    largest_[i] = std::max(largest_[i], guard);
  }
  is_regular = is_regular && f.allFinite();
  ++(is_regular ? use_.compiled : use_.interpreted);
  return is_regular;
}

double CompiledRates::rotation() const { return std::sqrt(guards_[motion_->guards]); }

}  // namespace bricard
