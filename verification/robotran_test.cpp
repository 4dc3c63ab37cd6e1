// The Mazda MX-5 that students drew in ROBOTRAN (43 joints, 10 cuts, 4 links), read where it lies beside the checkout
// (../shared/reference/robotran); the tests are skipped where it is absent. Numbers: what ROBOTRAN's own generated code gives at
// five random states (simple43.json). Its rows lie in the axes of each cut's youngest common ancestor and those of `evaluate` in
// the axes of the first body; between them stands a recursion of this file.
#include <Eigen/Dense>
#include <filesystem>
#include <fstream>

#include "bricard/analyses/dynamics/equations_of_motion.hpp"
#include "bricard/core/json.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

const std::string folder = source_file("../shared/reference/robotran/");
const std::string car = folder + "mx5_simple.mbs";

#define SKIP_WITHOUT_CAR \
  if (!std::filesystem::exists(car)) GTEST_SKIP() << "mx5_simple.mbs is not beside the checkout"

using Vector = Eigen::VectorXd;
using Mat = Eigen::MatrixXd;
using V3 = Eigen::Vector3d;
using M3 = Eigen::Matrix3d;

Json reference() {
  std::ifstream file(folder + "simple43.json");
  return Json::parse(file);
}

Vector vector_of(const Json& list) {
  Vector v(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) v[static_cast<int>(i)] = list[i].get<double>();
  return v;
}
Mat matrix_of(const Json& rows) {
  Mat m(rows.size(), rows[0].size());
  for (std::size_t i = 0; i < rows.size(); ++i) m.row(static_cast<int>(i)) = vector_of(rows[i]).transpose();
  return m;
}
Mat matrix_of(const Matrix& m) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(m.values.data(), m.rows,
                                                                                                  m.columns);
}
Vector vector_of(const std::vector<double>& v) { return Eigen::Map<const Vector>(v.data(), static_cast<int>(v.size())); }

// Relative to the largest number of the right one.
void expect_same(const Mat& found, const Mat& right, const std::string& what, double limit = 1e-12) {
  ASSERT_EQ(found.rows(), right.rows()) << what;
  ASSERT_EQ(found.cols(), right.cols()) << what;
  EXPECT_LT((found - right).cwiseAbs().maxCoeff(), limit * right.cwiseAbs().maxCoeff()) << what;
}

// Frames behind each joint by recursion over the list of joints, with what velocities bring to accelerations; index 0 is ground.
struct Frames {
  std::vector<int> parent;
  std::vector<M3> R;
  std::vector<V3> p, w, al;
  std::vector<Mat> turning;  // w = turning qd

  Frames(const Json& of, const Vector& q, const Vector& qd) {
    const int n = static_cast<int>(of["joints"].size());
    parent.assign(1, 0), R.assign(1, M3::Identity()), p.assign(1, V3::Zero()), w = al = p, turning.assign(1, Mat::Zero(3, n));
    for (int i = 0; i < n; ++i) {
      const int h = of["joint_parent"][i];
      const std::string type = of["joints"][i]["type"];
      const V3 axis = V3::Unit(type[1] - '1'), e = R[h] * axis;
      parent.push_back(h);
      V3 at = p[h] + R[h] * point(of, of["anchor_point"][i]);
      M3 here = R[h];
      V3 spin = w[h], bias = al[h];
      Mat turns = turning[h];
      if (type[0] == 'R') {
        here = here * Eigen::AngleAxisd(q[i], axis).toRotationMatrix();
        bias += w[h].cross(e) * qd[i];
        spin += e * qd[i];
        turns.col(i) += e;
      } else {
        at += q[i] * e;
      }
      R.push_back(here), p.push_back(at), w.push_back(spin), al.push_back(bias), turning.push_back(turns);
    }
  }
  static V3 point(const Json& of, int number) {
    if (number == 0) return V3::Zero();
    const Vector at = vector_of(of["points"][number - 1]["x"]);
    return at.head<3>();
  }
  V3 place(const Json& of, const Json& end) const { return p[end[0].get<int>()] + R[end[0].get<int>()] * point(of, end[1]); }
  int ancestor(int a, int b) const {
    while (a != b) (a > b ? a : b) = parent[a > b ? a : b];
    return a;
  }
};

