// Suspension kinematics beside another program's (suspension-explorer-core 0.6.2, computed for us; a second Newton solution agrees to
// 1e-6 deg and 4e-6 mm) and beside values that others have published. Axles are those of the library, hard points from tables.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bricard/vehicle/rig.hpp"
#include "bricard/vehicle/test_kc_cases.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct ReferenceRow {
  std::string sweep;
  std::map<std::string, double> values;
};

std::vector<ReferenceRow> reference(const std::string& name) {
  std::ifstream file("verification/data/" + name + ".csv");
  std::string line, cell;
  std::vector<std::string> header;
  std::getline(file, line);
  for (std::stringstream cells(line); std::getline(cells, cell, ',');) header.push_back(cell);
  std::vector<ReferenceRow> rows;
  while (std::getline(file, line)) {
    ReferenceRow& row = rows.emplace_back();
    std::stringstream cells(line);
    std::getline(cells, row.sweep, ',');
    for (std::size_t c = 1; std::getline(cells, cell, ','); ++c)
      if (!cell.empty()) row.values[header[c]] = std::stod(cell);
  }
  return rows;
}

// What the reference calls our outputs, and how far apart they may be: the limits of each kind.
struct Named {
  const char *key, *reference;
  double limit;
};
constexpr double angle = 1e-5, length = 1e-4, ratio = 1.5e-6;  // ratios are printed with six decimals
const std::vector<Named> of_wheel{
    {"camber", "camber", angle},
    {"toe", "toe", angle},
    {"camber_projected", "camber_projected", angle},
    {"caster", "caster", angle},
    {"kingpin_inclination", "kpi", angle},
    {"kingpin_offset", "kingpin_offset_ground", length},
    {"scrub_radius", "scrub_radius", length},
    {"trail", "mechanical_trail", length},
    {"spring_length", "damper_length", length},
    {"caster_spring_locked", "caster_virtual", angle},
    {"kingpin_inclination_spring_locked", "kpi_virtual", angle},
    {"contact_x", "contact_x", length},
    {"contact_y", "contact_y", length},
    {"contact_z", "contact_z", length},
    {"bump_steer", "dtoe_dz", 1000 * ratio},
    {"bump_camber", "dcamber_dz", 1000 * ratio},
    {"recession_rate", "dx_dz", ratio},
    {"installation_ratio", "ddamper_dz", ratio},
    {"front_center_arms_y", "fvic_y", 0.01},
    {"front_center_arms_z", "fvic_z", 0.002},
    {"anti_brake_arms", "anti_dive", 1e-5},
};

class Kc : public testing::TestWithParam<const char*> {};

void compare_with_reference(const Sheet& sheet, const std::string& name) {
  int compared = 0;
  for (const ReferenceRow& row : reference(name)) {
    std::string test = row.sweep;
    int index = 0;
    if (test == "heave") index = 30 + static_cast<int>(std::lround(row.values.at("travel_left")));
    if (test == "opposite") test = "roll", index = 30 + static_cast<int>(std::lround(row.values.at("travel_left")));
    if (test == "steer") index = 30 + static_cast<int>(std::lround(1.5 * row.values.at("rack")));
    if (test == "heave_steer" || (test == "steer" && std::fmod(std::abs(row.values.at("rack")), 10) != 0)) continue;
    for (const char* side : {"left", "right"})
      for (const Named& each : of_wheel) {
        const auto there = row.values.find(std::string(each.reference) + '_' + side);
        if (there == row.values.end() || (name == "macpherson_front" && std::string(each.key) == "anti_brake_arms")) continue;
        const std::string key = std::string(side) + '.' + each.key;
        // Where the wheel has toe the reference's rate is not that of its own camber (next test).
        if (key.ends_with("bump_camber") && (test == "steer" || name == "macpherson_front")) continue;
        const double unit = key.find("bump_") != std::string::npos ? 1000 : key.ends_with("ratio") ? -1 : 1;  // deg/mm, compressing
        EXPECT_NEAR(sheet.at(test, index, key), unit * there->second, each.limit)
            << name << ' ' << test << ' ' << row.values.at("travel_left") << ' ' << row.values.at("rack") << ' ' << key;
        ++compared;
      }
    for (const Named& each : {Named{"roll_center_y_arms", "roll_center_y", 1e-3}, Named{"roll_center_z_arms", "roll_center_z", 1e-3}})
      if (const auto there = row.values.find(each.reference); there != row.values.end() && test != "steer")
        EXPECT_NEAR(sheet.at(test, index, each.key), there->second, each.limit) << name << ' ' << test << ' ' << row.values.at("travel_left") << ' ' << each.key;
  }
  EXPECT_GT(compared, 400);
}

