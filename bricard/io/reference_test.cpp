// The reference is true: every example is a model that runs, and the committed pages are what the program writes now.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "bricard/analyses/run.hpp"
#include "bricard/core/test_paths.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/reference_page.hpp"
#include "bricard/io/reference_uses.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;

const std::string root = source_dir;  // where examples find the files that they name

const std::vector<ReferencePage>& pages() {
  static const std::vector<ReferencePage> all = reference_pages();
  return all;
}

const ReferencePage& page_of(const std::string& path) {
  const auto found = std::find_if(pages().begin(), pages().end(), [&](const auto& page) { return page.path == path; });
  if (found == pages().end()) throw std::runtime_error("no page " + path);
  return *found;
}

Model example_of(const ReferencePage& page) { return read_yaml_text(page.example, page.path, root); }

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Reference, TheCommittedPagesAreWhatTheProgramWrites) {
  const fs::path folder = fs::path(root) / "docs/reference";
  std::set<std::string> expected;
  for (const ReferencePage& page : pages()) {
    expected.insert(page.path);
    EXPECT_EQ(text_of(folder / page.path), page.text) << page.path << ": run `bricard reference docs/reference`";
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = fs::relative(entry.path(), folder).generic_string();
    if (entry.path().extension() == ".md") {
      EXPECT_TRUE(expected.count(path)) << path << " belongs to nothing: remove it";
    }
  }
}

TEST(Reference, EveryKindHasAPageWithAnExampleThatUsesIt) {
  const auto expect_pages = [](auto list, const std::string& folder) {
    decltype(list)::for_each([&]<class Kind>() {
      const ReferencePage& page = page_of(folder + '/' + std::string(Kind::type) + ".md");
      EXPECT_NE(page.example.find("type: " + std::string(Kind::type) + ','), std::string::npos) << page.path;
      EXPECT_FALSE(page.columns.empty()) << page.path;
    });
  };
  expect_pages(Joints{}, "joints");
  expect_pages(Constraints{}, "constraints");
  expect_pages(Forces{}, "forces");
}

TEST(Reference, EveryExampleIsValidRoundTripsAndRuns) {
  for (const ReferencePage& page : pages()) {
    if (page.example.empty()) continue;
    SCOPED_TRACE(page.path);
    const Model model = example_of(page);
    EXPECT_TRUE(validate(model).empty());
    EXPECT_EQ(read_yaml_text(write_yaml(model), "written"), model);
    const Results checked = check(model);
    EXPECT_EQ(checked.summary.outcome.status, Status::done) << checked.summary.outcome.message;
    const Results results = run(model);
    EXPECT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    EXPECT_TRUE(results.summary.warnings.empty()) << results.summary.warnings[0];
    EXPECT_GT(results.rows(), 10);
    for (const std::string& column : page.columns) EXPECT_GE(results.column(column), 0) << column;
  }
}

// The value of a column in the last row, or in the one that is asked for.
double value(const Results& results, const std::string& column, int row = -1) {
  return results.at(row < 0 ? results.rows() - 1 : row, results.column(column));
}

