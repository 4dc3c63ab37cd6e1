// What a comparison of methods leaves: one line per run, the reference against which errors count, and what could not be run. As
// a text for people, as compare.csv and compare.json, and as a work-precision plot.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bricard/results/plot.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

struct ComparedRun {
  Methods methods;
  std::optional<double> tolerance;                     // of methods with error control
  std::optional<double> step;                          // s, of those without
  std::vector<std::pair<std::string, double>> varied;  // other settings and parameters, in the file's units
  Outcome outcome;
  bool complete = false;   // it reached the end, or the event that stops it
  double cpu_seconds = 0;  // of the thread that ran it, from the first step to the end, output rows included
  long steps = 0, rejected = 0, evaluations = 0, factorizations = 0;
  std::optional<double> error;  // m, against the reference; none where nothing could be compared
  Violation violation;
  std::optional<double> energy_drift;
  std::optional<double> condition;  // of the matrix of its equations at the start (analyses/many/condition_number.hpp)
  std::vector<std::string> warnings;
  bool is_reference = false;
  bool doubtful = false;  // ended well, yet is further off than its method allows (analyses/limits.hpp)
};

// Combinations that are not legal, or that the model does not take, by reason.
struct SkippedRuns {
  std::string reason;
  std::vector<Methods> combinations;
};

struct Comparison {
  std::string model;
  double duration = 0;  // s
  UnitSystem units;
  std::vector<ComparedRun> runs;
  std::vector<SkippedRuns> skipped;
  std::string reference;              // in words: what it is, how times are matched, how well it agrees with another method
  std::optional<double> uncertainty;  // m, of the reference: errors below are not resolved
  std::string norm;                   // of the error, in words
  bool interrupted = false;
};

std::string comparison_text(const Comparison& comparison);
std::string comparison_csv(const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);

// Error over CPU time, a series per combination, the points being its tolerances or steps.
Plot work_precision(const Comparison& comparison);

// "relative lagrange projection dopri5"
std::string method_words(const Methods& methods);
// "tolerance 1e-06" or "step 0.001 s", in the file's units.
std::string setting_words(const ComparedRun& run, const UnitSystem& units);

}  // namespace bricard
