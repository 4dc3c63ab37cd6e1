// Text report of a Summary: a column of labels, then sentences wrapped to the width of a terminal.
#include "bricard/results/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "bricard/math/thresholds.hpp"
#include "bricard/results/mode_words.hpp"

namespace bricard {
namespace {

constexpr std::size_t label_width = 13;
constexpr std::size_t text_width = 87;
constexpr std::size_t most_groups = 20;  // a chain of a thousand loops is told by number
constexpr std::size_t most_changes = 5;

class Report {
 public:
  // One paragraph; continued lines stand under its first word. Nothing if the text is empty.
  void line(std::string_view label, std::string_view text) {
    if (text.empty()) return;
    std::string current;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
      const std::string_view word = text.substr(begin, end - begin);
      if (!current.empty() && current.size() + 1 + word.size() > text_width) {
        put(label, current);
        label = {};
        current.clear();
      }
      if (!current.empty()) current += ' ';
      current += word;
      begin = end + 1;
    }
    put(label, current);
  }
  void title(std::string_view text) { text_ += fmt::format("{}\n", text); }
  std::string text() && { return std::move(text_); }

 private:
  void put(std::string_view label, std::string_view text) { text_ += fmt::format("  {:<{}}{}\n", label, label_width, text); }
  std::string text_;
};

std::string_view plural(long count) { return count == 1 ? "" : "s"; }

// "1.2e-09 mm/s"
std::string amount(double value, Dimension dimension, const UnitSystem& units) {
  return fmt::format("{:.2g} {}", value / units.factor(dimension), units.name(dimension));
}

// Suggestions that differ only in the joint become one: "replace revolute `a`, or `b`, or `c`, by cylindrical: ...".
std::vector<std::string> alternatives(const std::vector<Suggestion>& suggestions) {
  const auto alike = [](const Suggestion& a, const Suggestion& b) {
    return a.changes.size() == 1 && b.changes.size() == 1 && a.changes[0].from == b.changes[0].from &&
           a.changes[0].to == b.changes[0].to && a.remaining == b.remaining;
  };
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < suggestions.size();) {
    std::string text = suggestions[i].text, others;
    std::size_t j = i + 1;
    for (; j < suggestions.size() && alike(suggestions[i], suggestions[j]); ++j)
      others += fmt::format(" or `{}`", suggestions[j].changes[0].joint);
    if (!others.empty())
      if (const std::string first = fmt::format("`{}`", suggestions[i].changes[0].joint); text.find(first) != std::string::npos)
        text.insert(text.find(first) + first.size(), others);
    texts.push_back(std::move(text));
    i = j;
  }
  return texts;
}

// Groups among the same joints are told together, with what could be released.
void describe_redundant(Report& report, const Summary& s) {
  std::vector<RedundantGroup> groups;
  for (const RedundantGroup& each : s.redundant) {
    if (!groups.empty() && groups.back().group == each.group) {
      groups.back().rows.insert(groups.back().rows.end(), each.rows.begin(), each.rows.end());
    } else {
      groups.push_back(each);
    }
  }
  std::string_view label = "redundant";
  for (std::size_t i = 0; i < groups.size() && i < most_groups; ++i) {
    const RedundantGroup& each = groups[i];
    report.line(label, fmt::format("{} follow{} from the rest of {}", fmt::join(each.rows, ", "),
                                   each.rows.size() == 1 ? "s" : "", fmt::join(each.group, ", ")));
    for (const std::string& text : alternatives(each.suggestions)) report.line("", "- " + text);
    label = "";
  }
  if (groups.size() > most_groups) report.line("", fmt::format("... and {} more groups", groups.size() - most_groups));
  const auto untold = [](const RedundantGroup& each) { return each.suggestions.empty(); };
  if (!groups.empty() && s.analysis != "check" && std::all_of(groups.begin(), groups.end(), untold))
    report.line("", "- `bricard check` tries what could be released");
}

