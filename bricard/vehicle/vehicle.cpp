#include "bricard/vehicle/vehicle.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/references.hpp"
#include "bricard/vehicle/named_points.hpp"
#include "bricard/vehicle/sheet_units.hpp"
#include "bricard/vehicle/words.hpp"

namespace bricard::vehicle {

namespace {

const std::vector<std::string_view> wheel_roles{"carrier", "wheel_center", "spin_axis", "radius",    "steering_axis",
                                                "spring",  "contact",      "upper_arm", "lower_arm", "strut"};

// Where a point of the model stands in the design position.
class Places {
 public:
  explicit Places(const Model& model) : model_(model) {}

  Vector3 global(const Point& point) const {
    const int body = index_of(model_.bodies, point.body);
    if (body < 0) return point.at;
    return center(model_.bodies[body]) + turned(model_.bodies[body], point.at);
  }
  Vector3 global(const Direction& direction) const {
    const int body = index_of(model_.bodies, direction.body);
    return (body < 0 ? direction.axis : turned(model_.bodies[body], direction.axis)).normalized();
  }
  Vector3 of_body(const std::string& name) const {
    const int body = index_of(model_.bodies, name);
    return body < 0 ? Vector3{} : center(model_.bodies[body]);
  }
  std::optional<Vector3> point(const std::string& name) const {
    if (const int i = index_of(model_.points, name); i >= 0) return model_.points[i].at;
    if (const int i = index_of(model_.sensors, name); i >= 0) {
      const Sensor& sensor = model_.sensors[i];
      return sensor.at ? global(*sensor.at) : of_body(sensor.body);
    }
    if (const int i = index_of(model_.joints, name); i >= 0 && model_.joints[i].at) return global(*model_.joints[i].at);
    if (index_of(model_.bodies, name) >= 0) return of_body(name);  // its center of mass
    return std::nullopt;
  }
  Spot spot(const End& end) const { return {end.body, global(end.at)}; }

  // The body with which a point of a role moves: the carrier, unless joints stand there and none of them holds it (the top of a
  // strut stands on the chassis).
  std::string body_at(const Vector3& at, const std::string& name, const std::string& carrier, const std::string& chassis) const {
    if (const int i = index_of(model_.sensors, name); i >= 0) return model_.sensors[i].body;
    std::string found;
    for (const Joint& joint : model_.joints) {
      const auto stands_here = [&](const std::optional<Point>& point) {
        return point && (global(*point) - at).norm() <= threshold::written_alike * (1 + at.norm());
      };
      const bool first = stands_here(joint.at), second = joint.at2 ? stands_here(joint.at2) : first;
      for (const int i : {0, 1}) {
        if (!(i == 0 ? first : second)) continue;
        if (joint.bodies[i] == carrier) return carrier;
        if (found.empty() || joint.bodies[i] == chassis) found = joint.bodies[i];
      }
    }
    return found.empty() ? carrier : found;
  }

 private:
  static Vector3 center(const Body& body) { return body.position ? body.position->at : Vector3{}; }
  static Vector3 turned(const Body& body, const Vector3& v) {
    const Quaternion& e = body.orientation.quaternion;
    const Vector3 u{e[1], e[2], e[3]};
    const double norm = e.squared_norm();
    return v + (2 / norm) * (e[0] * u.cross(v) + u.cross(u.cross(v)));
  }
  const Model& model_;
};

class VehicleReader {
 public:
  VehicleReader(const Model& model, const std::vector<Annotation>& annotations)
      : model_(model), places_(model), words_(annotations) {}

  Vehicle read() {
    words_.refuse_unknown("vehicle", {"chassis", "front", "rear", "wheelbase", "center_of_mass", "mass", "brakes", "drive"});
    if (const auto chassis = words_.name("vehicle.chassis")) vehicle_.chassis = *chassis;
    if (vehicle_.chassis != "ground" && index_of(model_.bodies, vehicle_.chassis) < 0)
      words_.fault("vehicle.chassis", "unknown body " + quoted(vehicle_.chassis), did_you_mean(vehicle_.chassis, names(model_.bodies)));
    for (const char* axle : {"front", "rear"})
      if (words_.has("vehicle." + std::string(axle))) read_axle(axle, "vehicle." + std::string(axle));
    if (!words_.has("vehicle") && words_.has("carrier")) alone({"", ""});
    if (!words_.has("vehicle") && (words_.has("left") || words_.has("right"))) alone({"left", "right"});
    read_numbers();
    if (vehicle_.axles.empty() && !words_.failed())
      words_.fault("vehicle", "the model does not say what its wheels are",
                   "write vehicle: {front: {left: {carrier: upright, wheel_center: WC, spin_axis: hub, radius: 228}}}");
    words_.throw_if_failed();
    return std::move(vehicle_);
  }

