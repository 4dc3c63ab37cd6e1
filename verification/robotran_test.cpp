// A car of 43 joints against the numbers that ROBOTRAN's own symbolic code gives for it at five random states: mass matrix,
// forces of inertia and gravity, inverse dynamics with and without external loads, sensors, lengths and rates of links. The file
// is read beside the checkout (../shared/reference/robotran) and the test is skipped where it is absent. Inertias are as
// published: no body has those of the wheels.
#include <fstream>
#include <nlohmann/json.hpp>

#include "bricard/elements/elements.hpp"
#include "bricard/system/recorder.hpp"
#include "bricard/system/written_out.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

using Json = nlohmann::json;

Vector3 vector_of(const Json& x) { return {x[0].get<double>(), x[1].get<double>(), x[2].get<double>()}; }
Eigen::VectorXd list_of(const Json& x) {
  const auto values = x.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

// Every joint of ROBOTRAN is one coordinate that carries a body; those inside a chain have no mass. In the position q = 0 all
// axes are parallel.
class Car {
 public:
  explicit Car(const Json& data) : data_(data) {
    model_.name = "Car";
    model_.gravity = vector_of(data["gravity"]);
    for (std::size_t i = 0; i < data["joints"].size(); ++i) add_joint(static_cast<int>(i));
    for (const Json& link : data["links"]) add_link(link);
    for (const Json& sensor : data["states"][0]["sensors"]) {
      Sensor& added = model_.sensors.emplace_back();
      added.name = "sensor_" + sensor["name"].get<std::string>();
      added.body = body_name(sensor["joint"]);
      added.at = point(sensor["joint"], sensor["point"]);
    }
  }
  const Model& model() const { return model_; }
  // Loads at the centres of mass, in body axes.
  Model loaded(const Json& force, const Json& torque) const {
    Model model = model_;
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
      const auto load = [&](auto kind, const Json& components, const char* name) {
        Force& added = model.forces.emplace_back();
        added.name = name + std::to_string(i);
        added.body = model_.bodies[i].name;
        kind.frame = ForceFrame::body;
        kind.components = std::array{Function(components[0][i].get<double>()), Function(components[1][i].get<double>()),
                                     Function(components[2][i].get<double>())};
        added.kind = kind;
      };
      load(AppliedForce{}, force, "frc");
      load(AppliedTorque{}, torque, "trq");
    }
    return model;
  }

 private:
  static std::string body_name(int joint) { return joint == 0 ? "ground" : "b" + std::to_string(joint); }
  Vector3 origin_of(int joint) const { return joint == 0 ? Vector3(0, 0, 0) : origins_[joint - 1]; }
  // Where a point of a joint's body is in the design position; point 0: its origin.
  Point point(int joint, int index) const {
    Point at;
    at.at = origin_of(joint);
    if (index > 0) at.at += vector_of(data_["points"][index - 1]["x"]);
    return at;
  }
  void add_joint(int i) {
    const int parent = data_["joint_parent"][i];
    const Point at = point(parent, data_["anchor_point"][i]);
    origins_.push_back(at.at);
    Body& body = model_.bodies.emplace_back();
    body.name = body_name(i + 1);
    body.mass = data_["mass"][i];
    body.position = Point{};
    for (int k = 0; k < 3; ++k) body.position->at[k] = at.at[k] + data_["com"][k][i].get<double>();
    for (int k = 0; k < 9; ++k) body.inertia.matrix(k / 3, k % 3) = data_["inertia9"][k][i];
    const std::string type = data_["joints"][i]["type"];
    Joint& joint = model_.joints.emplace_back();
    joint.name = "j" + std::to_string(i + 1);
    if (type[0] == 'R')
      joint.kind = Revolute{};
    else
      joint.kind = Prismatic{};
    joint.bodies = {body_name(parent), body.name};
    joint.at = at;
    joint.axis = Direction{Vector3::Unit(type[1] - '1'), ""};
  }
  void add_link(const Json& link) {
    Force& added = model_.forces.emplace_back();
    added.name = "link" + std::to_string(model_.forces.size());
    added.kind = SpringDamper{};
    added.from = End{body_name(link[0][0]), point(link[0][0], link[0][1])};
    added.to = End{body_name(link[1][0]), point(link[1][0], link[1][1])};
  }

  Json data_;
  Model model_;
  std::vector<Vector3> origins_;
};

