// Functions of a Model compiled into slots, and the order in which forces and outputs that read each other are evaluated.
#pragma once
#include <functional>
#include <optional>
#include <set>

#include "bricard/model/vocabulary.hpp"
#include "bricard/system/layout.hpp"

namespace bricard {

class FunctionCompiler {
 public:
  FunctionCompiler(Layout& layout, std::vector<Fault>& faults);

  const Vocabulary& vocabulary() const { return vocabulary_; }
  int column(const std::string& name) const { return vocabulary_.find(name); }
  int number(double value);
  // A function of time, and of states that can be followed, with its first two derivatives.
  int of_time(const Function& function, Dimension dimension, const std::string& where);
  // A function of time and columns; `own`: the force whose law it is.
  int of_columns(const Function& function, Dimension dimension, const std::string& where, const Force* own);
  // A function of positions and time that shall be zero, with its derivatives. `add_pair` makes marker pairs for what it names.
  ExpressionEntry of_positions(const Function& function, const std::string& where,
                               const std::function<int(const PairFrames&)>& add_pair);

  // The same for a function that is linear in velocities.
  ExpressionEntry of_rates(const Function& function, const std::string& where,
                           const std::function<int(const PairFrames&)>& add_pair);

  void inputs();
  void states();
  void events();
  void delays();
  void order_outputs();
  void order_forces();
  // Derivatives that are asked for and that no column has; after all functions are compiled.
  void motion_rates();

 private:
  // Decisions in functions of forces, inputs and states are places where a motion may have kinks.
  void number_decisions(Slot& slot, int index, std::vector<int>& deciding, const std::string& where);
  // What the condition of an event reads, by way of outputs too.
  void read_by_events(const Expression& expression, std::set<int>& seen);
  Expression parse(const std::string& text, Level highest, const Force* own, const std::string& where);
  Expression parse(const std::string& text, const Scope& scope, const std::string& where);
  Expression plain(const Function& function, Level highest, const std::string& where);
  // Where a column of a body, sensor or joint is read from the motion; nothing if it is something else.
  std::optional<ColumnSource> source_of(int column) const;
  bool add_source(int column);
  // The same for a position column, as a function of a marker pair; of a velocity column the row whose rate it is.
  PositionRow row_of(int column, const std::function<int(const PairFrames&)>& add_pair);

  Layout& layout_;
  std::vector<Fault>& faults_;
  Vocabulary vocabulary_;
  std::set<int> sourced_;
};

}  // namespace bricard
