// What all analyses do around their own work: the parts of a Summary that need no time integration, the last state as text.
#pragma once
#include <chrono>
#include <ctime>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/doctor/diagnosis.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/results/results.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// "12.5 mm": a value in the file's units.
std::string amount(double value, Dimension dimension, const UnitSystem& units);

// Names, sizes, elements, units.
Summary describe(const System& system, const std::string& analysis);
void add(const Assembly& assembly, Summary& summary);
void add(const Diagnosis& diagnosis, Summary& summary);

// Keys that belong to methods which are not in use: a warning for each that is given.
void warn_of_keys_without_effect(const AnalysisOptions& options, Summary& summary);

// What the options say about assembly.
AssemblySettings assembly_settings(const AnalysisOptions& options);

// The coordinates that the options name, or those that `auto` means.
std::string chosen_coordinates(const AnalysisOptions& options);

std::vector<ResultColumn> result_columns(const System& system);
// The columns of an analysis that leaves some out, by index.
std::vector<ResultColumn> result_columns(const System& system, const std::vector<int>& kept);
std::vector<int> all_columns(const System& system);
// Without what force elements apply, reactions and energies; outputs whose parts are all known at `level`; and violations.
std::vector<int> columns_up_to(const System& system, Level level);

// Throws Error where duration and output step are missing or make no sense.
void check_output_times(const AnalysisOptions& options);
// Throws Error where the results would be larger than what is to take them.
void check_size(const AnalysisOptions& options, std::size_t columns, const Control& control);
// The i-th output time; the end once, though a multiple of the spacing may miss it by rounding.
double output_time(long i, double spacing, double end);

class Stopwatch {
 public:
  void stop(Summary& summary) const;

 private:
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  std::clock_t cpu_ = std::clock();
};

// state.json: position, quaternion, velocity and angular velocity of every body, the counted joint coordinates, user states.
std::string state_text(const System& system, const State& state);

// The energy is constant: no drivers, no forces but springs.
bool is_conservative(const Model& model);

}  // namespace bricard
