#include "verification/oracle/random_mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "bricard/analyses/run.hpp"
#include "bricard/elements/forces/applied_force.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/model/building.hpp"
#include "bricard/model/references.hpp"

namespace bricard {

namespace {

// Every function, of an argument between -1 and 1, about 1 in size. Jumps and kinks are meant.
constexpr const char* shapes[] = {"sin(3*{0}) + 0.3*noise(7, 0.13)",
                                  "cos({0})",
                                  "tan({0}/2)",
                                  "asin(0.9*{0})",
                                  "acos(0.9*{0})",
                                  "atan(2*{0})",
                                  "atan2({0}, 1.5)",
                                  "sind(90*{0})",
                                  "cosd(90*{0})",
                                  "tand(30*{0})",
                                  "asind(0.9*{0})/90",
                                  "acosd(0.9*{0})/180",
                                  "atand({0})/90",
                                  "atan2d({0}, 1.5)/90",
                                  "if({0} > 0.3, 1, -0.5)",
                                  "if({0} > -0.2 and {0} <= 0.6, {0}, 0.1)",
                                  "if(abs({0} - 0.4) < 0.02, 5, 0)",
                                  "if(abs({0} + 0.3) < 0.0005, 200, 0)",
                                  "10*exp(-(({0} - 0.3)/0.004)^2)",
                                  "min({0}, 0.2)",
                                  "max({0}, -0.1, {0}/2)",
                                  "abs({0})",
                                  "sign({0} - 0.2)",
                                  "sqrt(1.1 + {0})",
                                  "exp({0})",
                                  "log(2 + {0})",
                                  "log10(2 + {0})",
                                  "sinh({0})",
                                  "cosh({0})",
                                  "tanh(3*{0})",
                                  "floor(2*{0} + 0.3)",
                                  "mod({0} + 3, 0.7)",
                                  "ceil(2*{0} - 0.4)",
                                  "clamp({0}, -0.4, 0.25)",
                                  "hypot({0}, 0.3)",
                                  "ln(3 + {0})",
                                  "impact({0}, 0.2, -0.1, 3, 1.5, 0.4, 0.3)",
                                  "step({0}, -0.5, 0, 0.5, 1)",
                                  "step5({0}, -0.5, 0, 0.5, 1)",
                                  "table(bent, {0})",
                                  "table(smooth, {0})",
                                  "(({0} > 0.1) - ({0} < -0.4))",
                                  "number({0})^3"};

class Generator {
 public:
  explicit Generator(unsigned seed) : chance_(seed), seed_(seed) {}

  Model make() {
    if (seed_ % 2 == 0) {
      from_example();
    } else {
      random_tree();
    }
    AnalysisOptions options;
    options.duration = uniform(0.3, 0.8);
    options.output_step = *options.duration / 8;
    model_.analysis = options;
    measure_scales();
    decorate();
    return model_;
  }

 private:
  double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(chance_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(chance_); }
  bool likely(double part) { return uniform(0, 1) < part; }
  Triple point() { return {round(uniform(-0.5, 0.5)), round(uniform(-0.5, 0.5)), round(uniform(-0.5, 0.5))}; }
  Triple direction() {  // of two kinds: along an axis, or anywhere
    static const Triple axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    return likely(0.5) ? axes[below(3)] : Triple{round(uniform(0.2, 1)), round(uniform(-1, 1)), round(uniform(-1, 1))};
  }
  static double round(double x) { return std::round(1000 * x) / 1000; }  // so that a file of it can be read

  void from_example() {
    std::vector<std::string_view> examples;
    for (const JointInfo* each : JointKind::all()) examples.push_back(each->example);
    for (const ForceInfo* each : ForceKind::all()) examples.push_back(each->example);
    for (const ConstraintInfo* each : ConstraintKind::all()) examples.push_back(each->example);
    model_ = read_yaml_text(std::string(examples[seed_ / 2 % examples.size()]), "example");
    model_.name = fmt::format("seed {}: {}", seed_, model_.name);
  }

