// How searches ask: points of the unit cube, each run once however often it is looked at, goals to be made small, conditions as
// excesses. What cannot be run (a mechanism that cannot be assembled) is worse than all that can.
#pragma once
#include <map>

#include "study/purposes/purpose.hpp"
#include "study/small_numbers.hpp"

namespace bricard::study {

// Of one run: each goal with the sign with which it is made small, each excess positive where the condition does not hold, of
// equalities with its sign.
struct Judged {
  bool failed = false;
  std::vector<double> goals, excesses;
  double worst = 0;  // of the excesses, without signs
  bool meets() const { return !failed && worst <= met_equality; }
};
Judged judged(const Study& study, const Point& point, bool failed, const std::vector<double>& measures);

// Whether a is to be preferred with regard to goal 0: what can be run, then what meets the conditions, then the goal.
bool is_better(const Judged& a, const Judged& b);

class Asking {
 public:
  Asking(const Study& study, const Ask& ask, std::size_t most) : study_(study), ask_(ask), most_(most) {}

  // Nothing where the number of runs is used up. Several new ones are run side by side.
  std::vector<const Judged*> operator()(const std::vector<std::vector<double>>& units);
  const Judged* operator()(const std::vector<double>& unit) { return (*this)(std::vector<std::vector<double>>{unit})[0]; }
  bool is_used_up() const { return known_.size() >= most_; }
  std::size_t runs() const { return known_.size(); }

  bool has_best() const { return best_ != nullptr; }
  const std::vector<double>& best_unit() const { return *best_at_; }
  const Judged& best() const { return *best_; }
  // What a run that failed counts as, so that searches turn away from it: worse than all goals, the more so the farther it is from
  // the best.
  double goal_of_failure(const std::vector<double>& unit) const;
  const Study& study() const { return study_; }

 private:
  const Study& study_;
  const Ask& ask_;
  std::size_t most_;
  std::map<std::vector<double>, Judged> known_;
  const Judged* best_ = nullptr;
  const std::vector<double>* best_at_ = nullptr;
  double largest_ = 0, smallest_ = 0;
  bool has_goal_ = false;
};

Point point_of(const Study& study, const std::vector<double>& unit);
std::vector<double> unit_of(const Study& study, const Point& point);

// Searches of optimize.
std::string descend(const Study& study, long task, const Ask& ask);       // descent.cpp: one goal, by NLopt
std::string search_front(const Study& study, long task, const Ask& ask);  // front.cpp: several

// The samples that no other betters in all goals, by index; only of those that meet the conditions.
std::vector<std::size_t> front_of(const std::vector<Judged>& all);

// The methods that `optimize.method` may name, for messages and documents.
std::vector<std::string_view> search_methods();

}  // namespace bricard::study
