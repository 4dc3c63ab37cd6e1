// The workbooks of the thesis (T. Carvalho, "Multibody 3D Simulation Tool for Vehicle Development") and the curves of MSC Adams
// 2021 that its author exported, read where they lie beside the checkout (../shared/reference/thesis); the tests are skipped
// where they are absent. Nothing is set but the output step, and in Appendix A the coefficients of its three cases. Limits are
// those that an independent integration of the same data reaches against Adams. Numbers of the FST10e suspension: an independent
// computation from its hard points.
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "bricard/io/formats.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

const std::string folder = source_file("../shared/reference/thesis/");

#define SKIP_WITHOUT(path) \
  if (!std::filesystem::exists(folder + (path))) GTEST_SKIP() << (path) << " is not beside the checkout"

// Of a CSV file with one header line: rows of numbers by time, in steps of a tenth of a microsecond.
std::map<long, std::vector<double>> curve(const std::string& path) {
  std::ifstream file(folder + path);
  std::map<long, std::vector<double>> rows;
  std::string line, cell;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<double> row;
    for (std::stringstream cells(line); std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
    rows[std::lround(row[0] * 1e7)] = row;
  }
  return rows;
}

using Set = std::vector<std::pair<std::string, std::string>>;

Results results_of(const std::string& book, double output_step = 0, const Set& set = {}) {
  const Model model = read_model(folder + book + ".xlsx", set);
  AnalysisOptions options = *model.analysis;
  if (output_step > 0) options.output_step = output_step;
  return run(model, options);
}

// The largest difference of the columns from those of the curve, up to a time, in the curve's unit.
double difference(const Results& results, const std::string& path, const std::vector<std::string>& columns, double until = 1e9) {
  const auto rows = curve(path);
  double worst = 0;
  int compared = 0;
  for (int row = 0; row < results.rows(); ++row) {
    const double t = value(results, "t", row);
    const auto found = rows.find(std::lround(t * 1e7));
    if (found == rows.end() || t > until) continue;
    ++compared;
    for (std::size_t i = 0; i < columns.size(); ++i)
      worst = std::max(worst, std::abs(value(results, columns[i], row) - found->second[i + 1]));
  }
  EXPECT_GT(compared, 100);
  return worst;
}

struct Published {
  std::string book, curve;
  std::vector<std::string> columns;
  double output_step, limit;
  double until = 1e9;
  Set set = {};
};

const std::vector<Published> published{
    {"A02_n_four_bar/model", "A02_n_four_bar/adams.csv", {"point_2.x", "point_2.y"}, 0.01, 3e-3},
    {"A03_andrews/model", "A03_andrews/adams.csv", {"E.x", "E.y"}, 3e-5, 1e-5},
    {"A04_bricard/model", "A04_bricard/adams.csv", {"point_4.x", "point_4.y", "point_4.z"}, 0.01, 2e-4},
    {"A05_flyball_governor/model", "A05_flyball_governor/adams.csv", {"Spring_Damper_Supp.y"}, 1e-2, 2e-5},
    {"A05_flyball_governor/variant_extra_damper/model",
     "A05_flyball_governor/variant_extra_damper/adams.csv",
     {"Spring_Damper_Supp.y"},
     1e-2,
     2e-5},
    // Appendix A: undamped for a second only, later codes part where the spring has no length.
    {"spring_damper/model", "spring_damper/adams.csv", {"Mass.y"}, 1e-3, 1.1e-3, 1.0},
    {"spring_damper/model", "spring_damper/adams_k4000_c100.csv", {"Mass.y"}, 1e-2, 9e-5, 1e9, {{"c", "100"}}},
    {"spring_damper/model", "spring_damper/adams_k0_c4000.csv", {"Mass.y"}, 1e-2, 3e-5, 1e9, {{"k", "0"}, {"c", "4000"}}},
};

TEST(ThesisWorkbooks, AgreeWithAdams) {
  for (const Published& each : published) {
    SKIP_WITHOUT(each.book + ".xlsx");
    const Results results = results_of(each.book, each.output_step, each.set);
    EXPECT_DONE(results);
    EXPECT_LT(difference(results, each.curve, each.columns, each.until), each.limit) << each.curve;
  }
}

// The exact solution of the book's data at 10 s: Adams is 10 mm off (WSTIFF, 1e-6).
TEST(ThesisWorkbooks, PendulumIsExact) {
  SKIP_WITHOUT("A01_simple_pendulum/model.xlsx");
  const Results results = results_of("A01_simple_pendulum/model", 0.1);
  EXPECT_NEAR(value(results, "Pendulum_Mass.x"), 0.190689, 1e-5);
  EXPECT_NEAR(value(results, "Pendulum_Mass.y"), -0.981650, 1e-5);
}

// By hand: six per body, less what the joints take, more what depends on other rows.
struct Counted {
  std::string book;
  int mobility;
};
const std::vector<Counted> counted{
    {"A01_simple_pendulum/variants/simple_pendulum_adams_ml", 2},
    {"crank_slider/model", 1},
    {"crank_slider/model_gravity", 1},
    {"crank_slider/model_gravity_spring_damper", 1},
    {"crank_slider/model_kinematic", 1},
    {"crank_slider/model_pK_v103_oldschema", 1},
    {"mcpherson_2d/model", 2},
    {"mcpherson_2d/model_with_driver_v104", 2},
    {"suspend_ball/model", 1},
    {"nbar_springlinkage/model", 1},
    {"suspension_fst10e/model_one_wheel_revolute", 3},
    {"suspension_fst10e/model_one_wheel_spherical", 3},
};

