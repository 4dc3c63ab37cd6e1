// Writer of summary.json.
#include "bricard/results/summary_writer.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "bricard/core/json.hpp"
#include "bricard/results/mode_words.hpp"

namespace bricard {
namespace {

// The text of an object, key by key and in lists entry by entry, laid out like dump(2): of a large model only a piece is in
// memory twice.
class ObjectText {
 public:
  ObjectText(const TextSink& write, std::set<std::string_view> without) : write_(write), without_(std::move(without)) {}

  void put(std::string_view key, const Json& value) {
    if (without_.contains(key)) return;
    write_(is_empty_ ? "{\n" : ",\n");
    is_empty_ = false;
    write_("  \"");
    write_(key);
    write_("\": ");
    if (!value.is_array() || value.empty()) return put_lines(value, 2);
    for (std::size_t i = 0; i < value.size(); ++i) {
      write_(i == 0 ? "[\n    " : ",\n    ");
      put_lines(value[i], 4);
    }
    write_("\n  ]");
  }
  void end() { write_(is_empty_ ? "{}\n" : "\n}\n"); }

 private:
  // Names come from files: bytes that are not UTF-8 are replaced, never a reason to fail.
  void put_lines(const Json& value, std::size_t indent) {
    const std::string text = value.dump(2, ' ', false, Json::error_handler_t::replace);
    const std::string margin(indent, ' ');
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      if (begin > 0) write_(margin);
      write_(std::string_view(text).substr(begin, end - begin));
      begin = end;
    }
  }

