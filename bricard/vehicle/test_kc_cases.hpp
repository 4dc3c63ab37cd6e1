// K&C sheets of axles from templates of the library, and how their values are asked for.
#pragma once
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "bricard/core/test_scratch.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/vehicle/kc.hpp"
#include "bricard/vehicle/sheet_units.hpp"

namespace bricard {

// Values in the units of the sheet (mm, deg).
struct Sheet {
  vehicle::KcResults results;

  const vehicle::KcAxle& axle() const { return results.axles.at(0); }
  std::size_t column(const std::string& key) const {
    for (std::size_t c = 0; c < axle().columns.size(); ++c)
      if (axle().columns[c].name == axle().name + '.' + key) return c;
    throw std::runtime_error("there is no column " + key);
  }
  double told(const std::vector<std::optional<double>>& row, const std::string& key) const {
    const std::size_t c = column(key);
    if (!row[c]) throw std::runtime_error(key + " has no value");
    return *row[c] / axle().columns[c].output->unit_in_si;
  }
  double design(const std::string& key) const { return told(axle().design, key); }
  const vehicle::KcTest& test(const std::string& name) const {
    for (const vehicle::KcTest& each : axle().tests)
      if (each.name == name) return each;
    throw std::runtime_error("there is no test " + name);
  }
  double at(const std::string& test_name, int row, const std::string& key) const { return told(test(test_name).rows.at(row), key); }
  double value(const std::string& key) const {
    for (const vehicle::KcValue& each : axle().values)
      if (each.name == axle().name + '.' + key) return *each.value / each.output.unit_in_si;
    throw std::runtime_error("there is no value " + key);
  }
};

inline Sheet sheet_of(const std::string& path, const vehicle::KcOptions& options = {},
                      const std::vector<std::pair<std::string, std::string>>& set = {}) {
  std::vector<Annotation> annotations;
  const Model model = read_model(path, set, "", nullptr, {}, &annotations);
  return {vehicle::kc(model, vehicle::read_vehicle(model, annotations), options)};
}

// A left and a right corner from a template, between them a rack along y that the tie rods' points `TI` slide with.
inline std::string axle_text(const std::string& corner, const std::string& more = {}) {
  return "bricard: 1\nname: axle\nunits: {length: mm, angle: deg}\n"
         "bodies: {car: {mass: 200, inertia: [1e7, 1e7, 1e7], position: [-700, 0, 290]}, rack: {}}\n"
         "joints: {hold: {type: fixed, bodies: [ground, car], at: [0, 0, 0]},\n"
         "         rack_guide: {type: prismatic, bodies: [car, rack], at: [0, 0, 0], axis: [0, 1, 0]}}\n"
         "subsystems:\n  fl: {" + corner + ", bodies: {chassis: car, rack: rack}}\n  fr: {" + corner +
         ", bodies: {chassis: car, rack: rack}, mirror: y}\n"
         "vehicle:\n  chassis: car\n  front: {left: fl, right: fr, steered_by: rack_guide}\n" + more;
}

}  // namespace bricard