  void random_tree() {
    model_.name = fmt::format("seed {}: random tree", seed_);
    if (likely(0.3)) model_.gravity = {round(uniform(-5, 5)), round(uniform(-9, 9)), round(uniform(-9, 9))};
    std::vector<const JointInfo*> kinds;
    for (const JointInfo* each : JointKind::all())
      if (each->in_tree) kinds.push_back(each);
    const int bodies = 1 + below(5);
    std::vector<std::string> names{"ground"};
    for (int i = 0; i < bodies; ++i) {
      const std::string body = fmt::format("b{}", i + 1), parent = names[below(static_cast<int>(names.size()))];
      const double m = round(uniform(0.5, 3)), r = round(uniform(0.1, 0.3));
      add_body(model_, body, m, {round(m * r * r), round(1.3 * m * r * r), round(0.9 * m * r * r)}, point());
      const JointInfo& kind = *kinds[likely(0.5) ? 0 : below(static_cast<int>(kinds.size()))];
      Joint& joint = add_joint(model_, "j" + body.substr(1), kind.type, {parent, body}, point(), direction());
      if (kind.uses.axis2) joint.axis2 = Direction{across(joint.axis->axis)};
      if (kind.type == "screw") set(joint, "lead", round(uniform(0.05, 0.3)));
      if (kind.freedoms > 0 && likely(0.6)) {
        const auto names_of = coordinates_of(model_, joint);
        const double fast = kind.type == "revolute" && likely(0.2) ? 60 : 1;  // many turns in a step
        start(joint, names_of[below(static_cast<int>(names_of.size()))].rate, round(fast * uniform(-3, 3)));
      }
      names.push_back(body);
    }
    close_loops(names);
  }

  static Vector3 across(const Vector3& axis) {
    const Vector3 other = std::abs(axis[0]) < 0.5 * axis.norm() ? Vector3{1, 0, 0} : Vector3{0, 1, 0};
    return {axis[1] * other[2] - axis[2] * other[1], axis[2] * other[0] - axis[0] * other[2],
            axis[0] * other[1] - axis[1] * other[0]};
  }

  // What leaves the mechanism movable stays.
  void close_loops(const std::vector<std::string>& names) {
    static constexpr std::string_view closings[] = {"spherical_spherical", "point_on_plane", "spherical", "point_on_line"};
    for (int tries = 0; tries < 3; ++tries) {
      const Model before = model_;
      if (likely(0.25)) {  // a second bearing on the same axis: redundant
        std::vector<Joint> bearings;
        for (const Joint& each : model_.joints)
          if (each.kind->type == "revolute") bearings.push_back(each);
        if (bearings.empty()) continue;
        Joint second = bearings[below(static_cast<int>(bearings.size()))];
        second.name += "_again";
        second.initial.reset();
        second.at->at = second.at->at + 0.2 * second.axis->axis;
        model_.joints.push_back(second);
      } else {
        const std::string &a = names[below(static_cast<int>(names.size()))], &b = names[below(static_cast<int>(names.size()))];
        if (a == b) continue;
        const JointInfo& kind = *JointKind::find(closings[below(4)]);
        Joint& joint = add_joint(model_, fmt::format("loop{}", tries), kind.type, {a, b}, point(), direction());
        if (kind.uses.at2) joint.at2 = Point{Vector3{uniform(-0.5, 0.5), uniform(-0.5, 0.5), uniform(-0.5, 0.5)}};
        for (Joint& each : model_.joints) each.initial.reset();  // loops decide what may move
      }
      if (!movable()) model_ = before;
    }
  }

  bool movable() const {
    try {
      const Results results = check(model_);
      return !results.summary.outcome.failed() && results.summary.mobility_actual > 0 && !results.summary.singularity.singular;
    } catch (const Error&) {
      return false;
    }
  }