  const TextSink& write_;
  std::set<std::string_view> without_;
  bool is_empty_ = true;
};

// The first change stands in the suggestion itself; `to` is null where the element is left out.
Json suggestions(const RedundantGroup& group) {
  const auto change = [](const Replacement& each) {
    return Json{{"joint", each.joint}, {"from", each.from}, {"to", each.to.empty() ? Json(nullptr) : Json(each.to)}};
  };
  Json list = Json::array();
  for (const Suggestion& each : group.suggestions) {
    Json suggestion = each.changes.empty() ? Json::object() : change(each.changes[0]);
    Json also = Json::array();
    for (std::size_t i = 1; i < each.changes.size(); ++i) also.push_back(change(each.changes[i]));
    if (!also.empty()) suggestion["also"] = also;
    suggestion["released"] = each.released;
    suggestion["remaining"] = each.remaining;
    suggestion["text"] = each.text;
    list.push_back(std::move(suggestion));
  }
  return list;
}

Json redundant(const Summary& summary) {
  Json list = Json::array();
  for (const RedundantGroup& each : summary.redundant)
    list.push_back({{"rows", each.rows}, {"group", each.group}, {"suggestions", suggestions(each)}});
  return list;
}

Json free_motions(const Summary& summary) {
  Json list = Json::array();
  for (const FreeMotion& each : summary.free_motions) {
    Json joints = Json::object(), vector = Json::object();
    for (const auto& [name, rate] : each.joints) joints[name] = rate;
    for (const auto& [name, twist] : each.bodies) vector[name] = twist;
    list.push_back({{"words", each.words}, {"idle", each.idle}, {"joints", std::move(joints)}, {"vector", std::move(vector)}});
  }
  return list;
}

Json singularity(const Summary& summary) {
  const Singularity& found = summary.singularity;
  return {{"measure", found.measure}, {"singular", found.singular}, {"words", found.words}};
}

Json sampled(const Summary& summary) {
  if (!summary.along_run) return nullptr;
  const AlongRun& run = *summary.along_run;
  const double time = summary.units.factor(dimension::time);
  Json changes = Json::array();
  for (const AlongRun::Change& each : run.mobility_changes)
    changes.push_back({{"t", each.t / time}, {"mobility", each.mobility}, {"before", each.before}});
  Json nearest = nullptr;
  if (run.nearest_singular) nearest = {{"t", run.nearest_singular->t / time}, {"measure", run.nearest_singular->measure}};
  return {{"positions", run.sampled}, {"mobility_changes", changes}, {"nearest_singular", nearest}};
}

Json efforts(const Summary& summary) {
  Json elements = Json::object();
  for (const auto& [name, unique] : summary.efforts) elements[name] = {{"unique", unique}};
  return elements;
}

Json reactions(const Summary& summary) {
  Json joints = Json::object();
  for (const ReactionUniqueness& each : summary.reactions) {
    Json components = Json::object();
    for (const auto& [name, unique] : each.components) components[name] = unique;
    joints[each.joint] = {{"unique", each.unique}, {"components", std::move(components)}};
  }
  return joints;
}

Json violation(const Summary& summary) {
  const UnitSystem& units = summary.units;
  return {{"position", summary.violation.position / units.factor(dimension::length)},
          {"velocity", summary.violation.velocity / units.factor(dimension::speed)},
          {"acceleration", summary.violation.acceleration / units.factor(dimension::acceleration)}};
}

Json balance(const Summary& summary) {
  if (!summary.balance) return nullptr;
  const Balance& balance = *summary.balance;
  const double unit = summary.units.factor(dimension::energy);
  Json elements = Json::array();
  for (const ElementWork& each : balance.elements)
    elements.push_back({{"name", each.name}, {"work", each.work / unit}, {"dissipated", each.dissipated / unit}});
  Json json = {{"energy_start", balance.energy_start / unit},
               {"energy_end", balance.energy_end / unit},
               {"work_drivers", balance.work_drivers / unit},
               {"work_forces", balance.work_forces / unit},
               {"dissipated", balance.dissipated / unit},
               {"lost_at_events", balance.lost_at_events / unit},
               {"error", balance.error / unit},
               {"energy_moved", balance.moved / unit},
               {"elements", elements}};
  if (balance.work_nonideal) json["work_nonideal"] = *balance.work_nonideal / unit;
  return json;
}

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json momentum(const Summary& summary) {
  if (!summary.momentum) return nullptr;
  const MomentumBalance& balance = *summary.momentum;
  return {{"free_groups", balance.free_groups},
          {"linear_drift", number(balance.linear)},
          {"angular_drift", number(balance.angular)},
          {"reactions_error", number(balance.reactions)}};
}

Json condition(const Summary& summary) {
  if (!summary.condition) return nullptr;
  const Conditioning& found = *summary.condition;
  const double time = summary.units.factor(dimension::time);
  const auto at = [&](const std::optional<double>& value, double t) {
    return value ? Json{{"estimate", *value}, {"t", t / time}} : Json(nullptr);
  };
  return {{"constraints", at(found.constraints, found.constraints_t)},
          {"mass", at(found.mass, found.mass_t)},
          {"smallest_pivot", found.smallest_pivot}};
}

Json error_estimate(const Summary& summary) {
  if (!summary.error_estimate) return nullptr;
  const ErrorEstimate& found = *summary.error_estimate;
  const UnitSystem& units = summary.units;
  const double length = units.factor(dimension::length), speed = units.factor(dimension::speed),
               time = units.factor(dimension::time);
  return {{"position", found.position / length},
          {"velocity", found.velocity / speed},
          {"column", found.column},
          {"t", found.t / time},
          {"position_difference", found.position_difference / length},
          {"velocity_difference", found.velocity_difference / speed},
          {"tolerance", number(found.tolerance)},
          {"step", found.step ? Json(*found.step / time) : Json(nullptr)},
          {"steps", found.steps},
          {"rows", found.rows},
          {"trusted_until", found.trusted_until ? Json(*found.trusted_until / time) : Json(nullptr)}};
}

// `effort`: the largest of the run, by unit.
Json elements(const Summary& summary) {
  Json list = Json::array();
  for (const ElementActivity& each : summary.elements) {
    Json element{{"name", each.name}, {"active", each.active}};
    if (!each.section.empty()) element["section"] = each.section;
    if (!each.type.empty()) element["type"] = each.type;
    element["evaluated"] = each.evaluated;
    Json efforts = Json::object();
    for (const auto& effort : each.efforts)
      efforts[summary.units.name(effort.dimension)] = effort.largest / summary.units.factor(effort.dimension);
    if (!each.efforts.empty()) element["largest_effort"] = efforts;
    list.push_back(std::move(element));
  }
  return list;
}

Json units(const UnitSystem& units, const std::vector<ResultColumn>& columns) {
  Json of_columns = Json::object();
  for (const ResultColumn& each : columns) of_columns[each.name] = each.unit.empty() ? units.name(each.dimension) : each.unit;
  return {{"length", units.length}, {"mass", units.mass},   {"time", units.time},
          {"angle", units.angle},   {"force", units.force}, {"columns", std::move(of_columns)}};
}

Json events(const Summary& summary) {
  Json list = Json::array();
  for (const Event& each : summary.events) {
    list.push_back({{"name", each.name}, {"t", each.t / summary.units.factor(dimension::time)}});
  }
  return list;
}

// Coordinates in the file's units; `stable` is null where it is not known.
Json position(const EquilibriumReport::Position& each, const UnitSystem& units) {
  Json coordinates = Json::object();
  for (const auto& [column, value] : each.coordinates) coordinates[column.name] = value / units.factor(column.dimension);
  return {{"configuration", coordinates},
          {"stable", each.stable ? Json(*each.stable) : Json(nullptr)},
          {"growth", each.growth * units.factor(dimension::time)}};
}

void add_equilibrium(const Summary& summary, ObjectText& text) {
  if (!summary.equilibrium) return;
  const EquilibriumReport& report = *summary.equilibrium;
  const Json own = position(report.configuration, summary.units);
  for (const auto& [key, value] : own.items()) text.put(key, value);
  Json found = Json::object(), others = Json::array();
  for (const auto& [name, value] : report.found) found[name] = value;
  for (const EquilibriumReport::Position& each : report.others) others.push_back(position(each, summary.units));
  text.put("found", found);
  text.put("left_alone", report.left_alone);
  text.put("others", others);
  if (!report.ranges.empty()) {
    Json ranges = Json::object();
    for (const EquilibriumReport::Range& each : report.ranges) {
      const double factor = summary.units.factor(each.column.dimension);
      ranges[each.column.name] = Json{{"from", each.from ? Json(*each.from / factor) : Json(nullptr)},
                                      {"to", each.to ? Json(*each.to / factor) : Json(nullptr)},
                                      {"unit", summary.units.name(each.column.dimension)}};
    }
    text.put("ranges", ranges);
  }
  if (!report.turning) return;
  const TurningReport& turn = *report.turning;
  const UnitSystem& units = summary.units;
  Json running = Json::object();
  for (const auto& [column, value] : turn.running) running[column.name] = value / units.factor(column.dimension);
  const Json radius = turn.yaw_rate != 0 ? Json(turn.speed / turn.yaw_rate / units.factor(dimension::length)) : Json(nullptr);
  text.put("turning", Json{{"body", turn.body},
                           {"speed", turn.speed / units.factor(dimension::speed)},
                           {"yaw_rate", turn.yaw_rate / units.factor(dimension::angular_speed)},
                           {"radius", radius},
                           {"lateral_acceleration", turn.speed * turn.yaw_rate / units.factor(dimension::acceleration)},
                           {"running", running},
                           {"kept", turn.kept},
                           {"counts", turn.counts}});
}

Json modes(const Summary& summary) {
  Json list = Json::array();
  for (const Mode& each : summary.modes)
    list.push_back({{"real", each.real},
                    {"imag", each.imag},
                    {"frequency", each.frequency},
                    {"damped_frequency", damped_frequency(each)},
                    {"damping", each.damping},
                    {"kind", kind_of(each)},
                    {"unstable", each.unstable},
                    {"multiplicity", each.multiplicity},
                    {"moves", each.moves}});
  return list;
}

// Of whole curves also which rows are whose.
Json sweep(const SweepReport& report) {
  Json varied = Json::array(), failures = Json::array(), curves = Json::array();
  for (const SweepReport::Varied& each : report.varied)
    varied.push_back({{"name", each.name}, {"unit", each.unit}, {"values", each.values}});
  long done = 0;
  for (const SweepReport::Variant& each : report.ended) {
    done += each.reason.empty();
    if (!each.reason.empty()) failures.push_back({{"values", each.values}, {"reason", each.reason}});
    if (report.keep == "curves") curves.push_back({{"values", each.values}, {"rows", each.rows}});
  }
  Json json{{"varied", varied}, {"keep", report.keep}, {"variants", report.variants}, {"done", done}, {"failures", failures}};
  if (!report.kept.empty()) json["kept"] = report.kept;
  if (!curves.empty()) json["curves"] = curves;
  return json;
}

void put_all(const Summary& summary, const std::vector<ResultColumn>& columns, ObjectText& text) {
  const Methods& methods = summary.methods;
  text.put("model", summary.model);
  text.put("analysis", summary.analysis);
  text.put("status", to_string(summary.outcome.status));
  text.put("message", summary.outcome.message);
  text.put("methods", Json{{"coordinates", methods.coordinates},
                           {"formulation", methods.formulation},
                           {"stabilization", methods.stabilization},
                           {"integrator", methods.integrator},
                           {"why", methods.why}});
  text.put("mobility", Json{{"counted", summary.mobility_counted}, {"actual", summary.mobility_actual}});
  text.put("constraints", summary.constraints);
  text.put("redundant", redundant(summary));
  text.put("reactions", reactions(summary));
  text.put("efforts", efforts(summary));
  text.put("driven", summary.driven);
  text.put("free_motions", free_motions(summary));
  text.put("singularity", singularity(summary));
  text.put("sampled", sampled(summary));
  text.put("steps", summary.steps);
  text.put("rejected", summary.rejected);
  text.put("evaluations", summary.evaluations);
  text.put("factorizations", summary.factorizations);
  text.put("cpu_seconds", summary.cpu_seconds);
  text.put("wall_seconds", summary.wall_seconds);
  text.put("violation", violation(summary));
  text.put("energy_drift", summary.energy_drift ? Json(*summary.energy_drift) : Json(nullptr));
  text.put("balance", balance(summary));
  text.put("momentum", momentum(summary));
  text.put("condition", condition(summary));
  text.put("error_estimate", error_estimate(summary));
  text.put("warnings", summary.warnings);
  text.put("elements", elements(summary));
  text.put("units", units(summary.units, columns));
  text.put("assembly", summary.assembly);
  text.put("events", events(summary));
  add_equilibrium(summary, text);
  if (summary.sweep) text.put("sweep", sweep(*summary.sweep));
  if (summary.analysis == "modes") text.put("modes", modes(summary));
  if (!summary.files.empty()) text.put("files", summary.files);
}

}  // namespace