TEST(ThesisWorkbooks, TheOthersRun) {
  for (const Counted& each : counted) {
    SKIP_WITHOUT(each.book + ".xlsx");
    const Results results = results_of(each.book, is_long() ? 0 : 0.05);
    EXPECT_DONE(results) << each.book;
    EXPECT_EQ(results.summary.mobility_actual, each.mobility) << each.book;
  }
}

// A04: Bodies!V6 and V9 have two digits swapped, beyond the triangle rule; mcpherson: axes as vectors, a driver that counts from
// where its body stands; Bodies!J5:K6 of the one-wheel book hold errors.
TEST(ThesisWorkbooks, TellWhatWasDecided) {
  SKIP_WITHOUT("A04_bricard/model.xlsx");
  const auto notes_of = [](const std::string& book) {
    std::string all;
    for (const std::string& note : read_model_text(folder + book + ".xlsx").notes) all += note + '\n';
    return all;
  };
  const auto has = [&](const std::string& book, const std::string& text) {
    const std::string notes = notes_of(book);
    EXPECT_NE(notes.find(text), std::string::npos) << book << ":\n" << notes;
  };
  EXPECT_EQ(read_model_text(folder + "A04_bricard/model.xlsx").cell_of("bodies.Rod2.inertia"), "Bodies!T6:V6");
  const Results bricard = results_of("A04_bricard/model", 1);
  EXPECT_EQ(std::count_if(bricard.summary.warnings.begin(), bricard.summary.warnings.end(),
                          [](const std::string& each) { return each.find("no body has this inertia") != std::string::npos; }),
            2);
  has("spring_damper/model", "Joints!I22:K22: read as a vector, axis (0, 0.425, 0): it is parallel to y");
  has("crank_slider/model", "Joints!I23:K23: read as a vector, axis (1, 0, 0)");
  has("mcpherson_2d/model_with_driver_v104",
      "Joints!O33:Q33: read as a vector, axis (0.16535, -0.5273, 0): it lies along the strut");
  has("mcpherson_2d/model_with_driver_v104",
      "Joints_Drivers!I3: the driver begins with 0.1 m along y and its body stands at 0.3038723");
  has("mcpherson_2d/model", "Joints_Drivers!B3: the row has no type: it is switched off");
  has("suspension_fst10e/model_one_wheel_spherical", "Bodies!F5:K5, Bodies!F6:K6: no axes of a body");
  has("A05_flyball_governor/variant_extra_damper/model",
      "is read as axis and angle (columns O to R): of the columns that are filled those with which slender bodies lie along "
      "their points");
  has("crank_slider/model_gravity_spring_damper", "stiffness and damping are read in N/mm and N s/mm, as the header says");
}

// ---- the suspension
// ---------------------------------------------------------------------------------------------------------------

struct Corner {
  double camber, toe, coil_over;  // deg, deg, mm
};

// Camber and toe of the spin axis, positive outward and in; of a wheel through its points in front and behind, above and below.
Corner corner(const Results& r, const std::string& wheel) {
  const auto point = [&](const std::string& name) {
    return Vector3(value(r, name + '_' + wheel + ".x", 0), value(r, name + '_' + wheel + ".y", 0),
                   value(r, name + '_' + wheel + ".z", 0));
  };
  const double side = wheel.ends_with('L') ? 1 : -1, degree = std::acos(-1.0) / 180;
  const Vector3 spin = (point("Wheel_Up") - point("Wheel_Down")).cross(point("Wheel_Fore") - point("Wheel_Aft")).normalized();
  return {-side * std::asin(spin[2]) / degree, -side * std::atan2(-spin[0], spin[1]) / degree,
          1000 * (point("Bellcrank_Coilover") - point("Coilover_Mounting")).norm()};
}

TEST(ThesisWorkbooks, SuspensionRuns) {
  const std::string book = "suspension_fst10e/model_full_car";
  SKIP_WITHOUT(book + ".xlsx");
  const auto at = [&](const Set& set) {
    const Model model = read_model(folder + book + ".xlsx", set);
    AnalysisOptions options = *model.analysis;
    options.duration = 1;
    return run(model, options);
  };
  const auto expect = [](const Results& results, const std::string& wheel, const Corner& right) {
    const Corner found = corner(results, wheel);
    EXPECT_NEAR(found.camber, right.camber, 6e-5) << wheel;
    EXPECT_NEAR(found.toe, right.toe, 6e-5) << wheel;
    if (right.coil_over > 0) EXPECT_NEAR(found.coil_over, right.coil_over, 6e-5) << wheel;
  };
  const Results drawn = at({});
  EXPECT_DONE(drawn);
  EXPECT_EQ(drawn.summary.mobility_actual, 12);
  int redundant = 0;
  for (const auto& each : drawn.summary.redundant) redundant += static_cast<int>(each.rows.size());
  EXPECT_EQ(redundant, 8);
  expect(drawn, "FL", {0.4921, 0.4424, 192.8755});
  expect(drawn, "RL", {-0.6709, -0.1033, 150.8223});
  const Results up = at({{"pitch", "0"}, {"heave", "25"}});
  expect(up, "FL", {-0.6669, -0.0397, 151.4129});
  expect(up, "RL", {-0.6178, -0.0924, 0});
  expect(at({{"pitch", "0"}}), "FL", {0, 0, 171.4927});
  expect(at({{"pitch", "0"}, {"heave", "-25"}}), "FL", {0.4652, 0.3977, 0});
  const Results steered = at({{"pitch", "0"}, {"steering", "96"}});  // 96/360 of 75 mm: 20 mm
  EXPECT_NEAR(corner(steered, "FL").toe, -23.2957, 6e-5);
  EXPECT_NEAR(corner(steered, "FR").toe, 18.7148, 6e-5);
}

}  // namespace
}  // namespace bricard
