#include "bricard/system/row_length.hpp"

#include <algorithm>
#include <cmath>

namespace bricard {

namespace {

template <class Entries>
bool has_group(const Entries& entries, int group) {
  const auto at =
      std::lower_bound(entries.begin(), entries.end(), group, [](const auto& each, int wanted) { return each.group < wanted; });
  return at != entries.end() && at->group == group;
}

double size_of(const Vec3<double>& tau) { return tau.norm(); }
double size_of(double tau) { return std::abs(tau); }

template <class Rows>
double steepest(const Rows& entries, const RowGroup& group, double length) {
  double slope = 0;
  for (int m = 0; m < group.terms; ++m) {
    const auto& entry = entries[group.first_entry + m];
    slope = std::max({slope, entry.n.norm(), size_of(entry.tau) / length});
  }
  return slope;
}

}  // namespace

double as_length(const System& system, const Equations& e, int group, int row, double value) {
  const RowLayout& layout = system.constraints();
  if (!has_group(layout.expressions, group) && !has_group(layout.couplings, group)) return system.scaled(row, value);
  const double slope = e.plane ? steepest(e.plane->k.entries, layout.groups[group], system.length())
                               : steepest(e.k.entries, layout.groups[group], system.length());
  return slope > 0 ? std::abs(value) / slope : system.scaled(row, value);
}

}  // namespace bricard