M3 crossing(const V3& a) {
  M3 m;
  m << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return m;
}

std::string put(std::string text, const std::string& section, const std::string& lines) {
  const std::size_t at = text.find('\n' + section + ":\n");
  if (at == std::string::npos) return text + section + ":\n" + lines;
  return text.insert(at + section.size() + 3, lines);
}

std::string three(const Json& table, int column) {
  std::string text;
  for (int i = 0; i < 3; ++i) text += (i ? ", " : "[") + table[i][column].dump();
  return text + ']';
}

// Rows that vanish with each component: their slopes and quadratic parts give velocities and accelerations of sensors.
const std::vector<std::string> wheels{"ar_d", "ar_g", "av_g", "av_d"}, wheel_bodies{"AR_D", "AR_G", "AV_G", "AV_D"};
std::string rows_of_sensors() {
  std::string text;
  for (std::size_t w = 0; w < 4; ++w)
    for (const char axis : {'x', 'y', 'z'}) {
      text += "  p_" + wheels[w] + axis + ": {type: expression, equal_zero: \"F_pneu_" + wheels[w] + '.' + axis + "\"}\n";
      text += "  w_" + wheels[w] + axis + ": {type: expression, rate_zero: \"Roue_" + wheel_bodies[w] + ".w" + axis + "\"}\n";
    }
  return text;
}

class AtStates : public ::testing::Test {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_CAR;
    of_ = reference();
    text_ = put(read_model_text(car).text, "constraints", rows_of_sensors());
  }
  // In the order of ROBOTRAN's joints, and where each stands in ours.
  void enter(const EquationsOfMotion& equations, const Json& at) {
    state_ = equations.designed();
    const auto& names = equations.names().q;
    ASSERT_EQ(names.size(), of_["joints"].size());
    where_.clear();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string name = of_["joints"][i]["name"];
      const auto found =
          std::find_if(names.begin(), names.end(), [&](const std::string& each) { return each.starts_with(name + '.'); });
      ASSERT_NE(found, names.end()) << name;
      where_.push_back(static_cast<int>(found - names.begin()));
      state_.q[static_cast<std::size_t>(where_[i])] = at["q"][i];
      state_.v[static_cast<std::size_t>(where_[i])] = at["qd"][i];
    }
  }
  Mat in_order(const Mat& columns) const {
    Mat ordered = columns;
    for (int i = 0; i < columns.cols(); ++i) ordered.col(i) = columns.col(where_[static_cast<std::size_t>(i)]);
    return ordered;
  }
  Vector in_order(const std::vector<double>& v) const { return in_order(Mat(vector_of(v).transpose())).transpose(); }
  std::vector<double> out_of_order(const Json& v) const {
    std::vector<double> ours(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) ours[static_cast<std::size_t>(where_[i])] = v[i];
    return ours;
  }
  Json of_;
  std::string text_;
  StateValues state_;
  std::vector<int> where_;
};

TEST_F(AtStates, MassesAndForcesAreThoseOfRobotran) {
  for (const Json& at : of_["states"]) {
    std::string loads;
    for (std::size_t i = 0; i < of_["mass"].size(); ++i) {
      if (of_["mass"][i].get<double>() == 0) continue;
      const std::string body = of_["joints"][i]["body"], n = std::to_string(i);
      loads += "  load_" + n + ": {type: force, body: " + body +
               ", frame: body, components: " + three(at["frc"], static_cast<int>(i)) + "}\n";
      loads += "  turn_" + n + ": {type: torque, body: " + body +
               ", frame: body, components: " + three(at["trq"], static_cast<int>(i)) + "}\n";
    }
    for (const bool is_loaded : {false, true}) {
      const EquationsOfMotion equations(read_yaml_text(is_loaded ? put(text_, "forces", loads) : text_, "car"), "relative");
      enter(equations, at);
      const EquationValues values = equations.at(state_);
      expect_same(in_order(in_order(matrix_of(values.M)).transpose()), matrix_of(at["M"]), "M");
      expect_same(in_order(values.c), vector_of(at[is_loaded ? "c_ext" : "c"]), "c");
      const std::vector<double> a = out_of_order(at["qdd"]);
      expect_same(in_order(equations.inverse_dynamics(state_, a)), vector_of(at[is_loaded ? "Qq_ext" : "Qq"]), "Qq");
    }
  }
}

