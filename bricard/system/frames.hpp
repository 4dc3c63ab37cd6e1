// Markers as frames fixed in bodies, from the points and directions of a Model.
#pragma once
#include <string>
#include <unordered_map>

#include "bricard/system/layout.hpp"

namespace bricard {

class FrameCompiler {
 public:
  // The poses of bodies in the design position, by number.
  FrameCompiler(int dimension, const std::vector<Pose<double>>& designed, const std::unordered_map<std::string, int>& number)
      : dimension_(dimension), designed_(designed), number_(number) {}

  PairFrames of(const Joint& joint) const;
  PairFrames of(const Constraint& constraint) const;
  PairFrames of(const Force& force) const;
  // Of a force over the road: the road, and the wheel or the point `at`; then carrier, z axis the spin axis, and wheel, or the road
  // and the point `at2`.
  PairFrames over_road(const Force& force, const std::optional<Road>& road) const;
  PairFrames second_of(const Force& force, const std::optional<Road>& road) const;
  // Markers whose z axes follow `axis` on both bodies of a force: the angle between them is that of the force.
  PairFrames about_axis(const Force& force) const;
  // The road: origin and axes, x along its direction and z its normal.
  Frame road(const std::optional<Road>& road) const;
  // A point of a body (default: its centre of mass), with the body's axes.
  Frame point(const std::string& body, const std::optional<Point>& at) const;
  // Axes in a body with the z axis along a direction.
  Mat3<double> along(const std::string& body, const Direction& direction) const;
  // Axes of ground with the z axis along a direction as it is in the design position.
  Mat3<double> in_ground(const Direction& direction) const { return frame_about(global(direction)); }
  // The pair in the design position, at rest.
  Pair<double> designed(const PairFrames& frames) const;

 private:
  Vec3<double> global(const Point& point) const;
  Vec3<double> global(const Direction& direction) const;
  Mat3<double> frame_about(const Vec3<double>& z) const;
  Frame frame(const std::string& body, const Vec3<double>& origin, const Mat3<double>& axes) const;

  int dimension_;
  const std::vector<Pose<double>>& designed_;
  const std::unordered_map<std::string, int>& number_;
};

}  // namespace bricard
