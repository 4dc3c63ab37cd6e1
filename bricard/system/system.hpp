// The System: a Model compiled in chosen coordinates. Immutable, holds no state, may be shared between threads; what it computes
// goes into caller-owned Equations.
#pragma once
#include <memory>
#include <string_view>

#include "bricard/system/coordinates/names.hpp"
#include "bricard/system/equations.hpp"
#include "bricard/system/evaluate.hpp"
#include "bricard/system/layout.hpp"
#include "bricard/system/state.hpp"

namespace bricard {

class System {
 public:
  // coordinates: a name of the list. Throws Error where the model is wrong.
  explicit System(const Model& model, std::string_view coordinates = absolute_coordinates);
  // What was compiled before, in other coordinates; with further drivers that hold joint coordinates.
  System(const System& other, std::string_view coordinates);
  System(const System& other, std::string_view coordinates, const std::vector<HeldCoordinate>& held);
  System(const System&);
  System(System&&) noexcept;
  System& operator=(const System&);
  System& operator=(System&&) noexcept;
  ~System();

  // What was compiled, in parts. The whole is for system/ and for passing on to it.
  const MechanismLayout& mechanism() const { return *layout_; }
  const RowLayout& constraints() const { return *layout_; }
  const MeasureLayout& measures() const { return *layout_; }
  const TableLayout& table() const { return *layout_; }
  const FunctionLayout& functions() const { return *layout_; }
  const RubbingLayout& rubbing() const { return *layout_; }
  bool rubs() const { return !layout_->rubbing.empty(); }
  // What every surface does; empty: it is judged at every state.
  const std::vector<RubbingMode>& rubbing_modes() const { return rubbing_modes_; }
  double length() const { return layout_->length; }  // the characteristic length of the model
  const Layout& layout() const { return *layout_; }
  bool shares(const System& other) const { return layout_ == other.layout_; }  // what was compiled
  bool is_in_plane() const { return layout_->plane.complete; }                 // steps are evaluated there
  const Model& model() const { return layout_->model; }
  std::string_view coordinates() const;
  int nq() const { return nq_; }
  int nv() const { return nv_; }
  int nz() const { return static_cast<int>(layout_->states.size()); }
  RowSet row_set() const;
  // The loop groups in the order of the kernel: kernel group → layout group.
  const std::vector<int>& loop_groups() const { return loop_groups_; }
  const KernelStructure& kernel_structure() const { return plan_->structure; }
  // The symbolic analysis, shared by all kernels of this System.
  const std::shared_ptr<const KernelPlan>& kernel_plan() const { return plan_; }
  // Rows that this set of coordinates does not satisfy by itself, in order: the rows of Phi for index 3. Rows that it adds are
  // the last and count on from those of the layout.
  const std::vector<int>& active_rows() const { return active_rows_; }
  // The contract of coordinate sets (coordinates/coordinates.hpp) for the set in use.
  bool holds(const RowGroup& group) const;
  int driven(const RowGroup& group) const;
  bool is_local() const;
  int first_velocity(int body) const;
  int velocity_count(int body) const;
  int own_rows() const;
  int body_of_own_row(int i) const;
  template <class S>
  S own_product(const Kinematics<S>& k, int i, const S* a) const;
  // By coordinate and by velocity: its change in a turn of one radian; 0: a length.
  const Eigen::VectorXd& q_per_radian() const { return q_per_radian_; }
  const Eigen::VectorXd& v_per_radian() const { return v_per_radian_; }
  // Gimbal lock: of a body that these coordinates cannot describe here, or of a joint whose angles rows or forces use; and the
  // words for it.
  bool singular(const Kinematics<double>& k) const;
  std::string why_singular(const Kinematics<double>& k) const;

  // The design position as written, at rest (joints need not close).
  State designed() const;

  // Poses, twists, rows. `rows` and `measure`: what more than this set of coordinates needs.
  void motion(const State& state, Equations& e, RowSet rows, Measure measure = Measure::needed) const;
  void motion(const State& state, Equations& e) const { motion(state, e, row_set()); }
  // Matrices of the kernel at the position of the last motion(), and their factorization. False: see singular() and
  // Kernel::singular_body.
  // `truncate`: see Kernel::factor.
  bool factor(Equations& e, double truncate = 0) const;
  void fill(Equations& e) const;  // the matrices alone
  // Applied forces at the last motion().
  void forces(Equations& e) const;

  // How everything that switches in the functions of forces, inputs and states is decided at a state.
  void decide(const State& state, Equations& e, std::vector<double>& decisions) const;
  // The columns of bodies, sensors and joints, in the file's units, to the columns of e; `forces`: those of force elements too.
  void read(const State& state, Equations& e, std::span<const ColumnSource> sources, bool forces) const;

  // With the factorization of e: v' of the equations of motion; the mass-weighted smallest increment that closes Phi (position)
  // or Phi' (velocity) to first order.
  void accelerations(Equations& e, Eigen::Ref<Eigen::VectorXd> a) const;
  void correction(Order order, Equations& e, Eigen::Ref<Eigen::VectorXd> d) const;
  // What the loads in e.right.f alone cause: forces accelerations, or impulses velocities.
  void response(Order order, Equations& e, Eigen::Ref<Eigen::VectorXd> d) const;

