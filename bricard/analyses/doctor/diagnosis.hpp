// The constraint doctor: true mobility from rank, minimal groups of dependent rows by name and what to release, free motions,
// uniqueness of reactions, nearness of singular positions; at one position, or at sampled positions of a run.
#pragma once
#include <memory>

#include "bricard/analyses/doctor/mechanism.hpp"
#include "bricard/results/results.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct Diagnosis {
  int counted = 0, actual = 0;  // degrees of freedom: 6 bodies (in the plane 3) - rows, and from rank; drivers not counted
  int driven = 0;               // left when the drivers act
  int rows = 0;                 // of joints and constraints
  std::vector<RedundantGroup> redundant;
  std::vector<ReactionUniqueness> reactions;
  std::vector<std::pair<std::string, bool>> efforts;  // of constraints and drivers: unique or not
  std::vector<FreeMotion> free_motions;
  Singularity singularity;
  std::vector<std::string> warnings;
};

// At an assembled state of the System. Trying what could be released takes as long as a short run: runs leave it to `check`.
enum class Therapy { none, suggested };
Diagnosis diagnose(const System& system, const State& state, Therapy therapy = Therapy::suggested);

// Mobility and nearness to singular positions at states of a run, each about as dear as one evaluation of accelerations.
class DoctorAlongRun {
 public:
  void sample(const System& system, const State& state);
  const AlongRun& found() const { return found_; }

 private:
  std::unique_ptr<Mechanism> mechanism_;
  std::unique_ptr<System> whose_;   // mechanism it is: events may switch elements
  int mobility_ = -1, least_ = -1;  // at the last sample; of all samples of this mechanism
  double before_ = 0;               // when the last sample was
  AlongRun found_;
};

}  // namespace bricard
