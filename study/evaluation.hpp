// One run of a study: a point in, numbers out.
#pragma once
#include <atomic>
#include <map>
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
  // measures. Files that are changed later change no run.
  const std::string& base() const { return base_; }
  // What a run is known by, 32 bytes: two runs with one key are the same.
  std::string key(const Point& point) const;
  // Nothing: it was interrupted.
  std::optional<Run> operator()(const Point& point, const std::atomic<bool>* interrupt) const;

  const Study& study() const { return study_; }

 private:
  Settings settings(const Point& point) const;

  const Study& study_;
  const ModelAccess& model_;
  std::map<std::string, std::string> files_;  // of the model, as they were when the study began
  std::string base_;
  std::optional<Measuring> measuring_;
};

}  // namespace bricard::study
