// A row of results at a state of the motion: brought back to the constraints where the stabilization does that, then recorded.
// The System may change between rows, where an event switches elements.
#pragma once
#include <memory>
#include <optional>

#include "bricard/analyses/methods.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

class OutputRow {
 public:
  // Both must outlive it.
  OutputRow(const MethodChoice& methods, const AnalysisOptions& options) : methods_(methods), options_(options) {}

  // From here on states are those of this System.
  void take(const System& system, const std::vector<char>& selected);
  // Closes the state and appends its row; false where accelerations have no finite value.
  bool write(State& state, std::vector<double>& values);
  // Of the last row.
  const Recorder& recorder() const { return *recorder_; }

 private:
  const MethodChoice& methods_;
  const AnalysisOptions& options_;
  std::optional<Recorder> recorder_;
  std::unique_ptr<Stabilizer> stabilizer_;
};

}  // namespace bricard
