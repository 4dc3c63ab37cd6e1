#include "bricard/system/planar_twin.hpp"

#include <cctype>
#include <cmath>
#include <set>
#include <unordered_map>

#include "bricard/math/thresholds.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/model/references.hpp"
#include "bricard/system/frames.hpp"

namespace bricard {

namespace {

// The model as one of the plane whose normal is n, where that can be; else planar() stays false.
class Flattening {
 public:
  explicit Flattening(const System& system)
      : system_(system), model_(system.model()), twin_(model_), frames_(model_.dimension, given_, number_) {
    number_["ground"] = 0;
    given_.push_back(system.mechanism().designed[0]);
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
      number_[model_.bodies[i].name] = static_cast<int>(i) + 1;
      given_.push_back(system.mechanism().designed[system.mechanism().tree.number[i + 1]]);
    }
  }

  std::optional<Model> run() {
    if (model_.dimension != 3 || !model_.constraints.empty() || !find_normal()) return {};
    twin_.dimension = 2;
    twin_.gravity = flat(eigen(model_.gravity));
    twin_.points.clear();
    twin_.sensors.clear();
    twin_.outputs.clear();
    twin_.events.clear();
    if (bodies() && joints() && drivers() && forces() && laws()) return twin_;
    return {};
  }

 private:
  // The axis of the first joint that turns.
  bool find_normal() {
    for (const Joint& joint : model_.joints) {
      const auto names = joint.kind->names;
      if (!joint.kind->coupled.empty() || names.size() != 1 || !names[0].is_angle || !joint.kind->in_tree) continue;
      const Vec3<double> n = axis(frames_.of(joint).A);
      const Vec3<double> e = n.unitOrthogonal();
      turn_ << e.transpose(), n.cross(e).transpose(), n.transpose();
      return true;
    }
    return false;
  }
  Vec3<double> axis(const Frame& frame) const { return given_[frame.body].R * frame.R.col(2); }
  Vec3<double> place(const Frame& frame) const { return given_[frame.body].p + given_[frame.body].R * frame.p; }
  double height(const Vec3<double>& v) const { return turn_.row(2).dot(v); }
  bool is_normal(const Vec3<double>& unit) const { return (turn_.topRows<2>() * unit).norm() < threshold::cancelled; }
  bool is_in_plane(const Vec3<double>& unit) const { return std::abs(height(unit)) < threshold::cancelled; }
  Vector3 flat(const Vec3<double>& v) const {
    const Vec3<double> turned = turn_ * v;
    return {turned[0], turned[1], 0};
  }

  bool bodies() {
    for (std::size_t i = 0; i < twin_.bodies.size(); ++i) {
      Body& body = twin_.bodies[i];
      if (body.cut) return false;
      const Pose<double>& pose = given_[i + 1];
      const Vec3<double> n = pose.R.transpose() * turn_.row(2).transpose();
      const double moment = n.dot(system_.mechanism().inertia[system_.mechanism().tree.number[i + 1]] * n);
      body.position = Point{flat(pose.p), {}};
      body.orientation = {};
      body.velocity.reset();
      body.angular_velocity.reset();
      body.geometry.clear();
      body.inertia = planar_inertia(moment);
    }
    return true;
  }

  // Hinges about the normal, slides across it, and what couples their coordinates; in the tree what is there.
  bool joints() {
    const std::vector<int>& carrying = system_.mechanism().joint_of_body;
    for (std::size_t i = 0; i < twin_.joints.size(); ++i) {
      Joint& joint = twin_.joints[i];
      const JointInfo& kind = joint.kind.info();
      joint.initial.reset();
      if (!kind.coupled.empty()) continue;
      if (!kind.in_tree || !kind.uses.planar || joint.axis2 || kind.names.size() > 1 ||
          kind.names.size() != static_cast<std::size_t>(kind.freedoms))
        return false;
      const PairFrames frames = frames_.of(joint);
      if (kind.freedoms == 1) {
        const bool turns = kind.names[0].is_angle;
        for (const Frame& frame : {frames.A, frames.B})
          if (turns ? !is_normal(axis(frame)) : !is_in_plane(axis(frame))) return false;
        const Vec3<double> turned = turn_ * axis(frames.A);
        joint.axis = Direction{turns ? Vector3{0, 0, turned[2] > 0 ? 1.0 : -1.0} : Vector3{turned[0], turned[1], 0}, {}};
      } else {
        joint.axis.reset();
      }
      joint.at = Point{flat(place(frames.A)), {}};
      joint.at2 = Point{flat(place(frames.B)), {}};
      const bool carries = std::find(carrying.begin() + 1, carrying.end(), static_cast<int>(i)) != carrying.end();
      joint.cut = carries || !joint.active ? std::nullopt : std::optional(Cut::joint);
    }
    return std::find(carrying.begin() + 1, carrying.end(), -1) == carrying.end();
  }

