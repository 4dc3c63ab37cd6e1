// What all analyses do around their own work: the parts of a Summary that need no time integration, the last state as text.
#pragma once
#include "bricard/analyses/assembly.hpp"
#include "bricard/analyses/diagnosis.hpp"
#include "bricard/results/results.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// "12.5 mm": a value in the file's units.
std::string amount(double value, Dimension dimension, const UnitSystem& units);

// Names, sizes, elements, units.
Summary describe(const System& system, const std::string& analysis);
void add(const Assembly& assembly, Summary& summary);
void add(const Diagnosis& diagnosis, Summary& summary);

// What the options say about assembly.
AssemblySettings assembly_settings(const AnalysisOptions& options);

std::vector<ResultColumn> result_columns(const System& system);

// state.json: position, quaternion, velocity and angular velocity of every body, and the counted joint coordinates.
std::string state_text(const System& system, const State& state);

// The energy is constant: no drivers, no forces but springs.
bool is_conservative(const Model& model);

}  // namespace bricard
