// Every element in one model: all columns of a run agree in all sets of coordinates, reactions and efforts included, and the
// written model gives the same run.
#include <gtest/gtest.h>

#include "bricard/bricard.hpp"
#include "bricard/core/test_paths.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard {
namespace {

Results run_in(const Model& model, const std::string& coordinates) {
  AnalysisOptions options = *model.analysis;
  options.coordinates = coordinates;
  return run(model, options);
}

void expect_same(const Results& a, const Results& b, double limit) {
  ASSERT_EQ(a.columns.size(), b.columns.size());
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_GT(a.rows(), 10);
  for (std::size_t c = 0; c < a.columns.size(); ++c) {
    if (a.columns[c].name.starts_with("violation")) continue;
    double largest = 0, apart = 0;
    for (int row = 0; row < a.rows(); ++row) {
      largest = std::max(largest, std::abs(a.at(row, static_cast<int>(c))));
      apart = std::max(apart, std::abs(a.at(row, static_cast<int>(c)) - b.at(row, static_cast<int>(c))));
    }
    EXPECT_LE(apart, limit * std::max(1.0, largest)) << a.columns[c].name;
  }
}

// Kinds of a list (elements/joints/joints.hpp and so on) that no element of the model has.
template <class List, class Elements>
std::string missing(List, const Elements& elements) {
  std::string names;
  List::for_each([&]<class Kind>() {
    const auto is_kind = [](const auto& element) { return element.kind.template is<Kind>(); };
    if (std::none_of(elements.begin(), elements.end(), is_kind)) names += std::string(Kind::type) + ' ';
  });
  return names;
}

TEST(EveryElement, IsThere) {
  const Model model = read_model(source_dir + "/verification/every_element.bricard.yaml");
  EXPECT_EQ(missing(Joints{}, model.joints), "");
  EXPECT_EQ(missing(Constraints{}, model.constraints), "");
  EXPECT_EQ(missing(Forces{}, model.forces), "anti_roll_bar aero tire ");  // cars have them: bricard/vehicle/tire_motion_test.cpp
  for (const EventAction action : {EventAction::stop, EventAction::record, EventAction::change})
    EXPECT_TRUE(std::any_of(model.events.begin(), model.events.end(), [&](const EventRule& e) { return e.action == action; }));
  const auto driven = [&](auto has) { return std::any_of(model.drivers.begin(), model.drivers.end(), has); };
  EXPECT_TRUE(driven([](const Driver& d) { return d.prescribed.find("angle") != nullptr; }));
  EXPECT_TRUE(driven([](const Driver& d) { return d.prescribed.find("angle2") != nullptr; }));
  EXPECT_TRUE(driven([](const Driver& d) { return d.prescribed.find("position") != nullptr; }));
  EXPECT_TRUE(driven([](const Driver& d) { return d.coordinate.has_value(); }));
  EXPECT_FALSE(model.states.empty() || model.inputs.empty() || model.tables.empty());
}

TEST(EveryElement, TheSameRunInAllCoordinates) {
  const Model model = read_model(source_dir + "/verification/every_element.bricard.yaml");
  const Results first = run_in(model, "relative");
  ASSERT_EQ(first.summary.outcome.status, Status::done) << first.summary.outcome.message;
  for (const std::string& coordinates : coordinate_sets_everywhere()) expect_same(first, run_in(model, coordinates), 1e-7);
}

TEST(EveryElement, TheWrittenModelGivesTheSameRun) {
  const Model model = read_model(source_dir + "/verification/every_element.bricard.yaml");
  expect_same(run_in(model, "relative"), run_in(read_yaml_text(write_yaml(model), "written"), "relative"), 0);
}

}  // namespace
}  // namespace bricard
