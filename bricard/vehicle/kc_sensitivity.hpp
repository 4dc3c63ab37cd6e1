// The part of the sheet about hard points: what each coordinate does to the outputs at design and to toe and camber over travel;
// what parts that are not as drawn do (tolerances, shims); what longer rods do.
#pragma once
#include "bricard/vehicle/hard_points.hpp"
#include "bricard/vehicle/outputs.hpp"
#include "bricard/vehicle/rig.hpp"

namespace bricard::vehicle {

// Where hard points are read from: the numbers of the file, and a way to read it with others.
struct HardPointSource {
  std::vector<Variable> variables;
  Reread reread;
};

struct KcSensitivity {
  struct Line {
    std::string point;  // "fl.UBJ"
    int coordinate = 0;
    Vector3 at;
    std::vector<std::optional<double>> values;  // by column of the axle, per m, SI
    std::vector<double> toe, camber;            // by position of the heave test, rad per m
  };
  std::vector<Line> drawn;
  // A part that is not as drawn: toe and camber at design height per m along x, y, z.
  struct Part {
    std::string point, body;
    double side = 1;  // of the wheel it is told of
    bool on_carrier = false;
    std::array<double, 3> toe{}, camber{};
  };
  std::vector<Part> built;
  // A rod that is longer: per m.
  struct Rod {
    std::string joint;
    double toe = 0, camber = 0, spring = 0;
    std::optional<double> height;  // of the wheel over the chassis where the spring keeps its length
  };
  std::vector<Rod> rods;
};
// `heave`: positions of that test. Throws Error.
KcSensitivity kc_sensitivity(const Rig& rig, const Vehicle& vehicle, const Model& model, const HardPointSource& source,
                             const std::vector<Posture>& heave);

}  // namespace bricard::vehicle