// Column of v that holds joint i of the model.
std::vector<int> columns_of(const System& system) {
  std::vector<int> columns(system.model().joints.size(), -1);
  for (int b = 1; b <= system.mechanism().bodies; ++b)
    columns[system.mechanism().joint_of_body[b]] = system.mechanism().tree_joints[b].v;
  return columns;
}

double difference(const Eigen::MatrixXd& ours, const Eigen::MatrixXd& theirs) {
  return (ours - theirs).cwiseAbs().maxCoeff() / theirs.cwiseAbs().maxCoeff();
}

class AgainstRobotran : public testing::Test {
 protected:
  void SetUp() override {
    std::ifstream file(source_file("../shared/reference/robotran/simple43.json"));
    if (!file) GTEST_SKIP() << "the reference is not beside the checkout";
    data_ = Json::parse(file);
  }

  State state_of(const System& system, const Json& at) const {
    State state = system.designed();
    const std::vector<int> columns = columns_of(system);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      state.q[columns[i]] = at["q"][i];
      state.v[columns[i]] = at["qd"][i];
    }
    return state;
  }
  struct Dynamics {
    Eigen::MatrixXd M;
    Eigen::VectorXd c, Qq;  // M a - Q at a = 0 and at the accelerations of the file
    Eigen::VectorXd a;      // of free motion, by the articulated bodies
  };
  // In the order of the file.
  Dynamics dynamics(const Json& at, bool loaded) const {
    const Car car(data_);
    const System system(loaded ? car.loaded(at["frc"], at["trq"]) : car.model(), "relative");
    const std::vector<int> columns = columns_of(system);
    Eigen::PermutationMatrix<Eigen::Dynamic> order(system.nv());
    for (int i = 0; i < system.nv(); ++i) order.indices()[columns[i]] = i;
    Equations e(system);
    system.motion(state_of(system, at), e);
    system.forces(e);
    WrittenOut equations(system);
    equations.write(e);
    Dynamics found;
    found.M = order * Eigen::MatrixXd(equations.M()) * order.transpose();
    found.c = -(order * equations.Q());
    found.Qq = found.M * list_of(at["qdd"]) + found.c;
    Eigen::VectorXd a(system.nv());
    EXPECT_TRUE(system.factor(e));
    system.accelerations(e, a);
    found.a = order * a;
    return found;
  }

  Json data_;
};

TEST_F(AgainstRobotran, MassMatrixAndInverseDynamics) {
  for (const Json& at : data_["states"])
    for (const bool loaded : {false, true}) {
      const Dynamics ours = dynamics(at, loaded);
      Eigen::MatrixXd M(43, 43);
      for (int i = 0; i < 43; ++i) M.row(i) = list_of(at["M"][i]).transpose();
      EXPECT_LT(difference(ours.M, M), 1e-12);
      EXPECT_LT(difference(ours.c, list_of(at[loaded ? "c_ext" : "c"])), 1e-12);
      EXPECT_LT(difference(ours.Qq, list_of(at[loaded ? "Qq_ext" : "Qq"])), 1e-12);
      EXPECT_LT(difference(ours.M * ours.a, -ours.c), 1e-10);
    }
}

TEST_F(AgainstRobotran, SensorsAndLinks) {
  const System system(Car(data_).model(), "relative");
  for (const Json& at : data_["states"]) {
    Recorder recorder(system, {});
    std::vector<double> row;
    ASSERT_TRUE(recorder.record(state_of(system, at), row));
    const auto column = [&](const std::string& name) {
      const auto& columns = system.table().columns;
      return row[std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; }) - columns.begin()];
    };
    for (const Json& sensor : at["sensors"]) {
      const std::string name = "sensor_" + sensor["name"].get<std::string>();
      const auto compare = [&](const char* key, const std::string& quantity) {
        if (!sensor.contains(key)) return;
        for (int k = 0; k < 3; ++k)
          EXPECT_NEAR(column(name + "." + quantity + "xyz"[k]), sensor[key][k].get<double>(), 1e-12 * 30) << name << key;
      };
      compare("P", "");
      compare("V", "v");
    }
    for (int i = 0; i < 4; ++i) {
      const std::string link = "link" + std::to_string(i + 1);
      EXPECT_NEAR(column(link + ".length"), at["link_Z"][i].get<double>(), 1e-13);
      EXPECT_NEAR(column(link + ".rate"), at["link_Zd"][i].get<double>(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace bricard