void describe_motions(Report& report, const Summary& s) {
  std::string_view label = "moves";
  for (std::size_t i = 0; i < s.free_motions.size() && i < most_groups; ++i) {
    report.line(label, "- " + s.free_motions[i].words);
    label = "";
  }
  if (s.free_motions.size() > most_groups)
    report.line("", fmt::format("... and {} more motions", s.free_motions.size() - most_groups));
}

void describe_position(Report& report, const Summary& s) { report.line("position", s.singularity.words); }

void describe_along_run(Report& report, const Summary& s) {
  if (!s.along_run || s.along_run->sampled == 0) return;
  const AlongRun& run = *s.along_run;
  const double time = s.units.factor(dimension::time);
  std::string text = fmt::format("at {} sampled positions", run.sampled);
  if (run.mobility_changes.empty()) text += " the mobility is the same";
  for (std::size_t i = 0; i < run.mobility_changes.size() && i < most_changes; ++i) {
    const AlongRun::Change& each = run.mobility_changes[i];
    text += fmt::format("{} at t = {:.4g} {} the mobility is {} instead of {}", i == 0 ? ":" : ",", each.t / time, s.units.time,
                        each.mobility, each.before);
  }
  if (run.mobility_changes.size() > most_changes) text += fmt::format(" and {} more", run.mobility_changes.size() - most_changes);
  if (run.nearest_singular)
    text += fmt::format("; nearest to singular at t = {:.4g} {} ({:.2g})", run.nearest_singular->t / time, s.units.time,
                        run.nearest_singular->measure);
  report.line("along run", text);
}

// A mechanism that could not be assembled has not been looked at: zeros would be lies.
bool diagnosed(const Summary& s) { return !s.outcome.failed() || s.constraints > 0 || !s.reactions.empty(); }

void describe_mechanism(Report& report, const Summary& s) {
  std::string mechanism = fmt::format("{} bod{}, {} joint{}", s.bodies, s.bodies == 1 ? "y" : "ies", s.joints, plural(s.joints));
  if (diagnosed(s)) mechanism += fmt::format(", {} constraint row{}", s.constraints, plural(s.constraints));
  report.line("mechanism", mechanism);
  report.line("tree", s.tree);
  if (!diagnosed(s)) return;
  std::size_t redundant = 0;
  for (const RedundantGroup& each : s.redundant) redundant += each.rows.size();
  std::string mobility = std::to_string(s.mobility_actual);
  if (s.mobility_counted != s.mobility_actual) {
    mobility +=
        fmt::format(" (counting gives {}; {} row{} redundant)", s.mobility_counted, redundant, redundant == 1 ? " is" : "s are");
  }
  mobility += ", drivers not counted";
  if (s.driven != s.mobility_actual) mobility += fmt::format("; {} when they act", s.driven);
  report.line("mobility", mobility);
  describe_motions(report, s);
  describe_redundant(report, s);
  describe_position(report, s);
}

void describe_reactions(Report& report, const Summary& s) {
  if (s.reactions.empty()) return;
  std::vector<std::string> open;
  for (const ReactionUniqueness& each : s.reactions) {
    if (each.unique) continue;
    std::vector<std::string> components;
    for (const auto& [name, unique] : each.components) {
      if (!unique) components.push_back(name);
    }
    open.push_back(components.empty() ? each.joint : fmt::format("{} ({})", each.joint, fmt::join(components, " ")));
  }
  for (const auto& [name, unique] : s.efforts)
    if (!unique) open.push_back(name + " (effort)");
  if (open.empty()) {
    report.line("reactions", "all unique");
  } else {
    const std::size_t more = open.size() > most_groups ? open.size() - most_groups : 0;
    open.resize(open.size() - more);
    report.line("reactions", fmt::format("not unique, the split of least norm is given: {}{}", fmt::join(open, ", "),
                                         more > 0 ? fmt::format(" and {} more", more) : ""));
  }
}

