// Where a course may begin anew, and what changes it from outside: inputs that are held.
#include <fmt/format.h>

#include <algorithm>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/dynamics/course.hpp"

namespace bricard {

namespace {

// Visits every element that can be switched: name with its section, and whether it takes part.
template <class Model, class Visitor>
void for_each_switch(Model& model, const Visitor& visit) {
  const auto in = [&](const std::string& section, auto& elements) {
    for (auto& element : elements) visit(section + "." + element.name, element.active);
  };
  in("joints", model.joints);
  in("constraints", model.constraints);
  in("drivers", model.drivers);
  in("forces", model.forces);
  in("events", model.events);
}

template <class List>
bool has(const List& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

void Course::hold_input(int input, double value) {
  const std::string& name = present_.inputs[input].name;
  if (const auto held = inputs_.find(name); held != inputs_.end() && held->second == value) return;
  inputs_[name] = value;
  present_.inputs[input].value = value;
  if (!has_begun()) return;
  const State here = state();
  stretch_->remember(t_);
  ahead_.reset();
  stretch_->hold_input(input, value, here);
}

Checkpoint Course::checkpoint() {
  Checkpoint point;
  point.model = present_.name;
  point.coordinates = system().coordinates();
  point.state = state();
  point.inputs = inputs_;
  if (stretch_->past() && has_begun()) {
    stretch_->remember(t_);
    point.past = *stretch_->past();
  }
  for_each_switch(present_, [&](const std::string& name, bool active) {
    if (!active) point.inactive.push_back(name);
  });
  if (has_begun())
    for (const int event : stretch_->events().holding()) point.events.push_back(present_.events[event].name);
  return point;
}

void Course::restart(const Checkpoint& from) {
  const State& state = from.state;
  if (from.model != present_.name || from.coordinates != system().coordinates())
    throw Error("snapshot", fmt::format("it is of the model '{}' in {} coordinates", from.model, from.coordinates),
                fmt::format("this one is '{}' in {} coordinates", present_.name, system().coordinates()));
  if (state.q.size() != system().nq() || state.v.size() != system().nv() || state.z.size() != system().nz() ||
      state.angles.size() != static_cast<Eigen::Index>(system().measures().measured.size()))
    throw Error("snapshot", "it has more or fewer numbers than the model has coordinates and states", "take it anew");
  if (!(state.t >= 0 && state.t <= end_))
    throw Error("snapshot", fmt::format("its time, {:.9g} s, is not in the duration of {:.9g} s", state.t, end_));
  for_each_switch(present_, [&](const std::string& name, bool& active) { active = !has(from.inactive, name); });
  for (Input& input : present_.inputs)
    if (const auto held = from.inputs.find(input.name); held != from.inputs.end()) input.value = held->second;
  inputs_ = from.inputs;
  auto after = std::make_unique<Stretch>(present_, methods_, options_, report_);
  if (after->past() && state.t > 0) {
    const auto& delays = after->past()->pasts();
    const auto same = [](const PastValues::Past& a, const PastValues::Past& b) { return a.time == b.time; };
    if (!from.past || !std::equal(delays.begin(), delays.end(), from.past->pasts().begin(), from.past->pasts().end(), same))
      throw Error("snapshot", "it does not remember what the delays of this model read", "take it anew");
    after->take_past(std::make_shared<PastValues>(*from.past));
  }
  replace(std::move(after));
  t_ = state.t;
  last_row_ = state;
  const double spacing = options_.output_step.value_or(end_ / 1000);
  next_row_ = std::max(1L, static_cast<long>(t_ / spacing));
  while (next_row_ > 1 && output_time(next_row_ - 1, spacing, end_) > t_) --next_row_;
  while (output_time(next_row_, spacing, end_) <= t_ && output_time(next_row_ - 1, spacing, end_) < end_) ++next_row_;
  outcome_ = begin(state);
  if (outcome_.failed()) return;
  for (std::size_t i = 0; i < present_.events.size(); ++i)
    if (has(from.events, present_.events[i].name)) stretch_->events().hold(static_cast<int>(i));
}

}  // namespace bricard
