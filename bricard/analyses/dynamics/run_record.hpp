// What the analysis `dynamics` keeps of a course: its rows, and the evidence for its Summary along the way: the energy balance,
// drift, violations, momentum, conditioning, the doctor at sampled positions.
#pragma once
#include <algorithm>

#include "bricard/analyses/doctor/diagnosis.hpp"
#include "bricard/analyses/dynamics/balance.hpp"
#include "bricard/analyses/dynamics/certificate.hpp"
#include "bricard/analyses/dynamics/course.hpp"
#include "bricard/analyses/run.hpp"

namespace bricard {

class RunRecord final : public CourseListener {
 public:
  // Listens to a course that stands at its start, whose Summary in `results` is described; both outlive it. Writes the first row.
  RunRecord(const Model& model, const AnalysisOptions& options, const Control& control, Course& course, Results& results);
  // The course is over, as summary.outcome says: the rest of the Summary, and the last state.
  void finish();

 private:
  bool wants_row(double t) const override { return !last_row_only_ || t >= course_.end() || t >= next_sample_; }
  void row(const State& closed, bool finite, std::span<const double> values) override;
  void moved(double from, double to) override;
  void happened(const Event& event) override {
    keep_event(results_.summary.events, event);
    ++events_;
  }
  void warned(const std::string& text) override { results_.summary.warnings.push_back(text); }
  void ends(const State& at) override { energy_.end(at); }
  void begins(const State& start) override;
  void struck(const std::vector<Blow>& blows) override { energy_.add(blows); }

  void follow_energy(const Recorder& row);
  double energy_moved() const { return std::max(fastest_, highest_ - lowest_); }
  // Relative to the energy that moved; where none did, to what would count.
  double drift() const { return drift_ > 0 ? drift_ / std::max(energy_moved(), unknown_energy()) : 0; }
  double unknown_energy() const;  // J
  void add_counts();
  void add_balances();

  const Model& model_;
  const AnalysisOptions& options_;
  bool has_doctor_, last_row_only_;
  RowSink* rows_taken_by_;  // null: they are kept in the Results
  Course& course_;
  Results& results_;
  EnergyBalance energy_;
  MomentumWatch momentum_;
  DoctorAlongRun doctor_;
  Conditioning condition_;
  double next_sample_ = 0;
  bool warned_ = false;  // of values that are not finite
  long rows_ = 0, events_ = 0;
  double first_energy_ = 0, drift_ = 0, fastest_ = 0, lowest_ = 0, highest_ = 0;
};

}  // namespace bricard