void describe_elements(Report& report, const Summary& s) {
  std::vector<std::string> inactive;
  for (const ElementActivity& each : s.elements) {
    if (!each.active) inactive.push_back(each.name);
  }
  if (!inactive.empty()) report.line("inactive", fmt::format("{}", fmt::join(inactive, ", ")));
}

// Start + what came in - what went out = end, without the terms that are nothing.
void describe_energy(Report& report, const Summary& s) {
  const std::string unit = s.units.name(dimension::energy);
  const double factor = s.units.factor(dimension::energy);
  if (s.energy_drift) report.line("energy", fmt::format("relative drift {:.2g}; the model is conservative", *s.energy_drift));
  if (!s.balance || s.energy_drift) return;
  const Balance& b = *s.balance;
  std::string text = fmt::format("{:.6g} at the start", b.energy_start / factor);
  const auto term = [&](double value, const char* what) {
    if (std::abs(value) > threshold::cancelled * b.moved)
      text += fmt::format(" {} {:.6g} {}", value < 0 ? "-" : "+", std::abs(value) / factor, what);
  };
  term(b.work_drivers, "by drivers");
  term(b.work_forces, "by forces");
  term(-b.dissipated, b.dissipated < 0 ? "by negative dampers" : "dissipated");
  term(-b.lost_at_events, b.lost_at_events < 0 ? "gained at events" : "lost at events");
  text += fmt::format(" = {:.6g} {} at the end, up to {:.2g}", b.energy_end / factor, unit, std::abs(b.error) / factor);
  if (b.moved > 0) text += fmt::format(" ({:.1g} of what moved)", std::abs(b.error) / b.moved);
  if (b.work_nonideal) text += fmt::format("; non-ideal constraints did {:.6g} {} of it", *b.work_nonideal / factor, unit);
  report.line("energy", text);
}

void describe_momentum(Report& report, const Summary& s) {
  if (!s.momentum) return;
  std::string text;
  if (s.momentum->linear)
    text = fmt::format("of {} that nothing joins with ground: relative drift {:.1g}, about the center of mass {:.1g}",
                       s.momentum->free_groups == 1 ? "the bodies" : fmt::format("{} groups of bodies", s.momentum->free_groups),
                       *s.momentum->linear, s.momentum->angular.value_or(0));
  if (s.momentum->reactions)
    text += fmt::format("{}accelerations, forces and the reactions of ground agree to {:.1g}", text.empty() ? "" : "; ",
                        *s.momentum->reactions);
  report.line("momentum", text);
}

void describe_condition(Report& report, const Summary& s) {
  if (!s.condition) return;
  const double time = s.units.factor(dimension::time);
  std::string text;
  if (s.condition->constraints)
    text += fmt::format("loop constraints {:.2g} at t = {:.4g} {}", *s.condition->constraints, s.condition->constraints_t / time,
                        s.units.time);
  if (s.condition->mass)
    text += fmt::format("{}mass matrix {:.2g} at t = {:.4g} {}", text.empty() ? "" : ", ", *s.condition->mass,
                        s.condition->mass_t / time, s.units.time);
  if (!text.empty()) report.line("condition", "at worst " + text);
}

void describe_error(Report& report, const Summary& s) {
  if (!s.error_estimate) return;
  const ErrorEstimate& e = *s.error_estimate;
  const double time = s.units.factor(dimension::time);
  const std::string how = e.step ? fmt::format("step {:.3g} {}", *e.step / time, s.units.time)
                                 : fmt::format("tolerance {:.2g}", e.tolerance.value_or(0));
  report.line(
      "error",
      fmt::format("about {} of position{}, {} of velocity, by a second run with {} ({} steps){}",
                  amount(e.position, dimension::length, s.units),
                  e.column.empty() ? "" : fmt::format(" ({} at t = {:.4g} {})", e.column, e.t / time, s.units.time),
                  amount(e.velocity, dimension::speed, s.units), how, e.steps,
                  e.trusted_until ? fmt::format("; trusted until t = {:.4g} {}", *e.trusted_until / time, s.units.time) : ""));
}