 private:
  template <class Elements>
  static std::vector<std::string> names(const Elements& elements) {
    std::vector<std::string> all;
    for (const auto& each : elements) all.push_back(each.name);
    return all;
  }

  // A file without `vehicle`: the chassis is what most likely holds it.
  void alone(const std::array<std::string, 2>& prefix) {
    Axle& axle = vehicle_.axles.emplace_back();
    axle.name = "axle";
    const bool is_one = prefix[0].empty();
    if (is_one || words_.has(prefix[0])) axle.left = wheel(prefix[0], 1);
    if (!is_one && words_.has(prefix[1])) axle.right = wheel(prefix[1], -1);
  }

  void read_axle(const std::string& name, const std::string& where) {
    words_.refuse_unknown(where, {"left", "right", "steered_by"});
    Axle axle;
    axle.name = name;
    const auto side = [&](const char* key, double sigma) -> std::optional<Wheel> {
      const std::string inside = where + '.' + key;
      if (const auto part = words_.name(inside)) {
        if (words_.has(*part)) return wheel(*part, sigma, inside);
        words_.fault(inside, quoted(*part) + " has no roles",
                     "name a subsystem whose file has a section `roles`, or write the roles here: {carrier: upright, ..}");
        return std::nullopt;
      }
      if (!words_.has(inside)) return std::nullopt;
      return wheel(inside, sigma, inside);
    };
    axle.left = side("left", 1);
    axle.right = side("right", -1);
    if (!axle.left && !axle.right && !words_.failed()) words_.fault(where, "the axle has neither a left nor a right wheel", "left: SUBSYSTEM");
    if (const auto joint = words_.name(where + ".steered_by")) {
      axle.steered_by = *joint;
      if (index_of(model_.joints, *joint) < 0)
        words_.fault(where + ".steered_by", "unknown joint " + quoted(*joint), did_you_mean(*joint, names(model_.joints)));
    }
    vehicle_.axles.push_back(std::move(axle));
  }

  void read_numbers() {
    vehicle_.wheelbase = words_.number("vehicle.wheelbase", dimension::length);
    vehicle_.mass = words_.number("vehicle.mass", dimension::mass);
    vehicle_.center_of_mass = words_.vector("vehicle.center_of_mass", dimension::length);
    const auto share = [&](const std::string& where, const char* key) -> std::optional<double> {
      const auto value = words_.number(where + '.' + key, dimension::none);
      if (value && !(*value >= 0 && *value <= 1)) words_.fault(where + '.' + key, "a share lies between 0 and 1");
      return value;
    };
    words_.refuse_unknown("vehicle.brakes", {"front", "rear"});
    words_.refuse_unknown("vehicle.drive", {"front", "rear", "torque_on"});
    const auto brake = share("vehicle.brakes", "front"), rear_brake = share("vehicle.brakes", "rear");
    const auto torque_on = words_.name("vehicle.drive.torque_on");
    if (torque_on && *torque_on != "hub" && *torque_on != "chassis")
      words_.fault("vehicle.drive.torque_on", "expected hub or chassis, found " + quoted(*torque_on));
    check_order();
    for (Axle& axle : vehicle_.axles) {
      const auto own = axle.is_front() ? brake : rear_brake, other = axle.is_front() ? rear_brake : brake;
      if (own || other) {
        axle.has_brake_share = true;
        axle.brake_share = own ? *own : 1 - *other;
      }
      axle.drive_share = share("vehicle.drive", axle.name.c_str()).value_or(0);
      axle.torque_on_hub = torque_on && *torque_on == "hub";
    }
  }

  // x points forward: the front axle stands before the rear one and before the center of mass.
  void check_order() {
    if (words_.failed()) return;
    const auto x = [](const Axle& axle) { return axle.left ? axle.left->center[0] : axle.right->center[0]; };
    const Axle *front = vehicle_.axle("front"), *rear = vehicle_.axle("rear");
    const char* hint = "x points forward; in a table with x rearward: points: {file: front.csv, frame: adams}";
    if (front && rear && !(x(*front) > x(*rear))) words_.fault("vehicle.rear", "the rear axle stands before the front axle", hint);
    if (!vehicle_.center_of_mass) return;
    const double at = (*vehicle_.center_of_mass)[0];
    if (front && !(x(*front) > at)) words_.fault("vehicle.center_of_mass", "the center of mass lies before the front axle", hint);
    if (rear && !(x(*rear) < at)) words_.fault("vehicle.center_of_mass", "the center of mass lies behind the rear axle", hint);
  }