// The reference's own camber, differenced over six neighbors 5 mm apart: an error of 1e-4 deg/m beside that of its six decimals.
void compare_camber_rate(const Sheet& sheet, const std::string& name) {
  std::vector<double> camber;
  for (const ReferenceRow& row : reference(name))
    if (row.sweep == "heave") camber.push_back(row.values.at("camber_left"));
  ASSERT_EQ(camber.size(), 13u);
  for (std::size_t i = 3; i + 3 < camber.size(); ++i) {
    const double rate = (-camber[i - 3] + 9 * camber[i - 2] - 45 * camber[i - 1] + 45 * camber[i + 1] - 9 * camber[i + 2] + camber[i + 3]) / (60 * 0.005);
    EXPECT_NEAR(sheet.at("heave", static_cast<int>(5 * i), "left.bump_camber"), rate, 5e-4) << name << ' ' << i;
  }
}

vehicle::KcOptions options_in(const char* coordinates) {
  vehicle::KcOptions options;
  options.coordinates = coordinates;
  options.opposite = 0.030;
  return options;
}

// K1 to K4.
TEST_P(Kc, DoubleWishboneWithPushRod) {
  const Sheet sheet = sheet_of("models/vehicles/front_axle.bricard.yaml", options_in(GetParam()));
  compare_with_reference(sheet, "dw_pushrod_front");
  compare_camber_rate(sheet, "dw_pushrod_front");
  EXPECT_NEAR(sheet.design("left.installation_ratio"), 0.845285, 1e-6);
  EXPECT_NEAR(sheet.design("left.trail"), 5.330128, 1e-4);
  EXPECT_NEAR(sheet.design("left.caster_height_held"), 2.27486, 1e-5);
  EXPECT_NEAR(sheet.design("left.kingpin_inclination_height_held"), 10.21908, 1e-5);
  EXPECT_NEAR(sheet.design("roll_center_z_arms"), 47.619374, 1e-4);
  EXPECT_NEAR(sheet.design("roll_center_z"), 47.3470, 1e-4);
  EXPECT_NEAR(sheet.design("left.front_center_y"), -1133.528, 1e-3);
  EXPECT_NEAR(sheet.design("left.front_center_z"), 134.333, 1e-3);
  EXPECT_NEAR(sheet.design("left.side_center_x"), -2766.755, 1e-3);
  EXPECT_NEAR(sheet.design("left.side_center_z"), 175.531, 1e-3);
  EXPECT_NEAR(sheet.design("left.anti_brake_arms"), 22.983336, 1e-4);
  EXPECT_NEAR(sheet.design("left.anti_brake"), 22.0370, 1e-4);
}

// K5.
TEST_P(Kc, Strut) {
  const ScratchFolder folder("kc");
  const Sheet sheet = sheet_of(folder.write("strut.bricard.yaml", axle_text("template: strut")), options_in(GetParam()));
  compare_with_reference(sheet, "macpherson_front");
  compare_camber_rate(sheet, "macpherson_front");
  EXPECT_NEAR(sheet.design("roll_center_z_arms"), 87.543657, 1e-3);
  EXPECT_NEAR(sheet.design("roll_center_z"), 90.2516, 1e-4);
  EXPECT_NEAR(sheet.design("left.caster_height_held"), 3.13768, 1e-5);
  EXPECT_NEAR(sheet.design("left.kingpin_inclination_height_held"), 12.19939, 1e-5);
}