// The slowest, and all that grow.
void describe_modes(Report& report, const Summary& s) {
  std::string_view label = "modes";
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < s.modes.size(); ++i) {
    const Mode& mode = s.modes[i];
    if (i >= most_groups && !mode.unstable) {
      ++left_out;
      continue;
    }
    std::string text = fmt::format("{}: ", i + 1);
    if (mode.kind == Mode::Kind::rigid) {
      text += "rigid, nothing pulls back";
    } else if (mode.kind == Mode::Kind::real) {
      text += fmt::format("real, {} with {:.5g} 1/s", mode.unstable ? "grows" : "falls", std::abs(mode.real));
    } else {
      text += fmt::format("{:.6g} Hz, damping {:.4g}", mode.frequency, mode.damping);
      if (std::abs(mode.damping) > threshold::visible_damping) text += fmt::format(", seen at {:.6g} Hz", damped_frequency(mode));
      if (mode.unstable) text += ", grows";
    }
    if (mode.multiplicity > 1 && mode.kind != Mode::Kind::rigid) text += fmt::format(", one of {} equal ones", mode.multiplicity);
    if (!mode.moves.empty()) text += "; moves most: " + mode.moves;
    report.line(label, text);
    label = "";
  }
  if (left_out > 0) report.line("", fmt::format("and {} more in modes.csv", left_out));
}

// As many as anyone reads; more are in summary.json.
void describe_events(Report& report, const Summary& s) {
  constexpr std::size_t most = 50;
  for (std::size_t i = 0; i < std::min(most, s.events.size()); ++i)
    report.line("event", fmt::format("{} at t = {:.6g} {}", s.events[i].name, s.events[i].t / s.units.factor(dimension::time),
                                     s.units.time));
  if (s.events.size() > most) report.line("event", fmt::format("and {} more", s.events.size() - most));
}

void describe_warnings(Report& report, const Summary& s) {
  std::string_view label = "warnings";
  for (const std::string& each : s.warnings) {
    report.line(label, "- " + each);
    label = "";
  }
}

