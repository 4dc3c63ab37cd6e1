// What every formulation that yields an ODE shares: y = (q, v, z), the stabilization after each step, the watch over singular
// positions and over the choice of independent rows, scales of the error, interpolation. A formulation adds how v' is found.
//
// Near a singular position the stages of an explicit step lie off the constraints by the local error, which divided by the small
// singular value is a large false acceleration: the run turns onto another branch, and neither energy nor residuals show it. So
// once a pivot falls below 1/100 of its largest value so far (1/10 of the singular value) the step is repeated with every stage
// projected. Where the stabilization cannot do that, a step there whose accelerations are a thousand times what they were before
// is refused: the run then stops, instead of going on along another branch.
//
// A pivot also falls where the rows that were kept become dependent while those left out do not: then the position is regular,
// and other rows are chosen.
#pragma once
#include "bricard/formulations/formulation.hpp"
#include "bricard/formulations/matrices/shifted_matrix.hpp"
#include "bricard/formulations/problems/compiled_motion.hpp"
#include "bricard/formulations/problems/state_rates.hpp"
#include "bricard/formulations/problems/turn_count.hpp"

namespace bricard {

class MechanicalOde : public OdeProblem {
 public:
  explicit MechanicalOde(const ProblemSettings& settings);

  int size() const override { return system_.nq() + system_.nv() + system_.nz(); }
  bool derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) override;
  void error_scale(const Eigen::VectorXd& y, Eigen::VectorXd& scale) override;
  StepEnd after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) override;
  int twice_integrated() const override { return system_.nq() + system_.nv(); }
  void interpolate(double theta, double h, const Eigen::VectorXd& y0, const Eigen::VectorXd& f0, const Eigen::VectorXd& y1,
                   const Eigen::VectorXd& f1, Eigen::VectorXd& y) override;
  bool in_passage() const override { return project_stages_; }
  void begin_step(double h) override { stabilizer_->begin_step(h); }
  State lift(double t, const Eigen::VectorXd& y) override;
  std::string failure() const override { return failure_; }
  bool linearize(double t, const Eigen::VectorXd& y, const Eigen::VectorXd& f) override;
  std::unique_ptr<ShiftedMatrix> shifted() override;
  // The rates of feedback at present; zero without it. They change between steps only.
  Feedback feedback() const { return stabilizer_->feedback(); }

 protected:
  // v' is that of Lagrange's equations with the selected rows, so that its derivative is known (shifted_matrix.hpp). Where it is
  // another, J is taken by differences.
  virtual bool solves_lagrange() const { return true; }
  // v' at the motion in e_, whose kernel is factorized there and whose forces are evaluated. False: failure_ says why.
  virtual bool accelerations(Eigen::Ref<Eigen::VectorXd> a) = 0;
  // Those of the kernel.
  bool kernel_accelerations(Eigen::Ref<Eigen::VectorXd> a);

  // Motion and factorization at a stage of a step, state_, which may be brought back to the constraints. Near singular positions
  // the stabilization does that.
  virtual bool enter_stage();

  Stabilizer& stabilizer() { return *stabilizer_; }

  const System& system_;
  Equations e_;
  State state_;  // whose motion stands in e_
  double tolerance_;
  std::string failure_;

 private:
  bool knows_linearization() const { return solves_lagrange() && !state_rates_.has_late(); }
  bool read(double t, const Eigen::VectorXd& y);
  void add_feedback();
  void remember(const Eigen::VectorXd& y, const Eigen::VectorXd& f);
  bool finish(Eigen::VectorXd& f);
  bool run_compiled(Eigen::VectorXd& f);
  bool derive_here(Eigen::VectorXd& f);
  StepEnd watch();
  double acceleration(const Eigen::VectorXd& f) const;
  double relative_pivot(const KernelRows& rows) const;
  void find_singular_time(double t, const Eigen::VectorXd& y, const Eigen::VectorXd& f);
  bool leaves_rows_out() const;
  bool choose_rows_again(double least);

  StateRates state_rates_;
  std::optional<CompiledRates> compiled_;  // for the rows that were selected at the start
  bool projects_;
  std::unique_ptr<Stabilizer> stabilizer_;
  ProblemReport& report_;
  double floor_linear_, floor_angular_, absolute_;
  double fastest_linear_ = 0, fastest_angular_ = 0;
  bool project_stages_ = false;
  bool is_near_singular_ = false;
  double largest_acceleration_ = 0;     // away from singular positions, relative to its scale
  std::vector<double> largest_pivots_;  // of every row so far
  double step_pivot_ = 1;               // smallest of the step, relative to them
  double passage_pivot_ = 1;            // KernelRows::smallest_pivot along the singular position that is passed
  bool passage_is_told_ = false;
  double t_last_ = 0;
  std::optional<Equations> probe_;  // where one has been passed
  double best_smallest_pivot_ = 0;  // of all rows of a choice, the largest so far
  Eigen::VectorXd second0_, second1_, rate_, largest_z_;
  TurnCount turns_;
  Eigen::VectorXd y_last_, f_last_, y_between_;  // where the step began; on the way
  std::shared_ptr<Linearization> linearization_;
  std::vector<char> linearized_rows_;  // selected at that time
};

}  // namespace bricard
