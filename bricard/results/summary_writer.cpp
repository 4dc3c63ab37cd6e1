// Writer of summary.json.
#include "bricard/results/summary_writer.hpp"

#include <algorithm>
#include <functional>

#include "bricard/core/json_text.hpp"
#include "bricard/results/mode_words.hpp"

namespace bricard {
namespace {

// The first change stands in the suggestion itself; `to` is null where the element is left out.
void put_suggestions(const RedundantGroup& group, JsonText& text) {
  const auto put_change = [&](const Replacement& each) {
    text.put("joint", each.joint);
    text.put("from", each.from);
    text.put("to", each.to.empty() ? std::nullopt : std::optional(each.to));
  };
  text.list("suggestions", [&] {
    for (const Suggestion& each : group.suggestions)
      text.object([&] {
        if (!each.changes.empty()) put_change(each.changes[0]);
        if (each.changes.size() > 1)
          text.list("also", [&] {
            for (std::size_t i = 1; i < each.changes.size(); ++i) text.object([&] { put_change(each.changes[i]); });
          });
        text.put("released", each.released);
        text.put("remaining", each.remaining);
        text.put("text", each.text);
      });
  });
}

void put_redundant(const Summary& summary, JsonText& text) {
  text.list("redundant", [&] {
    for (const RedundantGroup& each : summary.redundant)
      text.object([&] {
        text.put("rows", each.rows);
        text.put("group", each.group);
        put_suggestions(each, text);
      });
  });
}

template <class Pairs>
void put_pairs(std::string_view key, const Pairs& pairs, JsonText& text) {
  text.object(key, [&] {
    for (const auto& [name, value] : pairs) text.put(name, value);
  });
}

void put_free_motions(const Summary& summary, JsonText& text) {
  text.list("free_motions", [&] {
    for (const FreeMotion& each : summary.free_motions)
      text.object([&] {
        text.put("words", each.words);
        text.put("idle", each.idle);
        put_pairs("joints", each.joints, text);
        put_pairs("vector", each.bodies, text);
      });
  });
}

void put_singularity(const Summary& summary, JsonText& text) {
  const Singularity& found = summary.singularity;
  text.object("singularity", [&] {
    text.put("measure", found.measure);
    text.put("singular", found.singular);
    text.put("words", found.words);
  });
}

void put_sampled(const Summary& summary, JsonText& text) {
  if (!summary.along_run) return text.put("sampled", nullptr);
  const AlongRun& run = *summary.along_run;
  const double time = summary.units.factor(dimension::time);
  text.object("sampled", [&] {
    text.put("positions", run.sampled);
    text.list("mobility_changes", [&] {
      for (const AlongRun::Change& each : run.mobility_changes)
        text.object([&] {
          text.put("t", each.t / time);
          text.put("mobility", each.mobility);
          text.put("before", each.before);
        });
    });
    if (!run.nearest_singular) return text.put("nearest_singular", nullptr);
    text.object("nearest_singular", [&] {
      text.put("t", run.nearest_singular->t / time);
      text.put("measure", run.nearest_singular->measure);
    });
  });
}

void put_efforts(const Summary& summary, JsonText& text) {
  text.object("efforts", [&] {
    for (const auto& [name, unique] : summary.efforts)
      text.object(name, [&, &is_unique = unique] { text.put("unique", is_unique); });
  });
}

void put_reactions(const Summary& summary, JsonText& text) {
  text.object("reactions", [&] {
    for (const ReactionUniqueness& each : summary.reactions)
      text.object(each.joint, [&] {
        text.put("unique", each.unique);
        put_pairs("components", each.components, text);
      });
  });
}

void put_violation(const Summary& summary, JsonText& text) {
  const UnitSystem& units = summary.units;
  text.object("violation", [&] {
    text.put("position", summary.violation.position / units.factor(dimension::length));
    text.put("velocity", summary.violation.velocity / units.factor(dimension::speed));
    text.put("acceleration", summary.violation.acceleration / units.factor(dimension::acceleration));
  });
}

void put_balance(const Summary& summary, JsonText& text) {
  if (!summary.balance) return text.put("balance", nullptr);
  const Balance& balance = *summary.balance;
  const double unit = summary.units.factor(dimension::energy);
  text.object("balance", [&] {
    text.put("energy_start", balance.energy_start / unit);
    text.put("energy_end", balance.energy_end / unit);
    text.put("work_drivers", balance.work_drivers / unit);
    text.put("work_forces", balance.work_forces / unit);
    text.put("dissipated", balance.dissipated / unit);
    text.put("lost_at_events", balance.lost_at_events / unit);
    text.put("error", balance.error / unit);
    text.put("energy_moved", balance.moved / unit);
    text.list("elements", [&] {
      for (const ElementWork& each : balance.elements)
        text.object([&] {
          text.put("name", each.name);
          text.put("work", each.work / unit);
          text.put("dissipated", each.dissipated / unit);
        });
    });
    if (balance.work_nonideal) text.put("work_nonideal", *balance.work_nonideal / unit);
  });
}

void put_momentum(const Summary& summary, JsonText& text) {
  if (!summary.momentum) return text.put("momentum", nullptr);
  const MomentumBalance& balance = *summary.momentum;
  text.object("momentum", [&] {
    text.put("free_groups", balance.free_groups);
    text.put("linear_drift", balance.linear);
    text.put("angular_drift", balance.angular);
    text.put("reactions_error", balance.reactions);
  });
}

void put_condition(const Summary& summary, JsonText& text) {
  if (!summary.condition) return text.put("condition", nullptr);
  const Conditioning& found = *summary.condition;
  const double time = summary.units.factor(dimension::time);
  const auto put = [&](std::string_view key, const std::optional<double>& value, double t) {
    if (!value) return text.put(key, nullptr);
    text.object(key, [&] {
      text.put("estimate", *value);
      text.put("t", t / time);
    });
  };
  text.object("condition", [&] {
    put("constraints", found.constraints, found.constraints_t);
    put("mass", found.mass, found.mass_t);
    text.put("smallest_pivot", found.smallest_pivot);
  });
}

void put_error_estimate(const Summary& summary, JsonText& text) {
  if (!summary.error_estimate) return text.put("error_estimate", nullptr);
  const ErrorEstimate& found = *summary.error_estimate;
  const UnitSystem& units = summary.units;
  const double length = units.factor(dimension::length), speed = units.factor(dimension::speed),
               time = units.factor(dimension::time);
  const auto in_time = [&](const std::optional<double>& t) { return t ? std::optional(*t / time) : std::nullopt; };
  text.object("error_estimate", [&] {
    text.put("position", found.position / length);
    text.put("velocity", found.velocity / speed);
    text.put("column", found.column);
    text.put("t", found.t / time);
    text.put("position_difference", found.position_difference / length);
    text.put("velocity_difference", found.velocity_difference / speed);
    text.put("tolerance", found.tolerance);
    text.put("step", in_time(found.step));
    text.put("steps", found.steps);
    text.put("rows", found.rows);
    text.put("trusted_until", in_time(found.trusted_until));
  });
}

// `effort`: the largest of the run, by unit.
void put_elements(const Summary& summary, JsonText& text) {
  text.list("elements", [&] {
    for (const ElementActivity& each : summary.elements)
      text.object([&] {
        text.put("name", each.name);
        text.put("active", each.active);
        if (!each.section.empty()) text.put("section", each.section);
        if (!each.type.empty()) text.put("type", each.type);
        text.put("evaluated", each.evaluated);
        if (each.efforts.empty()) return;
        text.object("largest_effort", [&] {
          for (const auto& effort : each.efforts)
            text.put(summary.units.name(effort.dimension), effort.largest / summary.units.factor(effort.dimension));
        });
      });
  });
}

void put_units(const UnitSystem& units, const std::vector<ResultColumn>& columns, JsonText& text) {
  text.object("units", [&] {
    text.put("length", units.length);
    text.put("mass", units.mass);
    text.put("time", units.time);
    text.put("angle", units.angle);
    text.put("force", units.force);
    std::vector<std::pair<Dimension, std::string>> known;  // there are few, and many columns
    const auto name = [&](const Dimension& dimension) -> const std::string& {
      for (const auto& [of, unit] : known)
        if (of == dimension) return unit;
      return known.emplace_back(dimension, units.name(dimension)).second;
    };
    text.object("columns", [&] {
      for (const ResultColumn& each : columns) text.put(each.name, each.unit.empty() ? name(each.dimension) : each.unit);
    });
  });
}

void put_events(const Summary& summary, JsonText& text) {
  text.list("events", [&] {
    for (const Event& each : summary.events)
      text.object([&] {
        text.put("name", each.name);
        text.put("t", each.t / summary.units.factor(dimension::time));
      });
  });
}

void put_values(std::string_view key, const auto& values, const UnitSystem& units, JsonText& text) {
  text.object(key, [&] {
    for (const auto& [column, value] : values) text.put(column.name, value / units.factor(column.dimension));
  });
}

// Coordinates in the file's units; `stable` is null where it is not known.
void put_position(const EquilibriumReport::Position& each, const UnitSystem& units, JsonText& text) {
  put_values("configuration", each.coordinates, units, text);
  text.put("stable", each.stable);
  text.put("growth", each.growth * units.factor(dimension::time));
}

void put_ranges(const EquilibriumReport& report, const UnitSystem& units, JsonText& text) {
  text.object("ranges", [&] {
    for (const EquilibriumReport::Range& each : report.ranges) {
      const double factor = units.factor(each.column.dimension);
      const auto end = [&](const auto& value) { return value ? std::optional(*value / factor) : std::nullopt; };
      text.object(each.column.name, [&] {
        text.put("from", end(each.from));
        text.put("to", end(each.to));
        text.put("unit", units.name(each.column.dimension));
      });
    }
  });
}

void put_equilibrium(const Summary& summary, JsonText& text) {
  if (!summary.equilibrium) return;
  const EquilibriumReport& report = *summary.equilibrium;
  const UnitSystem& units = summary.units;
  put_position(report.configuration, units, text);
  put_pairs("found", report.found, text);
  text.put("left_alone", report.left_alone);
  text.list("others", [&] {
    for (const EquilibriumReport::Position& each : report.others) text.object([&] { put_position(each, units, text); });
  });
  if (!report.ranges.empty()) put_ranges(report, units, text);
  if (!report.turning) return;
  const TurningReport& turn = *report.turning;
  text.object("turning", [&] {
    text.put("body", turn.body);
    text.put("speed", turn.speed / units.factor(dimension::speed));
    text.put("yaw_rate", turn.yaw_rate / units.factor(dimension::angular_speed));
    text.put("radius",
             turn.yaw_rate != 0 ? std::optional(turn.speed / turn.yaw_rate / units.factor(dimension::length)) : std::nullopt);
    text.put("lateral_acceleration", turn.speed * turn.yaw_rate / units.factor(dimension::acceleration));
    put_values("running", turn.running, units, text);
    text.put("kept", turn.kept);
    text.put("counts", turn.counts);
  });
}

void put_modes(const Summary& summary, JsonText& text) {
  text.list("modes", [&] {
    for (const Mode& each : summary.modes)
      text.object([&] {
        text.put("real", each.real);
        text.put("imag", each.imag);
        text.put("frequency", each.frequency);
        text.put("damped_frequency", damped_frequency(each));
        text.put("damping", each.damping);
        text.put("kind", kind_of(each));
        text.put("unstable", each.unstable);
        text.put("multiplicity", each.multiplicity);
        text.put("moves", each.moves);
      });
  });
}

// Of whole curves also which rows are whose.
void put_sweep(const SweepReport& report, JsonText& text) {
  const auto put_variants = [&](std::string_view key, const auto& choose, const auto& put_more) {
    text.list(key, [&] {
      for (const SweepReport::Variant& each : report.ended)
        if (choose(each))
          text.object([&] {
            text.put("values", each.values);
            put_more(each);
          });
    });
  };
  const auto has_failed = [](const SweepReport::Variant& each) { return !each.reason.empty(); };
  text.object("sweep", [&] {
    text.list("varied", [&] {
      for (const SweepReport::Varied& each : report.varied)
        text.object([&] {
          text.put("name", each.name);
          text.put("unit", each.unit);
          text.put("values", each.values);
        });
    });
    text.put("keep", report.keep);
    text.put("variants", report.variants);
    text.put("done", std::count_if(report.ended.begin(), report.ended.end(), std::not_fn(has_failed)));
    put_variants("failures", has_failed, [&](const SweepReport::Variant& each) { text.put("reason", each.reason); });
    if (!report.kept.empty()) text.put("kept", report.kept);
    if (report.keep == "curves" && !report.ended.empty())
      put_variants(
          "curves", [](const SweepReport::Variant&) { return true; },
          [&](const SweepReport::Variant& each) { text.put("rows", each.rows); });
  });
}

void put_methods(const Methods& methods, JsonText& text) {
  text.object("methods", [&] {
    text.put("coordinates", methods.coordinates);
    text.put("formulation", methods.formulation);
    text.put("stabilization", methods.stabilization);
    text.put("integrator", methods.integrator);
    text.put("why", methods.why);
  });
}

void put_head(const Summary& summary, JsonText& text) {
  text.put("model", summary.model);
  text.put("analysis", summary.analysis);
  text.put("status", to_string(summary.outcome.status));
  text.put("message", summary.outcome.message);
}

void put_counts(const Summary& summary, JsonText& text) {
  text.put("steps", summary.steps);
  text.put("rejected", summary.rejected);
  text.put("evaluations", summary.evaluations);
  text.put("factorizations", summary.factorizations);
  text.put("cpu_seconds", summary.cpu_seconds);
  text.put("wall_seconds", summary.wall_seconds);
}

// Of a run, or of a check, which lacks what only a run can fill.
enum class Of { run, check };

void put_all(const Summary& summary, const std::vector<ResultColumn>& columns, Of what, JsonText& text) {
  const bool of_run = what == Of::run;
  put_head(summary, text);
  put_methods(summary.methods, text);
  text.object("mobility", [&] {
    text.put("counted", summary.mobility_counted);
    text.put("actual", summary.mobility_actual);
  });
  text.put("constraints", summary.constraints);
  put_redundant(summary, text);
  put_reactions(summary, text);
  put_efforts(summary, text);
  text.put("driven", summary.driven);
  put_free_motions(summary, text);
  put_singularity(summary, text);
  if (of_run) put_sampled(summary, text);
  if (of_run) put_counts(summary, text);
  put_violation(summary, text);
  if (of_run) {
    text.put("energy_drift", summary.energy_drift);
    put_balance(summary, text);
    put_momentum(summary, text);
    put_condition(summary, text);
    put_error_estimate(summary, text);
  }
  text.put("warnings", summary.warnings);
  put_elements(summary, text);
  put_units(summary.units, columns, text);
  text.put("assembly", summary.assembly);
  if (of_run) put_events(summary, text);
  put_equilibrium(summary, text);
  if (summary.sweep) put_sweep(*summary.sweep, text);
  if (summary.analysis == "modes") put_modes(summary, text);
  if (!summary.files.empty()) text.put("files", summary.files);
}

constexpr int indent = 2;

}  // namespace

void write_summary(const Summary& summary, const std::vector<ResultColumn>& columns, const TextSink& write) {
  JsonText text(indent, write);
  text.object([&] { put_all(summary, columns, Of::run, text); });
  text.end();
}

std::string summary_json(const Summary& summary, const std::vector<ResultColumn>& columns) {
  JsonText text(indent);
  text.object([&] { put_all(summary, columns, Of::run, text); });
  text.end();
  return text.text();
}

std::string partial_json(const Summary& summary, const std::vector<ResultColumn>& columns) {
  JsonText text(indent);
  text.object([&] {
    put_head(summary, text);
    text.put("warnings", summary.warnings);
    put_units(summary.units, columns, text);
    put_events(summary, text);
    text.put("files", summary.files);
  });
  text.end();
  return text.text();
}

std::string check_json(const Summary& summary) {
  JsonText text(indent);
  text.object([&] { put_all(summary, {}, Of::check, text); });
  text.end();
  return text.text();
}

}  // namespace bricard
