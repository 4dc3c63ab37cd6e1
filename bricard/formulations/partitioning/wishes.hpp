// Names of the velocity coordinates, and the user's wishes which of them shall be independent (`analysis.independent`).
//
// A wish names a joint of the tree, `hinge`, or one of its coordinates, `sleeve.angle`, in relative coordinates: other sets have
// none of joints. What cannot be is an Error that says why: a joint that is not there or that a driver moves, and, of all
// wishes together, more than there are freedoms, or ones that follow from each other.
#pragma once
#include <Eigen/Dense>
#include <string>
#include <vector>

#include "bricard/model/analysis.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// "main", "sleeve.angle"; in absolute coordinates "crank.x", "crank.wz"; empty: a body that no joint carries.
std::vector<std::string> velocity_names(const System& system);

class Wishes {
 public:
  // Throws Error where a joint is not there or is driven.
  Wishes(const System& system, const AnalysisOptions* options);

  bool any() const { return !list_.empty(); }
  // By velocity coordinate.
  const std::vector<char>& wished() const { return wished_; }
  // On wishes that no choice in these coordinates can fulfil.
  const std::vector<std::string>& notes() const { return notes_; }
  // Wishes with a coordinate that is dependent.
  std::vector<std::string> not_kept(const std::vector<char>& is_dependent) const;

  // The wishes together need more freedoms than there are: an Error says so.
  void check_number(int freedoms) const;
  // R: velocities by independent ones, in units that compare. The first wish that follows from those before it, and why; empty:
  // all can be independent.
  std::string contradiction(const Eigen::MatrixXd& R) const;

 private:
  struct Wish {
    std::string name;
    std::vector<int> columns;
  };
  std::vector<Wish> list_;
  std::vector<char> wished_;
  std::vector<std::string> notes_;
};

}  // namespace bricard
