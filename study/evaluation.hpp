// One run of a study: a point in, numbers out.
#pragma once
#include <atomic>
#include <optional>
#include <string>
#include <unordered_map>

#include "study/measuring.hpp"

namespace bricard::study {

// What a run has left. A failure is one too, with its reason; `reason` of others: what is missing among the numbers.
struct Run {
  bool failed = false;
  std::string reason;
  double seconds = 0;
  std::vector<double> values;  // the measures, then curves where they were measured
};

class Evaluation {
 public:
  // `program`: what the program that computes is known by. Throws Error where the model or a measure is wrong.
  Evaluation(const Study& study, const ModelAccess& model, const std::string& program);

  // What all runs of the study have in common is known by: the program, the model with the files it names, the analysis, the
  // measures.
  const std::string& base() const { return base_; }
  // What a run is known by, 32 bytes: two runs with one key are the same.
  std::string key(const Point& point) const;
  // Nothing: it was interrupted.
  std::optional<Run> operator()(const Point& point, const std::atomic<bool>* interrupt) const;

  const Study& study() const { return study_; }
  const std::vector<std::string>& units() const { return units_; }  // of the measures; empty where none is known

 private:
  Settings settings(const Point& point) const;

  const Study& study_;
  const ModelAccess& model_;
  std::string base_;
  std::optional<Measuring> measuring_;
  std::vector<std::string> units_;
};

}  // namespace bricard::study