// What the pages say of reactions, against closed forms.
TEST(Reference, MeaningsOfReactionsAreRight) {
  const auto results_of = [](const std::string& path) { return run(example_of(page_of(path))); };
  const double g = 9.80665, pi = std::acos(-1.0);
  // Weights 3 and 2 on a rope: 2·3·2/(3 + 2) g upwards on each.
  EXPECT_NEAR(value(results_of("joints/coupler.md"), "rope.effort"), 2.4 * g, 1e-9);
  // A torque of 0.1 turns the pinion and, half as fast backwards, the wheel: the mesh gives the wheel all that it has.
  const double speed_up = 0.1 / (2e-4 + 0.25 * 4e-3);
  EXPECT_NEAR(value(results_of("joints/gear.md"), "mesh.effort"), 4e-3 * -0.5 * speed_up, 1e-9);
  // A nut of inertia I runs down a screw: m a = F - m g, I a/p = -p F with the pitch p.
  const Results nut = results_of("joints/screw.md");
  const double p = 0.06 / (2 * pi), m = 0.5, I = 120e-6, a = -m * g / (m + I / (p * p));
  EXPECT_NEAR(value(nut, "spindle.fz"), m * (a + g), 1e-9);
  EXPECT_NEAR(value(nut, "spindle.tz"), -p * value(nut, "spindle.fz"), 1e-9);
  // A torque of 0.5 N m at t = 1/4 moves the pinion and, by its radius, the rack.
  const double radius = 0.044 / (2 * pi), turning = 0.5 / (4e-4 + 2 * radius * radius);
  EXPECT_NEAR(value(results_of("joints/rack_pinion.md"), "teeth.effort", 5), 2 * radius * turning, 1e-9);
  // A top that goes round the vertical with 5 rad/s at 60 degrees, as a rigid whole: Omega × L = weight and constraint torque,
  // with L = Ia 5 cos 60 along its axis and It 5 sin 60 across it.
  const double Ia = 5e-4, It = 1e-3 + 0.5 * 0.01, s = std::sin(pi / 3), c = 0.5;
  EXPECT_NEAR(value(results_of("constraints/dot1.md"), "cone.effort"), (0.1 * 0.5 * g * s - 25 * s * c * (Ia - It)) / s, 1e-8);
  // A rope pulls the load up: its effort on the distance is negative; a rod's tension is positive.
  EXPECT_LT(value(results_of("constraints/distance.md"), "rope.effort"), 0);
  EXPECT_GT(value(results_of("joints/spherical_spherical.md"), "rod.force"), 0);
  // The passed torque lies along the bisector of shafts that are bent by 20 degrees.
  const Results shafts = results_of("joints/constant_velocity.md");
  EXPECT_NEAR(value(shafts, "coupling.ty") / value(shafts, "coupling.tx"), std::tan(pi / 18), 1e-6);
  EXPECT_NEAR(value(shafts, "difference"), 0, 1e-6);
  // The cam carries half of the plate: a slender lever, at rest at t = 0 but for the lift's acceleration 0.05 (2 pi)².
  const double lift = 0.05 * 4 * pi * pi;
  EXPECT_NEAR(value(results_of("constraints/dot2.md"), "cam.effort", 0), (3 * g * 0.3 + (0.05 + 3 * 0.09) * lift / 0.6) / 0.6,
              1e-6);
}

// Components of reactions that the pages call zero.
TEST(Reference, ReactionsHaveNoPartAlongFreeMotions) {
  struct Joint {
    std::string page, name;
    std::vector<std::string> zero;
  };
  for (const Joint& joint :
       {Joint{"revolute", "hinge", {"ty"}}, Joint{"cylindrical", "rod", {"fz", "tz"}},
        Joint{"spherical", "ball", {"tx", "ty", "tz"}}, Joint{"universal", "cross", {"tx"}}, Joint{"planar", "table", {"fy"}},
        Joint{"free", "flight", {"fx", "fy", "fz", "tx", "ty", "tz"}}, Joint{"point_on_line", "ring", {"fx", "tx", "ty", "tz"}},
        Joint{"point_on_plane", "floor", {"fx", "fy", "tx", "ty", "tz"}},
        Joint{"parallel_axes", "level", {"fx", "fy", "fz", "tz"}},
        Joint{"perpendicular_axes", "horizontal", {"fx", "fy", "fz", "tz"}},
        Joint{"spherical_spherical", "rod", {"tx", "ty", "tz"}}}) {
    const Results results = run(example_of(page_of("joints/" + joint.page + ".md")));
    double largest = 0;
    for (const std::string component : {"fx", "fy", "fz", "tx", "ty", "tz"}) {
      const bool is_zero = std::count(joint.zero.begin(), joint.zero.end(), component) > 0;
      for (int row = 0; row < results.rows(); ++row) {
        const double part = std::abs(value(results, joint.name + '.' + component, row));
        if (is_zero) {
          ASSERT_LT(part, 1e-9) << joint.page << ' ' << component << " in row " << row;
        }
        largest = std::max(largest, part);
      }
    }
    EXPECT_EQ(largest > 1e-3, joint.page != "free") << joint.page;
  }
}