  bool drivers() const {
    for (const Driver& driver : twin_.drivers)
      if (driver.joint.empty()) return false;
    return true;
  }

  // Along coordinates of joints, or between points of equal height.
  bool forces() {
    for (Force& force : twin_.forces) {
      if (force.kind->uses == ForceEnds::coordinate && !force.joint.empty()) continue;
      if (force.kind->uses == ForceEnds::body || force.kind->uses == ForceEnds::torque) {
        const Vec3<double> at = place(frames_.of(force).B);
        if (!force.kind.turn(turn_)) return false;
        if (force.at) force.at = Point{flat(at), {}};
        continue;  // whether it is in the plane, the planar model itself checks
      }
      if (force.kind->uses != ForceEnds::two_ends || !force.kind->planar || !force.from || !force.to) return false;
      const PairFrames ends = frames_.of(force);
      const Vec3<double> from = place(ends.A), to = place(ends.B);
      if (std::abs(height(to - from)) > threshold::rounding_of_positions * system_.reach()) return false;
      force.from->at = Point{flat(from), {}};
      force.to->at = Point{flat(to), {}};
    }
    return true;
  }

  // Functions may read time, parameters, inputs, states and coordinates of joints with their rates: what is the same in the
  // plane.
  bool laws() const {
    std::set<std::string, std::less<>> coordinates;
    for (const Joint& joint : model_.joints)
      for (const CoordinateName& each : coordinates_of(model_, joint)) {
        coordinates.insert(joint.name + "." + std::string(each.name));
        coordinates.insert(joint.name + "." + std::string(each.rate));
      }
    std::set<std::string, std::less<>> others;
    for (const Output& output : model_.outputs) others.insert(output.name);
    bool same = true;
    for (const FunctionPlace& place : list_functions(twin_)) {
      const std::string& text = place.function->text;
      for (std::size_t i = 0; i < text.size();) {
        const auto in_name = [&](std::size_t k) {
          return k < text.size() && (std::isalnum(static_cast<unsigned char>(text[k])) || text[k] == '_' || text[k] == '.');
        };
        std::size_t end = i;
        while (in_name(end)) ++end;
        const std::string_view word = std::string_view(text).substr(i, end - i);
        const bool is_number = !word.empty() && (std::isdigit(static_cast<unsigned char>(word[0])) || word[0] == '.');
        if (!word.empty() && !is_number) {
          const bool is_column = word.find('.') != std::string_view::npos;
          same &= is_column ? coordinates.contains(word) : !others.contains(word);
        }
        i = end + 1;
      }
    }
    return same;
  }

  const System& system_;
  const Model& model_;
  Model twin_;
  std::vector<Pose<double>> given_;  // bodies in the order of the model
  std::unordered_map<std::string, int> number_;
  FrameCompiler frames_;
  Mat3<double> turn_ = Mat3<double>::Identity();  // rows: two axes of the plane, its normal
};

bool same_coordinates(const System& a, const System& b) {
  const Topology &s = a.mechanism().tree, &t = b.mechanism().tree;
  return a.nq() == b.nq() && a.nv() == b.nv() && a.nz() == b.nz() && s.parent == t.parent && s.number == t.number &&
         a.mechanism().joint_of_body == b.mechanism().joint_of_body && a.functions().decisions == b.functions().decisions &&
         a.functions().delay_times == b.functions().delay_times;
}

}  // namespace

std::optional<PlanarTwin> PlanarTwin::of(const System& system) {
  const std::optional<Model> flat = Flattening(system).run();
  if (!flat) return {};
  try {
    PlanarTwin twin(System(*flat, system.coordinates()), static_cast<int>(system.measures().measured.size()));
    const std::vector<MeasuredCoordinate>&here = system.measures().measured, &there = twin.system_.measures().measured;
    if (!twin.system_.is_in_plane() || !same_coordinates(system, twin.system_) || here.size() > there.size()) return {};
    for (std::size_t i = 0; i < here.size(); ++i)
      if (here[i].joint < 0 || here[i].joint != there[i].joint || here[i].which != there[i].which) return {};
    return twin;
  } catch (const Error&) {  // a function reads what a planar model has not
    return {};
  }
}

State PlanarTwin::into(const State& state) const {
  State twin = state;
  twin.angles = system_.designed().angles;
  twin.angles.head(angles_) = state.angles;
  return twin;
}

State PlanarTwin::back(State state) const {
  state.angles = state.angles.head(angles_).eval();
  return state;
}

}  // namespace bricard
