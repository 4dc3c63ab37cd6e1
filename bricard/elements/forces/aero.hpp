// Aerodynamic drag and downforce of a body that moves over the road, at two points of it, front and rear:
//
//   F_i = -drag_i v/|v| - downforce_i z,   z: the normal of the road.
//
// Drag and downforce are functions, also of the element's own columns: the speed and the two ride heights over the road. A map is
// a table over a grid: downforce: "table(map, front_height, rear_height)*speed^2".
#pragma once
#include <memory>

#include "bricard/elements/forces/force.hpp"
#include "bricard/elements/tires/road_surface.hpp"

namespace bricard {

struct Aero {
  static constexpr std::string_view type = "aero";
  static constexpr std::string_view help = "drag and downforce of a body at two points, by speed and ride heights";
  static constexpr std::string_view equation = R"(F = -drag v/|v| - downforce z   at each of the two points
v: velocity of the front point over the road, z: normal of the road)";
  static constexpr std::string_view columns =
      "`front_height` and `rear_height` of the points over the road and the `speed` of the first along it; `drag_force`, "
      "`front_force` and `rear_force`, as they act.";
  static constexpr std::string_view example = R"(bricard: 1
name: A car that runs out, with drag and wings
bodies:
  car: {mass: 230, inertia: [25, 95, 105], position: [0, 0, 0.3], velocity: [30, 0, 0]}
joints:
  level: {type: planar, bodies: [ground, car], at: [0, 0, 0.3], axis: [0, 0, 1]}
forces:
  wings: {type: aero, body: car, at: [0.8, 0, 0.03], at2: [-0.7, 0, 0.05], drag: 0.7*speed^2,
          downforce: "(1.2 - 4*front_height)*speed^2", rear_downforce: 1.1*speed^2}
analysis: {type: dynamics, duration: 5, output_step: 100 ms}
)";
  static constexpr std::string_view note = "`at` is the front point, where drag acts too, `at2` the rear one.";
  static constexpr std::string_view symbol = "anchor";
  static constexpr ForceEnds uses = ForceEnds::two_points;
  static constexpr bool planar = false;

  Function drag, downforce, rear_downforce;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(field("drag", &Aero::drag, d::force, "against the velocity; may use own `speed`, `front_height`, `rear_height`"),
                field("downforce", &Aero::downforce, d::force, "towards the road at `at`, likewise"),
                field("rear_downforce", &Aero::rear_downforce, d::force, "towards the road at `at2`, likewise"));
  }
  friend bool operator==(const Aero&, const Aero&) = default;
  static std::vector<Aero> samples() {
    std::vector<Aero> all(1);
    all[0].lay(nullptr);
    return all;
  }
  void lay(std::shared_ptr<const RoadSurface>) {}  // heights count from the plane of the road, not from its roughness

  static constexpr std::array measured{ColumnName{"front_height", dimension::length, Mirrored::same},
                                       ColumnName{"rear_height", dimension::length, Mirrored::same},
                                       ColumnName{"speed", dimension::speed, Mirrored::same}};
  static constexpr std::array results{ColumnName{"drag_force", dimension::force, Mirrored::same},
                                      ColumnName{"front_force", dimension::force, Mirrored::same},
                                      ColumnName{"rear_force", dimension::force, Mirrored::same}};
  std::array<Term, 3> functions() const {
    return {Term{&drag, dimension::force}, Term{&downforce, dimension::force}, Term{&rear_downforce, dimension::force}};
  }
  std::array<double, 3> otherwise(const Pair<double>&) const { return {0, 0, 0}; }

  template <class S>
  std::array<S, 3> measure(const Pair<S>& front, const Pair<S>& rear) const {
    const Vec3<S> z = front.A.col(2);
    const S up = dot<S>(z, front.v), squared = dot<S>(front.v, front.v) - up * up;
    using std::sqrt;
    const S speed = select(squared > S(0), sqrt(select(squared > S(0), squared, S(1))), S(0));
    return {dot<S>(z, front.r), dot<S>(Vec3<S>(rear.A.col(2)), rear.r), speed};
  }
  template <class S>
  Wrench<S> act(const Pair<S>& front, const Pair<S>& rear, const std::array<S, 3>& own, const std::array<S, 3>& f,
                std::array<S, 3>& result) const {
    const Vec3<S> z = front.A.col(2);
    const S up = dot<S>(z, front.v), inverse = S(1) / select(own[2] > S(0), own[2], S(1));
    Vec3<S> at_front, at_rear, arm;
    for (int i = 0; i < 3; ++i) {
      at_front[i] = -f[0] * inverse * (front.v[i] - up * z[i]) - f[1] * z[i];
      at_rear[i] = -f[2] * z[i];
      arm[i] = rear.r[i] - front.r[i];
    }
    result = f;
    Wrench<S> wrench{at_front, cross<S>(arm, at_rear)};
    for (int i = 0; i < 3; ++i) wrench.force[i] = wrench.force[i] + at_rear[i];
    return wrench;
  }
  bool conservative() const { return is_zero(drag) && is_zero(downforce) && is_zero(rear_downforce); }
  template <class S>
  S potential(const Pair<S>&, const Pair<S>&, const std::array<S, 3>&, const std::array<S, 3>&) const {
    return S(0);
  }
};

}  // namespace bricard
