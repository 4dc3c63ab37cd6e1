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

// The group of a row.
int group_of(const Layout& layout, int row) {
  const auto after = std::upper_bound(layout.groups.begin(), layout.groups.end(), row,
                                      [](int wanted, const RowGroup& group) { return wanted < group.first_row; });
  return static_cast<int>(after - layout.groups.begin()) - 1;
}

double size_of(const Vec3<double>& tau) { return tau.norm(); }
double size_of(double tau) { return std::abs(tau); }

// Terms of the same two bodies act together: x and y of a point on a circle have one slope, across it.
template <class Rows>
double steepest(const Layout& layout, const Rows& entries, const RowGroup& group) {
  double slope = 0;
  for (int m = 0; m < group.terms; ++m) {
    const PairFrames& pair = layout.pairs[group.pairs[m]];
    auto together = entries[group.first_entry + m];
    for (int other = 0; other < group.terms; ++other) {
      const PairFrames& of = layout.pairs[group.pairs[other]];
      if (other == m || of.A.body != pair.A.body || of.B.body != pair.B.body) continue;
      together.n += entries[group.first_entry + other].n;
      together.tau += entries[group.first_entry + other].tau;
    }
    slope = std::max({slope, together.n.norm(), size_of(together.tau) / layout.length});
  }
  return slope;
}

}  // namespace

double length_per_one(const System& system, const Equations& e, int row) {
  const Layout& layout = system.layout();
  const double written = system.scaled(row, 1);
  if ((layout.expressions.empty() && layout.couplings.empty()) || row >= layout.rows) return written;
  const int group = group_of(layout, row);
  if (!has_group(layout.expressions, group) && !has_group(layout.couplings, group)) return written;
  const double slope =
      e.plane ? steepest(layout, e.plane->k.entries, layout.groups[group]) : steepest(layout, e.k.entries, layout.groups[group]);
  return slope > 0 ? 1 / slope : written;
}

}  // namespace bricard
