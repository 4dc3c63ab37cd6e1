// Functions of a Model compiled into slots, and the order in which forces and outputs that read each other are evaluated.
#pragma once
#include <set>

#include "bricard/model/vocabulary.hpp"
#include "bricard/system/layout.hpp"

namespace bricard {

class FunctionCompiler {
 public:
  FunctionCompiler(Layout& layout, std::vector<Fault>& faults);

  int column(const std::string& name) const { return vocabulary_.find(name); }
  int number(double value);
  // A function of time, with its first two derivatives.
  int of_time(const Function& function, Dimension dimension, const std::string& where);
  // A function of time and columns; `own`: the force whose law it is.
  int of_columns(const Function& function, Dimension dimension, const std::string& where, const Force* own);
  // Somebody reads this measured joint coordinate at every evaluation.
  void read_measured(int measured);

  void order_outputs();
  void order_forces();

 private:
  Expression parse(const std::string& text, Level highest, const Force* own, const std::string& where);
  // Adds the source of a column that is read from the motion; false if it is something else.
  bool add_source(int column);

  Layout& layout_;
  std::vector<Fault>& faults_;
  Vocabulary vocabulary_;
  std::set<int> sourced_;
};

}  // namespace bricard
