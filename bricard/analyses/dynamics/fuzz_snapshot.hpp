// Snapshots of a simulation: any bytes read to one or to an Error, and a simulation goes on from what was read or refuses it.
#pragma once
#include <string>

#include "bricard/analyses/dynamics/simulation.hpp"
#include "bricard/analyses/dynamics/snapshot_text.hpp"
#include "bricard/core/error.hpp"
#include "bricard/model/building.hpp"

namespace bricard::broken_by {

inline std::string snapshot(const std::string& bytes) {
  static Simulation simulation = [] {
    Model model;
    model.name = "swing";
    add_body(model, "b", 1, {1, 1, 1}, {1, 0, 0});
    add_joint(model, "j", "revolute", {"ground", "b"}, {0, 0, 0});
    AnalysisOptions options;
    options.duration = 1;
    return Simulation(model, options);
  }();
  try {
    const Snapshot snapshot = Snapshot::read(bytes);
    const std::string text = checkpoint_text(read_checkpoint(bytes));
    if (checkpoint_text(read_checkpoint(text)) != text) return "reads back to another snapshot:\n" + text;
    simulation.restore(snapshot);
    simulation.step();
  } catch (const Error& error) {
    return error.faults().empty() ? "an Error without faults" : "";
  }
  return "";
}

}  // namespace bricard::broken_by