  void measure_scales() {
    mass_ = 0;
    length_ = 0;
    for (const Body& body : model_.bodies) {
      mass_ += body.mass;
      if (body.position) length_ = std::max(length_, body.position->at.norm());
    }
    if (mass_ == 0) mass_ = 1;
    if (length_ == 0) length_ = 0.1;
    const double duration = *model_.analysis->duration;
    arguments_ = {fmt::format("sin({:.3f}*t)", uniform(3, 30) / duration), fmt::format("(2*t/{:.4f} - 1)", duration)};
    // Coordinates of joints: bounded by a sine, in radians or in parts of the size.
    for (const Joint& joint : model_.joints)
      if (joint.active && joint.kind.info().coupled.empty())
        for (const CoordinateName& each : coordinates_of(model_, joint)) {
          if (!each.second_angle.empty()) continue;
          const std::string column = joint.name + "." + std::string(each.name);
          coordinates_.push_back({joint.name, column, each.is_angle});
          const bool degrees = each.is_angle && model_.units.factor(dimension::angle) < 1;
          const double unit = each.is_angle ? 1 : length_ / model_.units.factor(dimension::length);
          arguments_.push_back(fmt::format("{}({:.3f}*{})", degrees ? "sind" : "sin", uniform(1, 4) / unit, column));
          if (each.is_angle && likely(0.3))  // turns count
            arguments_.push_back(fmt::format("{}(0.3*{})", degrees ? "sind" : "sin", column));
        }
  }

  std::string shape(const std::string& of) { return fmt::format(fmt::runtime(shapes[below(std::size(shapes))]), of); }
  std::string law() {
    std::string text = shape(arguments_[below(static_cast<int>(arguments_.size()))]);
    if (likely(0.3)) text += " + " + shape(arguments_[below(static_cast<int>(arguments_.size()))]);
    return text;
  }
  // What a force may read besides: the past.
  std::string law_of_a_force(int i) {
    return seed_ % 7 == 3 && i == 0 ? fmt::format("delay({}, {:.4f})", law(), 0.06 * *model_.analysis->duration) : law();
  }
  std::string law_of_time() { return shape(arguments_[below(2)]); }

  void decorate() {
    model_.tables.push_back({"bent",
                             {{-1, 0.2}, {-0.3, -0.5}, {0.1, 0.9}, {0.12, -0.4}, {0.6, 0}, {0.6005, 40}, {0.601, 0}, {1, 0.3}},
                             Interpolation::linear});
    model_.tables.push_back({"smooth",
                             {{-1, 0}, {-0.4, 0.5}, {0, 0.1}, {0.3, -0.6}, {1, 0.4}},
                             likely(0.5) ? Interpolation::akima : Interpolation::spline});
    if (likely(0.4)) {
      model_.inputs.push_back({"given", Function{law_of_time()}});
      arguments_.push_back("sin(2*given)");
    }
    if (likely(0.4)) {
      StateEquation state{"lag", round(uniform(-1, 1)), Function{fmt::format("-4*lag + 3*({})", law())}};
      model_.states.push_back(state);
      arguments_.push_back("sin(2*lag)");
    }
    if (likely(0.2)) {
      StateEquation state{"count", 0};
      state.sample = *model_.analysis->duration / (2 + below(20));
      state.next = Function{fmt::format("0.8*count + 0.2*({})", law())};
      model_.states.push_back(state);
      arguments_.push_back("sin(2*count)");
    }
    const int loads = below(3) + (coordinates_.empty() ? 1 : 0);
    for (int i = 0; i < loads; ++i) load(i);
    if (likely(0.3)) spring();
    if (likely(0.2)) drive();
    const int events = below(4);
    for (int i = 0; i < events; ++i) event(i);
    if (likely(0.3)) model_.outputs.push_back({"seen", Function{law()}});
  }

  // About half of the weight.
  void load(int i) {
    const double force = 0.5 * mass_ * 9.81, torque = force * length_;
    const UnitSystem& units = model_.units;
    const std::string name = fmt::format("load{}", i);
    if (!coordinates_.empty() && likely(0.7)) {
      const auto& [joint, column, is_angle] = coordinates_[below(static_cast<int>(coordinates_.size()))];
      Force& added = add_joint_force(model_, name, "joint_force", column);
      set(added, is_angle ? "torque" : "force",
          fmt::format("{:.4g}*({})", is_angle ? torque / units.factor(dimension::torque) : force / units.factor(dimension::force),
                      law_of_a_force(i)));
    } else if (!model_.bodies.empty()) {
      const Body& body = model_.bodies[below(static_cast<int>(model_.bodies.size()))];
      Force& added = add_load(model_, name, "force", body.name, point());
      if (body.position) added.at = body.position;
      set(added, "magnitude", fmt::format("{:.4g}*({})", force / units.factor(dimension::force), law_of_a_force(i)));
      set_direction(added);
    }
  }
  void set_direction(Force& force) {
    auto& load = const_cast<AppliedForce&>(force.kind.as<AppliedForce>());
    load.direction =
        Direction{model_.dimension == 2 ? Vector3{0.6, 0.8, 0} : Vector3{round(uniform(0.2, 1)), round(uniform(-1, 1)), 0.3}};
  }

