// An operation graph: what Symbols record. Every operation on the same operands is one node (hash-consing), so that common
// subexpressions are shared by construction; operands stand before their uses. Named input and output arrays are the interface of
// the function that a printer (printer.hpp) makes of it. Reference: Ershov, On programming of arithmetic operations, CACM 1958.
#pragma once
#include <array>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "bricard/math/grid_interpolant.hpp"

namespace bricard {

class Symbol;

// A negation is mostly absorbed by the sum or product around it and is counted apart.
struct OperationCounts {
  int additions = 0;  // and subtractions
  int multiplications = 0;
  int divisions = 0;
  int functions = 0;  // sin, sqrt, pow, ...; of these
  int roots = 0, trigonometric = 0;
  int negations = 0;
  int choices = 0;  // comparisons, and, not, select
  int total() const { return additions + multiplications + divisions + functions; }
  friend bool operator==(const OperationCounts&, const OperationCounts&) = default;
};

class Graph {
 public:
  // clang-format off
  enum class Op {
    constant, input, add, subtract, multiply, divide, negate,
    sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, pow, abs, floor, fmod,
    table,     // curves()[array], its derivative of order `element`
    grid,      // surfaces()[array], of order element % 4 in x and element / 4 in y
    piece,     // as table, on the piece that is the second operand
    cell,      // as grid, in the cell that is the third
    argument,  // of a call: a value, after the argument that is its second operand (-1: it is the first)
    call,      // calls()[array] of the arguments that end in its operand
    less, less_equal, equal, logical_and, logical_not, select
  };
  // clang-format on
  struct Node {
    Op op = Op::constant;
    std::array<int, 3> operands{-1, -1, -1};  // earlier nodes; -1: none
    double value = 0;                         // of a constant
    int array = -1, element = -1;             // of an input, table, grid or call
    friend bool operator==(const Node& a, const Node& b);
  };
  struct Input {
    std::string name;
    int size;
  };
  // A function that is not ours, or its derivative by two arguments at most.
  struct Call {
    std::string name;  // of the model
    int arguments = 1;
    int order = 0;  // external_function.hpp
    friend bool operator==(const Call&, const Call&) = default;
  };
  // What a reader of the code may want to know before the nodes from `node` on.
  struct Remark {
    int node;
    std::string text;
  };
  struct Output {
    std::string name;
    std::vector<int> nodes;
  };

  // While a Recording lives, the Symbols of this thread belong to its graph; recordings nest.
  class Recording {
   public:
    explicit Recording(Graph& graph);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

   private:
    Graph* previous_;
  };
  static Graph& current();

  static constexpr int zero = 0, one = 1;  // the constants 0 and 1 are these nodes of every graph
  Graph();

  // Names are C identifiers, each used once, and not s1, s2, ..., which printers give to intermediates.
  std::vector<Symbol> input(const std::string& name, int size);
  void output(const std::string& name, std::span<const Symbol> values);
  // About what is recorded from here on; printers write it as a comment.
  void remark(std::string text) { remarks_.push_back({static_cast<int>(nodes_.size()), std::move(text)}); }

  const std::vector<Node>& nodes() const { return nodes_; }  // operands before their uses
  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Output>& outputs() const { return outputs_; }
  const std::vector<Remark>& remarks() const { return remarks_; }
  const std::vector<Interpolant>& curves() const { return curves_; }
  const std::vector<GridInterpolant>& surfaces() const { return surfaces_; }
  const std::vector<Call>& calls() const { return calls_; }

  std::vector<bool> live() const;  // which nodes the outputs need
  Graph pruned() const;            // the same function without the nodes that are not live; Symbols of this graph are not its own
  // The same function with a further input array, whose element `element[i]` stands for node i where that is not -1.
  Graph with_input(const std::string& name, int size, std::span<const int> element) const;
  OperationCounts counts() const;  // of the live nodes

  // For Symbol: the node that equals the given one, made if there is none (intern) or -1 (find).
  int intern(const Node& node);
  int find(const Node& node) const;
  // The place of a curve, surface or call in the lists; equal ones have one place.
  int place_of(const Interpolant& curve);
  int place_of(const GridInterpolant& surface);
  int place_of(const Call& call);

 private:
  // Appended to `result`: the nodes that are kept, but for those that are given nodes there.
  Graph copied_to(Graph result, const std::vector<bool>& keep, std::vector<int> given) const;
  struct Hash {
    std::size_t operator()(const Node& node) const;
  };
  std::vector<Node> nodes_;
  std::unordered_map<Node, int, Hash> index_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::vector<Remark> remarks_;
  std::vector<Interpolant> curves_;
  std::vector<GridInterpolant> surfaces_;
  std::vector<Call> calls_;
};

}  // namespace bricard
