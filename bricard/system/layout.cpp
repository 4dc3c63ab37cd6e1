#include "bricard/system/layout.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/system/layout_parts.hpp"

namespace bricard {

Layout::Layout() = default;
Layout::Layout(const Layout&) = default;
Layout::Layout(Layout&&) noexcept = default;
Layout& Layout::operator=(const Layout&) = default;
Layout& Layout::operator=(Layout&&) noexcept = default;
Layout::~Layout() = default;

void read_measured(Layout& layout, int measured) {
  std::vector<int>& limited = layout.second_angles;
  if (const int second = layout.measured[measured].second_angle;
      second >= 0 && std::find(limited.begin(), limited.end(), second) == limited.end())
    limited.push_back(second);
  for (JointEntry& joint : layout.joints)
    if (measured >= joint.measured && measured < joint.measured + static_cast<int>(joint.kind->names.size()))
      joint.is_measured = true;
  for (TurnEntry& turned : layout.turns)
    if (turned.measured == measured) turned.is_measured = true;
}

int add_group(Layout& layout, RowGroup::Kind kind, std::size_t element, int rows, std::vector<int> pairs, int edge,
              int driven_column) {
  RowGroup group;
  group.kind = kind;
  group.element = static_cast<int>(element);
  group.rows = rows;
  group.terms = static_cast<int>(pairs.size());
  group.pairs = std::move(pairs);
  group.edge = edge;
  group.driven_column = driven_column;
  group.first_row = layout.rows;
  group.first_entry = layout.entries;
  layout.rows += group.rows;
  layout.is_rate_row.resize(layout.rows, 0);
  layout.entries += group.rows * group.terms;
  layout.groups.push_back(std::move(group));
  return static_cast<int>(layout.groups.size()) - 1;
}

void add_driver(Layout& layout, std::size_t element, int measured, int slot) {
  DriverEntry entry;
  entry.slot = slot;
  entry.measured = measured;
  const MeasuredCoordinate& coordinate = layout.measured[measured];
  entry.pair = coordinate.pair;
  read_measured(layout, measured);
  const bool is_of_tree = coordinate.tree_body != 0;  // else the coordinate is none of the tree's own
  entry.group = add_group(layout, RowGroup::Kind::driver, element, 1, {entry.pair}, coordinate.tree_body,
                          is_of_tree ? coordinate.which : -1);
  layout.drivers.push_back(entry);
}

// The longest reach from a centre of mass to a marker; without markers, the radius of gyration; else 1.
double characteristic_length(const Layout& layout) {
  double reach = 0, gyration = 0;
  for (const PairFrames& pair : layout.pairs)
    for (const Frame* frame : {&pair.A, &pair.B})
      if (frame->body != 0) reach = std::max(reach, frame->p.norm());
  for (int k = 1; k <= layout.bodies; ++k)
    if (layout.mass[k] > 0) gyration = std::max(gyration, std::sqrt(layout.inertia[k].trace() / layout.mass[k]));
  return reach > 0 ? reach : gyration > 0 ? gyration : 1;
}

Layout with_drivers(Layout layout, const std::vector<HeldCoordinate>& held) {
  for (const HeldCoordinate& each : held) {
    Slot slot;
    slot.number = each.value;
    layout.slots.push_back(std::move(slot));
    add_driver(layout, layout.model.drivers.size(), each.measured, static_cast<int>(layout.slots.size()) - 1);
    layout.model.drivers.push_back(each.driver);
  }
  return layout;
}

}  // namespace bricard
