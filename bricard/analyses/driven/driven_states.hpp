// User states along a motion that drivers prescribe: z' = g(t, z, motion), integrated with error control, while positions are
// solved wherever g is asked for. Drivers may follow states.
#pragma once
#include <memory>
#include <optional>

#include "bricard/analyses/driven/path.hpp"
#include "bricard/core/outcome.hpp"
#include "bricard/integrators/integrator.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

class DrivenStates {
 public:
  DrivenStates(const System& system, const AnalysisOptions& options);
  ~DrivenStates();

  // There is no state, or nothing but events and samples changes them.
  bool empty() const { return empty_; }
  // From where the path is, up to `end`: nothing happens between.
  void begin(const Path& path, double end);
  // The states at that time; a failed outcome says why there are none.
  Outcome at(double t, Eigen::VectorXd& z);
  const IntegratorStatistics& statistics() const { return statistics_; }

 private:
  class Problem;
  void end();

  const System& system_;
  const AnalysisOptions& options_;
  bool empty_;
  std::unique_ptr<Problem> problem_;
  std::unique_ptr<Integrator> integrator_;
  IntegratorStatistics statistics_;  // of those that have ended
};

}  // namespace bricard
