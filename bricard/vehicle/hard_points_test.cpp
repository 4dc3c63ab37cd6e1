// What hard points do: implicit derivatives beside differences of whole sheets, which read, compile, close and differentiate
// everything anew at points that lie apart.
#include <gtest/gtest.h>

#include <cmath>

#include "bricard/vehicle/test_kc_cases.hpp"

namespace bricard {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

vehicle::HardPointSource source_of(const std::string& path, const Settings& always = {}) {
  vehicle::HardPointSource source;
  read_model(path, always, "", &source.variables);
  source.reread = [path, always](const Settings& numbers) {
    Settings set = always;
    set.insert(set.end(), numbers.begin(), numbers.end());
    std::vector<Annotation> annotations;
    Model model = read_model(path, set, "", nullptr, {}, &annotations);
    vehicle::Vehicle car = vehicle::read_vehicle(model, annotations);
    return vehicle::VehicleModel{std::move(model), std::move(car)};
  };
  return source;
}

vehicle::KcOptions heave_alone() {
  vehicle::KcOptions options;
  options.tests = {"heave"};
  options.positions = 5;
  return options;
}

Sheet sheet_with_sensitivity(const std::string& path, const Settings& set = {}) {
  std::vector<Annotation> annotations;
  const Model model = read_model(path, set, "", nullptr, {}, &annotations);
  const vehicle::HardPointSource source = source_of(path, set);
  return {vehicle::kc(model, vehicle::read_vehicle(model, annotations), heave_alone(), &source)};
}

const vehicle::KcSensitivity::Line& line_of(const Sheet& sheet, const std::string& point, int coordinate) {
  for (const auto& line : sheet.axle().sensitivity.value().drawn)
    if (line.point == point && line.coordinate == coordinate) return line;
  throw std::runtime_error("no line of " + point);
}

struct Case {
  std::string name, text, left, right;  // of the points' names
  std::vector<std::string> points;
};

class HardPoints : public testing::TestWithParam<Case> {};

// Differences over 0.2 and 0.4 mm, extrapolated: an error of h^4, 1e-8 of what is told.
TEST_P(HardPoints, ImplicitDerivativesAreSlopesOfSheets) {
  const ScratchFolder folder("hard_points");
  const std::string path = folder.write("axle.bricard.yaml", GetParam().text).string();
  const Sheet sheet = sheet_with_sensitivity(path);
  ASSERT_TRUE(sheet.axle().sensitivity);
  std::vector<Annotation> annotations;
  const Model model = read_model(path);
  int compared = 0, moving = 0;
  for (const std::string& point : GetParam().points)
    for (int c = 0; c < 3; ++c) {
      const auto value = [&](const std::string& name) {
        for (const NamedPoint& each : model.points)
          if (each.name == name) return each.at[c];
        throw std::runtime_error("no point " + name);
      };
      const std::string left = GetParam().left + point, right = GetParam().right + point;
      const auto shifted = [&](double h) {
        const double sign = c == 1 ? -1 : 1;  // the part of the right side is mirrored, its own y that of the left one
        return sheet_of(path, heave_alone(), {{left + '.' + "xyz"[c], std::to_string(value(left) / vehicle::mm + h)},
                                              {right + '.' + "xyz"[c], std::to_string(sign * value(right) / vehicle::mm + h)}});
      };
      const std::array near{shifted(-0.1), shifted(0.1)}, far{shifted(-0.2), shifted(0.2)};
      const auto slope = [&](auto&& of) {
        const double a = (of(near[1]) - of(near[0])) / 0.2, b = (of(far[1]) - of(far[0])) / 0.4;
        return (4 * a - b) / 3;  // per mm
      };
      const auto& line = line_of(sheet, left, c);
      for (std::size_t k = 0; k < sheet.axle().columns.size(); ++k) {
        const auto& column = sheet.axle().columns[k];
        const double unit = column.output->unit_in_si;
        // A center tens of meters away goes through infinity within millimeters: differences are no reference there.
        const bool is_far = column.name.find("side_center") != std::string::npos && std::abs(*sheet.axle().design[sheet.column("left.side_center_x")]) > 5;
        if (!line.values[k] || is_far) continue;
        bool all = true;
        for (const auto& each : {near[0], near[1], far[0], far[1]}) all = all && each.axle().design[k];
        if (!all) continue;
        const double expected = slope([&](const Sheet& at) { return *at.axle().design[k] / unit; });
        const double told = *line.values[k] / unit * vehicle::mm;
        const double size = std::abs(sheet.axle().design[k].value_or(0) / unit);
        EXPECT_NEAR(told, expected, 1e-6 * std::abs(expected) + 1e-8 * (1 + size)) << column.name << " by " << left << " xyz"[c + 1];
        moving += std::abs(expected) > 1e-6;
        ++compared;
      }
      for (const int k : {0, 1, 2, 4}) {
        EXPECT_NEAR(line.toe[k] / vehicle::deg * vehicle::mm, slope([&](const Sheet& at) { return at.at("heave", k, "left.toe"); }), 1e-8) << left << c << k;
        EXPECT_NEAR(line.camber[k] / vehicle::deg * vehicle::mm, slope([&](const Sheet& at) { return at.at("heave", k, "left.camber"); }), 1e-8) << left << c << k;
      }
    }
  EXPECT_GT(compared, 100);
  EXPECT_GT(moving, 50);
}

INSTANTIATE_TEST_SUITE_P(Templates, HardPoints,
                         testing::Values(Case{"pushrod", axle_text("template: double_wishbone_pushrod",
                                                                   "  wheelbase: 1550 mm\n  center_of_mass: [-700, 0, 290]\n  brakes: {front: 0.65}\n"),
                                              "fl.", "fr.", {"UBJ", "LR", "TO", "RA", "WC"}},
                                         Case{"strut", axle_text("template: strut"), "fl.", "fr.", {"ST", "LBJ"}},
                                         Case{"five_links", axle_text("template: five_links"), "fl.", "fr.", {"UFO", "LRI"}}),
                         [](const auto& info) { return info.param.name; });

// A part that is not as drawn: the tie rod keeps its length while the point moves on the rack; the rod is longer.
TEST(BuiltParts, ChangeToeAsModelsWithGivenLengths) {
  const ScratchFolder folder("hard_points");
  const std::string path = folder.write("axle.bricard.yaml", axle_text("template: double_wishbone_pushrod")).string();
  const Sheet sheet = sheet_with_sensitivity(path);
  const auto toe = [&](const Settings& set) { return sheet_of(path, heave_alone(), set).design("left.toe"); };
  const double length = std::sqrt(3 * 3 + 335 * 335 + 3 * 3);  // TI to TO of the template
  const std::string given = "fl.tie_rod.length";
  const auto number = [](double x) { return std::to_string(x); };
  const double longer = (toe({{given, number(length + 0.05)}}) - toe({{given, number(length - 0.05)}})) / 0.1;
  bool found = false;
  for (const auto& rod : sheet.axle().sensitivity->rods)
    if (rod.joint == "fl.tie_rod") {
      EXPECT_NEAR(rod.toe / vehicle::deg * vehicle::mm, longer, 1e-5 * std::abs(longer));
      found = true;
    }
  EXPECT_TRUE(found);
  for (const auto& part : sheet.axle().sensitivity->built)
    if (part.point == "fl.TI")
      for (int c = 0; c < 3; ++c) {
        const double at = c == 0 ? 65 : c == 1 ? 245 : 155;
        const std::string key = std::string("fl.TI.") + "xyz"[c];
        const double slope = (toe({{given, number(length)}, {key, number(at + 0.05)}}) - toe({{given, number(length)}, {key, number(at - 0.05)}})) / 0.1;
        EXPECT_NEAR(part.toe[c] / vehicle::deg * vehicle::mm, slope, 1e-5 * std::abs(slope) + 1e-7) << c;
      }
  // A ball joint that is drilled 1 mm further out: camber by the height between the ball joints, to first order in the camber itself.
  for (const auto& part : sheet.axle().sensitivity->built)
    if (part.point == "fl.UBJ" && part.body == "fl.upright") {
      EXPECT_NEAR(std::abs(part.camber[1]) * 0.195, 1, 0.1);
    }
}

}  // namespace
}  // namespace bricard
