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

namespace {

// {"end": t, "bends": [[t, n], ..], "delays": [{"time": T, "first": x, "pieces": [[from, to, values ..], ..]}, ..]}
nlohmann::ordered_json json_of(const PastValues& past) {
  nlohmann::ordered_json delays = nlohmann::ordered_json::array(), bends = nlohmann::ordered_json::array();
  for (const PastValues::Past& each : past.pasts()) {
    nlohmann::ordered_json pieces = nlohmann::ordered_json::array();
    for (const PastValues::Piece& piece : each.pieces) {
      std::vector<double> numbers{piece.from, piece.to};
      numbers.insert(numbers.end(), piece.values.begin(), piece.values.end());
      pieces.push_back(std::move(numbers));
    }
    delays.push_back({{"time", each.time}, {"first", each.first}, {"pieces", std::move(pieces)}});
  }
  for (const auto& [t, smoothed] : past.bends()) bends.push_back({t, smoothed});
  return {{"end", past.end()}, {"bends", std::move(bends)}, {"delays", std::move(delays)}};
}

PastValues past_of(const nlohmann::json& json) {
  std::vector<PastValues::Past> pasts;
  for (const auto& each : json.at("delays")) {
    PastValues::Past& past = pasts.emplace_back();
    each.at("time").get_to(past.time);
    each.at("first").get_to(past.first);
    for (const auto& numbers : each.at("pieces")) {
      PastValues::Piece& piece = past.pieces.emplace_back();
      numbers.at(0).get_to(piece.from);
      numbers.at(1).get_to(piece.to);
      for (std::size_t j = 0; j < piece.values.size(); ++j) numbers.at(j + 2).get_to(piece.values[j]);
      if (!(piece.to > piece.from) || (past.pieces.size() > 1 && !(piece.from >= past.pieces[past.pieces.size() - 2].to)))
        throw Error("snapshot", "what its delays remember is not in the order of time", "take it anew");
    }
  }
  std::map<double, int> bends;
  for (const auto& each : json.at("bends")) bends.emplace(each.at(0).get<double>(), each.at(1).get<int>());
  return {std::move(pasts), std::move(bends), json.at("end").get<double>()};
}

}  // namespace

std::string checkpoint_text(const Checkpoint& point) {
  const StateValues state = plain(point.state);
  nlohmann::ordered_json json{{"bricard_snapshot", 1},
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
  if (point.past) json["past"] = json_of(*point.past);
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
    if (json.contains("past")) point.past = past_of(json.at("past"));
    return point;
  } catch (const nlohmann::json::exception& error) {
    throw Error("snapshot", std::string("this is no snapshot: ") + error.what(), "Simulation::snapshot() gives one");
  }
}

}  // namespace bricard
