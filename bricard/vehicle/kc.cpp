#include "bricard/vehicle/kc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>

#include "bricard/core/text.hpp"
#include "bricard/vehicle/loaded.hpp"
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

// Loads on both wheels, per unit of the setting.
struct LoadTest {
  std::string_view name, what, setting;
  Component component;  // of the setting, in other axes
  std::array<double, 3> force;
  double about_z;
  double unit;
  double KcOptions::* reach;
};
constexpr std::array load_tests{
    LoadTest{"lateral", "chassis and steering held; the same force to the left at both contact points", "lateral force in N", Component::y, {0, 1, 0}, 0, 1,
             &KcOptions::lateral},
    LoadTest{"longitudinal", "chassis, steering and brakes held; the same force forward at both contact points", "longitudinal force in N", Component::x,
             {1, 0, 0}, 0, 1, &KcOptions::longitudinal},
    LoadTest{"aligning", "chassis and steering held; the same torque about the vertical axis on both wheels", "aligning torque in N m", Component::rz,
             {0, 0, 0}, 1, 1, &KcOptions::aligning},
    LoadTest{"vertical", "chassis and steering held; the same force up at both contact points, from the load at design", "vertical force in N",
             Component::z, {0, 0, 1}, 0, 1, &KcOptions::vertical}};

const std::vector<std::string> test_names{"heave", "roll", "single", "steer", "lateral", "longitudinal", "aligning", "vertical"};

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
    for (std::size_t c = 0; c < sheet_.columns.size(); ++c)
      if (sheet_.columns[c].name.ends_with(".installation_ratio") && sheet_.design[c] && *sheet_.design[c] < 0)
        sheet_.notes.push_back(sheet_.columns[c].name + " is negative: bump makes this spring longer");
    for (const Test& test : tests) {
      if (is_asked(test.name) && is_possible(test)) run(test);
    }
    for (const LoadTest& test : load_tests)
      if (is_asked(test.name)) run(test);
    add_means();
    return std::move(sheet_);
  }

  void add_sensitivity(KcAxle& sheet, const Model& model, const HardPointSource& source) {
    if (rig_.is_elastic()) {
      sheet.notes.push_back("no sensitivities of hard points: joints are elastic, and rows alone do not say where the wheels are");
      return;
    }
    try {
      sheet.sensitivity = kc_sensitivity(rig_, vehicle_, model, source, heave_);
    } catch (const Error& error) {
      sheet.notes.push_back("no sensitivities of hard points: " + error.faults()[0].what);
    }
  }
  Rig& rig() { return rig_; }
  AxleShape design_shape() const { return points_.shape(rig_.design(), 1); }

 private:
  void add_columns() {
    const auto add = [&](const std::string& prefix, const auto& outputs, double side) {
      for (const Output& output : outputs) sheet_.columns.push_back({sheet_.name + '.' + prefix + output.key, &output, side});
    };
    if (rig_.axle().left) add("left.", wheel_outputs(), 1);
    if (rig_.axle().right) add("right.", wheel_outputs(), -1);
    add("", axle_outputs(), 0);
  }

  bool is_asked(std::string_view test) const {
    return options_.tests.empty() || std::count(options_.tests.begin(), options_.tests.end(), test) > 0;
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
    if (test.sense[steer] != 0) return rig_.steers_an_angle() ? options_.hand_wheel : options_.rack;
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
    if (test.name == "heave") {
      heave_.assign(down.rbegin(), down.rend());
      heave_.push_back(rig_.design());
      heave_.insert(heave_.end(), up.begin(), up.end());
    }
    if (!done.cut_short.empty()) sheet_.notes.push_back(fmt::format("test {}: {}", done.name, done.cut_short));
  }
  void run(const LoadTest& test) {
    if (!has_compliance_) return sheet_.notes.push_back(fmt::format("no {} test: no spring holds the wheels", test.name));
    const double reach = options_.*test.reach;
    const int half = (options_.positions - 1) / 2;
    KcTest& done = sheet_.tests.emplace_back();
    done.name = test.name;
    done.what = test.what;
    done.setting_name = test.setting;
    done.setting_unit = test.unit;
    done.setting_component = test.component;
    const auto leg = [&](double sign) {
      std::vector<Posture> postures;
      LoadedRig loaded(rig_, points_, *sheet_.compliance);
      for (int k = 1; k <= half; ++k) {
        const double size = sign * reach * k / half;
        const ContactLoad load{size * Vec3<double>(test.force[0], test.force[1], test.force[2]), size * test.about_z};
        auto there = loaded.at({load, load});
        if (!there) {
          done.cut_short = fmt::format("springs find no balance at {:.4g} of {:.4g}", size, sign * reach);
          break;
        }
        postures.push_back(std::move(*there));
        const double setting = size;
        (sign < 0 ? below_ : above_).push_back(setting);
      }
      return postures;
    };
    below_.clear();
    above_.clear();
    const std::vector<Posture> down = leg(-1), up = leg(1);
    done.setting.assign(below_.rbegin(), below_.rend());
    done.setting.push_back(0);
    done.setting.insert(done.setting.end(), above_.begin(), above_.end());
    for (auto each = down.rbegin(); each != down.rend(); ++each) done.rows.push_back(row(*each, 1));
    done.rows.push_back(row(rig_.design(), 1));
    for (const Posture& each : up) done.rows.push_back(row(each, 1));
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
  std::vector<Posture> heave_;
  std::vector<double> below_, above_;  // settings of the test under way
  KcAxle sheet_;
};

}  // namespace

