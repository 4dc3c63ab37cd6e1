#include "bricard/system/motion_rates.hpp"

namespace bricard {

MotionRates::MotionRates(const System& system)
    : system_(system),
      writer_(system),
      k_(make_kinematics<Number>(system.layout())),
      A_(system.layout().bodies + 1, Vec6<Number>::Zero()),
      effort_(system.layout().rows, Number(0)),
      columns_(system.layout().columns.size(), Number(0)),
      wrench_(system.layout().groups.size(), Vec6<Number>::Zero()) {}

void MotionRates::write(const State& state, const std::vector<Vec6<double>>& A, Kinematics<double>& k) {
  const Layout& layout = system_.layout();
  const auto moving = [](double value, double rate) {
    Number number(value);
    number.d[0] = rate;
    return number;
  };
  for (int b = 1; b <= layout.bodies; ++b) {
    for (int c = 0; c < 3; ++c) {
      const Vec3<double> axis = k.R[b].col(c), turning = k.w[b].cross(axis);
      for (int i = 0; i < 3; ++i) k_.R[b](i, c) = moving(axis[i], turning[i]);
    }
    for (int i = 0; i < 3; ++i) {
      k_.p[b][i] = moving(k.p[b][i], k.v[b][i]);
      k_.v[b][i] = moving(k.v[b][i], A[b][i]);
      k_.w[b][i] = moving(k.w[b][i], A[b][3 + i]);
    }
  }
  evaluate_time(layout, k_, moving(state.t, 1));
  for (std::size_t i = 0; i < layout.states.size(); ++i)
    k_.columns[layout.first_state + i] =
        moving(state.z[static_cast<int>(i)], k.columns[layout.first_state_rate + i] * layout.states[i].factor);
  const std::span<const double> angles(state.angles.data(), static_cast<std::size_t>(state.angles.size()));
  evaluate_rows<Number>(layout, k_, RowSet::all, Measure::all, angles, nullptr);
  evaluate_forces(layout, k_);
  const Number none[5] = {0, 0, 0, 0, 0};
  writer_.write<Number>(moving(state.t, 1), {k_, A_, effort_, wrench_}, none, columns_.data());
  const double time = layout.column_factor[0];
  for (const int column : layout.motion_rates)
    k.columns[layout.first_motion_rate + column] = columns_[column].d[0] / layout.column_factor[column] * time;
}

}  // namespace bricard
