// What is traced beside the equations of motion against a row of results that the System writes, at random states of every model of
// the repository: results, outputs, forces, links, efforts, sensors, states, rates, angles, inputs, events and held values.
#include <gtest/gtest.h>

#include "bricard/analyses/dynamics/change.hpp"
#include "bricard/codegen/generate.hpp"
#include "bricard/codegen/run_data.hpp"
#include "bricard/codegen/test_graph.hpp"
#include "bricard/codegen/traced_functions.hpp"
#include "bricard/core/error.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard::test {
namespace {

struct Counts {
  int models = 0, columns = 0, sensors = 0, events = 0, held = 0, states = 0, links = 0;
} counts;

// A state with its motion, as the System has it.
class Reference {
 public:
  Reference(const System& system, const State& state) : system_(system), state_(state), e_(system) {
    system.motion(state, e_);
    system.fill(e_);
    e_.kernel.select();
    recorder_.emplace(system, e_.kernel.selected());
    is_found = recorder_->record(state, row);
    system.forces(e_);
    a.resize(system.nv());
    if (is_found && system.factor(e_)) system.accelerations(e_, a);
  }
  Arrays given() const {
    Arrays given = arguments_of(system_, state_);
    given["a"] = numbers(a);
    for (const int row_of : system_.active_rows()) given["lambda"].push_back(recorder_->reactions().effort[row_of]);
    return given;
  }
  double column(const std::string& name) const {
    const auto& columns = system_.table().columns;
    const auto place = std::ranges::find(columns, name, &ColumnInfo::name);
    return place == columns.end() ? std::nan("") : row[place - columns.begin()];
  }
  // In the units of the file, as expressions read them.
  std::vector<double> variables() const { return recorder_->equations().k.columns; }
  const Kinematics<double>& k() const { return recorder_->equations().k; }

  bool is_found = false;
  std::vector<double> row;
  Eigen::VectorXd a;

 private:
  const System& system_;
  const State& state_;
  Equations e_;
  std::optional<Recorder> recorder_;
};

// Efforts and accelerations rest on elimination in another order; what is open by rounding alone is not compared.
void expect_columns(const System& system, const GeneratedFunction& function, const Arrays& given, const Reference& right) {
  const std::vector<double> found = values_of(function, given)[function.name];
  const auto& names = function.outputs[0].row_labels;
  ASSERT_EQ(found.size(), names.size());
  double force = 1, acceleration = 1 + right.a.cwiseAbs().maxCoeff();
  for (std::size_t c = 0; c < right.row.size(); ++c)
    if (std::isfinite(right.row[c])) force = std::max(force, std::abs(right.row[c]));
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (names[c].starts_with("violation")) continue;
    const double expected = right.column(names[c]);
    ++counts.columns;
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(found[c])) << names[c];
      continue;
    }
    EXPECT_NEAR(found[c], expected, 1e-8 * (std::abs(expected) + 1e-2 * std::min(force, acceleration * 1e3) + 1)) << function.name << " " << names[c];
  }
  (void)system;
}

void compare_sensors(const System& system, const GeneratedFunction& function, const Arrays& given, const Reference& right) {
  Arrays found = values_of(function, given);
  const auto& sensors = system.model().sensors;
  const Eigen::MatrixXd J = matrix(found["J"], static_cast<Eigen::Index>(6 * sensors.size()), system.nv());
  const Eigen::VectorXd moved = J * matrix(given.at("v"), system.nv(), 1);
  for (std::size_t s = 0; s < sensors.size(); ++s) {
    ++counts.sensors;
    for (int i = 0; i < system.model().dimension; ++i) {
      const std::string axis(1, "xyz"[i]), name = sensors[s].name;
      const double speed = 1 + std::abs(found["velocity"][3 * s + i]);
      EXPECT_NEAR(found["position"][3 * s + i], right.column(name + "." + axis), 1e-11 * 10) << name;
      EXPECT_NEAR(found["velocity"][3 * s + i], right.column(name + ".v" + axis), 1e-11 * speed) << name;
      EXPECT_NEAR(found["acceleration"][3 * s + i], right.column(name + ".a" + axis), 1e-8 * (1 + right.a.norm())) << name;
      EXPECT_NEAR(found["velocity"][3 * s + i], moved[static_cast<Eigen::Index>(6 * s + i)], 1e-10 * speed) << name;
    }
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(found["angular_velocity"][3 * s + i], moved[static_cast<Eigen::Index>(6 * s + 3 + i)], 1e-10) << sensors[s].name;
  }
}

