#include "bricard/vehicle/kc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "bricard/core/text.hpp"
#include "bricard/vehicle/rig.hpp"
#include "bricard/vehicle/sheet_units.hpp"
#include "bricard/vehicle/words.hpp"

namespace bricard::vehicle {

namespace {

using Row = std::vector<std::optional<double>>;

// The tests of the rig: what is set, per unit of the way.
struct Test {
  std::string_view name, what, setting;
  std::array<double, 3> sense;  // of left, right, steering
  double follow;                // of the other wheel, per travel of one
};
constexpr std::array tests{
    Test{"heave", "chassis and steering held; both wheel centers move together", "wheel travel in mm", {1, 1, 0}, 1},
    Test{"roll", "chassis and steering held; the wheel centers move against each other", "travel of the left wheel in mm", {1, -1, 0}, -1},
    Test{"single", "chassis, steering and the right wheel center held; the left one moves", "wheel travel in mm", {1, 0, 0}, 0},
    Test{"steer", "chassis and the heights of the wheel centers held; the steering moves", "rack in mm", {0, 0, 1}, 1}};

const std::vector<std::string> test_names{"heave", "roll", "single", "steer"};

class AxleSheet {
 public:
  AxleSheet(const Model& model, const Vehicle& vehicle, const Axle& axle, const KcOptions& options)
      : vehicle_(vehicle), options_(options), rig_(model, vehicle, axle, options.coordinates), points_(rig_), elastic_(rig_) {
    sheet_.name = axle.name;
    if (rig_.is_elastic()) sheet_.notes.push_back("joints are elastic: positions are those in which springs and bushings balance, without load but at the wheel centers");
    add_columns();
  }

  KcAxle compute() {
    const Compliance at_design = elastic_.at(rig_.design(), points_.shape(rig_.design(), 1));
    if (!at_design.trouble.empty()) sheet_.notes.push_back(at_design.trouble);
    if (at_design.trouble.empty() && at_design.freedoms <= wheels())
      sheet_.notes.push_back("all joints are rigid: the compliance is that of the springs, along the travel of each wheel");
    has_compliance_ = at_design.trouble.empty();
    if (has_compliance_) sheet_.compliance = at_design;
    sheet_.design = row(rig_.design(), 1, true);
    for (const Test& test : tests) {
      const bool asked = options_.tests.empty() || std::count(options_.tests.begin(), options_.tests.end(), test.name) > 0;
      if (asked && is_possible(test)) run(test);
    }
    add_means();
    return std::move(sheet_);
  }

 private:
  void add_columns() {
    const auto add = [&](const std::string& prefix, const auto& outputs, double side) {
      for (const Output& output : outputs) sheet_.columns.push_back({sheet_.name + '.' + prefix + output.key, &output, side});
    };
    if (rig_.axle().left) add("left.", wheel_outputs(), 1);
    if (rig_.axle().right) add("right.", wheel_outputs(), -1);
    add("", axle_outputs(), 0);
  }

  int wheels() const { return rig_.has(left) + rig_.has(right); }

  Row row(const Posture& posture, double follow, bool with_compliance = false) {
    const AxleShape shape = points_.shape(posture, follow);
    std::optional<Compliance> compliance;
    if (with_compliance) compliance = elastic_.at(posture, shape);
    const Seen seen{shape, vehicle_, rig_.axle(), compliance ? &*compliance : nullptr};
    Row values;
    values.reserve(sheet_.columns.size());
    for (const auto& corner : {shape.left, shape.right})
      if (corner)
        for (const WheelOutput& output : wheel_outputs()) values.push_back(finite(output.of(*corner, seen)));
    for (const AxleOutput& output : axle_outputs()) values.push_back(finite(output.of(seen)));
    return values;
  }
  static std::optional<double> finite(std::optional<double> value) { return value && std::isfinite(*value) ? value : std::nullopt; }

  bool is_possible(const Test& test) {
    if (test.sense[steer] != 0 && !rig_.has(steer)) {
      sheet_.notes.push_back("no steer test: the axle is not steered (`steered_by`)");
      return false;
    }
    if (test.name == "roll" && !(rig_.has(left) && rig_.has(right))) {
      sheet_.notes.push_back("no roll test: the axle has one wheel");
      return false;
    }
    return true;
  }

  double reach(const Test& test) const {
    if (test.sense[steer] != 0) return options_.rack.value_or(rig_.steers_an_angle() ? 90 * deg : 20 * mm);
    if (test.name != "roll") return options_.travel;
    if (options_.opposite) return *options_.opposite;
    const Vector3 across = rig_.axle().left->center - rig_.axle().right->center;
    return across[1] / 2 * std::tan(options_.roll.value_or(2 * deg));
  }

