#include "bricard/analyses/dynamics/snapshot_text.hpp"

#include <nlohmann/json.hpp>

namespace bricard {

namespace {

std::vector<double> list_of(const Eigen::VectorXd& x) { return {x.begin(), x.end()}; }

Eigen::VectorXd vector_of(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

}  // namespace

StateValues plain(const State& state) {
  return {state.t, list_of(state.q), list_of(state.v), list_of(state.z), list_of(state.angles)};
}

State state_of(const StateValues& values) {
  return {values.t, vector_of(values.q), vector_of(values.v), vector_of(values.z), vector_of(values.angles)};
}

std::string checkpoint_text(const Checkpoint& point) {
  const StateValues state = plain(point.state);
  const nlohmann::ordered_json json{{"bricard_snapshot", 1},
                                    {"model", point.model},
                                    {"coordinates", point.coordinates},
                                    {"t", state.t},
                                    {"q", state.q},
                                    {"v", state.v},
                                    {"z", state.z},
                                    {"angles", state.angles},
                                    {"inputs", point.inputs},
                                    {"inactive", point.inactive},
                                    {"events", point.events}};
  return json.dump(1) + "\n";
}

Checkpoint read_checkpoint(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    if (json.at("bricard_snapshot") != 1) throw Error("snapshot", "it is of another version", "take it anew");
    Checkpoint point;
    json.at("model").get_to(point.model);
    json.at("coordinates").get_to(point.coordinates);
    StateValues state;
    json.at("t").get_to(state.t);
    json.at("q").get_to(state.q);
    json.at("v").get_to(state.v);
    json.at("z").get_to(state.z);
    json.at("angles").get_to(state.angles);
    point.state = state_of(state);
    json.at("inputs").get_to(point.inputs);
    json.at("inactive").get_to(point.inactive);
    json.at("events").get_to(point.events);
    return point;
  } catch (const nlohmann::json::exception& error) {
    throw Error("snapshot", std::string("this is no snapshot: ") + error.what(), "Simulation::snapshot() gives one");
  }
}

}  // namespace bricard
