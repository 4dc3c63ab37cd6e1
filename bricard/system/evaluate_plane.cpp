// Kinds of elements evaluated with numbers, in the plane.
#include "bricard/system/evaluate_kinds.hpp"

namespace bricard {

template void evaluate_rows(const Layout&, PlanarKinematics<double>&, RowSet, Measure, std::span<const double>, const double*);
template void evaluate_forces(const Layout&, PlanarKinematics<double>&);
template void read_columns(const Layout&, PlanarKinematics<double>&, std::span<const ColumnSource>);

}  // namespace bricard
