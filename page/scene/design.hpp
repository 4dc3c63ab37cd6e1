// The design position of a model: where each body stands and where on it its markers are, as the program itself computes them
// (system/frames.hpp); and the points of every body that something is fastened to.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bricard/system/frames.hpp"

namespace bricard::page {

class Design {
 public:
  explicit Design(const Model& model);  // which it looks into as long as it is there
  Design(const Design&) = delete;
  Design& operator=(const Design&) = delete;

  const FrameCompiler& frames() const { return frames_; }
  // From 1 in the model's order; ground is 0.
  int number(const std::string& body) const { return number_.at(body); }
  const Pose<double>& pose(int body) const { return designed_[body]; }
  Vec3<double> global(int body, const Vec3<double>& p) const { return pose(body).p + pose(body).R * p; }
  Vec3<double> local(int body, const Point& point) const;  // body axes, from the center of mass

  // An element uses a point of a body.
  void fasten(int body, const Vec3<double>& at, std::string_view section, std::string_view name);
  // Points that lie nearer to each other than `tolerance` are one.
  struct Attachment {
    Vec3<double> at;
    std::vector<std::pair<std::string_view, std::string_view>> of;  // section and name
  };
  std::vector<Attachment> attachments(int body, double tolerance) const;

  // The diagonal of the box around all that stands somewhere: bodies with a position, what is fastened, points, shapes.
  double size() const;

 private:
  struct Use {
    Vec3<double> at;
    std::string_view section, name;
  };
  const Model& model_;
  std::vector<Pose<double>> designed_;
  std::unordered_map<std::string, int> number_;
  FrameCompiler frames_;
  std::vector<std::vector<Use>> uses_;
};

}  // namespace bricard::page
