// Redundant constraints: minimal dependent groups, by name.
//
// Each superfluous row r has a self-stress, efforts in balance without any load; its joints are those of the dependency. Self-
// stresses are combined until none of their joints can be left out (irreducible.hpp), so that each loop tells of itself only.
#pragma once
#include "bricard/analyses/doctor/mechanism.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

// A minimal dependent group: its joints and constraints (layout groups, ascending) and its superfluous rows.
struct DependentGroup {
  std::vector<int> groups;
  struct Row {
    int group, row;
  };
  std::vector<Row> rows;
};

// Expects Mechanism::select. The rows of all groups are as many as there are redundant ones.
std::vector<DependentGroup> dependent_groups(Mechanism& mechanism);

// "hinge: force z" or "hinge: moment x" in the axes of the joint's first marker (z is its axis), "rod: effort".
std::string row_name(Mechanism& mechanism, const DependentGroup::Row& row);

// By name.
RedundantGroup named(Mechanism& mechanism, const DependentGroup& group);

// Which layout groups meet at bodies; ground does not count as a body.
class GroupsAtBodies {
 public:
  explicit GroupsAtBodies(const System& system);
  const std::vector<int>& bodies(int group) const { return bodies_[group]; }  // ascending, distinct
  // Of every group from one of them, in bodies between them.
  std::vector<int> distances(int from) const;

 private:
  std::vector<std::vector<int>> bodies_, groups_;  // by group, by body
};

}  // namespace bricard
