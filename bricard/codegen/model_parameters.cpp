#include "bricard/codegen/model_parameters.hpp"

#include <algorithm>
#include <cctype>

#include "bricard/core/error.hpp"

namespace bricard {
namespace {

constexpr const char* axes = "xyz";

std::string identifier(const std::string& name) {
  std::string text;
  for (const char c : name) text += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return text;
}

// A difference of places, which rounding has spoiled: zero where it is one.
double difference(double a, double b) {
  return std::abs(a - b) <= threshold::rounding_of_positions * (std::abs(a) + std::abs(b)) ? 0 : a - b;
}

}  // namespace

const Frame& own_end(const MechanismLayout& layout, int body) {
  static const Frame ground;
  if (body == 0) return ground;
  const TreeJoint& joint = layout.tree_joints[body];
  return joint.child_is_first ? joint.A : joint.B;
}

const Frame& parent_end(const MechanismLayout& layout, int body) {
  const TreeJoint& joint = layout.tree_joints[body];
  return joint.child_is_first ? joint.B : joint.A;
}

ModelParameters::ModelParameters(const System& system) : system_(system) {
  const Layout& layout = system.layout();
  const Model& model = system.model();
  bodies_.resize(layout.bodies + 1);
  for (int b = 1; b <= layout.bodies; ++b) {
    const std::string& body = model.bodies[layout.tree.given[b] - 1].name;
    OfBody& of = bodies_[b];
    of.mass = number(layout.mass[b], body + "_mass", "mass of " + body, "kg");
    for (int i = 0; i < 3; ++i)
      of.center[i] = number(-own_end(layout, b).p[i], body + "_center_" + axes[i],
                            std::string("center of mass of ") + body + " from its joint, " + axes[i], "m");
    int m = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j)
        of.inertia[m++] = number(layout.inertia[b](i, j), body + "_inertia_" + axes[i] + axes[j],
                                 std::string("inertia of ") + body + " about its center of mass, " + axes[i] + axes[j], "kg m2");
    if (const int joint = layout.joint_of_body[b]; joint >= 0) add_place(parent_end(layout, b), model.joints[joint].name);
  }
  std::vector<std::string> element_of_pair(layout.pairs.size());
  for (const RowGroup& group : layout.groups) {
    const std::string name = system.name_of(group);
    for (const int pair : group.pairs) element_of_pair[pair] = name;
  }
  for (const ForceStage& stage : layout.force_stages)
    for (const ForceEntry& force : stage.forces) element_of_pair[force.pair] = model.forces[force.element].name;
  for (std::size_t i = 0; i < layout.sensors.size(); ++i) element_of_pair[layout.sensors[i].pair] = model.sensors[i].name;
  for (std::size_t i = 0; i < layout.pairs.size(); ++i)
    for (const Frame* frame : {&layout.pairs[i].A, &layout.pairs[i].B})
      add_place(*frame, element_of_pair[i].empty() ? "point" : element_of_pair[i]);
}

ModelParameters::Number ModelParameters::number(double value, const std::string& name, const std::string& help,
                                                const char* unit) {
  if (value == 0) return {};
  std::string unique = identifier(name);
  const auto taken = [&](const std::string& text) {
    return std::ranges::any_of(list_, [&](const GeneratedParameter& each) { return each.name == text; });
  };
  for (int i = 2; taken(unique); ++i) unique = identifier(name) + "_" + std::to_string(i);
  list_.push_back({unique, help, unit, value});
  return {value, static_cast<int>(list_.size()) - 1};
}

void ModelParameters::add_place(const Frame& frame, const std::string& element) {
  const Layout& layout = system_.layout();
  std::vector<Place>& places = bodies_[frame.body].places;
  const auto same = [&](const Place& each) { return each.at == frame.p; };
  if (std::ranges::any_of(places, same)) return;
  Place place{frame.p, {}};
  const std::string body = frame.body ? system_.model().bodies[layout.tree.given[frame.body] - 1].name : "ground";
  const Vec3<double>& own = own_end(layout, frame.body).p;
  for (int i = 0; i < 3; ++i)
    place.number[i] = number(difference(frame.p[i], own[i]), body + "_" + element + "_" + axes[i],
                             "place of " + element + " on " + body + " from its joint, " + axes[i], "m");
  places.push_back(place);
}

Symbol ModelParameters::symbol(const Number& number, std::span<const Symbol> p) {
  return number.parameter < 0 || p.empty() ? Symbol(number.value) : p[number.parameter];
}

Vec3<Symbol> ModelParameters::vector(const Vector& numbers, std::span<const Symbol> p) {
  return {symbol(numbers[0], p), symbol(numbers[1], p), symbol(numbers[2], p)};
}

Mat3<Symbol> ModelParameters::inertia(int body, std::span<const Symbol> p) const {
  const auto at = [&](int i) { return symbol(bodies_[body].inertia[i], p); };
  Mat3<Symbol> J;
  J << at(0), at(1), at(2), at(1), at(3), at(4), at(2), at(4), at(5);
  return J;
}

Vec3<Symbol> ModelParameters::place(const Frame& frame, std::span<const Symbol> p) const {
  for (const Place& each : bodies_[frame.body].places)
    if (each.at == frame.p) return vector(each.number, p);
  const Vec3<double>& own = own_end(system_.layout(), frame.body).p;
  Vec3<double> at;
  for (int i = 0; i < 3; ++i) at[i] = difference(frame.p[i], own[i]);
  return at.cast<Symbol>();
}

}  // namespace bricard
