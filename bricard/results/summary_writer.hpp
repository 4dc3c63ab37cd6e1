// summary.json: how the run went, for programs. The keys are those of the model format's "What a run leaves behind".
#pragma once
#include <string>
#include <vector>

#include "bricard/core/json_text.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

// Quantities are in the file's units, times of computing in seconds. `units` holds the base units {length, mass, time, angle,
// force} and, under `columns`, the unit of each given column ("1" for a pure number).
std::string summary_json(const Summary& summary, const std::vector<ResultColumn>& columns = {});
// The same, piece by piece.
void write_summary(const Summary& summary, const std::vector<ResultColumn>& columns, const TextSink& write);

// Of a run that is not done: what is known before it.
std::string partial_json(const Summary& summary, const std::vector<ResultColumn>& columns);

// The same without the keys that only a run can fill: steps, times, energy, events.
std::string check_json(const Summary& summary);

}  // namespace bricard