  void run(const Test& test) {
    KcTest& done = sheet_.tests.emplace_back();
    done.name = test.name;
    done.what = test.what;
    done.setting_name = is_angle(test) ? "hand wheel in deg" : std::string(test.setting);
    done.setting_unit = is_angle(test) ? deg : mm;
    const int half = (options_.positions - 1) / 2;
    const double way = reach(test);
    const bool is_elastic = has_compliance_ && test.name == "heave";  // the wheel rate over travel
    const auto leg = [&](double sign) {
      Setting to;
      for (int i = 0; i < 3; ++i) to[i] = sign * way * test.sense[i];
      if (!rig_.axle().left && test.name == "single") to = {0, sign * way, 0};
      std::string why;
      std::vector<Posture> postures = rig_.sweep(to, half, why);
      if (!why.empty()) done.cut_short = fmt::format("{} towards {:.4g} {}", why, sign * way / (is_angle(test) ? deg : mm), is_angle(test) ? "deg" : "mm");
      return postures;
    };
    const std::vector<Posture> down = leg(-1), up = leg(1);
    const auto setting = [&](const Posture& posture) { return test.sense[steer] != 0 ? posture.at[steer] : rig_.has(left) ? posture.at[left] : posture.at[right]; };
    for (auto each = down.rbegin(); each != down.rend(); ++each) done.setting.push_back(setting(*each));
    done.setting.push_back(0);
    for (const Posture& each : up) done.setting.push_back(setting(each));
    for (auto each = down.rbegin(); each != down.rend(); ++each) done.rows.push_back(row(*each, test.follow, is_elastic));
    done.rows.push_back(row(rig_.design(), test.follow, is_elastic));
    for (const Posture& each : up) done.rows.push_back(row(each, test.follow, is_elastic));
    if (!done.cut_short.empty()) sheet_.notes.push_back(fmt::format("test {}: {}", done.name, done.cut_short));
  }
  bool is_angle(const Test& test) const { return test.sense[steer] != 0 && rig_.steers_an_angle(); }

  // Bump steer and bump camber as tools without derivatives print them.
  void add_means() {
    std::string why;
    const double z = options_.mean_over;
    const std::vector<Posture> down = rig_.sweep({-z, -z, 0}, 1, why), up = rig_.sweep({z, z, 0}, 1, why);
    if (down.empty() || up.empty()) return;
    const AxleShape low = points_.shape(down[0], 1), high = points_.shape(up[0], 1);
    const auto add = [&](const std::optional<Corner>& below, const std::optional<Corner>& above, const char* side) {
      if (!below) return;
      const auto put = [&](const char* key, const char* name, const char* sign, double change) {
        Output output{key, name, "deg/m", deg, "difference over the interval", "mean over the given travel both ways", "chassis", sign};
        sheet_.values.push_back({fmt::format("{}.{}.{}", sheet_.name, side, key), output, change / (2 * z)});
      };
      put("bump_steer_mean", "bump steer, mean", "+ toe-in in bump", above->toe.value - below->toe.value);
      put("bump_camber_mean", "bump camber, mean", "+ top outward in bump", above->camber.value - below->camber.value);
    };
    add(low.left, high.left, "left");
    add(low.right, high.right, "right");
  }

  const Vehicle& vehicle_;
  const KcOptions& options_;
  Rig rig_;
  AxlePoints points_;
  ElasticRig elastic_;
  bool has_compliance_ = false;
  KcAxle sheet_;
};

}  // namespace

KcOptions read_kc_options(const std::vector<Annotation>& annotations) {
  Words words(annotations);
  KcOptions options;
  const std::string at = "analysis.kc";
  words.refuse_unknown(at, {"travel", "roll", "opposite", "rack", "mean_over", "positions", "tests", "axles", "convention"});
  const auto length = [&](const char* key, double& value) {
    if (const auto given = words.number(at + '.' + key, dimension::length)) value = *given;
    if (!(value > 0)) words.fault(at + '.' + key, "must be greater than 0");
  };
  length("travel", options.travel);
  length("mean_over", options.mean_over);
  options.roll = words.number(at + ".roll", dimension::angle);
  options.opposite = words.number(at + ".opposite", dimension::length);
  options.rack = words.number(at + ".rack", dimension::length);
  if (const auto count = words.number(at + ".positions", dimension::none)) options.positions = static_cast<int>(std::lround(*count));
  if (options.positions < 3 || options.positions % 2 == 0 || options.positions > 10001)
    words.fault(at + ".positions", "must be odd, so that design is one of them, and from 3 to 10001");
  options.tests = words.names(at + ".tests");
  for (const std::string& test : options.tests)
    if (std::count(test_names.begin(), test_names.end(), test) == 0)
      words.fault(at + ".tests", "there is no test " + quoted(test), did_you_mean(test, test_names));
  options.axles = words.names(at + ".axles");
  if (const auto convention = words.name(at + ".convention")) options.convention = *convention;
  if (!find_convention(options.convention))
    words.fault(at + ".convention", "unknown convention " + quoted(options.convention), "iso, sae, adams or lotus");
  words.throw_if_failed();
  return options;
}

KcResults kc(const Model& model, const Vehicle& vehicle, const KcOptions& options) {
  const std::clock_t start = std::clock();
  KcResults results;
  results.model = model.name;
  results.options = options;
  for (const std::string& name : options.axles)
    if (std::none_of(vehicle.axles.begin(), vehicle.axles.end(), [&](const Axle& axle) { return axle.name == name; }))
      throw Error("analysis.kc.axles", "the vehicle has no axle " + quoted(name));
  for (const Axle& axle : vehicle.axles)
    if (options.axles.empty() || std::count(options.axles.begin(), options.axles.end(), axle.name) > 0)
      results.axles.push_back(AxleSheet(model, vehicle, axle, options).compute());
  results.cpu_seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return results;
}

}  // namespace bricard::vehicle
