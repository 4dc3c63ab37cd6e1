// The equations of motion written out in the coordinates of a System, as sparse matrices:
//   M v' + Phi_vᵀ lambda = Q,   Phi_v v' = gamma.
// Patterns are fixed at construction and nothing is allocated afterwards. In sets whose equations are local the cost is linear in
// the number of bodies: blocks Jᵀ I J and rows B J. In relative coordinates M comes from composite bodies (Walker and Orin 1982)
// and a row follows both of its branches up to the body they share: bodies times depth.
//
// What the equations are is said by the kernel (kernel.hpp) without writing them out; this is for methods that are defined by
// their matrices, and for comparison. matrices.hpp does the same for any scalar, densely.
#pragma once
#include <Eigen/SparseCore>

#include "bricard/system/system.hpp"

namespace bricard {

class WrittenOut {
 public:
  explicit WrittenOut(const System& system);

  // At the motion and forces in e, which stay. The rows' gamma is taken as it stands there.
  void write(Equations& e);

  // Both triangles.
  const Eigen::SparseMatrix<double>& M() const { return M_; }
  // Rows: System::active_rows.
  const Eigen::SparseMatrix<double, Eigen::RowMajor>& Phi_v() const { return Phi_v_; }
  const Eigen::VectorXd& Q() const { return Q_; }
  const Eigen::VectorXd& gamma() const { return gamma_; }
  const Eigen::VectorXd& Phi() const { return Phi_; }  // zero in rows for velocities only
  const Eigen::VectorXd& Phi_rate() const { return Phi_rate_; }

  // By row: its number in the kernel; -1: the kernel keeps it by the tree, or the coordinates add it.
  const std::vector<int>& kernel_rows() const { return kernel_rows_; }

 private:
  template <class Space>
  struct Work {
    std::vector<typename Space::Vector> J;  // by velocity: the acceleration of its body per unit of it, the parent held
    std::vector<typename Space::Vector> A;  // by body: its acceleration where v' = 0, then what is left of its forces
    std::vector<typename Space::Matrix> I;  // by body, of composite bodies where the set is not local
  };
  // Where the entries of a group's rows stand: in each row from its first entry, in the order in which write() meets them.
  struct GroupPlaces {
    int group, first_row;  // of the layout; in Phi_v
    int driven;            // the one velocity that it sees; -1: it is a row like others
    std::vector<int> places;
  };

  template <class Space>
  void write_in(EquationsIn<Space>& e, Work<Space>& work);
  void find_columns(Kinematics<double>& k);
  void find_columns(const PlanarKinematics<double>& k);
  template <class Space>
  void write_mass(const KinematicsIn<Space>& k, Work<Space>& work);
  template <class Space>
  void write_rows(const KinematicsIn<Space>& k, const Work<Space>& work);
  void write_own_rows(const Kinematics<double>& k);
  void make_mass_pattern();
  void make_row_pattern();
  int shared_body(int a, int b) const;
  template <class Visit>
  void for_each_above(int body, int stop, Visit&& visit) const;

  const System& system_;
  bool local_;
  std::vector<int> parent_, first_, count_;  // by body
  Eigen::SparseMatrix<double> M_;
  Eigen::SparseMatrix<double, Eigen::RowMajor> Phi_v_;
  Eigen::VectorXd Q_, gamma_, Phi_, Phi_rate_;
  Eigen::VectorXd units_;         // of the velocities: scratch
  std::vector<int> mass_places_;  // of M(i, j) and M(j, i), in the order in which write_mass meets them
  std::vector<GroupPlaces> groups_;
  std::vector<int> own_first_;  // first velocity that each own row sees
  std::vector<int> kernel_rows_;
  std::vector<Vec6<double>> no_drift_;
  Work<InSpace> space_;
  Work<InPlane> plane_;
};

}  // namespace bricard
