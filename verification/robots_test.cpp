// Robots of ours in URDF (models/robots/) and MJCF beside MuJoCo 2.2, which reads the same files itself: masses, bias forces and
// inverse dynamics at random states to 1e-10 of the largest number, through `EquationsOfMotion`, as `bricard evaluate` has them;
// in the files an inertia has one product at most, because MuJoCo turns
// fuller ones into principal axes only to about 1e-9. A program of its own, as MuJoCo is slow to load.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "bricard/core/test_paths.hpp"
#include "bricard/core/test_scratch.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/formats.hpp"
#ifdef BRICARD_HAVE_MUJOCO
#include "verification/robots/mujoco_robot.hpp"
#endif

namespace bricard {
namespace {

std::string robot(const std::string& name) { return source_dir + "/models/robots/" + name; }

#ifdef BRICARD_HAVE_MUJOCO

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Mat matrix_of(const Matrix& m) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(m.values.data(), m.rows,
                                                                                                  m.columns);
}
Vector vector_of(const std::vector<double>& v) { return Eigen::Map<const Vector>(v.data(), static_cast<int>(v.size())); }

void expect_same(const Mat& found, const Mat& right, const std::string& what, double limit = 1e-10) {
  ASSERT_EQ(found.rows(), right.rows()) << what;
  ASSERT_EQ(found.cols(), right.cols()) << what;
  const double largest = right.cwiseAbs().maxCoeff();
  EXPECT_GT(largest, 0) << what;
  Eigen::Index row = 0, column = 0;
  const double off = (found - right).cwiseAbs().maxCoeff(&row, &column);
  EXPECT_LT(off, limit * largest) << what << ", row " << row << ", column " << column;
}

// As MuJoCo needs it: inertias as they are, and where the root floats a joint for that, of the name that ours has.
std::string for_mujoco(std::string text, const std::string& floating_root) {
  std::string more =
      "<mujoco><compiler balanceinertia=\"false\" discardvisual=\"true\" fusestatic=\"false\"/><option gravity=\"0 0 "
      "-9.80665\"/></mujoco>";
  if (!floating_root.empty())
    more += "<link name=\"world\"/><joint name=\"" + floating_root +
            "_free\" type=\"floating\"><parent link=\"world\"/><child link=\"" + floating_root + "\"/></joint>";
  return text.insert(text.rfind("</robot>"), more);
}

// Dry friction is a constraint in MuJoCo, and no part of its bias.
Model without_friction(Model model) {
  for (Force& force : model.forces)
    if (force.kind.is<RotationalSpringDamper>())
      force.kind.as<RotationalSpringDamper>().friction = 0;
    else if (force.kind.is<JointForce>())
      force.kind.as<JointForce>().friction = 0;
  return model;
}

void compare(const Model& with_friction, MujocoRobot& theirs, const std::string& what, double limit = 1e-10) {
  const Model model = without_friction(with_friction);
  const EquationsOfMotion ours(model, "relative");
  std::mt19937 random(7);
  for (int i = 0; i < 10; ++i) {
    const StateValues state = theirs.random_state(ours, random);
    const EquationValues values = ours.at(state);
    expect_same(matrix_of(values.M), theirs.mass_matrix(), what + ": M", limit);
    expect_same(vector_of(values.c), theirs.bias(), what + ": bias", limit);
    std::vector<double> a(state.v.size());
    for (double& each : a) each = std::uniform_real_distribution<double>(-5, 5)(random);
    expect_same(vector_of(ours.inverse_dynamics(state, a)), theirs.inverse(vector_of(a)), what + ": inverse dynamics", limit);
  }
}

struct UrdfCase {
  const char *file, *floating_root;
  int freedoms;
};
const UrdfCase urdf_cases[] = {
    {"arm6.urdf", "", 6}, {"walker.urdf", "pelvis", 20}, {"gripper.urdf", "", 6}, {"gantry.urdf", "", 5}};

TEST(Robots, InUrdfHaveTheEquationsOfMujoco) {
  for (const UrdfCase& each : urdf_cases) {
    MujocoRobot theirs(for_mujoco(text_of(robot(each.file)), each.floating_root), ".urdf");
    const Model model = read_model(robot(each.file));
    EXPECT_EQ(static_cast<int>(EquationsOfMotion(model, "relative").names().v.size()), each.freedoms) << each.file;
    compare(model, theirs, each.file);
  }
}

// What was written to URDF and read again is still the robot that MuJoCo knows.
TEST(Robots, KeepTheirEquationsOnTheWayThroughUrdf) {
  const ScratchFolder folder("robots");
  for (const UrdfCase& each : urdf_cases) {
    const std::string path = (folder.path() / "again.urdf").string();
    write_model(read_model(robot(each.file)), path);
    MujocoRobot theirs(for_mujoco(text_of(robot(each.file)), each.floating_root), ".urdf");
    compare(read_model(path), theirs, std::string(each.file) + " again");
    // MuJoCo reads what we write: inertias of several links with all products, whose axes it finds to 1e-9.
    MujocoRobot from_ours(for_mujoco(text_of(path), ""), ".urdf");
    compare(read_model(robot(each.file)), from_ours, std::string(each.file) + " in MuJoCo", 1e-8);
  }
}

TEST(Robots, InMjcfHaveTheEquationsOfMujoco) {
  for (const char* file : {"crawler.xml", "press.xml"}) {
    MujocoRobot theirs(text_of(robot(file)), ".xml");
    compare(read_model(robot(file)), theirs, file);
  }
}

// The motions that the rows leave, at the design position, where the loops are closed: the same projector.
TEST(Robots, HaveTheRowsOfMujoco) {
  const std::string path = robot("press.xml");
  MujocoRobot theirs(text_of(path), ".xml");
  const EquationsOfMotion ours(read_model(path), "relative");
  std::mt19937 random(3);
  const StateValues state = theirs.random_state(ours, random, true);
  const auto projector = [](const Mat& J) { return Mat(J.completeOrthogonalDecomposition().pseudoInverse() * J); };
  const Mat mine = matrix_of(ours.at(state).J);
  EXPECT_EQ(mine.fullPivLu().rank(), theirs.rows().fullPivLu().rank());
  expect_same(projector(mine), projector(theirs.rows()), "rows");
}

#else

TEST(Robots, InUrdfHaveTheEquationsOfMujoco) { GTEST_SKIP() << "MuJoCo (libmujoco-dev) is not installed"; }

#endif

}  // namespace
}  // namespace bricard
