#include "bricard/analyses/beyond_range.hpp"

#include <fmt/format.h>

#include <cmath>

namespace bricard {

namespace {

bool is_marked(const Results& results, int column) {
  if (static_cast<std::size_t>(column) < results.tally.largest.size() && results.tally.largest[column] != 0) return true;
  for (int row = 0; row < results.rows(); ++row)
    if (results.at(row, column) != 0) return true;
  return false;
}

}  // namespace

void warn_beyond_range(const Model& model, Results& results) {
  for (const Force& force : model.forces) {
    if (force.kind->mark.empty()) continue;
    const std::string name = fmt::format("{}.{}", force.name, force.kind->mark);
    if (const int column = results.column(name); column >= 0 && is_marked(results, column))
      results.summary.warnings.push_back(fmt::format("forces.{}: {} (where the column {} is not 0)", force.name, force.kind->mark_means, name));
  }
}

}  // namespace bricard