// A key that a page calls required is missed by the checks of a model, and one that the page leaves out is refused.
template <class List, class Element, class Uses, class Change>
void expect_keys(const std::string& folder, std::vector<Element> Model::*elements, const std::vector<std::string>& keys,
                 Uses&& uses, Change&& change) {
  List::for_each([&]<class Kind>() {
    const Model model = example_of(page_of(folder + '/' + std::string(Kind::type) + ".md"));
    for (std::size_t i = 0; i < (model.*elements).size(); ++i) {
      if (!(model.*elements)[i].kind.template is<Kind>()) continue;
      for (const std::string& key : keys) {
        const KeyUse use = uses((model.*elements)[i].kind.info(), key);
        for (const bool give : {true, false}) {
          Model changed = model;
          change((changed.*elements)[i], key, give);
          const std::string where = folder + '.' + (model.*elements)[i].name + '.' + key;
          const std::vector<Fault> faults = validate(changed);
          const bool refused =
              std::any_of(faults.begin(), faults.end(), [&](const Fault& fault) { return fault.where == where; });
          EXPECT_EQ(refused, give ? use == KeyUse::none : use == KeyUse::required) << where << (give ? " given" : " left out");
        }
      }
    }
  });
}

template <class Element>
void change_geometry(Element& element, const std::string& key, bool give) {
  const auto set = [&](auto& member) {
    using Value = typename std::decay_t<decltype(member)>::value_type;
    if (!give) member.reset();
    if (give && !member) member = Value{};
  };
  if (key == "at") set(element.at);
  if (key == "axis") set(element.axis);
  if constexpr (requires { element.at2; })
    if (key == "at2") set(element.at2);
  if constexpr (requires { element.axis2; })
    if (key == "axis2") set(element.axis2);
  if constexpr (requires { element.orientation; }) {
    if (key == "orientation") set(element.orientation);
    if (key == "from") set(element.from);
    if (key == "to") set(element.to);
  }
}

TEST(Reference, KeysOfAPageAreTheKeysOfItsKind) {
  expect_keys<Joints>("joints", &Model::joints, {"at", "at2", "axis", "axis2"}, joint_use, change_geometry<Joint>);
  expect_keys<Constraints>("constraints", &Model::constraints, {"at", "at2", "axis", "axis2"}, constraint_use,
                           change_geometry<Constraint>);
  expect_keys<Forces>("forces", &Model::forces, {"at", "at2", "from", "to", "orientation"}, force_use, change_geometry<Force>);
}

TEST(Reference, TablesOfKeysShowUnitsAndDefaults) {
  const std::string& spring = page_of("forces/spring_damper.md").text;
  EXPECT_NE(spring.find("| `stiffness` | number or function | tension per length | force/length | N/m | N/mm | 0 |"),
            std::string::npos);
  EXPECT_NE(spring.find("| `free_length` | number or function | length without tension | length | m | mm | as designed |"),
            std::string::npos);
  EXPECT_NE(spring.find("| `from` | body and point |"), std::string::npos);
  const std::string& hinge = page_of("joints/revolute.md").text;
  EXPECT_NE(hinge.find("| `initial.angle` |"), std::string::npos);
  EXPECT_EQ(hinge.find("`initial.position`"), std::string::npos);
  EXPECT_NE(hinge.find("5 constraint rows, 1 free motion."), std::string::npos);
  EXPECT_NE(page_of("forces/bushing.md").text.find("N/m, N/rad, N, N*m/rad"), std::string::npos);
}

TEST(Reference, APipeInACellIsEscapedAndEmptyColumnsAreLeftOut) {
  EXPECT_EQ(markdown_table({"a", "b", "c"}, {{"x|y", "", "z"}, {"", "", "w"}}), "| a | c |\n|---|---|\n| x\\|y | z |\n| | w |\n");
}

}  // namespace
}  // namespace bricard
