// Everything that validate() says but for the texts of functions (functions.hpp): names, references, geometry, keys that belong
// to the kind, physical values.
#pragma once
#include <array>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "bricard/core/text.hpp"
#include "bricard/model/references.hpp"

namespace bricard {

// All faults; `where` is like "joints.main.axis".
std::vector<Fault> check_structure(const Model& model);
// Those of the analysis alone, of a model that is right else.
std::vector<Fault> check_analysis(const Model& model);
// Expressions cannot be read without units.
bool has_faulty_units(const std::vector<Fault>& faults);

// The check under way: one function per section. structure.cpp: names, numbers, bodies; structure_elements.cpp: joints, forces
// and all that refers to them; structure_cuts.cpp: where loops may be cut; structure_signals.cpp: states, events, analysis;
// structure_planar.cpp: what a planar model may hold.
class StructureCheck {
 public:
  explicit StructureCheck(const Model& model);
  std::vector<Fault> run();
  std::vector<Fault> run_analysis();

 private:
  void names();
  void units();
  void numbers();
  void numbers_of_analysis();
  void table(const Table& table);
  void grid(const Table& table, const std::string& where);
  void function(const CodeFunction& function);
  void body(const Body& body);
  void inertia(const Matrix3& inertia, const std::string& where);
  void geometry(const Geometry& geometry, const std::string& where);

  void joint(const Joint& joint);
  void friction(const Joint& joint, const std::string& where);
  void cut(const Joint& joint);
  void cut(const Body& body);
  void coupling(const Joint& joint, const std::string& where);
  template <class Kind>
  void kind_values(const Kind& kind, const std::string& where, std::size_t joints = 0);
  void initial(const Joint& joint, const std::string& where);
  void constraint(const Constraint& constraint);
  void driver(const Driver& driver);
  void defined(const CoordinateName& coordinate, double value, const std::string& where);
  void joint_driver(const Driver& driver, const std::string& where);
  void body_driver(const Driver& driver, const std::string& where);
  void drives_once(const Driver& driver, const std::string& where, const std::string& coordinate);
  void force(const Force& force);
  void coordinate_force(const Force& force, const std::string& where);
  void difference_force(const Force& force, const std::string& where);
  void sensor(const Sensor& sensor);

  void state(const StateEquation& state);
  void event(const EventRule& event);
  void switched(const std::vector<std::string>& names, const std::string& where);
  void analysis(const AnalysisOptions& options);
  void equilibrium(const EquilibriumOptions& options);
  void turning(const EquilibriumOptions& options);
  void modes(const ModesOptions& options);
  void has_coordinates(const std::vector<std::string>& joints, const std::string& where);
  void actuators(const std::vector<std::string>& names, const std::string& where);
  void at_least_one(double value, const std::string& where);

  void planar();
  void planar_body(const Body& body);
  void planar_force(const Force& force);

  void fault(std::string where, std::string what, std::string hint = {}) {
    faults_.push_back({{}, std::move(where), std::move(what), std::move(hint)});
  }
  // The nearest of the names for which choose(section) is true, in words; of faults that nobody reads: none.
  template <class Choose>
  std::string nearest_name(const std::string& name, const Choose& choose, std::string_view further = {}) const {
    if (faults_.size() >= most_faults_told) return {};
    std::string_view best;
    int least = most_slips(name);
    const auto consider = [&](std::string_view known) {  // of equals the first in the alphabet
      const int distance = edit_distance(name, known, least);
      if (distance > least || (distance == least && !best.empty() && known > best)) return;
      least = distance;
      best = known;
    };
    for (const auto& [known, section] : sections_)
      if (choose(std::string_view(section))) consider(known);
    if (!further.empty()) consider(further);
    return best.empty() ? std::string() : did_you_mean(name, std::array{best});
  }
  // A name that must be that of a body (ground included) or of a joint.
  bool is_body(const std::string& name, const std::string& where);
  bool is_section(const std::string& name, const char* section, const char* singular, const std::string& where);
  void two_bodies(const std::array<std::string, 2>& bodies, const std::string& where);
  void point(const std::optional<Point>& point, const std::string& where);
  void direction(const std::optional<Direction>& direction, const std::string& where);
  // A key that the kind does not use, or needs and does not have.
  void presence(bool given, bool allowed, bool needed, const std::string& where, const char* key, std::string_view type);
  Vector3 in_design(const Direction& direction) const;
  // A joint coordinate by name (references.hpp); nothing after a fault.
  std::optional<CoordinateName> coordinate(const std::string& name, const std::string& where);
  // Points, vectors and axes of a planar model.
  void in_plane(const Vector3& vector, const std::string& where, const char* what);
  void about_z(const std::optional<Direction>& axis, const std::string& where);

  const Model& model_;
  std::vector<Fault> faults_;
  std::unordered_map<std::string, const char*> sections_;  // of each name: the first section that has it
  std::unordered_map<std::string, const Body*> bodies_;
  std::unordered_map<std::string, const Joint*> joints_;
  std::unordered_map<std::string, std::string> drivers_;  // of each driven coordinate
  std::set<std::pair<std::string, std::string>> driven_;  // joint, coordinate
};

}  // namespace bricard