TEST_F(AtStates, RowsOfCutsAreThoseOfRobotran) {
  const EquationsOfMotion equations(read_yaml_text(text_, "car"), "relative");
  const Model model = read_model(car);
  std::vector<std::string> cuts;  // in the order of the file
  for (const Joint& joint : model.joints)
    if (joint.kind->type == "spherical") cuts.push_back(joint.name);
  ASSERT_EQ(cuts.size(), of_["cuts"].size());
  for (const Json& at : of_["states"]) {
    enter(equations, at);
    const EquationValues values = equations.at(state_);
    const Mat J = in_order(matrix_of(values.J));
    const Vector q = vector_of(at["q"]), qd = vector_of(at["qd"]);
    const Frames frames(of_, q, qd);
    Vector h(28), jdqd(28);
    Mat slopes(28, q.size());
    for (std::size_t r = 0; r < 28; ++r) {
      const Json& row = of_["constraint_rows"][r];
      const int cut = row["cut"].get<int>() - 1, axis = row["axis"].get<std::string>()[0] - 'x';
      const Json& ends = of_["cuts"][cut];
      const int one = ends[0][0], a = frames.ancestor(one, ends[1][0]);
      const auto& rows = equations.row_names();
      const int first =
          static_cast<int>(std::find(rows.begin(), rows.end(), cuts[static_cast<std::size_t>(cut)] + ".1") - rows.begin());
      ASSERT_LT(first, static_cast<int>(rows.size()));
      // Ours: s = R1ᵀ u, u from endpoint 1 to 2. ROBOTRAN's: h = -Raᵀ u.
      V3 s, bias;
      for (int i = 0; i < 3; ++i)
        s[i] = values.Phi[static_cast<std::size_t>(first + i)], bias[i] = -values.gamma[static_cast<std::size_t>(first + i)];
      const M3 &R1 = frames.R[one], &Ra = frames.R[a];
      const V3 &w1 = frames.w[one], &wa = frames.w[a], u = R1 * s;
      const Mat Ju = R1 * J.middleRows(first, 3) - crossing(u) * frames.turning[one];
      const V3 du = Ju * qd, seen = du - w1.cross(u);
      const V3 ddu = R1 * bias + w1.cross(seen) + frames.al[one].cross(u) + w1.cross(du);
      const V3 from_a = du - wa.cross(u);
      const int k = static_cast<int>(r);
      h[k] = -(Ra.transpose() * u)[axis];
      slopes.row(k) = -(Ra.transpose() * (Ju + crossing(u) * frames.turning[a])).row(axis);
      jdqd[k] = -(Ra.transpose() * (ddu - frames.al[a].cross(u) - wa.cross(du) - wa.cross(from_a)))[axis];
    }
    expect_same(h, vector_of(at["h"]), "h");
    expect_same(slopes, matrix_of(at["J"]), "J");
    expect_same(jdqd, vector_of(at["jdqd"]), "jdqd");
  }
}