  Wheel wheel(const std::string& prefix, double side, const std::string& told = {}) {
    const auto at = [&](const char* role) { return prefix.empty() ? std::string(role) : prefix + '.' + role; };
    const std::string where = told.empty() ? "roles" : told;
    if (!prefix.empty()) words_.refuse_unknown(prefix, wheel_roles);
    Wheel wheel;
    wheel.role = where;
    wheel.side = side;
    const auto missing = [&](const char* role, const char* hint) {
      words_.fault(where, "the role " + quoted(role) + " is missing", hint);
    };
    const auto carrier = words_.name(at("carrier"));
    if (!carrier)
      missing("carrier", "the body that holds the wheel and does not spin: carrier: upright");
    else if (index_of(model_.bodies, *carrier) < 0)
      words_.fault(where, "the role `carrier` names no body: " + quoted(*carrier), did_you_mean(*carrier, names(model_.bodies)));
    if (!carrier || words_.failed()) return wheel;
    wheel.carrier = *carrier;
    const auto spot = [&](const char* role, const std::string& name) -> Spot {
      const auto found = places_.point(name);
      if (found) return {places_.body_at(*found, name, wheel.carrier, vehicle_.chassis), *found};
      words_.fault(where, "the role `" + std::string(role) + "` names no point, joint, sensor or body: " + quoted(name),
                   did_you_mean(name, names(model_.points)));
      return {};
    };
    if (const auto center = words_.name(at("wheel_center")))
      wheel.center = spot("wheel_center", *center).at;
    else
      missing("wheel_center", "a point: wheel_center: WC");
    wheel.axis = spin_axis(at("spin_axis"), where, spot);
    if (const auto radius = words_.number(at("radius"), dimension::length))
      wheel.radius = *radius;
    else
      missing("radius", "the loaded radius of the wheel: radius: 228 mm");
    if (const auto ends = words_.names(at("steering_axis")); ends.size() == 2)
      wheel.steering_axis = {spot("steering_axis", ends[0]), spot("steering_axis", ends[1])};
    else if (!ends.empty())
      words_.fault(where, "`steering_axis` needs two points", "steering_axis: [LBJ, UBJ]");
    for (const std::string& name : words_.names(at("spring"))) read_spring(name, where, wheel);
    wheel.upper = arm(at("upper_arm"), "upper_arm", where, spot);
    wheel.lower = arm(at("lower_arm"), "lower_arm", where, spot);
    if (const auto strut = words_.names(at("strut")); strut.size() == 2) {
      const Spot top = spot("strut", strut[0]);
      wheel.upper = Arm{top, {wheel.carrier, spot("strut", strut[1]).at}, {wheel.carrier, top.at}, true};
    } else if (!strut.empty()) {
      words_.fault(where, "`strut` needs two points: its top on the chassis and one further down its axis", "strut: [TM, SB]");
    }
    if (!words_.failed()) check_sizes(wheel, where);
    if (!words_.failed() && !(wheel.center[1] * side > 0))
      words_.fault(where, std::string("the center of the ") + (side > 0 ? "left" : "right") + " wheel lies on the other side",
                   "y points to the left; a right wheel may be the mirror image of the left one: mirror: y");
    return wheel;
  }