// K6.
TEST_P(Kc, FiveLinks) {
  const ScratchFolder folder("kc");
  const Sheet sheet = sheet_of(folder.write("links.bricard.yaml", axle_text("template: five_links")), options_in(GetParam()));
  compare_with_reference(sheet, "five_link_front");
  compare_camber_rate(sheet, "five_link_front");
  EXPECT_NEAR(sheet.design("roll_center_z"), 59.5608, 1e-4);
  EXPECT_NEAR(sheet.design("left.caster_height_held"), -0.22897, 1e-5);
  EXPECT_NEAR(sheet.design("left.kingpin_inclination_height_held"), 8.77717, 1e-5);
}

// ---- published values, read in place beside the checkout; single values quoted with their source -------------------------------

const std::string published = "../shared/reference/vehicle/kinematics/";

struct TablePoint {
  const char *own, *theirs;
};
const std::vector<TablePoint> lotus_points{{"LF", "lower_front"}, {"LR", "lower_rear"}, {"LBJ", "lower_ball"}, {"UF", "upper_front"}, {"UR", "upper_rear"},
                                           {"UBJ", "upper_ball"}, {"TO", "track_rod_outer"}, {"TI", "track_rod_inner"}, {"WC", "wheel_centre"}};
const std::vector<TablePoint> simscape_points{{"LF", "lower_front"}, {"LR", "lower_rear"}, {"LBJ", "lower_ball"}, {"UF", "upper_front"}, {"UR", "upper_rear"},
                                              {"UBJ", "upper_ball"}, {"TO", "tie_rod_outer"}, {"TI", "tie_rod_inner"}, {"WC", "wheel_centre"}};
const std::vector<TablePoint> designer_points{{"LF", "lower_forward"}, {"LR", "lower_aft"}, {"LBJ", "lower_ball"}, {"UF", "upper_forward"}, {"UR", "upper_aft"},
                                              {"UBJ", "upper_ball"}, {"TO", "tie_rod_outer"}, {"TI", "tie_rod_inner"}, {"WC", "wheel_centre"}};

// The corner in a table, in its own axes and unit; springs, of which it says nothing, from the wishbone straight up.
std::optional<std::string> axle_of_table(const ScratchFolder& folder, const std::string& name, const char* points, const std::vector<TablePoint>& names,
                                         const std::string& frame, const std::string& unit, double up, const std::string& parameters) {
  std::ifstream file(published + name);
  if (!file) return std::nullopt;
  const Json json = Json::parse(file);
  std::ostringstream exact;
  exact.precision(17);
  exact << "point; x; y; z\n";
  for (const TablePoint& each : names) {
    const Json& at = json.at(points).at(each.theirs);
    exact << each.own << "; " << at[0].get<double>() << "; " << at[1].get<double>() << "; " << at[2].get<double>() << '\n';
  }
  const Json& foot = json.at(points).at(names[2].theirs);
  for (const auto& [own, raised] : {std::pair{"SL", 0.0}, {"SU", up}})
    exact << own << "; " << foot[0].get<double>() << "; " << foot[1].get<double>() << "; " << foot[2].get<double>() + raised << '\n';
  folder.write("points.csv", exact.str());
  return folder.write("axle.bricard.yaml", axle_text("template: double_wishbone, points: {file: points.csv, frame: " + frame + ", unit: " + unit +
                                                     "}, parameters: {camber: 0, toe: 0, " + parameters + "}"));
}

