#include "bricard/formulations/problems/scales.hpp"

#include <algorithm>

#include "bricard/system/row_length.hpp"

namespace bricard {

void position_scales(const System& system, Eigen::Ref<Eigen::VectorXd> scale) {
  const Eigen::VectorXd& per_radian = system.q_per_radian();
  for (int i = 0; i < per_radian.size(); ++i) scale[i] = per_radian[i] > 0 ? per_radian[i] : system.length();
}

void velocity_scales(const System& system, double linear, double angular, Eigen::Ref<Eigen::VectorXd> scale) {
  const Eigen::VectorXd& per_radian = system.v_per_radian();
  for (int i = 0; i < per_radian.size(); ++i) scale[i] = per_radian[i] > 0 ? per_radian[i] * angular : linear;
}

void largest_rates(const System& system, const Eigen::Ref<const Eigen::VectorXd>& v, double& linear, double& angular) {
  const Eigen::VectorXd& per_radian = system.v_per_radian();
  for (int i = 0; i < per_radian.size(); ++i) {
    if (per_radian[i] > 0)
      angular = std::max(angular, std::abs(v[i]) / per_radian[i]);
    else
      linear = std::max(linear, std::abs(v[i]));
  }
}

double left_out_rows_open(const System& system, const Equations& e) {
  double open = 0;
  for (std::size_t l = 0; l < system.loop_groups().size(); ++l) {
    const RowGroup& group = system.constraints().groups[system.loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i)
      if (!e.rows().selected()[e.rows().first_row(static_cast<int>(l)) + i])
        open = std::max(open, as_length(system, e, group.first_row + i, e.values().Phi[group.first_row + i]));
  }
  return open;
}

std::string singular_message(const System& system, const Equations& e) {
  if (system.singular(e.k)) return system.why_singular(e.k);
  const int b = e.rows().singular_body();
  return b == 0 ? "the constraints could not be factorized" : no_inertia_message(system, b);
}

std::string no_inertia_message(const System& system, int b) {
  const int joint = system.mechanism().joint_of_body[b];
  return "body '" + system.model().bodies[system.mechanism().tree.given[b] - 1].name +
         "' has no inertia against its free motion" +
         (joint >= 0 ? " in joint '" + system.model().joints[joint].name + "'" : std::string()) +
         ", which no loop determines: give it mass or inertia";
}

std::string unresisted_message(const System& system, const Equations& e) {
  return no_inertia_message(system, e.rows().unresisted_body()) + ", or take away the force along it";
}

}  // namespace bricard