TEST_F(AtStates, SensorsAndLinksAreThoseOfRobotran) {
  const EquationsOfMotion equations(read_yaml_text(text_, "car"), "relative");
  const std::vector<std::string> links{"Ressort_AR_D", "Ressort_AR_G", "Ressort_AV_G", "Ressort_AV_D"};
  for (const Json& at : of_["states"]) {
    enter(equations, at);
    const EquationValues values = equations.at(state_);
    const Mat J = in_order(matrix_of(values.J));
    const Vector qdd = vector_of(at["qdd"]);
    ASSERT_EQ(values.sensors.size(), at["sensors"].size());
    for (const Json& right : at["sensors"]) {
      const std::string name = right["name"];
      const auto found =
          std::find_if(values.sensors.begin(), values.sensors.end(), [&](const SensorValues& s) { return s.name == name; });
      ASSERT_NE(found, values.sensors.end()) << name;
      expect_same(V3(found->position.data()), vector_of(right["P"]), name + " P");
      if (!right.contains("R")) continue;
      const auto& e = found->quaternion;
      expect_same(Mat(Eigen::Quaterniond(e[0], e[1], e[2], e[3]).toRotationMatrix().transpose()), matrix_of(right["R"]),
                  name + " R");
      expect_same(V3(found->velocity.data()), vector_of(right["V"]), name + " V");
      expect_same(V3(found->angular_velocity.data()), vector_of(right["OM"]), name + " OM");
      for (const bool turns : {false, true}) {
        V3 accelerations;
        for (int i = 0; i < 3; ++i) {
          const std::string row = (turns ? "w_" : "p_") + name.substr(7) + "xyz"[i];
          const auto& rows = equations.row_names();
          const auto r =
              std::find_if(rows.begin(), rows.end(), [&](const std::string& each) { return each == row || each == row + ".1"; });
          ASSERT_NE(r, rows.end()) << row;
          const int k = static_cast<int>(r - rows.begin());
          accelerations[i] = (J.row(k) * qdd)(0) - values.gamma[static_cast<std::size_t>(k)];
        }
        expect_same(accelerations, vector_of(right[turns ? "OMP" : "A"]), name + (turns ? " OMP" : " A"));
      }
    }
    ASSERT_EQ(values.links.size(), links.size());
    for (std::size_t i = 0; i < links.size(); ++i) {
      EXPECT_EQ(values.links[i].name, links[i]);
      EXPECT_NEAR(values.links[i].length, at["link_Z"][i].get<double>(), 1e-12);
      EXPECT_NEAR(values.links[i].rate, at["link_Zd"][i].get<double>(), 1e-12);
    }
  }
}

// 43 joints less 28 independent rows; ROBOTRAN leaves out the x rows of its cuts 1 and 9, whose loops are plane.
TEST(RobotranCar, TwoRowsAreRedundant) {
  SKIP_WITHOUT_CAR;
  AnalysisOptions options;
  options.type = "assembly";
  const Results results = run(read_model(car), options);
  EXPECT_DONE(results);
  EXPECT_EQ(results.summary.mobility_actual, 15);
  std::vector<std::string> rows;
  for (const RedundantGroup& each : results.summary.redundant) rows.insert(rows.end(), each.rows.begin(), each.rows.end());
  std::sort(rows.begin(), rows.end());
  EXPECT_EQ(rows, (std::vector<std::string>{"Cut_0: force x", "Cut_1: force x"}));
}

// ---- sprung
// ----------------------------------------------------------------------------------------------------------------------------

constexpr double free_length = 0.43, rear = 17000, front = 27000, tire = 150000, tire_height = 0.46;

// The springs that fit equil43.json, and a vertical tire of ours at each point F_pneu.
Model sprung(const std::string& speed = "0") {
  std::string text = read_model_text(car).text;
  const auto fill = [&](const std::string& law, const std::string& value) {
    const std::size_t at = text.find("  " + law + ": missing"), end = text.find('\n', at);
    ASSERT_NE(at, std::string::npos) << law;
    text.replace(at, end - at, "  " + law + ": " + value);
  };
  std::string stored = "energy.total";
  for (std::size_t w = 0; w < 4; ++w) {
    const std::string spring = "Ressort_" + wheel_bodies[w], wheel = "F_pneu_" + wheels[w];
    const std::string k = std::to_string(w < 2 ? rear : front);
    fill(spring + "_law", k + "*(" + spring + ".length - 0.43)");
    fill(wheel + "_Fz", "150000*(0.46 - " + wheel + ".z)");
    for (const char* other : {"_Fx", "_Fy", "_Mx", "_My", "_Mz"}) fill(wheel + other, "0");
    stored += " + " + k + "/2*(" + spring + ".length - 0.43)^2 + 75000*(0.46 - " + wheel + ".z)^2";
  }
  text = put(text, "outputs", "  stored: \"" + stored + "\"\n");
  const std::size_t first = text.find("rate: 0}", text.find("  T1_chassis: "));
  text.replace(first, 7, "rate: " + speed);
  return read_yaml_text(text, "car");
}

