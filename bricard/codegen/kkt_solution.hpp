// The equations of motion solved by printed code:
//
//   [ M  -Jᵀ ] [ v'     ]   [ -c    ]
//   [ J   0  ] [ lambda ] = [ -jdqd ]
//
// by elimination without search: coordinates from the leaves of the tree to its root, which makes no fill in M, and every row as soon
// as the joints that it sees below the common ancestor of its bodies are gone, so that a loop is done with before the tree goes on.
// A coordinate that a driver alone prescribes is known beforehand. Which rows depend on those before them, and whether a coordinate has any inertia, is decided with the numbers of a regular
// position; zeros stay zeros by structure. Reference: Duff, Erisman and Reid, Direct Methods for Sparse Matrices, 1986.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bricard/codegen/tree.hpp"

namespace bricard {

struct MotionEquations {
  int freedoms = 0, rows = 0;
  Symbols M, c, J, jdqd;  // M and J column by column
};

struct MotionSolution {
  Symbols a, lambda;      // lambda of a row that is left out is zero
  Symbol pivot = 1;       // the least pivot of a row, of its own inverse mass: near zero where rows become dependent
  Symbols pivots;         // of all rows that were not left out: inverse masses
  std::vector<int> left_out;
  int massless = -1;      // a freedom without inertia: nothing has been solved
};

// By row: the freedom that is all it sees, with slope 1; -1: it sees others too.
std::vector<int> prescribed_freedoms(const MotionEquations& equations);

// The matrix once, right sides as many as there are.
class WrittenOutMotion {
 public:
  WrittenOutMotion(const MotionEquations& equations, const std::function<double(const Symbol&)>& number);
  MotionSolution solution(const Symbols& c, const Symbols& jdqd) const;

 private:
  struct Step {
    int unknown;
    Symbol inverse;
    std::map<int, Symbol> row;  // the others that its equation sees
    Symbols factors;            // by these: what was taken from their equations
  };
  struct Known {
    int unknown, driver;
    std::map<int, Symbol> row;
  };
  Symbol at(int i, int j) const;
  void put(int i, int j, const Symbol& value);
  std::vector<int> order() const;
  void eliminate(int k);
  void prescribe(int j, int k);
  void take_out(int k);

  int freedoms_, rows_;
  std::vector<std::map<int, Symbol>> entries_;  // symmetric, while it is eliminated
  Symbols own_;
  std::vector<Step> steps_;
  std::vector<Known> known_;
  Symbol pivot_ = 1;
  Symbols pivots_;
  std::vector<int> left_out_;
  int massless_ = -1;
};

// The same by articulated bodies (articulated_solution.cpp), which of M needs but the diagonal: cheaper where trees are deep.
MotionSolution solved_by_bodies(const Tree& tree, const MotionEquations& equations, const std::function<double(const Symbol&)>& number);

}  // namespace bricard
