// The equations of motion of a model in chosen coordinates, at any state, as plain numbers in SI:
//
//   M v' + c = Jᵀ λ,   J v' = gamma,   Phi(t, q) = 0
//
// c holds all applied forces, gravity and what velocities bring; gamma = -J' v in rows that do not depend on time. The state is
// taken as it is: nothing is assembled and nothing closed. For looking, comparing and control; what steps a run does not write
// its equations out. May be shared between threads.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bricard/analyses/dynamics/state_values.hpp"
#include "bricard/model/start_state.hpp"

namespace bricard {

struct Model;

struct Matrix {
  int rows = 0, columns = 0;
  std::vector<double> values;  // row by row
  double operator()(int row, int column) const { return values[static_cast<std::size_t>(row) * columns + column]; }
};

// As its observer sees it, in the observer's axes.
struct SensorValues {
  std::string name;
  std::array<double, 3> position{};
  std::array<double, 4> quaternion{1, 0, 0, 0};  // of the sensor's axes: those of its body, or z along its `axis`
  std::array<double, 3> velocity{}, angular_velocity{};
  Matrix J;  // (velocity; angular velocity) = J v, as far as no driver or moving observer adds to it
};

// A force element between two points.
struct LinkValues {
  std::string name;
  double length = 0, rate = 0, force = 0;  // tension
};

struct EquationValues {
  Matrix M, J;
  std::vector<double> c, Phi, gamma;
  std::vector<double> a, lambda;  // v' of the motion, and the multipliers with it: of redundant rows those of least norm. Not a
                                  // number where they cannot be found
  std::vector<std::pair<std::string, double>> forces;  // columns of the force elements: "spring.force"
  std::vector<SensorValues> sensors;
  std::vector<LinkValues> links;
};

class EquationsOfMotion {
 public:
  // Throws Error where the model is wrong or there is no such set of coordinates.
  explicit EquationsOfMotion(const Model& model, std::string_view coordinates = "auto");
  ~EquationsOfMotion();
  EquationsOfMotion(EquationsOfMotion&&) noexcept;
  EquationsOfMotion& operator=(EquationsOfMotion&&) noexcept;

  std::string coordinates() const;
  const StateNames& names() const;
  const std::vector<std::string>& row_names() const;

  // The design position with the velocities that its bodies are given, as written; what a run has left in its state.json.
  StateValues designed() const;
  StateValues state_from(const StartState& start) const;

  EquationValues at(const StateValues& state) const;
  // What must act along the coordinates besides the forces of the model, and in place of rows, so that v' = a: M a + c, by a
  // recursion over the bodies that writes no matrix.
  std::vector<double> inverse_dynamics(const StateValues& state, std::span<const double> a) const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace bricard
