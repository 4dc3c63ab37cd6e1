// Generated code of the Mazda MX-5 that students drew in ROBOTRAN (43 joints, 10 cuts), read where it lies beside the checkout, beside
// what ROBOTRAN's own generated code gives at five random states and how many operations it takes (README.md there): 14 071 for M and
// c, 3962 for inverse dynamics, 532 for h and J, 924 for J' v. External loads act on every body; parameters are symbols.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <filesystem>
#include <fstream>

#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/codegen/arguments.hpp"
#include "bricard/codegen/generate.hpp"
#include "bricard/codegen/test_graph.hpp"
#include "bricard/core/json.hpp"
#include "bricard/core/test_paths.hpp"
#include "bricard/io/formats.hpp"

namespace bricard::test {
namespace {

const std::string folder = source_dir + "/../shared/reference/robotran/";

using Mat = Eigen::MatrixXd;

Mat matrix_of(const Json& rows) {
  const bool is_vector = rows[0].is_number();
  Mat m(rows.size(), is_vector ? 1 : rows[0].size());
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j) m(i, j) = is_vector ? rows[i].get<double>() : rows[i][j].get<double>();
  return m;
}

void expect_same(const Mat& found, const Mat& right, const std::string& what) {
  ASSERT_EQ(found.rows(), right.rows()) << what;
  ASSERT_EQ(found.cols(), right.cols()) << what;
  EXPECT_LT((found - right).cwiseAbs().maxCoeff(), 1e-12 * right.cwiseAbs().maxCoeff()) << what;
}

class CodeOfTheCar : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder + "mx5_simple.mbs")) GTEST_SKIP() << "mx5_simple.mbs is not beside the checkout";
    std::ifstream file(folder + "simple43.json");
    of_ = Json::parse(file);
    system_.emplace(read_model(folder + "mx5_simple.mbs"), "relative");
    generated_ = generate(*system_, {.functions = {"dirdyn", "invdyn", "constraints", "constraints_hJ", "constraints_jdqd"},
                                     .fold = false,
                                     .loads = true});
    const std::vector<std::string> names = state_names(*system_).q;
    for (const Json& joint : of_["joints"]) {
      const std::string name = joint["name"];
      const auto is_it = [&](const std::string& each) { return each.starts_with(name + '.'); };
      where_.push_back(static_cast<int>(std::ranges::find_if(names, is_it) - names.begin()));
    }
    for (const int b : loaded_bodies(*system_)) {
      const std::string body = system_->model().bodies[system_->mechanism().tree.given[b] - 1].name;
      int last = -1;  // the joint of ROBOTRAN that carries it
      for (std::size_t i = 0; i < of_["joints"].size(); ++i)
        if (of_["joints"][i]["body"] == body) last = static_cast<int>(i);
      joint_of_body_.push_back(last);
    }
  }

  std::vector<double> ordered(const Json& values) const {
    std::vector<double> ours(values.size());
    for (std::size_t i = 0; i < ours.size(); ++i) ours[where_[i]] = values[i];
    return ours;
  }
  Mat columns(const std::vector<double>& x, int rows) const {
    const Mat ours = Eigen::Map<const Mat>(x.data(), rows, static_cast<int>(x.size()) / rows);
    Mat theirs = ours;
    for (std::size_t j = 0; j < where_.size(); ++j) theirs.col(j) = ours.col(where_[j]);
    return theirs;
  }
  Mat vector(const std::vector<double>& x) const { return columns(x, 1).transpose(); }

  Arrays arguments(const Json& at, bool is_loaded) const {
    Arrays given{{"t", {0}}, {"q", ordered(at["q"])}, {"v", ordered(at["qd"])}, {"a", ordered(at["qdd"])}};
    given["angles"].assign(system_->measures().measured.size(), 0);
    given["u"].assign(system_->model().inputs.size(), 0);
    for (const int joint : joint_of_body_)
      for (int i = 0; i < 3; ++i) {
        given["frc"].push_back(is_loaded && joint >= 0 ? at["frc"][i][joint].get<double>() : 0);
        given["trq"].push_back(is_loaded && joint >= 0 ? at["trq"][i][joint].get<double>() : 0);
      }
    add_parameters(generated_, given);
    return given;
  }

  // The first row of a cut; the joints that are cut stand in the order of the file.
  int row_of(int cut) const {
    int row = 0;
    std::vector<std::string> cuts;
    for (const Joint& joint : system_->model().joints)
      if (joint.kind->type == "spherical") cuts.push_back(joint.name);
    for (const RowGroup& group : system_->constraints().groups) {
      if (system_->holds(group)) continue;
      if (system_->name_of(group) == cuts[cut]) return row;
      row += group.rows;
    }
    return -1;
  }

  Json of_;
  std::optional<System> system_;
  GeneratedModel generated_;
  std::vector<int> where_, joint_of_body_;
};

TEST_F(CodeOfTheCar, GivesTheNumbersOfRobotran) {
  for (const Json& at : of_["states"])
    for (const bool is_loaded : {false, true}) {
      const Arrays given = arguments(at, is_loaded);
      Arrays found = values_of(generated_.functions[0], given);
      const Mat half = columns(found["M"], 43);
      Mat M = half;
      for (int i = 0; i < 43; ++i) M.row(i) = half.row(where_[i]);
      expect_same(M, matrix_of(at["M"]), "M");
      expect_same(vector(found["c"]), matrix_of(at[is_loaded ? "c_ext" : "c"]), "c");
      expect_same(vector(values_of(generated_.functions[1], given)["tau"]), matrix_of(at[is_loaded ? "Qq_ext" : "Qq"]), "Qq");
      // Ours have the rows that vanish by structure too: x of the cuts 1 and 9.
      found = values_of(generated_.functions[2], given);
      const int rows = static_cast<int>(system_->active_rows().size());
      ASSERT_EQ(rows, 30);
      const Mat J = columns(found["J"], rows);
      for (std::size_t r = 0; r < 28; ++r) {
        const Json& row = of_["constraint_rows"][r];
        const int l = row_of(row["cut"].get<int>() - 1) + (row["axis"].get<std::string>()[0] - 'x');
        EXPECT_NEAR(found["h"][l], at["h"][r].get<double>(), 1e-12) << r;
        EXPECT_NEAR(found["jdqd"][l], at["jdqd"][r].get<double>(), 1e-12 * matrix_of(at["jdqd"]).cwiseAbs().maxCoeff()) << r;
        expect_same(J.row(l), matrix_of(at["J"][r]).transpose(), "J");
      }
    }
}

int operations(const Graph& graph) { return graph.counts().multiplications + graph.counts().additions; }

TEST_F(CodeOfTheCar, TakesFewOperations) {
  const int most[] = {5900, 3200, 965, 420, 730};
  for (std::size_t i = 0; i < generated_.functions.size(); ++i) {
    const GeneratedFunction& function = generated_.functions[i];
    EXPECT_LE(operations(function.graph), most[i]) << function.name;
    EXPECT_EQ(function.graph.counts().divisions + function.graph.counts().roots, 0) << function.name;
    std::cout << function.name << ": " << operations(function.graph) << "\n";
  }
  std::cout << "setup: " << operations(generated_.setup.graph) << "\n";
}

}  // namespace
}  // namespace bricard::test
