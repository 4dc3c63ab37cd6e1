// Generated functions evaluated on numbers, beside the System at the same state. Test code only.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>

#include "bricard/codegen/generated.hpp"
#include "bricard/codegen/graph_numbers.hpp"
#include "bricard/core/test_paths.hpp"
#include "bricard/io/test_models.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {

using Arrays = GraphNumbers::Arrays;

inline Arrays values_of(const GeneratedFunction& function, const Arrays& given) { return numbers_of(function.graph, given); }

// With p as the model has it, k follows.
inline void add_parameters(const GeneratedModel& model, Arrays& given) {
  for (const GeneratedParameter& parameter : model.parameters) given["p"].push_back(parameter.value);
  if (!model.setup.outputs.empty()) given["k"] = values_of(model.setup, given)["k"];
}

inline std::vector<double> numbers(const Eigen::VectorXd& x) { return {x.begin(), x.end()}; }

inline Eigen::MatrixXd matrix(const std::vector<double>& x, Eigen::Index rows, Eigen::Index columns) {
  return x.empty() ? Eigen::MatrixXd::Zero(rows, columns) : Eigen::MatrixXd(Eigen::Map<const Eigen::MatrixXd>(x.data(), rows, columns));
}

inline void expect_near(const Eigen::MatrixXd& found, const Eigen::MatrixXd& right, const std::string& what, double limit = 1e-11) {
  ASSERT_EQ(found.rows(), right.rows()) << what;
  ASSERT_EQ(found.cols(), right.cols()) << what;
  if (right.size() == 0) return;
  EXPECT_LE((found - right).cwiseAbs().maxCoeff(), limit * (1 + right.cwiseAbs().maxCoeff())) << what << "\n" << found << "\n\n" << right;
}

// t q v z u angles.
inline Arrays arguments_of(const System& system, const State& state) {
  Arrays given{{"t", {state.t}}, {"q", numbers(state.q)}, {"v", numbers(state.v)}};
  for (int i = 0; i < state.z.size(); ++i) given["z"].push_back(state.z[i]);
  given["angles"] = numbers(state.angles);
  if (given["angles"].empty()) given["angles"].assign(system.measures().measured.size(), 0);
  Kinematics<double> k = make_kinematics<double>(system.layout());
  evaluate_time(system.layout(), k, state.t);
  for (std::size_t i = 0; i < system.model().inputs.size(); ++i) given["u"].push_back(k.columns[system.table().first_input + i]);
  return given;
}

// A model of the repository, or of those beside the checkout, where they are.
inline std::vector<std::string> paths_of_models() {
  std::vector<std::string> paths;
  for (const std::string& name : shipped_models())
    if (std::filesystem::exists(shipped_model_path(name))) paths.push_back(shipped_model_path(name));
  if (const std::string beside = source_dir + "/../shared/models"; std::filesystem::exists(beside))
    for (const auto& entry : std::filesystem::directory_iterator(beside))
      if (const std::string path = entry.path().string(); path.ends_with(".bricard.yaml")) paths.push_back(path);
  std::ranges::sort(paths);
  return paths;
}

}  // namespace bricard::test
