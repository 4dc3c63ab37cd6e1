#include "bricard/analyses/state_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {

namespace {

using Json = nlohmann::ordered_json;

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
    if (std::abs(norm - 1) > 1e-6) refuse(file_name_, fmt::format("bodies.{}.quaternion", name), "its length is not 1");
    return body;
  }

 private:
  const std::string& file_name_;
};

}  // namespace

StartState start_state(const System& system, const State& state) {
  const Layout& layout = system.layout();
  const Model& model = system.model();
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  StartState start;
  const auto three = [](const Vec3<double>& v) { return std::array<double, 3>{v[0], v[1], v[2]}; };
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int b = layout.tree.number[i + 1];
    StartState::OfBody& body = start.bodies.emplace_back();
    body.name = model.bodies[i].name;
    body.position = three(e.k.p[b]);
    const auto turn = quaternion_of(e.k.R[b]);
    body.quaternion = {turn[0], turn[1], turn[2], turn[3]};
    body.velocity = three(e.k.v[b]);
    body.angular_velocity = three(e.k.w[b]);
  }
  for (std::size_t m = 0; m < layout.measured.size(); ++m) {
    const MeasuredCoordinate& coordinate = layout.measured[m];
    if (coordinate.joint < 0) continue;
    const Joint& joint = model.joints[coordinate.joint];
    const std::string name(coordinate_name(layout, coordinate));
    start.coordinates.emplace_back(joint.name + "." + name, e.k.measured[m].value);
  }
  for (std::size_t i = 0; i < model.states.size(); ++i)
    start.states.emplace_back(model.states[i].name, state.z[static_cast<int>(i)]);
  return start;
}

std::string state_text(const StartState& state, double t) {
  Json json;
  json["t"] = t;
  for (const StartState::OfBody& each : state.bodies) {
    Json& body = json["bodies"][each.name];
    body["position"] = each.position;
    body["quaternion"] = each.quaternion;
    body["velocity"] = each.velocity;
    body["angular_velocity"] = each.angular_velocity;
  }
  for (const auto& [name, value] : state.coordinates) {
    const std::size_t dot = name.rfind('.');
    json["joints"][name.substr(0, dot)][name.substr(dot + 1)] = value;
  }
  for (const auto& [name, value] : state.states) json["states"][name] = value;
  for (const auto& [name, value] : state.found) json["found"][name] = value;
  return json.dump(1) + "\n";
}

StartState read_state(const std::string& text, const std::string& file_name) {
  const StateReader reader(file_name);
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) refuse(file_name, "", "this is no JSON");
  if (!json.is_object()) refuse(file_name, "", "an object with `bodies` is expected");
  const Json* bodies = reader.section(json, "bodies");
  if (!bodies) refuse(file_name, "bodies", "this entry is missing");
  StartState state;
  for (const auto& [name, value] : bodies->items()) state.bodies.push_back(reader.body(name, value));
  if (const Json* joints = reader.section(json, "joints"))
    for (const auto& [joint, coordinates] : joints->items()) {
      if (!coordinates.is_object()) refuse(file_name, "joints." + joint, "coordinates with their values are expected");
      for (const auto& [name, value] : coordinates.items())
        state.coordinates.emplace_back(joint + "." + name, reader.number(value, fmt::format("joints.{}.{}", joint, name)));
    }
  state.states = reader.named(json, "states");
  state.found = reader.named(json, "found");
  return state;
}

}  // namespace bricard