  // Inverse dynamics at the motion and forces in e: tau = M a - Q, what must act along the coordinates besides the forces of the
  // model, and in place of rows, so that v' = a. Recursive, outward and inward once (Luh, Walker and Paul 1980); takes the room
  // of the solves (right.f, solution.A).
  void inverse_dynamics(Equations& e, const Eigen::VectorXd& a, Eigen::Ref<Eigen::VectorXd> tau) const;

  void rates(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::Ref<Eigen::VectorXd> q_rate) const;
  void second_rates(const double* q, const double* v, const double* a, double* second) const;
  void velocities(const Eigen::VectorXd& q, const Eigen::VectorXd& q_rate, Eigen::VectorXd& v) const;
  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& d, Eigen::VectorXd& moved) const;
  void normalize(State& state) const;
  // The state of bodies whose motion (all rows, all measured) stands in e, which may belong to a System in other coordinates.
  State state_of(const Equations& e, double t) const { return state_of(e.k, t); }
  // The same motion as a State of this System, whose model has the same elements, with others of them active.
  State carry_over(const System& from, const State& state) const;
  void update_angles(const Equations& e, State& state) const;

  // Templates on the scalar are compiled once for each (system_sets.hpp).
  // r = M a + Phi_vᵀ lambda - Q for any scalar; lambda by active_rows(). Expects motion, rows and forces in k.
  template <class S>
  void residual(Kinematics<S>& k, const S* a, const S* lambda, S* r) const;
  template <class S>
  void evaluate(Kinematics<S>& k, const S& t, const S* q, const S* v, std::span<const double> angles, const S* z = nullptr) const;

  // Body accelerations from v' = a, and generalized forces from body wrenches (F is used up).
  template <class S>
  void body_accelerations(const Kinematics<S>& k, const S* a, std::vector<Vec6<S>>& A) const;
  template <class S>
  void pull_back(const Kinematics<S>& k, std::vector<Vec6<S>>& F, S* r) const;

  // Largest |Phi| and |Phi'| over the rows of `rows`, lengths in m and angles times the characteristic length. Rows of the
  // coordinates themselves do not count: a quaternion that is off unit length turns the body all the same.
  double violation(const Equations& e, Order order, RowSet rows) const;
  // |value| of a row as a length: angles times the characteristic length.
  double scaled(int row, double value) const { return is_length_[row] ? std::abs(value) : std::abs(value) * layout_->length; }
  double kinetic_energy(const Equations& e) const;
  // The largest velocity of a body; angular velocities times the characteristic length.
  double speed(const Equations& e) const;
  // The largest coordinate of a length: rounding of positions is relative to it.
  double reach() const { return std::max(reach_, layout_->length); }

  std::string name_of(const RowGroup& group) const;

  // Only for a System that is not shared: an input of the model has this value from now on, in the file's units; a driver takes
  // its coordinate along from + rate t, in SI.
  void hold_input(int input, double value);
  void remember(std::shared_ptr<const PastValues> past);  // what delay() reads
  void drive_along(int driver, double from, double rate);
  void set_rubbing_modes(std::vector<RubbingMode> modes) { rubbing_modes_ = std::move(modes); }

 private:
  // visitor(set) with the set in use; in the plane only sets that serve planar models are asked. Both are defined in
  // system_sets.hpp: only what computes with coordinates reads the sets.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const;
  template <class Space, class Visitor>
  void visit_in(Visitor&& visitor) const;
  template <class Space>
  void motion_in(const State& state, KinematicsIn<Space>& k, RowSet rows, Measure measure) const;
  template <class Space>
  void fill_in(EquationsIn<Space>& e) const;
  template <class Space>
  void correction_in(Order order, EquationsIn<Space>& e, double* d) const;
  template <class Space>
  void inverse_dynamics_in(EquationsIn<Space>& e, const double* a, double* tau) const;

  System(std::shared_ptr<Layout> layout, std::string_view coordinates);
  // The groups of rows: over tree joints, or of loops.
  KernelStructure sort_groups();
  State state_of(const Kinematics<double>& k, double t) const;
  State designed(Kinematics<double>& k) const;
  Layout& own_layout();  // to be changed: no other System shares it

  std::shared_ptr<Layout> layout_;  // in other coordinates the same
  int set_ = 0;                     // which of the coordinate sets
  int nq_ = 0, nv_ = 0;
  Eigen::VectorXd q_per_radian_, v_per_radian_;
  double reach_ = 0;
  std::vector<int> loop_groups_, active_rows_;
  std::vector<char> is_length_;  // per row: its value is a length
  std::vector<RubbingMode> rubbing_modes_;
  std::shared_ptr<const KernelPlan> plan_;
  std::shared_ptr<const std::vector<std::vector<int>>> edge_groups_;
  template <class Space>
  friend struct EquationsIn;
};

// "angle" of `hinge.angle`: the name of a joint's measured coordinate within its joint.
inline std::string_view coordinate_name(const System& system, const MeasuredCoordinate& coordinate) {
  return coordinates_of(system.model(), system.model().joints[coordinate.joint])[coordinate.which].name;
}

}  // namespace bricard
