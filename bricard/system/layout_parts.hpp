// What a Layout is put together from, while a Model is compiled and when drivers are added afterwards.
#pragma once
#include "bricard/system/layout.hpp"

namespace bricard {

// Rows of an element; returns the number of their group.
int add_group(Layout& layout, RowGroup::Kind kind, std::size_t element, int rows, std::vector<int> pairs, int edge,
              int driven_column);
// The row of a driver that prescribes a measured coordinate.
void add_driver(Layout& layout, std::size_t element, int measured, int slot);

double characteristic_length(const Layout& layout);

}  // namespace bricard
