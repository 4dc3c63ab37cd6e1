#include "page/scene/design.hpp"

#include <Eigen/Geometry>

namespace bricard::page {

// A body without position has no center of mass to speak of: its columns follow the point that is at the global origin in the
// design position (system/compile.cpp), and so do its markers.
Design::Design(const Model& model) : model_(model), frames_(model.dimension, designed_, number_) {
  designed_.resize(1);
  number_["ground"] = 0;
  for (const Body& body : model_.bodies) {
    number_[body.name] = static_cast<int>(designed_.size());
    designed_.push_back(
        {rotation<double>(eigen(body.orientation.quaternion)), eigen(body.position ? body.position->at : Vector3())});
  }
  uses_.resize(designed_.size());
}

Vec3<double> Design::local(int body, const Point& point) const {
  const Vec3<double> at = point.body.empty() ? eigen(point.at) : global(number(point.body), eigen(point.at));
  return pose(body).R.transpose() * (at - pose(body).p);
}

void Design::fasten(int body, const Vec3<double>& at, std::string_view section, std::string_view name) {
  uses_[body].push_back({at, section, name});
}

std::vector<Design::Attachment> Design::attachments(int body, double tolerance) const {
  std::vector<Attachment> found;
  for (const Use& use : uses_[body]) {
    Attachment* same = nullptr;
    for (Attachment& each : found)
      if ((each.at - use.at).squaredNorm() <= tolerance * tolerance) same = &each;
    if (!same) same = &found.emplace_back(Attachment{use.at, {}});
    const std::pair element{use.section, use.name};
    if (same->of.empty() || same->of.back() != element) same->of.push_back(element);
  }
  return found;
}

double Design::size() const {
  Eigen::AlignedBox3d box;
  for (std::size_t k = 0; k < uses_.size(); ++k)
    for (const Use& use : uses_[k]) box.extend(global(static_cast<int>(k), use.at));
  for (const NamedPoint& point : model_.points) box.extend(eigen(point.at));
  for (const Body& body : model_.bodies) {
    if (body.position) box.extend(eigen(body.position->at));
    const int k = number(body.name);
    for (const Geometry& shape : body.geometry) {
      Vec3<double> reach = Vec3<double>::Zero();
      if (shape.type == Shape::sphere && shape.radius) reach.setConstant(*shape.radius);
      if (shape.type == Shape::box && shape.size) reach = eigen(*shape.size) / 2;
      const Point center{shape.at ? shape.at->at : Vector3(), shape.at ? shape.at->body : body.name};
      for (const Point& point : {shape.from.value_or(center), shape.to.value_or(center)}) {
        const Vec3<double> at = global(k, local(k, point));
        box.extend(Vec3<double>(at - reach)).extend(Vec3<double>(at + reach));
      }
    }
  }
  const double size = box.isEmpty() ? 0 : box.diagonal().norm();
  return size > 0 ? size : 1;
}

}  // namespace bricard::page
