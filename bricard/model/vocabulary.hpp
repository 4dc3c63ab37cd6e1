// The names that the expressions of a model may use and what they mean: parameters and points are numbers, columns are variables.
// The checks of a model and its System parse expressions with the same vocabulary.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bricard/math/expression.hpp"
#include "bricard/model/columns.hpp"

namespace bricard {

// The expression of a text whose faults are told elsewhere, and nothing is suggested for them here.
Expression parsed(std::string_view text, Scope scope, Counting* counting = nullptr);

// Holds a reference to the model, which must outlive it and stay unchanged.
class Vocabulary {
 public:
  explicit Vocabulary(const Model& model);
  Vocabulary(const Vocabulary&) = delete;
  Vocabulary& operator=(const Vocabulary&) = delete;

  // In the order of results.csv. Variable i of an expression is column i; the variables after the columns are the time
  // derivatives of outputs, inputs and states, in this order, and of columns that have none of their own, which der() asks for.
  const std::vector<ColumnInfo>& columns() const { return columns_; }
  int find(std::string_view column) const;  // -1: there is none
  int first_input() const { return first_input_; }
  int first_state() const { return first_state_; }
  int first_output() const { return first_output_; }
  int input_rate(int input) const { return static_cast<int>(columns_.size() + model_.outputs.size()) + input; }
  int state_rate(int state) const { return input_rate(static_cast<int>(model_.inputs.size())) + state; }
  // Of a column of the motion or of a force that has no column for its derivative: it follows from the accelerations.
  // Of delays, after all others: expressions of positions, velocities, time, inputs and states, some time ago.
  struct Delay {
    Expression value;
    double time = 0;    // in the file's unit
    std::string where;  // whose function reads it
  };
  const std::vector<Delay>& delays() const { return delays_; }
  int first_delay() const { return motion_rate(static_cast<int>(columns_.size())); }
  int motion_rate(int column) const { return state_rate(static_cast<int>(model_.states.size())) + column; }
  int variables() const { return first_delay() + static_cast<int>(delays_.size()); }  // how many there are
  // The variable that is the time derivative of a variable, Expression::rate_one (of time) or rate_unknown.
  int rate(int variable) const;
  // When a variable is known, derivatives of outputs included.
  Level level(int variable) const;
  // The outputs as parsed, in the model's order; the constant 0 where one has a fault.
  const std::vector<Expression>& outputs() const { return outputs_; }
  // The time derivative of an output; the constant 0 where rate() does not know it.
  Expression output_rate(int output) const;
  // What a column counts in, as far as it is known: inputs and outputs in what follows from their expressions.
  Counting counting(int column) const;
  // The unit of an input, state or output, for people; empty: it is not known.
  std::string signal_unit(int column) const;
  // Order in which outputs can be evaluated; outputs that depend on themselves are left out.
  const std::vector<int>& output_order() const { return output_order_; }

  // A plain number or expression of any columns, with the expressions of outputs in their places.
  Expression written_out(const Function& value, Counting* counting = nullptr) const;

  // For an expression that may use columns up to `highest`. `own`: the force element whose measured columns may be used
  // without its name. The scope refers to this vocabulary.
  Scope scope(Level highest, const Force* own = nullptr) const;
  // For the value of a driver or constraint: time, and states that it can follow with its first two derivatives, because theirs
  // read time, inputs and such states only.
  Scope scope_of_prescribed() const;
  // The derivative of such a state, outputs written out; null: the state cannot be followed.
  const Expression* followed(int state) const { return followed_[state] ? &*followed_[state] : nullptr; }

 private:
  Meaning meaning(std::string_view name, Level highest, const Force* own) const;
  void write_out(Meaning& meaning) const;
  std::string suggestion(std::string_view name, const Force* own) const;
  void parse_outputs();
  void list_functions_in_code();
  void find_delays();
  using Delayed = std::function<int(const Expression&, double, std::string&)>;
  Expression written_out(const Function& value, const Delayed& delayed, Counting* counting = nullptr) const;
  Expression as_remembered(const Expression& value) const;
  int delayed(const Expression& value, double time, std::string& why) const;
  void count_inputs_and_states();
  void find_followed();

  const Model& model_;
  std::vector<ColumnInfo> columns_;
  mutable std::unordered_map<std::string_view, int> index_;  // of columns
  struct Number {
    double value = 0;
    Counting counting;
  };
  std::unordered_map<std::string, Number> numbers_;  // parameters and components of points, in the file's units
  std::unordered_map<std::string, Interpolant> tables_;
  std::unordered_map<std::string, GridInterpolant> grids_;
  std::unordered_map<std::string, CallMeaning> calls_;
  std::vector<Delay> delays_;
  std::vector<Counting> signals_;  // of inputs, states and outputs
  int first_input_ = 0, first_state_ = 0, first_output_ = 0;
  std::vector<Expression> outputs_;
  std::vector<Expression> written_out_;  // outputs without other outputs in them, for places that come before outputs
  std::vector<int> output_order_;
  std::vector<Level> rate_levels_;                   // of the derivative of each output
  std::vector<bool> has_rate_;                       // of each output
  std::vector<std::optional<Expression>> followed_;  // by state
};

// What counts in a unit that the file gives; without one nothing is known.
Counting counting_in(const std::optional<Unit>& unit);
std::array<Counting, 3> countings_of(const Table& table);

// The curve of a table; one that validate() refuses is zero everywhere, so that its users can still be checked.
Interpolant make_interpolant(const Table& table);
GridInterpolant make_grid(const Table& table);

// A dependency graph: uses[i] lists what i needs.
struct DependencyOrder {
  std::vector<int> sorted;  // each after what it needs; without those that depend on themselves
  std::vector<int> cycle;   // one cycle, each needing the next; empty if there is none
};
DependencyOrder sort_dependencies(const std::vector<std::vector<int>>& uses);

}  // namespace bricard