KcOptions read_kc_options(const std::vector<Annotation>& annotations) {
  Words words(annotations);
  KcOptions options;
  const std::string at = "analysis.kc";
  words.refuse_unknown(at, {"travel", "roll", "opposite", "rack", "hand_wheel", "mean_over", "lateral", "longitudinal", "aligning", "vertical", "positions", "tests",
                            "axles", "convention", "load_cases", "sensitivity"});
  const auto length = [&](const char* key, double& value) {
    if (const auto given = words.number(at + '.' + key, dimension::length)) value = *given;
    if (!(value > 0)) words.fault(at + '.' + key, "must be greater than 0");
  };
  length("travel", options.travel);
  length("mean_over", options.mean_over);
  const auto load = [&](const char* key, double& value, Dimension dimension) {
    if (const auto given = words.number(at + '.' + key, dimension)) value = *given;
    if (!(value > 0)) words.fault(at + '.' + key, "must be greater than 0");
  };
  load("lateral", options.lateral, dimension::force);
  load("longitudinal", options.longitudinal, dimension::force);
  load("vertical", options.vertical, dimension::force);
  load("aligning", options.aligning, dimension::torque);
  if (const auto word = words.name(at + ".sensitivity")) {
    if (*word != "true" && *word != "false") words.fault(at + ".sensitivity", "expected true or false, found " + quoted(*word));
    options.sensitivity = *word == "true";
  }
  for (const std::string& name : words.keys(at + ".load_cases")) {
    const auto factors = words.vector(at + ".load_cases." + name, dimension::none);
    if (!factors) continue;
    const auto known = std::find_if(options.load_cases.begin(), options.load_cases.end(), [&](const LoadCase& each) { return each.name == name; });
    if (known != options.load_cases.end())
      known->g = *factors;
    else
      options.load_cases.push_back({name, *factors});
  }
  options.roll = words.number(at + ".roll", dimension::angle);
  options.opposite = words.number(at + ".opposite", dimension::length);
  length("rack", options.rack);
  if (const auto given = words.number(at + ".hand_wheel", dimension::angle)) options.hand_wheel = *given;
  if (!(options.hand_wheel > 0)) words.fault(at + ".hand_wheel", "must be greater than 0");
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

namespace {

// Mass and center of the vehicle: as said, else those of the bodies of the model.
struct Whole {
  double mass = 0;
  Vector3 center;
};
std::optional<Whole> whole(const Model& model, const Vehicle& vehicle) {
  Whole sum;
  for (const Body& body : model.bodies) {
    if (!body.position) continue;
    sum.mass += body.mass;
    sum.center = sum.center + body.mass * body.position->at;
  }
  if (sum.mass > 0) sum.center = (1 / sum.mass) * sum.center;
  if (vehicle.mass) sum.mass = *vehicle.mass;
  if (vehicle.center_of_mass) sum.center = *vehicle.center_of_mass;
  return sum.mass > 0 && (vehicle.center_of_mass || !vehicle.mass) ? std::optional(sum) : std::nullopt;
}

std::optional<double> value_of(const KcAxle& axle, const std::string& key) {
  for (std::size_t c = 0; c < axle.columns.size(); ++c)
    if (axle.columns[c].name == axle.name + '.' + key) return axle.design[c];
  return std::nullopt;
}

// Of two axles the wheelbase, and of a car that is all there mass and center of mass, follow from the model.
Vehicle completed(const Vehicle& given, const Model& model) {
  Vehicle vehicle = given;
  if (vehicle.axles.size() != 2) return vehicle;
  const auto x = [](const Axle& axle) { return axle.left ? axle.left->center[0] : axle.right->center[0]; };
  if (!vehicle.wheelbase) vehicle.wheelbase = std::abs(x(vehicle.axles[0]) - x(vehicle.axles[1]));
  if (const auto sum = whole(model, vehicle); sum && !vehicle.center_of_mass) {
    vehicle.center_of_mass = sum->center;
    vehicle.mass = sum->mass;
  }
  return vehicle;
}

void add_load_cases(KcResults& results, const Model& model, const Vehicle& vehicle, const std::vector<std::unique_ptr<AxleSheet>>& sheets) {
  const auto refuse = [&](const std::string& why) { results.notes.push_back("no load cases: " + why); };
  if (results.options.load_cases.empty()) return;
  const auto sum = whole(model, vehicle);
  if (sheets.size() < vehicle.axles.size()) return refuse("they need all axles");
  if (vehicle.axles.size() == 1 && vehicle.axles[0].name == "axle") return refuse("a corner alone does not say what it carries");
  if (!sum) return refuse("the vehicle's mass or center of mass is not given");
  if (vehicle.axles.size() == 1 && !vehicle.wheelbase) return refuse("the wheelbase is not given");
  std::vector<AxleMass> masses;
  std::vector<AxleForces> forces;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const KcAxle& axle = results.axles[i];
    forces.emplace_back(sheets[i]->rig());
    if (!forces.back().trouble().empty()) return refuse(axle.name + ": " + forces.back().trouble());
    AxleMass mass = forces.back().mass(sheets[i]->design_shape());
    const std::string side = sheets[i]->rig().axle().left ? "left." : "right.";
    const auto center = value_of(axle, "roll_center_height");
    if (!center) return refuse("the " + axle.name + " axle has no roll center");
    mass.roll_center = *center;
    mass.roll_stiffness = value_of(axle, "roll_stiffness").value_or(value_of(axle, side + "wheel_rate").value_or(0) * mass.track * mass.track / 2);
    if (!(mass.roll_stiffness > 0)) return refuse("no spring resists the roll of the " + axle.name + " axle");
    mass.anti_brake = value_of(axle, side + "anti_brake").value_or(0);
    mass.anti_drive = value_of(axle, side + "anti_drive").value_or(0);
    masses.push_back(mass);
  }
  double unsprung = 0;
  for (const AxleMass& each : masses) unsprung += each.unsprung;
  if (!(sum->mass > unsprung)) return refuse("the axles weigh more than the vehicle");
  for (const LoadCase& load : results.options.load_cases) {
    if (load.g[0] > 0 && std::none_of(vehicle.axles.begin(), vehicle.axles.end(), [](const Axle& axle) { return axle.drive_share > 0; }) &&
        vehicle.axles.size() == 2) {
      results.notes.push_back("no load case " + load.name + ": the file does not say what drives (`drive: {rear: 1}`)");
      continue;
    }
    const VehicleLoads loads = wheel_loads(vehicle, masses, load, sum->mass, sum->center);
    results.notes.insert(results.notes.end(), loads.notes.begin(), loads.notes.end());
    KcLoadCase& done = results.load_cases.emplace_back(KcLoadCase{load, loads.axles, {}});
    for (std::size_t i = 0; i < forces.size(); ++i) {
      const Axle& axle = vehicle.axles[i];
      const bool at_center = load.g[0] > 0 && axle.drive_share > 0 && !axle.torque_on_hub;
      const Vector3 acceleration = g * load.g;
      try {
        done.members.push_back(forces[i].members(loads.axles[i], acceleration, at_center, sheets[i]->design_shape()));
      } catch (const Error& error) {
        done.members.emplace_back();
        results.notes.push_back(load.name + ": " + error.faults()[0].what);
      }
    }
  }
}

}  // namespace

