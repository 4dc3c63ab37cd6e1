#include "bricard/analyses/assembly/state_file.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "bricard/core/error.hpp"
#include "bricard/core/json.hpp"
#include "bricard/core/json_text.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

[[noreturn]] void refuse(const std::string& file_name, const std::string& where, const std::string& what) {
  Fault fault;
  fault.place.file = file_name;
  fault.where = where;
  fault.what = what;
  fault.hint = "start from the folder of a run, whose state.json is as the run has left it";
  throw Error(std::vector{fault});
}

class StateReader {
 public:
  explicit StateReader(const std::string& file_name) : file_name_(file_name) {}

  double number(const Json& json, const std::string& where) const {
    if (!json.is_number()) refuse(file_name_, where, "a number is expected");
    const double value = json.get<double>();
    if (!std::isfinite(value)) refuse(file_name_, where, "the number is not finite");
    return value;
  }

  template <std::size_t size>
  std::array<double, size> numbers(const Json& body, const char* key, const std::string& name) const {
    const std::string where = fmt::format("bodies.{}.{}", name, key);
    if (!body.contains(key)) refuse(file_name_, where, "this entry is missing");
    const Json& list = body[key];
    if (!list.is_array() || list.size() != size) refuse(file_name_, where, fmt::format("{} numbers are expected", size));
    std::array<double, size> values{};
    for (std::size_t i = 0; i < size; ++i) values[i] = number(list[i], where);
    return values;
  }

  const Json* section(const Json& json, const char* key) const {
    const auto at = json.find(key);
    if (at == json.end()) return nullptr;
    if (!at->is_object()) refuse(file_name_, key, "names with their values are expected");
    return &*at;
  }

  std::vector<std::pair<std::string, double>> named(const Json& json, const char* key) const {
    std::vector<std::pair<std::string, double>> list;
    if (const Json* values = section(json, key))
      for (const auto& [name, value] : values->items()) list.emplace_back(name, number(value, fmt::format("{}.{}", key, name)));
    return list;
  }

  StartState::OfBody body(const std::string& name, const Json& json) const {
    if (!json.is_object()) refuse(file_name_, "bodies." + name, "position, quaternion and velocities are expected");
    StartState::OfBody body;
    body.name = name;
    body.position = numbers<3>(json, "position", name);
    body.quaternion = numbers<4>(json, "quaternion", name);
    body.velocity = numbers<3>(json, "velocity", name);
    body.angular_velocity = numbers<3>(json, "angular_velocity", name);
    double norm = 0;
    for (double each : body.quaternion) norm += each * each;
    if (std::abs(norm - 1) > threshold::agrees)
      refuse(file_name_, fmt::format("bodies.{}.quaternion", name), "its length is not 1");
    return body;
  }

 private:
  const std::string& file_name_;
};

}  // namespace

namespace {

// "main.angle"; empty: no coordinate of a joint.
std::string name_of_measured(const System& system, std::size_t m) {
  const MeasuredCoordinate& coordinate = system.measures().measured[m];
  if (coordinate.joint < 0) return {};
  return system.model().joints[coordinate.joint].name + "." + std::string(coordinate_name(system, coordinate));
}

}  // namespace

State as_given(const System& system, const StartState& start) {
  const Model& model = system.model();
  Equations e(system);
  std::vector<double> angles(system.measures().measured.size(), 0.0);
  const State designed = system.designed();
  std::unordered_map<std::string_view, double> coordinates;
  for (const auto& [name, value] : start.coordinates) coordinates.insert_or_assign(name, value);
  for (std::size_t m = 0; m < angles.size(); ++m) {
    const auto given = coordinates.find(name_of_measured(system, m));
    angles[m] = given == coordinates.end() ? designed.angles[static_cast<int>(m)] : given->second;
  }
  std::unordered_map<std::string_view, const StartState::OfBody*> bodies;
  for (const StartState::OfBody& each : start.bodies) bodies.emplace(each.name, &each);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const auto found = bodies.find(model.bodies[i].name);
    if (found == bodies.end() || start.bodies.size() != model.bodies.size())
      throw Error("state", fmt::format("its bodies are not those of the model: '{}'", model.bodies[i].name),
                  "take the state of a run of the same mechanism");
    const StartState::OfBody* const given = found->second;
    const int b = system.mechanism().tree.number[i + 1];
    const auto& turn = given->quaternion;
    e.k.p[b] = Eigen::Map<const Eigen::Vector3d>(given->position.data());
    e.k.R[b] = Eigen::Quaterniond(turn[0], turn[1], turn[2], turn[3]).normalized().toRotationMatrix();
    e.k.v[b] = Eigen::Map<const Eigen::Vector3d>(given->velocity.data());
    e.k.w[b] = Eigen::Map<const Eigen::Vector3d>(given->angular_velocity.data());
  }
  for (int i = 0; i < system.nz(); ++i) {
    e.k.columns[system.table().first_state + i] = designed.z[i];
    for (const auto& [name, value] : start.states)
      if (name == model.states[i].name) e.k.columns[system.table().first_state + i] = value;
  }
  evaluate_time(system.layout(), e.k, start.t);
  evaluate_rows<double>(system.layout(), e.k, RowSet::all, Measure::all, angles, nullptr);
  return system.state_of(e, start.t);
}

