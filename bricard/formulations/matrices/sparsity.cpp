#include "bricard/formulations/matrices/sparsity.hpp"

#include <set>

namespace bricard {

namespace {

// Bodies that appear in the same equation: those joined by an element. Forces that read columns may see any body they name, and
// the equations of user states too; such systems, and coordinates whose equations are not local, are treated as full.
std::vector<std::vector<int>> neighbors(const System& system) {
  std::vector<std::set<int>> sets(system.mechanism().bodies + 1);
  const bool full = !system.is_local() || !system.table().sources.empty() || system.functions().measure_first || system.nz() > 0;
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    sets[b].insert(b);
    if (full)
      for (int c = 1; c <= system.mechanism().bodies; ++c) sets[b].insert(c);
  }
  const auto join = [&](int b, int c) {
    if (b == 0 || c == 0) return;
    sets[b].insert(c);
    sets[c].insert(b);
  };
  for (const PairFrames& pair : system.mechanism().pairs) join(pair.A.body, pair.B.body);
  for (const RowGroup& group : system.constraints().groups)  // a row may be a sum over several pairs
    for (int one : group.pairs)
      for (int other : group.pairs)
        for (int b : {system.mechanism().pairs[one].A.body, system.mechanism().pairs[one].B.body})
          for (int c : {system.mechanism().pairs[other].A.body, system.mechanism().pairs[other].B.body}) join(b, c);
  std::vector<std::vector<int>> lists(system.mechanism().bodies + 1);
  for (int b = 1; b <= system.mechanism().bodies; ++b) lists[b].assign(sets[b].begin(), sets[b].end());
  return lists;
}

// Constraint rows by body. Where equations are not local (a loop row moves with every joint on its way): all rows.
std::vector<std::vector<int>> rows_by_body(const System& system, const std::vector<int>& kept) {
  std::vector<int> place(system.constraints().rows + system.own_rows(), -1);
  for (std::size_t l = 0; l < kept.size(); ++l) place[system.active_rows()[kept[l]]] = static_cast<int>(l);
  std::vector<std::vector<int>> rows_of(system.mechanism().bodies + 1);
  for (const RowGroup& group : system.constraints().groups) {
    std::set<int> bodies;
    for (int pair : group.pairs) bodies.insert({system.mechanism().pairs[pair].A.body, system.mechanism().pairs[pair].B.body});
    if (!system.is_local())
      for (int b = 1; b <= system.mechanism().bodies; ++b) bodies.insert(b);
    bodies.erase(0);
    for (int row = group.first_row; row < group.first_row + group.rows; ++row)
      if (place[row] >= 0)
        for (int b : bodies) rows_of[b].push_back(place[row]);
  }
  for (int i = 0; i < system.own_rows(); ++i)
    if (const int l = place[system.constraints().rows + i]; l >= 0) rows_of[system.body_of_own_row(i)].push_back(l);
  return rows_of;
}

}  // namespace

std::vector<int> kept_rows(const System& system, const KernelRows& kernel, const std::vector<char>& selected) {
  std::vector<char> left_out(system.constraints().rows + system.own_rows(), 0);
  for (std::size_t l = 0; l < system.loop_groups().size(); ++l) {
    const RowGroup& group = system.constraints().groups[system.loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i)
      if (!selected[kernel.first_row(static_cast<int>(l)) + i]) left_out[group.first_row + i] = 1;
  }
  std::vector<int> kept;
  for (int i = 0; i < static_cast<int>(system.active_rows().size()); ++i)
    if (!left_out[system.active_rows()[i]]) kept.push_back(i);
  return kept;
}

Sparsity sparsity(const System& system, const std::vector<int>& kept) {
  Sparsity found{neighbors(system), rows_by_body(system, kept), {}};
  std::vector<int> color(system.mechanism().bodies + 1, -1);
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    std::set<int> taken;
    int mine = 0;
    if (static_cast<int>(found.near[b].size()) == system.mechanism().bodies)  // it meets all others
      mine = static_cast<int>(found.of_color.size());
    else
      for (int c : found.near[b])
        for (int d : found.near[c])
          if (color[d] >= 0) taken.insert(color[d]);
    while (taken.count(mine)) ++mine;
    color[b] = mine;
    if (mine == static_cast<int>(found.of_color.size())) found.of_color.emplace_back();
    found.of_color[mine].push_back(b);
  }
  return found;
}

}  // namespace bricard