// "main.angle = 12.5 deg, slide.position = 3 mm": the first of them.
std::string coordinates_text(const EquilibriumReport::Position& position, const UnitSystem& units) {
  std::vector<std::string> texts;
  for (const auto& [column, value] : position.coordinates) {
    if (texts.size() == most_groups) {
      texts.push_back(fmt::format("and {} more", position.coordinates.size() - most_groups));
      break;
    }
    const std::string unit = units.name(column.dimension);
    texts.push_back(fmt::format("{} = {:.8g}{}{}", column.name, value / units.factor(column.dimension),
                                column.dimension == dimension::none ? "" : " ", column.dimension == dimension::none ? "" : unit));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

void describe_equilibrium(Report& report, const Summary& s) {
  if (!s.equilibrium) return;
  const EquilibriumReport& e = *s.equilibrium;
  const auto stability = [&](const EquilibriumReport::Position& each) -> std::string {
    if (!each.stable) return "stability not known";
    if (*each.stable) return "stable";
    return each.growth > 0 ? fmt::format("unstable, a disturbance grows by {:.4g} 1/s", each.growth) : "unstable";
  };
  report.line("equilibrium", stability(e.configuration) + ": " + coordinates_text(e.configuration, s.units));
  if (e.turning) {
    const TurningReport& turn = *e.turning;
    const auto amount = [&](double value, Dimension dimension) {
      return fmt::format("{:.8g} {}", value / s.units.factor(dimension), s.units.name(dimension));
    };
    report.line("turn", fmt::format("{}: speed {}, yaw rate {}{}", turn.body, amount(turn.speed, dimension::speed),
                                    amount(turn.yaw_rate, dimension::angular_speed),
                                    turn.yaw_rate != 0 ? ", radius " + amount(turn.speed / turn.yaw_rate, dimension::length)
                                                       : std::string()));
    std::vector<std::string> running;
    for (const auto& [column, value] : turn.running)
      running.push_back(fmt::format("{} {}", column.name, amount(value, column.dimension)));
    report.line("running", fmt::format("{}", fmt::join(running, ", ")));
  }
  std::string_view rests = "rests";
  for (const EquilibriumReport::Range& each : e.ranges) {
    const auto end = [&](const std::optional<double>& at) {
      return at ? fmt::format("{:.8g}", *at / s.units.factor(each.column.dimension)) : std::string("?");
    };
    report.line(rests, fmt::format("{} from {} to {} {}", each.column.name, end(each.from), end(each.to),
                                   s.units.name(each.column.dimension)));
    rests = "";
  }
  std::vector<std::string> found;
  for (const auto& [name, value] : e.found) found.push_back(fmt::format("{} = {:.10g}", name, value));
  report.line("found", fmt::format("{}", fmt::join(found, ", ")));
  if (!e.left_alone.empty())
    report.line("left alone", fmt::format("{}: no force depends on {}", fmt::join(e.left_alone, ", "),
                                          e.left_alone.size() == 1 ? "it" : "them"));
  std::string_view label = "others";
  for (const EquilibriumReport::Position& each : e.others) {
    report.line(label, "- " + stability(each) + ": " + coordinates_text(each, s.units));
    label = "";
  }
}

std::string title(const Summary& s) { return s.model.empty() ? "model without a name" : s.model; }

}  // namespace

std::string report_text(const Summary& s) {
  Report report;
  report.title(fmt::format("{}: {} {}", title(s), s.analysis, to_string(s.outcome.status)));
  report.line("message", s.outcome.message);
  describe_equilibrium(report, s);
  describe_mechanism(report, s);
  describe_reactions(report, s);
  describe_elements(report, s);
  if (s.assembly != s.outcome.message) report.line("assembly", s.assembly);
  const Methods& m = s.methods;
  report.line("methods", fmt::format("coordinates {}, formulation {}, stabilization {}, integrator {}", m.coordinates,
                                     m.formulation, m.stabilization, m.integrator));
  report.line("why", m.why);
  report.line("steps", fmt::format("{} accepted, {} rejected; {} evaluations, {} factorizations", s.steps, s.rejected,
                                   s.evaluations, s.factorizations));
  report.line("violation", fmt::format("at most {} of position, {} of velocity, {} of acceleration",
                                       amount(s.violation.position, dimension::length, s.units),
                                       amount(s.violation.velocity, dimension::speed, s.units),
                                       amount(s.violation.acceleration, dimension::acceleration, s.units)));
  describe_along_run(report, s);
  describe_energy(report, s);
  describe_momentum(report, s);
  describe_condition(report, s);
  describe_error(report, s);
  describe_modes(report, s);
  describe_events(report, s);
  describe_warnings(report, s);
  report.line("time", fmt::format("{:.3g} s of computing, {:.3g} s on the clock", s.cpu_seconds, s.wall_seconds));
  return std::move(report).text();
}

std::string check_text(const Summary& s) {
  Report report;
  report.title(fmt::format("{}: {}", title(s), s.outcome.failed() ? "assembly failed" : "the model is in order"));
  report.line("message", s.outcome.message);
  describe_mechanism(report, s);
  if (diagnosed(s) && s.redundant.empty()) report.line("redundant", "no constraint");
  describe_reactions(report, s);
  describe_elements(report, s);
  if (s.assembly != s.outcome.message) report.line("assembly", s.assembly);
  report.line("units",
              fmt::format("{}, {}, {}, {}, {}", s.units.length, s.units.mass, s.units.time, s.units.angle, s.units.force));
  describe_warnings(report, s);
  return std::move(report).text();
}

}  // namespace bricard
