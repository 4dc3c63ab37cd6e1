#include "bricard/system/frames.hpp"

namespace bricard {

Vec3<double> FrameCompiler::global(const Point& point) const {
  if (point.body.empty()) return eigen(point.at);
  const Pose<double>& pose = designed_[number_.at(point.body)];
  return pose.p + pose.R * eigen(point.at);
}

Vec3<double> FrameCompiler::global(const Direction& direction) const {
  const Vector3 unit = direction.axis.normalized();
  return direction.body.empty() ? Vec3<double>(eigen(unit))
                                : Vec3<double>(designed_[number_.at(direction.body)].R * eigen(unit)).normalized();
}

Frame FrameCompiler::frame(const std::string& body, const Vec3<double>& origin, const Mat3<double>& axes) const {
  const int k = number_.at(body);
  const Pose<double>& pose = designed_[k];
  return {k, pose.R.transpose() * axes, pose.R.transpose() * (origin - pose.p)};
}

Frame FrameCompiler::point(const std::string& body, const std::optional<Point>& at) const {
  const int k = number_.at(body);
  const Pose<double>& pose = designed_[k];
  return {k, Mat3<double>::Identity(), at ? Vec3<double>(pose.R.transpose() * (global(*at) - pose.p)) : Vec3<double>::Zero()};
}

Mat3<double> FrameCompiler::along(const std::string& body, const Direction& direction) const {
  return designed_[number_.at(body)].R.transpose() * frame_along(global(direction), Vec3<double>::UnitX());
}

// Axes with the given z axis. In a planar model one of them is the normal: x stays in the plane.
Mat3<double> FrameCompiler::frame_about(const Vec3<double>& z) const {
  const bool in_plane = dimension_ == 2 && std::abs(z[2]) < 0.5;
  return frame_along(z, in_plane ? Vec3<double>(Vec3<double>::UnitZ().cross(z)) : Vec3<double>::UnitX());
}

namespace {

struct Axes {
  Mat3<double> A, B;
};

// A's z axis along the first direction, B's x axis along the second; x_A nearest to x_B, z_B nearest to z_A.
Axes crossed_axes(const Vec3<double>& z_A, const Vec3<double>& x_B) {
  const Mat3<double> A = frame_along(z_A, x_B);
  const Mat3<double> cycled = frame_along(x_B, A.col(1));  // its z is x_B, its x is y_B, its y is z_B
  Mat3<double> B;
  B << cycled.col(2), cycled.col(0), cycled.col(1);
  return {A, B};
}

}  // namespace

PairFrames FrameCompiler::of(const Joint& joint) const {
  const JointKeys uses = joint.kind->uses;
  const auto center = [&](int i) { return designed_[number_.at(joint.bodies[i])].p; };
  const Vec3<double> first = joint.at ? global(*joint.at) : center(0);
  const Vec3<double> second = joint.at2 ? global(*joint.at2) : joint.at ? first : center(1);
  Axes axes{Mat3<double>::Identity(), Mat3<double>::Identity()};
  if (uses.axis && uses.axis2) {
    axes = crossed_axes(global(*joint.axis), global(*joint.axis2));
  } else if (uses.axis || uses.axis2) {
    // z axes along the two directions; x axes equal in the design position as far as the z axes allow.
    const Vec3<double> axis2 = joint.axis2 ? global(*joint.axis2) : joint.axis ? global(*joint.axis) : Vec3<double>::UnitZ();
    const Vec3<double> axis = joint.axis ? global(*joint.axis) : axis2;
    axes.A = frame_about(axis);
    axes.B = frame_along(axis2, axes.A.col(0));
  }
  return {frame(joint.bodies[0], first, axes.A), frame(joint.bodies[1], second, axes.B)};
}

PairFrames FrameCompiler::of(const Constraint& constraint) const {
  const Vec3<double> first = constraint.at ? global(*constraint.at) : designed_[number_.at(constraint.bodies[0])].p;
  const Vec3<double> second = constraint.at2  ? global(*constraint.at2)
                              : constraint.at ? first
                                              : designed_[number_.at(constraint.bodies[1])].p;
  const Vec3<double> axis = constraint.axis ? global(*constraint.axis) : Vec3<double>::UnitZ();
  const Vec3<double> axis2 = constraint.axis2 ? global(*constraint.axis2) : axis;
  const Mat3<double> A = frame_about(axis);
  return {frame(constraint.bodies[0], first, A), frame(constraint.bodies[1], second, frame_along(axis2, A.col(0)))};
}

PairFrames FrameCompiler::of(const Force& force) const {
  if (force.from && force.to)
    return {frame(force.from->body, global(force.from->at), Mat3<double>::Identity()),
            frame(force.to->body, global(force.to->at), Mat3<double>::Identity())};
  if (force.bodies) {
    const Vec3<double> at = force.at ? global(*force.at) : designed_[number_.at((*force.bodies)[1])].p;
    const Mat3<double> axes =
        force.orientation ? rotation<double>(eigen(force.orientation->quaternion)) : Mat3<double>::Identity();
    return {frame((*force.bodies)[0], at, axes), frame((*force.bodies)[1], at, axes)};
  }
  // A load on one body, seen from ground. With a direction, z axes along it: in global axes for A, and for B along the same
  // direction in the design position (given in global axes, or in the body's own).
  PairFrames frames{Frame{}, point(force.body, force.at)};
  if (const Direction* direction = force.kind.direction()) {
    const Mat3<double> axes = frame_along(global(*direction), Vec3<double>::UnitX());
    frames.A.R = axes;
    frames.B.R = designed_[frames.B.body].R.transpose() * axes;
  }
  return frames;
}

Frame FrameCompiler::road(const std::optional<Road>& road) const {
  const Road used = road.value_or(Road{});
  const Vec3<double> normal = used.normal ? global(*used.normal) : Vec3<double>::UnitZ();
  const Vec3<double> along = used.direction ? global(*used.direction) : Vec3<double>::UnitX();
  return frame(used.body, used.at ? global(*used.at) : Vec3<double>::Zero(), frame_along(normal, along));
}

PairFrames FrameCompiler::over_road(const Force& force, const std::optional<Road>& the_road) const {
  return {road(the_road), force.wheel.empty() ? point(force.body, force.at) : point(force.wheel, force.at)};
}

PairFrames FrameCompiler::second_of(const Force& force, const std::optional<Road>& the_road) const {
  if (force.wheel.empty()) return {road(the_road), point(force.body, force.at2)};
  const Frame wheel = point(force.wheel, force.at);
  const Pose<double>& pose = designed_[wheel.body];
  return {frame(force.carrier, pose.p + pose.R * wheel.p, frame_about(force.axis ? global(*force.axis) : Vec3<double>::UnitY())), wheel};
}

PairFrames FrameCompiler::about_axis(const Force& force) const {
  const auto& [first, second] = *force.bodies;
  const Mat3<double> axes = frame_about(force.axis ? global(*force.axis) : Vec3<double>::UnitZ());
  return {frame(first, designed_[number_.at(first)].p, axes), frame(second, designed_[number_.at(second)].p, axes)};
}

Pair<double> FrameCompiler::designed(const PairFrames& frames) const {
  const auto place = [&](const Frame& frame) {
    const Pose<double>& pose = designed_[frame.body];
    return Pose<double>{pose.R * frame.R, pose.p + pose.R * frame.p};
  };
  const Pose<double> A = place(frames.A), B = place(frames.B);
  return {A.R, B.R, B.p - A.p, Vec3<double>::Zero(), Vec3<double>::Zero()};
}

}  // namespace bricard
