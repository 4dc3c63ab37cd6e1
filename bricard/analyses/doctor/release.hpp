// What could be released to make constraints no longer redundant: joints of other kinds, tried one after the other. A suggestion
// is made only where the changed model has the same mobility here and at positions nearby.
#pragma once
#include "bricard/analyses/doctor/redundancy.hpp"

namespace bricard {

class Releases {
 public:
  // model: all of it, drivers and forces too, which a change must leave valid. nearby: States of the mechanism a little further
  // along its motion, where there are such.
  Releases(const Model& model, Mechanism& mechanism, std::vector<State> nearby);

  // At most four, best first: those after which the group is gone, then those that take most of its rows.
  std::vector<Suggestion> of(const DependentGroup& group);

 private:
  struct Trial {
    Model model;
    std::vector<Replacement> changes;
    int released = 0, remaining = 0;
  };
  std::optional<Trial> tried(const Trial& before, const DependentGroup& group, int layout_group, std::string_view to);
  Trial completed(Trial trial, const DependentGroup& group);
  int remaining_in(const Model& model, const DependentGroup& group);
  Suggestion told(const Trial& trial, const DependentGroup& group) const;

  const Model& model_;
  Mechanism& mechanism_;
  std::vector<State> nearby_;
  int mobility_;
  std::vector<int> mobility_nearby_;
  int budget_;
};

}  // namespace bricard
