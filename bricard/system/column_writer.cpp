#include "bricard/system/column_writer.hpp"

namespace bricard {

ColumnWriter::ColumnWriter(const System& system)
    : system_(system),
      joint_group_(system.model().joints.size(), -1),
      driver_group_(system.model().drivers.size(), -1),
      constraint_group_(system.model().constraints.size(), -1),
      first_measured_(system.model().joints.size() + 1, 0) {
  const auto& groups = system.layout().groups;
  for (int g = 0; g < static_cast<int>(groups.size()); ++g) {
    auto& of_kind = groups[g].kind == RowGroup::Kind::joint    ? joint_group_
                    : groups[g].kind == RowGroup::Kind::driver ? driver_group_
                                                               : constraint_group_;
    of_kind[groups[g].element] = g;
  }
  for (const auto& coordinate : system.layout().measured)
    if (coordinate.joint >= 0) ++first_measured_[coordinate.joint + 1];
  for (std::size_t j = 0; j + 1 < first_measured_.size(); ++j) first_measured_[j + 1] += first_measured_[j];
}

}  // namespace bricard