StartState start_state(const System& system, const State& state) {
  const Model& model = system.model();
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  StartState start;
  start.t = state.t;
  const auto three = [](const Vec3<double>& v) { return std::array<double, 3>{v[0], v[1], v[2]}; };
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int b = system.mechanism().tree.number[i + 1];
    StartState::OfBody& body = start.bodies.emplace_back();
    body.name = model.bodies[i].name;
    body.position = three(e.k.p[b]);
    const auto turn = quaternion_of(e.k.R[b]);
    body.quaternion = {turn[0], turn[1], turn[2], turn[3]};
    body.velocity = three(e.k.v[b]);
    body.angular_velocity = three(e.k.w[b]);
  }
  for (std::size_t m = 0; m < system.measures().measured.size(); ++m) {
    const std::string name = name_of_measured(system, m);
    if (!name.empty()) start.coordinates.emplace_back(name, e.k.measured[m].value);
  }
  for (std::size_t i = 0; i < model.states.size(); ++i)
    start.states.emplace_back(model.states[i].name, state.z[static_cast<int>(i)]);
  return start;
}

std::string state_text(const StartState& state) {
  JsonText text(1);
  const auto put_named = [&](std::string_view key, const auto& values) {
    if (!values.empty())
      text.object(key, [&] {
        for (const auto& [name, value] : values) text.put(name, value);
      });
  };
  text.object([&] {
    text.put("t", state.t);
    text.object("bodies", [&] {
      for (const StartState::OfBody& each : state.bodies)
        text.object(each.name, [&] {
          text.put("position", each.position);
          text.put("quaternion", each.quaternion);
          text.put("velocity", each.velocity);
          text.put("angular_velocity", each.angular_velocity);
        });
    });
    // The coordinates of a joint, "main.angle", stand together.
    const auto joint_of = [](const auto& coordinate) {
      return std::string_view(coordinate.first).substr(0, coordinate.first.rfind('.'));
    };
    if (!state.coordinates.empty())
      text.object("joints", [&] {
        for (auto each = state.coordinates.begin(); each != state.coordinates.end();) {
          const std::string_view joint = joint_of(*each);
          text.object(joint, [&] {
            for (; each != state.coordinates.end() && joint_of(*each) == joint; ++each)
              text.put(std::string_view(each->first).substr(joint.size() + 1), each->second);
          });
        }
      });
    put_named("states", state.states);
    put_named("found", state.found);
  });
  text.end();
  return text.text();
}

StartState read_state(const std::string& text, const std::string& file_name) {
  const StateReader reader(file_name);
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) refuse(file_name, "", "this is no JSON");
  if (!json.is_object()) refuse(file_name, "", "an object with `bodies` is expected");
  const Json* bodies = reader.section(json, "bodies");
  if (!bodies) refuse(file_name, "bodies", "this entry is missing");
  StartState state;
  if (const auto t = json.find("t"); t != json.end()) state.t = reader.number(*t, "t");
  for (const auto& [name, value] : bodies->items()) state.bodies.push_back(reader.body(name, value));
  if (const Json* joints = reader.section(json, "joints"))
    for (const auto& [joint, coordinates] : joints->items()) {
      if (!coordinates.is_object()) refuse(file_name, "joints." + joint, "coordinates with their values are expected");
      for (const auto& [name, value] : coordinates.items()) {
        if (name.find('.') != name.npos) refuse(file_name, fmt::format("joints.{}.{}", joint, name), "this is no coordinate");
        state.coordinates.emplace_back(joint + "." + name, reader.number(value, fmt::format("joints.{}.{}", joint, name)));
      }
    }
  state.states = reader.named(json, "states");
  state.found = reader.named(json, "found");
  return state;
}

}  // namespace bricard