// The car by recursion over the list of joints.
struct Car {
  Json of = reference();
  int n = static_cast<int>(of["joints"].size());

  Vector q(const Results& results, int row = 0) const {
    Vector q(n);
    for (int i = 0; i < n; ++i) {
      const std::string name = of["joints"][static_cast<std::size_t>(i)]["name"],
                        type = of["joints"][static_cast<std::size_t>(i)]["type"];
      q[i] = value(results, name + (type[0] == 'R' ? ".angle" : ".position"), row);
    }
    return q;
  }
  double mass(int i) const { return of["mass"][static_cast<std::size_t>(i)]; }
  V3 center(const Frames& frames, int i) const {
    const std::size_t k = static_cast<std::size_t>(i);
    return frames.p[k + 1] + frames.R[k + 1] * V3(of["com"][0][k], of["com"][1][k], of["com"][2][k]);
  }
  // Of gravity, springs and tires.
  double energy(const Vector& q) const {
    const Frames frames(of, q, Vector::Zero(n));
    double energy = 0;
    for (int i = 0; i < n; ++i) energy += 9.81 * mass(i) * center(frames, i)[2];
    for (std::size_t i = 0; i < 4; ++i) {
      const Json& ends = of["links"][i];
      const double stretch = (frames.place(of, ends[0]) - frames.place(of, ends[1])).norm() - free_length;
      energy += 0.5 * (i < 2 ? rear : front) * stretch * stretch;
    }
    for (const Json& sensor : of["states"][0]["sensors"])
      if (sensor.contains("R")) {
        const double sunk = tire_height - frames.place(of, {sensor["joint"], sensor["point"]})[2];
        energy += 0.5 * tire * sunk * sunk;
      }
    return energy;
  }
  Vector open(const Vector& q) const {
    const Frames frames(of, q, Vector::Zero(n));
    Vector h(30);
    for (int i = 0; i < 10; ++i) {
      const Json& ends = of["cuts"][static_cast<std::size_t>(i)];
      h.segment<3>(3 * i) = frames.place(of, ends[0]) - frames.place(of, ends[1]);
    }
    return h;
  }
};

// Slopes by central differences: energy and the openings of the cuts.
struct Slopes {
  Vector g;
  Mat G;
  Slopes(const Car& car, const Vector& q) : g(car.n), G(30, car.n) {
    constexpr double step = 1e-6;
    for (int i = 0; i < car.n; ++i) {
      const Vector d = step * Vector::Unit(car.n, i);
      g[i] = (car.energy(q + d) - car.energy(q - d)) / (2 * step);
      G.col(i) = (car.open(q + d) - car.open(q - d)) / (2 * step);
    }
  }
  Vector multipliers() const { return G.transpose().completeOrthogonalDecomposition().solve(g); }
  Mat motions() const {
    const Eigen::JacobiSVD<Mat> svd(G, Eigen::ComputeFullV);
    return svd.matrixV().rightCols(15);
  }
};

Results of_type(const Model& model, const std::string& type) {
  AnalysisOptions options;
  options.type = type;
  options.coordinates = "relative";
  return run(model, options);
}

TEST(RobotranCar, StandsWhereEnergyHasNoSlope) {
  SKIP_WITHOUT_CAR;
  const Results results = of_type(sprung(), "equilibrium");
  EXPECT_DONE(results);
  const Car car;
  const Vector q = car.q(results);
  EXPECT_LT(car.open(q).cwiseAbs().maxCoeff(), 1e-12);
  const Slopes slopes(car, q);
  EXPECT_EQ(Eigen::ColPivHouseholderQR<Mat>(slopes.G).setThreshold(1e-7).rank(), 28);
  EXPECT_GT(slopes.g.norm(), 100);  // cuts hold what springs and weights ask for
  EXPECT_LT((slopes.motions().transpose() * slopes.g).norm(), 1e-4);
}