// K7. Lotus Suspension Analysis v5.01, text report of its double-wishbone sample (public print-out), two decimals.
TEST_P(Kc, LotusSample) {
  const ScratchFolder folder("kc");
  const auto path = axle_of_table(folder, "quoted_lotus_sample.json", "hard_points", lotus_points, "lotus", "mm", 300, "radius: 225");
  if (!path) GTEST_SKIP() << "the reference is not here";
  const Sheet sheet = sheet_of(*path, options_in(GetParam()));
  constexpr double last_digit = 0.00501;
  EXPECT_NEAR(sheet.design("left.caster"), 15.71, last_digit);
  EXPECT_NEAR(sheet.design("left.kingpin_inclination"), 17.53, last_digit);
  EXPECT_NEAR(sheet.design("left.kingpin_offset"), 21.39, last_digit);
  EXPECT_NEAR(sheet.design("left.kingpin_offset_center"), 92.47, last_digit);
  EXPECT_NEAR(sheet.design("left.caster_offset_center"), -1.16, last_digit);  // Lotus: + behind
  EXPECT_NEAR(sheet.design("left.trail"), 62.11, last_digit);
  const double caster = sheet.design("left.caster") * vehicle::deg;
  EXPECT_NEAR(sheet.design("left.trail") * vehicle::factor(*vehicle::find_convention("lotus"), vehicle::Component::trail, caster), 59.79, last_digit);
  EXPECT_NEAR(sheet.design("roll_center_height"), 196.89, 0.05);
  EXPECT_NEAR(sheet.design("roll_center_height"), 196.86899, 1e-4);  // ours, from the twist of the carrier
  EXPECT_NEAR(sheet.design("roll_center_height_arms"), 207.09545, 1e-4);
}

// K8. Simscape Vehicle Templates, K&C sheet of a Formula Student front corner, and what was computed from the same points for us.
TEST_P(Kc, SimscapeCorner) {
  const ScratchFolder folder("kc");
  const auto path = axle_of_table(folder, "quoted_simscape_fsae_front.json", "hard_points_m", simscape_points, "iso", "m", 0.3, "radius: 233.23");
  if (!path) GTEST_SKIP() << "the reference is not here";
  const Sheet sheet = sheet_of(*path, options_in(GetParam()));
  EXPECT_NEAR(sheet.design("left.caster_height_held"), 7.6443, 5.01e-5);
  EXPECT_NEAR(sheet.design("left.kingpin_inclination_height_held"), 5.1618, 5.01e-5);
  EXPECT_NEAR(sheet.design("left.caster"), 7.883575, 1e-5);
  EXPECT_NEAR(sheet.design("left.kingpin_inclination"), 4.99635, 1e-5);
  EXPECT_NEAR(sheet.value("left.bump_steer_mean"), 1.4705, 5.01e-5);
  EXPECT_NEAR(sheet.value("left.bump_camber_mean"), -52.291, 5.01e-4);
  EXPECT_NEAR(sheet.design("left.recession_rate"), -0.05619032, 1e-7);
  EXPECT_NEAR(sheet.design("left.lateral_rate"), -0.16001437, 1e-7);
  EXPECT_NEAR(sheet.design("left.bump_steer"), 1.4780, 1e-4);  // the tangent, which is another number
}

// K9. FS-Suspension-Designer, all points at +-20 mm with sixteen digits; its camber is the projected one.
TEST_P(Kc, AnalyticAxle) {
  const ScratchFolder folder("kc");
  const auto path = axle_of_table(folder, "quoted_fssd_analytic_axle.json", "hard_points_m", designer_points, "adams", "m", 0.3, "radius: 250");
  if (!path) GTEST_SKIP() << "the reference is not here";
  const Json json = Json::parse(std::ifstream(published + "quoted_fssd_analytic_axle.json"));
  vehicle::KcOptions options = options_in(GetParam());
  options.travel = 0.020;
  options.positions = 3;
  const Sheet sheet = sheet_of(*path, options);
  std::vector<Annotation> annotations;
  const Model model = read_model(*path, {}, "", nullptr, {}, &annotations);
  const vehicle::Vehicle car = vehicle::read_vehicle(model, annotations);
  vehicle::Rig rig(model, car, car.axles[0], GetParam());
  for (const auto& [name, row, z] : {std::tuple{"bump_20mm", 2, 0.020}, {"rebound_20mm", 0, -0.020}}) {
    const Json& there = json.at(name);
    EXPECT_NEAR(sheet.at("heave", row, "left.camber_projected") * vehicle::deg, there[15].get<double>(), 1e-9) << name;
    EXPECT_NEAR(sheet.at("heave", row, "left.toe") * vehicle::deg, there[16].get<double>(), 1e-9) << name;
    std::string why;
    const std::vector<vehicle::Posture> postures = rig.sweep({z, z, 0}, 1, why);
    ASSERT_EQ(postures.size(), 1u) << why;
    int first = 0;
    for (const char* point : {"fl.UBJ", "fl.LBJ", "fl.TO", "fl.WC"}) {
      const auto at = std::find_if(model.points.begin(), model.points.end(), [&](const NamedPoint& each) { return each.name == point; });
      const Vec3<vehicle::Moving> here = rig.where(postures[0], rig.fixed({"fl.upright", at->at}));
      const std::array<double, 3> turned{-1, -1, 1};  // x rearward, y right
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(turned[i] * here[i].value, there[first + i].get<double>(), 1e-9) << name << ' ' << point << ' ' << i;
      first += 3;
    }
  }
}

