// Every template of the library: read alone, as a mirrored pair on a chassis, and standing on its springs.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "bricard/analyses/run.hpp"
#include "bricard/io/library.hpp"
#include "bricard/vehicle/test_kc_cases.hpp"

namespace bricard {
namespace {

std::vector<std::string> templates() {
  std::vector<std::string> names;
  for (const LibraryFile& file : library_files())
    if (file.name.starts_with("library/vehicle/") && file.text.find("\nroles:") != std::string_view::npos) names.emplace_back(file.stem());
  return names;
}

std::string text_of(const std::string& name) {
  for (const LibraryFile& file : library_files())
    if (file.stem() == name) return std::string(file.text);
  return "";
}

class Templates : public testing::TestWithParam<std::string> {
 protected:
  const ScratchFolder folder{"templates"};
  const std::string text = text_of(GetParam());
  const bool holds_both = text.find("\n  left: ") != std::string::npos;  // one body or one beam between two wheels
  const bool has_rack = text.find("interface: [chassis, rack]") != std::string::npos;

  std::string car() const {
    const std::string use = "template: " + GetParam() + ", bodies: {chassis: car" + (has_rack ? ", rack: rack" : "") + "}";
    return "bricard: 1\nname: car\nunits: {length: mm, angle: deg}\n"
           "bodies: {car: {mass: 400, inertia: [1e8, 1e8, 1e8], position: [0, 0, 400]}, rack: {mass: 1, inertia: [1e4, 1e4, 1e4], position: [0, 0, 200]}}\n"
           "joints: {hold: {type: prismatic, bodies: [ground, car], at: [0, 0, 0], axis: [0, 0, 1]},\n"
           "         rack_guide: {type: prismatic, bodies: [car, rack], at: [0, 0, 0], axis: [0, 1, 0]}}\n"
           "parameters: {grip: 150 N/mm, rub: 1 N*s/mm, tire_rate: 200 N/mm, load: 2000 N}\n"
           "drivers: {rack_held: {joint: rack_guide, position: 0}}\n"
           "subsystems:\n" +
           (holds_both ? "  ax: {" + use + "}\n" : "  l: {" + use + "}\n  r: {" + use + ", mirror: y}\n") + "vehicle:\n  chassis: car\n  rear: {" +
           (holds_both ? "left: ax.left, right: ax.right" : "left: l, right: r") + (has_rack ? ", steered_by: rack_guide" : "") +
           "}\n  wheelbase: 2600 mm\n  center_of_mass: [1300, 0, 520]\n  brakes: {front: 0.6}\n  drive: {rear: 1}\n";
  }
};

// What a number is on the other side of the mirror.
double mirrored(const vehicle::KcColumn& column, double value) {
  using vehicle::Component;
  const Component c = column.output->component;
  return c == Component::y || c == Component::rx || c == Component::rz ? -value : value;
}

TEST_P(Templates, AreRightAlone) {
  const Sheet sheet = sheet_of(folder.write("alone.bricard.yaml", text).string());
  EXPECT_TRUE(std::isfinite(sheet.at("heave", 0, "left.camber")));
  EXPECT_EQ(sheet.test("heave").rows.size(), 61u);
}

TEST_P(Templates, MirrorInACar) {
  const Sheet sheet = sheet_of(folder.write("car.bricard.yaml", car()).string());
  const vehicle::KcAxle& axle = sheet.axle();
  EXPECT_EQ(axle.tests.size(), has_rack ? 8u : 7u);
  for (const vehicle::KcTest& test : axle.tests) {
    EXPECT_EQ(test.cut_short, "");
    EXPECT_EQ(test.rows.size(), 61u) << test.name;
  }
  if (GetParam().starts_with("solid_axle")) return;  // the lateral link is not its own mirror image
  // The mirror image: left in bump is right in bump; in roll and steer the other end of the test.
  int compared = 0;
  for (const char* name : {"heave", "roll", "steer"}) {
    if (name == std::string("steer") && !has_rack) continue;
    const vehicle::KcTest& test = sheet.test(name);
    for (std::size_t k = 0; k < test.rows.size(); ++k)
      for (std::size_t c = 0; c < axle.columns.size(); ++c) {
        const std::string& column = axle.columns[c].name;
        if (axle.columns[c].side < 1 || !test.rows[k][c]) continue;
        const std::string other = "right" + column.substr(std::string("rear.left").size());
        const std::size_t opposite = name == std::string("heave") ? k : test.rows.size() - 1 - k;
        const auto there = test.rows[opposite][sheet.column(other)];
        ASSERT_TRUE(there) << column;
        const double scale = std::max({std::abs(*there), axle.columns[c].output->unit_in_si});
        ASSERT_NEAR(*test.rows[k][c], mirrored(axle.columns[c], *there), 1e-6 * scale) << name << ' ' << k << ' ' << column;
        ++compared;
      }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(sheet.design("left.installation_ratio"), 0.1);  // a spring that bump makes shorter
  for (const char* key : {"left.toe", "left.camber", "left.bump_steer", "left.installation_ratio", "left.wheel_rate", "roll_center_height", "roll_stiffness",
                          "left.anti_brake", "left.anti_drive"})
    if (std::string(key).find("anti") == std::string::npos || sheet.axle().design[sheet.column(key)])  // a center at infinity has none
      EXPECT_TRUE(std::isfinite(sheet.design(key))) << key;
}

// Rates are the slopes of the printed curves: by differences over seven positions of 1 mm.
TEST_P(Templates, PrintTheSlopesOfTheirCurves) {
  const Sheet sheet = sheet_of(folder.write("car.bricard.yaml", car()).string());
  const auto slope = [&](const std::string& test, int k, const std::string& key) {
    const auto y = [&](int i) { return sheet.at(test, k + i, key); };
    const double h = sheet.test(test).setting[1] - sheet.test(test).setting[0];
    return (45 * (y(1) - y(-1)) - 9 * (y(2) - y(-2)) + y(3) - y(-3)) / (60 * h);
  };
  for (const char* test : {"heave", "roll", "single"})
    for (const int k : {5, 30, 52}) {
      EXPECT_NEAR(sheet.at(test, k, "left.bump_steer"), slope(test, k, "left.toe"), 1e-5) << test << k;
      EXPECT_NEAR(sheet.at(test, k, "left.bump_camber"), slope(test, k, "left.camber"), 1e-5) << test << k;
      EXPECT_NEAR(sheet.at(test, k, "left.installation_ratio"), -slope(test, k, "left.spring_length") / 1000, 1e-6) << test << k;
      EXPECT_NEAR(sheet.at(test, k, "left.half_track_rate"), slope(test, k, "left.half_track") / 1000, 1e-6) << test << k;
    }
}

// The force that holds a wheel, over travel, is its rate: k IR² + F dIR/dz and all else.
TEST_P(Templates, HaveTheWheelRateOfTheirForces) {
  const Sheet sheet = sheet_of(folder.write("car.bricard.yaml", car()).string());
  const auto force = [&](int k) { return sheet.at("heave", k, "left.holding_force"); };
  const auto slope = [&](int k) {
    return (45 * (force(k + 1) - force(k - 1)) - 9 * (force(k + 2) - force(k - 2)) + force(k + 3) - force(k - 3)) / 60;  // per mm
  };
  if (!GetParam().starts_with("solid_axle"))  // where equal loads lift both wheels alike
    for (const int k : {5, 30, 52})
      EXPECT_NEAR(sheet.at("heave", k, "left.wheel_rate_center_parallel"), slope(k), 1e-5 * std::abs(slope(k))) << k;
  const Eigen::MatrixXd& C = sheet.axle().compliance->at_center;
  Eigen::Matrix2d lift;
  lift << C(2, 2), C(2, 8), C(8, 2), C(8, 8);
  EXPECT_NEAR((lift.inverse() * Eigen::Vector2d(1, 1))[0] / 1000, slope(30), 1e-5 * std::abs(slope(30)));
}

// Alone it hangs in its spring; in a car, on tires, it finds its rest, swings about it and drives over a bump, after which it comes
// to rest where it was. No number is nan.
TEST_P(Templates, StandSwingAndDrive) {
  const auto all_finite = [](const Results& results) {
    for (const double value : results.values)
      if (!std::isfinite(value)) return false;
    return results.rows() > 0;
  };
  const auto analyzed = [&](const std::string& path, const std::string& more) {
    return run(read_model(folder.write(path, more).string()));
  };
  const Results alone = analyzed("alone.bricard.yaml", text + "analysis: {type: equilibrium}\n");
  EXPECT_FALSE(alone.summary.outcome.failed()) << alone.summary.outcome.message;
  EXPECT_TRUE(all_finite(alone));

  // Tires: springs at the wheel centers, that hold them sideways too.
  const std::string path = folder.write("car.bricard.yaml", car()).string();
  std::vector<Annotation> annotations;
  const Model model = read_model(path, {}, "", nullptr, {}, &annotations);
  const vehicle::Vehicle vehicle = vehicle::read_vehicle(model, annotations);
  std::string whole = car() + "inputs: {road: \"15*(step5(t, 0.05, 0, 0.1, 1) - step5(t, 0.1, 0, 0.15, 1))\"}\nsensors:\n", forces = "forces:\n";
  for (const auto& wheel : {vehicle.axles[0].left, vehicle.axles[0].right}) {
    const std::string side = wheel->side > 0 ? "left" : "right";
    const auto at = [&](int i) { return std::to_string(wheel->center[i] / vehicle::mm); };
    const std::string place = "{body: " + wheel->carrier + ", at: [" + at(0) + ", " + at(1) + ", " + at(2) + "]";
    whole += "  post_" + side + ": " + place + "}\n";
    forces += "  tire_" + side + ": {type: force, body: " + wheel->carrier + ", at: [" + at(0) + ", " + at(1) + ", " + at(2) + "], components: [\"-grip*(post_" +
              side + ".x - " + at(0) + ") - rub*post_" + side + ".vx\", \"-grip*(post_" + side + ".y - " + at(1) + ") - rub*post_" + side + ".vy\", \"tire_rate*(" +
              (side == "left" ? "road + " : "") + at(2) + " - post_" + side + ".z) + load\"]}\n";
  }
  whole += forces;
  const Results rest = analyzed("rest.bricard.yaml", whole + "analysis: {type: equilibrium}\n");
  EXPECT_FALSE(rest.summary.outcome.failed()) << rest.summary.outcome.message;
  EXPECT_TRUE(all_finite(rest));
  const Results modes = analyzed("modes.bricard.yaml", whole + "analysis: {type: modes}\n");
  EXPECT_FALSE(modes.summary.outcome.failed()) << modes.summary.outcome.message;
  const Results bump = analyzed("bump.bricard.yaml", whole + "analysis: {type: dynamics, duration: 3, output_step: 50 ms, start: equilibrium}\n");
  EXPECT_FALSE(bump.summary.outcome.failed()) << bump.summary.outcome.message;
  EXPECT_TRUE(all_finite(bump));
  const std::vector<double> z = bump.series("car.z");
  EXPECT_NEAR(z.front(), rest.series("car.z").back(), 1e-6);
  EXPECT_GT(*std::max_element(z.begin(), z.end()), z.front() + 0.0005);
  EXPECT_NEAR(z.back(), z.front(), 0.0003);
}

INSTANTIATE_TEST_SUITE_P(Library, Templates, testing::ValuesIn(templates()), [](const auto& info) { return info.param; });

}  // namespace
}  // namespace bricard
