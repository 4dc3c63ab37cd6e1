// The state that a run starts from instead of the assembled design position: what another run has left in its state.json.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bricard {

struct StartState {
  struct OfBody {
    std::string name;
    std::array<double, 3> position{};
    std::array<double, 4> quaternion{1, 0, 0, 0};
    std::array<double, 3> velocity{}, angular_velocity{};
    friend bool operator==(const OfBody&, const OfBody&) = default;
  };
  std::vector<OfBody> bodies;
  std::vector<std::pair<std::string, double>> coordinates;  // "main.angle", with its turns
  std::vector<std::pair<std::string, double>> states;       // of the user
  std::vector<std::pair<std::string, double>> found;        // parameters that an equilibrium has found, in the file's units
  double t = 0;                                             // when that was; a run that starts from it counts from zero
  friend bool operator==(const StartState&, const StartState&) = default;
};

}  // namespace bricard