void compare_functions(const System& system, const Arrays& given, const Reference& right) {
  const auto values = [&](GeneratedFunction (*make)(const System&), const char* name) { return values_of(make(system), given)[name]; };
  std::vector<double> scratch;
  const std::vector<double> variables = right.variables();
  const std::vector<double> margins = values(generate_events, "margin");
  ASSERT_EQ(margins.size(), system.functions().events.size());
  for (std::size_t i = 0; i < margins.size(); ++i, ++counts.events) {
    const double expected = margin(system.functions().events[i].when, variables, scratch);
    EXPECT_NEAR(margins[i], expected, 1e-8 * (1 + std::abs(expected))) << system.model().events[i].name;
  }
  const std::vector<double> held = values(generate_held, "value");
  std::vector<double> expected;
  for (const EventEntry& event : system.functions().events)
    for (const auto& each : event.set) expected.push_back(each.value.evaluate<double>(variables, scratch));
  for (const SampleEntry& sample : system.functions().samples) expected.push_back(sample.next.evaluate<double>(variables, scratch));
  expect_near(matrix(held, static_cast<Eigen::Index>(held.size()), 1), matrix(expected, static_cast<Eigen::Index>(expected.size()), 1), "held", 1e-8);
  counts.held += static_cast<int>(held.size());
  expect_near(matrix(values(generate_states, "z_rate"), system.nz(), 1), matrix(right.k().z_rate, system.nz(), 1), "z'", 1e-10);
  counts.states += system.nz();
  std::vector<double> measured;
  for (const auto& each : right.k().measured) measured.push_back(each.value);
  const auto size = static_cast<Eigen::Index>(measured.size());
  expect_near(matrix(values(generate_angles, "measured"), size, 1), matrix(measured, size, 1), "angles");
  Eigen::VectorXd rates(system.nq());
  system.rates(matrix(given.at("q"), system.nq(), 1), matrix(given.at("v"), system.nv(), 1), rates);
  expect_near(matrix(values(generate_rates, "q_rate"), system.nq(), 1), rates, "q'");
  const std::vector<double> u = values(generate_inputs, "u");
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(u[i], given.at("u")[i], 1e-13 * (1 + std::abs(u[i])));
  Kinematics<double> k = right.k();
  const Matrices<double> m = matrices(system, k);
  const GeneratedFunction slopes = generate_slopes(system);
  Arrays found = values_of(slopes, given);
  expect_near(matrix(found["slopes"], m.Phi_v.rows(), m.Phi_v.cols()), m.Phi_v, "slopes", 1e-10);
  expect_near(matrix(found["gamma"], m.gamma.size(), 1), m.gamma, "gamma", 1e-10);
}

bool has_code(const Model& model, const System& system) {
  try {
    refuse_what_has_no_code(model, system);
    return true;
  } catch (const Error& error) {
    std::cout << error.what() << "\n";
    return false;
  }
}

void compare(const Model& model, int seed, double spread) {
  const System system(model, "relative");
  if (!has_code(model, system)) return;
  const State state = random_state(system, seed, spread);
  const Reference right(system, state);
  if (!right.is_found) return;
  ++counts.models;
  const Arrays given = right.given();
  const GeneratedModel generated = generate(system, {.functions = {"results", "outputs", "forces", "links", "sensors"}});
  for (int f = 0; f < 4; ++f) expect_columns(system, generated.functions[f], given, right);
  counts.links += generated.functions[3].outputs[0].rows;
  compare_sensors(system, generated.functions[4], given, right);
  compare_functions(system, given, right);
}

TEST(TracedFunctions, OfTheModelsOfTheRepository) {
  counts = {};
  for (const std::string& path : paths_of_models()) {
    SCOPED_TRACE(path);
    const Model model = read_model(path);
    for (int seed = 1; seed <= 2; ++seed) compare(model, seed, 0.02);
  }
  EXPECT_GT(counts.models, 100);
  std::cout << counts.models << " models, " << counts.columns << " columns, " << counts.sensors << " sensors, " << counts.events << " events, "
            << counts.held << " held, " << counts.states << " states, " << counts.links << " of links\n";
}

TEST(TracedFunctions, OfMechanismsOfEveryJoint) {
  for (const Model& model : {open_chain(), four_bar(), slider_crank(), bricard_linkage(), with_tilted_axes(open_chain())})
    for (int seed = 1; seed <= 3; ++seed) compare(model, seed, 0.15);
}

}  // namespace
}  // namespace bricard::test