  // What numbers in another unit or other axes look like.
  void check_sizes(const Wheel& wheel, const std::string& where) {
    const auto fault = [&](std::string what, std::string hint) { words_.fault(where, std::move(what), std::move(hint)); };
    if (!(wheel.radius > 0)) return fault("the radius must be greater than 0", "radius: 228 mm");
    const double half_track = std::abs(wheel.center[1]);
    if (half_track > 0 && (half_track < wheel.radius / 5 || half_track > 50 * wheel.radius))
      fault(fmt::format("the half track is {:.3g} mm and the radius of the wheel {:.3g} mm", half_track / mm, wheel.radius / mm),
            "are the points in another unit? points: {file: front.csv, unit: mm}");
    const auto near = [&](const Vector3& at, const char* role) {
      if ((at - wheel.center).norm() > 50 * wheel.radius)
        fault(fmt::format("a point of the role `{}` stands {:.3g} m from the wheel", role, (at - wheel.center).norm()), "are its units and axes right?");
    };
    for (const Spring& spring : wheel.springs) near(spring.from.at, "spring"), near(spring.to.at, "spring");
    if (!wheel.steering_axis) return;
    const auto& [lower, upper] = *wheel.steering_axis;
    near(lower.at, "steering_axis");
    near(upper.at, "steering_axis");
    const double length = (upper.at - lower.at).norm();
    if (!(length > threshold::written_alike * wheel.radius))
      fault("the two points of `steering_axis` are one", "the lower and the upper ball joint: steering_axis: [LBJ, UBJ]");
    else if (upper.at[2] < lower.at[2])
      fault("the second point of `steering_axis` lies below the first", "z points up; in a table with z down: points: {file: front.csv, frame: sae}");
  }

  template <class SpotOf>
  Vector3 spin_axis(const std::string& role, const std::string& where, const SpotOf& spot) {
    const std::vector<std::string> given = words_.names(role);
    Vector3 axis;
    if (given.size() == 2) {
      axis = spot("spin_axis", given[1]).at - spot("spin_axis", given[0]).at;
    } else if (given.size() == 1) {
      if (given[0] == "y")
        axis = {0, 1, 0};
      else if (const int i = index_of(model_.sensors, given[0]); i >= 0 && model_.sensors[i].axis)
        axis = places_.global(*model_.sensors[i].axis);
      else if (const int j = index_of(model_.joints, given[0]); j >= 0 && model_.joints[j].axis)
        axis = places_.global(*model_.joints[j].axis);
      else
        words_.fault(where, "the role `spin_axis` names no sensor or joint with an axis: " + quoted(given[0]),
                     did_you_mean(given[0], names(model_.sensors)));
    } else {
      words_.fault(where, "the role `spin_axis` is missing", "a sensor or joint with an axis, two points, or y: spin_axis: [WI, WC]");
    }
    axis = axis.normalized();
    if (!words_.failed() && !(std::abs(axis[1]) > threshold::written_alike))
      words_.fault(where, "the spin axis has no component to the side", "y points to the left");
    return axis[1] < 0 ? -axis : axis;
  }

  void read_spring(const std::string& name, const std::string& where, Wheel& wheel) {
    const int i = index_of(model_.forces, name);
    if (i < 0)
      return words_.fault(where, "the role `spring` names no force: " + quoted(name), did_you_mean(name, names(model_.forces)));
    const Force& force = model_.forces[i];
    if (!force.from || !force.to)
      return words_.fault(where, quoted(name) + " acts not between two points", "the role `spring` takes a spring_damper");
    wheel.springs.push_back({name, places_.spot(*force.from), places_.spot(*force.to)});
  }

  // Two points on the chassis, one on the carrier.
  template <class SpotOf>
  std::optional<Arm> arm(const std::string& role, const char* key, const std::string& where, const SpotOf& spot) {
    const std::vector<std::string> given = words_.names(role);
    if (given.empty()) return std::nullopt;
    if (given.size() != 3) {
      words_.fault(where, "`" + std::string(key) + "` needs three points: two on the chassis and one on the carrier",
                   std::string(key) + ": [UF, UR, UBJ]");
      return std::nullopt;
    }
    const auto on_chassis = [&](const std::string& name) { return Spot{vehicle_.chassis, spot(key, name).at}; };
    return Arm{spot(key, given[2]), on_chassis(given[0]), on_chassis(given[1])};
  }

  const Model& model_;
  Places places_;
  Words words_;
  Vehicle vehicle_;
};

}  // namespace

Axle* Vehicle::axle(const std::string& name) {
  for (Axle& each : axles)
    if (each.name == name) return &each;
  return nullptr;
}

Vehicle read_vehicle(const Model& model, const std::vector<Annotation>& annotations) {
  const bool says_nothing = std::none_of(annotations.begin(), annotations.end(), [](const Annotation& each) { return !each.name.starts_with("analysis."); });
  std::vector<std::string> notes;
  const std::vector<Annotation> named = says_nothing ? roles_of_named_points(model, notes) : std::vector<Annotation>{};
  Vehicle vehicle = VehicleReader(model, named.empty() ? annotations : named).read();
  vehicle.notes = std::move(notes);
  return vehicle;
}

}  // namespace bricard::vehicle