// Second differences of energy less multipliers times openings, along the motions that the cuts leave.
TEST(RobotranCar, HasTheModesOfItsEnergy) {
  SKIP_WITHOUT_CAR;
  const Model model = sprung();
  const Results results = of_type(model, "modes");
  EXPECT_DONE(results);
  const Car car;
  const Vector q = car.q(of_type(model, "equilibrium"));
  const Slopes slopes(car, q);
  const Mat N = slopes.motions();
  const Vector lambda = slopes.multipliers();
  const auto L = [&](const Vector& d) { return car.energy(q + d) - lambda.dot(car.open(q + d)); };
  constexpr double step = 1e-4;
  Mat K(15, 15), M(car.n, car.n);
  for (int i = 0; i < 15; ++i)
    for (int j = 0; j <= i; ++j) {
      const Vector a = step * N.col(i), b = step * N.col(j);
      K(i, j) = K(j, i) = (L(a + b) - L(a - b) - L(b - a) + L(-a - b)) / (4 * step * step);
    }
  const EquationsOfMotion equations(model, "relative");
  StateValues state = equations.designed();
  const auto& names = equations.names().q;
  std::vector<int> where;
  for (int i = 0; i < car.n; ++i) {
    const std::string name = car.of["joints"][static_cast<std::size_t>(i)]["name"];
    where.push_back(static_cast<int>(
        std::find_if(names.begin(), names.end(), [&](const std::string& each) { return each.starts_with(name + '.'); }) -
        names.begin()));
    state.q[static_cast<std::size_t>(where.back())] = q[i];
  }
  const EquationValues values = equations.at(state);
  for (int i = 0; i < car.n; ++i)
    for (int j = 0; j < car.n; ++j) M(i, j) = values.M(where[static_cast<std::size_t>(i)], where[static_cast<std::size_t>(j)]);
  const Vector squares =
      Eigen::GeneralizedSelfAdjointEigenSolver<Mat>(K, N.transpose() * M * N, Eigen::EigenvaluesOnly).eigenvalues();
  std::vector<double> found;
  for (const Mode& mode : results.summary.modes) found.push_back(std::abs(mode.imag));
  std::sort(found.begin(), found.end());
  ASSERT_EQ(found.size(), 15u);
  for (int i = 0; i < 15; ++i) {
    const double right = squares[i] > 0.1 ? std::sqrt(squares[i]) : 0;
    EXPECT_NEAR(found[static_cast<std::size_t>(i)], right, 1e-4 * right) << i << " of " << squares.transpose();
  }
  EXPECT_LT(found[6], 1e-6);  // along, across and about the vertical, and four wheels
  EXPECT_GT(found[7], 1);
}

// At 10 m/s from the height at which it is drawn, so that it drops onto its tires. Nothing acts along the road: the center of
// mass goes 20 m, and energy stays.
TEST(RobotranCar, DrivesTwoSeconds) {
  SKIP_WITHOUT_CAR;
  AnalysisOptions options;
  options.type = "dynamics";
  options.duration = 2;
  options.output_step = 0.02;
  options.tolerance.relative = 1e-8;
  const Results results = run(sprung("10"), options);
  EXPECT_DONE(results);
  EXPECT_TRUE(std::none_of(results.summary.warnings.begin(), results.summary.warnings.end(),
                           [](const std::string& each) { return each.find("missing") != std::string::npos; }));
  const Car car;
  double whole = 0, way = 0, lowest = 1, highest = -1;
  const Frames first(car.of, car.q(results, 0), Vector::Zero(car.n)),
      last(car.of, car.q(results, results.rows() - 1), Vector::Zero(car.n));
  for (int i = 0; i < car.n; ++i) whole += car.mass(i), way += car.mass(i) * (car.center(last, i) - car.center(first, i))[0];
  EXPECT_NEAR(way / whole, 20, 1e-6);
  const double stored = value(results, "stored", 0), moved = 0.5 * whole * 100;
  for (int row = 0; row < results.rows(); ++row) {
    EXPECT_NEAR(value(results, "stored", row), stored, 1e-6 * moved);
    EXPECT_LT(car.open(car.q(results, row)).cwiseAbs().maxCoeff(), 1e-8);
    lowest = std::min(lowest, value(results, "T3_chassis.position", row));
    highest = std::max(highest, value(results, "T3_chassis.position", row));
  }
  EXPECT_GT(highest - lowest, 0.05);  // it bounces
}