  void spring() {
    if (model_.bodies.empty()) return;
    const Body& body = model_.bodies[below(static_cast<int>(model_.bodies.size()))];
    if (!body.position) return;
    const Vector3 at = body.position->at;
    Force& added = add_force(model_, "added_spring", "spring_damper", {"ground", body.name},
                             {at[0] + length_, at[1] + 0.3 * length_, at[2]}, {at[0], at[1], at[2]});
    set(added, "stiffness", round(mass_ * 40));
    set(added, "damping", round(mass_ * 0.5));
    added.active = likely(0.7);
  }

  // A motion that starts at the design position, smooth or with a kink: an impact.
  void drive() {
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < coordinates_.size(); ++i) free.push_back(i);
    if (free.size() < 2) return;
    const auto& [joint, column, is_angle] = coordinates_[free[below(static_cast<int>(free.size()))]];
    const Model before = model_;
    for (Joint& each : model_.joints) each.initial.reset();
    const double size = is_angle ? 0.5 : 0.2 * length_ / model_.units.factor(dimension::length);
    const std::string motion = likely(0.3) ? fmt::format("{:.4g}*max(0, t - {:.4f})", 3 * size, 0.4 * *model_.analysis->duration)
                                           : fmt::format("{:.4g}*sin({:.3f}*t)", size, uniform(2, 15));
    add_driver(model_, "motor", joint, column.substr(joint.size() + 1), motion);
    if (!movable()) model_ = before;
  }

  void event(int i) {
    EventRule rule;
    rule.name = fmt::format("event{}", i);
    rule.when = Function{fmt::format("{} > {:.3f}", arguments_[below(static_cast<int>(arguments_.size()))], uniform(-0.9, 0.9))};
    const bool has_spring = !model_.forces.empty() && model_.forces.back().name == "added_spring";
    if (i > 0 && likely(0.4)) rule.when = model_.events.front().when;  // together
    if (!model_.states.empty() && likely(0.6)) {
      rule.action = EventAction::change;
      const std::string& one = model_.states[below(static_cast<int>(model_.states.size()))].name;
      const std::string& other = model_.states[below(static_cast<int>(model_.states.size()))].name;
      rule.set.push_back({one, Function{fmt::format("0.5 - {}/2", other)}});
    } else if (has_spring && likely(0.7)) {
      rule.action = EventAction::change;
      (model_.forces.back().active ? rule.deactivate : rule.activate).push_back("added_spring");
    }
    model_.events.push_back(rule);
  }

  struct Measured {
    std::string joint, column;
    bool is_angle;
  };

  std::mt19937 chance_;
  unsigned seed_;
  Model model_;
  double mass_ = 1, length_ = 1;
  std::vector<std::string> arguments_;
  std::vector<Measured> coordinates_;
};

}  // namespace

Model random_mechanism(unsigned seed) { return Generator(seed).make(); }

Model disturbed(const Model& model, double size) {
  Model other = model;
  double part = 1;
  for (Body& body : other.bodies) {
    body.mass *= 1 + size * part;
    body.inertia.matrix *= 1 + 0.9 * size * part;  // a shaft knows no other mass
    part = -0.7 * part;
  }
  double g = 0;
  for (int i = 0; i < 3; ++i) g = std::max(g, std::abs(model.gravity[i]));
  const int directions = model.dimension == 2 ? 2 : 3;
  for (int i = 0; i < directions; ++i)
    other.gravity[i] += size * g * (1 - 0.3 * i);  // turned too: a symmetric motion may be unstable
  return other;
}

}  // namespace bricard