// ---- compliance -----------------------------------------------------------------------------------------------------------------

// C1. A carrier on five elastic rods and a spring: K = Σ k j jᵀ inverted, the same numbers as in the file (12 digits).
TEST_P(Kc, ElasticRods) {
  const ScratchFolder folder("kc");
  const std::string path = folder.write("rods.bricard.yaml", R"(bricard: 1
name: rods
units: {length: mm, angle: deg}
points: {WC: [0, 610, 228], W2: [0, 610.9996573249755574, 227.973823051692126849]}
bodies: {upright: {mass: 8, inertia: [1e5, 1e5, 1e5], position: [0, 590, 225]}}
forces:
  uf: {type: spring_damper, from: {body: ground, at: [120, 250, 300]}, to: {body: upright, at: [-8, 520, 325]}, stiffness: 20000 N/mm}
  ur: {type: spring_damper, from: {body: ground, at: [-180, 250, 285]}, to: {body: upright, at: [-8, 520, 325]}, stiffness: 20000 N/mm}
  lf: {type: spring_damper, from: {body: ground, at: [140, 175, 128]}, to: {body: upright, at: [0, 555, 130]}, stiffness: 30000 N/mm}
  lr: {type: spring_damper, from: {body: ground, at: [-190, 180, 135]}, to: {body: upright, at: [0, 555, 130]}, stiffness: 30000 N/mm}
  tie: {type: spring_damper, from: {body: ground, at: [65, 245, 155]}, to: {body: upright, at: [62, 580, 158]}, stiffness: 12000 N/mm}
  coilover: {type: spring_damper, from: {body: ground, at: [0, 480, 560]}, to: {body: upright, at: [0, 555, 130]}, stiffness: 35 N/mm}
vehicle: {front: {left: {carrier: upright, wheel_center: WC, spin_axis: [WC, W2], radius: 228, spring: coilover}}}
)").string();
  const Sheet sheet = sheet_of(path, options_in(GetParam()));
  const auto relative = [](double value, double expected) { EXPECT_NEAR(value, expected, 1e-5 * std::abs(expected)); };
  relative(sheet.design("left.lateral_steer"), -0.02038938682732647);
  relative(sheet.design("left.lateral_camber"), -0.09720205451544563);
  relative(sheet.design("left.lateral_shift"), 0.2614362037855946);
  relative(sheet.design("left.aligning_steer"), 0.1415128997531216);
  relative(sheet.design("left.aligning_camber"), 0.003924381112771125);
  relative(sheet.design("left.braking_steer"), -0.021334418250646952);  // toe-in; the file counts to the left
  relative(sheet.design("left.braking_recession"), 0.4750954634118461);
  relative(sheet.design("left.wheel_rate"), 32.04168637990937);
  relative(sheet.design("left.wheel_rate_center"), 1 / 0.03142523894205331);
  relative(sheet.design("roll_center_height_force"), 47.07346140712105);
}

INSTANTIATE_TEST_SUITE_P(Coordinates, Kc, testing::Values("relative", "absolute"));

}  // namespace
}  // namespace bricard