TEST(RobotranCar, SaysWhichLawsAreMissing) {
  SKIP_WITHOUT_CAR;
  const Results results = of_type(read_model(car), "assembly");
  const auto& warnings = results.summary.warnings;
  EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const std::string& each) {
    return each.find("outputs.Ressort_AR_D_law") != std::string::npos && each.find("outputs.F_pneu_av_g_Fz") != std::string::npos;
  }));
}

// ---- cuts of every kind, in files of ours
// ---------------------------------------------------------------------------------------------------------------

Model ours(const std::string& name) { return read_model(source_file("bricard/io/corpus/robotran/" + name + ".mbs")); }

// A parallelogram with the crank at 0.5 rad: rocker alike, coupler back. Where guesses are given, coordinates count from the
// initial values: 0.5, -0.48 and 0.52.
TEST(RobotranCuts, CloseAParallelogram) {
  struct Case {
    std::string name;
    double crank, coupler, rocker;
    int redundant;
  };
  for (const Case& each : std::vector<Case>{{"ball", 0.5, -0.5, 0.5, 1},
                                            {"ball_ignore", 0.5, -0.5, 0.5, 0},
                                            {"rod", 0.5, 0, 0.5, 0},
                                            {"guessed", 0, -0.02, -0.02, 1}}) {
    const Results results = of_type(ours(each.name), "assembly");
    EXPECT_DONE(results);
    EXPECT_NEAR(value(results, "R2_crank.angle"), each.crank, 1e-12) << each.name;
    if (each.name != "rod") {
      EXPECT_NEAR(value(results, "R2_coupler.angle"), each.coupler, 1e-9) << each.name;
    }
    EXPECT_NEAR(value(results, "R2_rocker.angle"), each.rocker, 1e-9) << each.name;
    std::size_t redundant = 0;
    for (const RedundantGroup& group : results.summary.redundant) redundant += group.rows.size();
    EXPECT_EQ(redundant, static_cast<std::size_t>(each.redundant)) << each.name;
  }
}

// A body of six joints welded to one that falls: z = -g t²/2 for both.
TEST(RobotranCuts, SolidWelds) {
  AnalysisOptions options;
  options.type = "dynamics";
  options.duration = 0.5;
  options.output_step = 0.5;
  const Results results = run(ours("solid"), options);
  EXPECT_DONE(results);
  EXPECT_EQ(results.summary.mobility_actual, 1);
  const double fallen = -9.81 * 0.125;
  EXPECT_NEAR(value(results, "T3_a.position"), fallen, 1e-9);
  EXPECT_NEAR(value(results, "T1_b.position"), 0.2, 1e-9);
  EXPECT_NEAR(value(results, "T2_b.position"), -0.1, 1e-9);
  EXPECT_NEAR(value(results, "T3_b.position"), fallen, 1e-9);
  for (const char* joint : {"R1_b", "R2_b", "R3_b"}) EXPECT_NEAR(value(results, std::string(joint) + ".angle"), 0, 1e-9);
}

// A driven joint stays at its q until its law is written.
TEST(RobotranCuts, DrivenJointsStandAtTheirCoordinate) {
  const Results results = of_type(ours("crane"), "assembly");
  EXPECT_DONE(results);
  EXPECT_NEAR(value(results, "T1_trolley.position"), 1.5, 1e-12);
  EXPECT_NEAR(value(results, "R2_hook.angle"), 0.1, 1e-12);
}

}  // namespace
}  // namespace bricard