KcResults kc(const Model& model, const Vehicle& given, const KcOptions& options, const HardPointSource* hard_points) {
  const std::clock_t start = std::clock();
  std::clock_t reading = 0;  // of files again, which is not computing
  std::optional<HardPointSource> timed;
  if (hard_points) {
    timed = *hard_points;
    timed->reread = [&, reread = hard_points->reread](const auto& set) {
      const std::clock_t began = std::clock();
      VehicleModel read = reread(set);
      reading += std::clock() - began;
      return read;
    };
  }
  KcResults results;
  results.model = model.name;
  results.options = options;
  for (const std::string& name : options.axles)
    if (std::none_of(given.axles.begin(), given.axles.end(), [&](const Axle& axle) { return axle.name == name; }))
      throw Error("analysis.kc.axles", "the vehicle has no axle " + quoted(name));
  const Vehicle vehicle = completed(given, model);
  results.notes = vehicle.notes;
  std::vector<std::unique_ptr<AxleSheet>> sheets;
  for (const Axle& axle : vehicle.axles)
    if (options.axles.empty() || std::count(options.axles.begin(), options.axles.end(), axle.name) > 0) {
      sheets.push_back(std::make_unique<AxleSheet>(model, vehicle, axle, options));
      results.axles.push_back(sheets.back()->compute());
      if (hard_points && options.sensitivity) sheets.back()->add_sensitivity(results.axles.back(), model, *timed);
    }
  add_load_cases(results, model, vehicle, sheets);
  results.cpu_seconds = static_cast<double>(std::clock() - start - reading) / CLOCKS_PER_SEC;
  return results;
}

}  // namespace bricard::vehicle