void write_summary(const Summary& summary, const std::vector<ResultColumn>& columns, const TextSink& write) {
  ObjectText text(write, {});
  put_all(summary, columns, text);
  text.end();
}

std::string summary_json(const Summary& summary, const std::vector<ResultColumn>& columns) {
  std::string whole;
  write_summary(summary, columns, [&](std::string_view piece) { whole += piece; });
  return whole;
}

std::string partial_json(const Summary& summary, const std::vector<ResultColumn>& columns) {
  std::string whole;
  const TextSink write = [&](std::string_view piece) { whole += piece; };
  ObjectText text(write, {});
  text.put("model", summary.model);
  text.put("analysis", summary.analysis);
  text.put("status", to_string(summary.outcome.status));
  text.put("message", summary.outcome.message);
  text.put("warnings", summary.warnings);
  text.put("units", units(summary.units, columns));
  text.put("events", events(summary));
  text.put("files", summary.files);
  text.end();
  return whole;
}

std::string check_json(const Summary& summary) {
  std::string whole;
  const TextSink write = [&](std::string_view piece) { whole += piece; };
  ObjectText text(write, {"steps", "rejected", "evaluations", "factorizations", "cpu_seconds", "wall_seconds", "energy_drift",
                          "balance", "momentum", "condition", "error_estimate", "events", "sampled"});
  put_all(summary, {}, text);
  text.end();
  return whole;
}

}  // namespace bricard
