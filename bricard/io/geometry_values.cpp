// Points, directions and body placements of a model file (ValueReader).
#include <algorithm>

#include "bricard/core/text.hpp"
#include "bricard/io/body_values.hpp"
#include "bricard/io/value_reader.hpp"

namespace bricard {

std::optional<std::vector<double>> ValueReader::numbers(const Node& node, const std::string& where,
                                                        std::optional<Dimension> dimension, std::size_t count) {
  reading_.note(where, node);
  if (!node.is_sequence() || node.items.size() != count) {
    const bool in_plane = planar() && count == 2;
    reading_.fault(node, where, "expected a list of " + std::to_string(count) + " numbers, found " + describe(node),
                   in_plane ? "points and directions of a planar model are [x, y]; what turns, turns about z" : "");
    return std::nullopt;
  }
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i)
    if (const auto value = number(node.items[i], where + '[' + std::to_string(i) + ']', dimension)) result.push_back(*value);
  return result.size() == count ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<Vector3> ValueReader::vector(const Node& node, const std::string& where, std::optional<Dimension> dimension) {
  const auto components = numbers(node, where, dimension, planar() ? 2 : 3);
  if (components && planar()) return Vector3((*components)[0], (*components)[1], 0);
  return components ? std::optional(Vector3((*components)[0], (*components)[1], (*components)[2])) : std::nullopt;
}

// [x, y, z], the name of a point, or {in: body, at: [x, y, z]}; planar: [x, y].
std::optional<Point> ValueReader::point(const Node& node, const std::string& where) {
  reading_.note(where, node);
  if (node.is_scalar()) {
    if (!is_there(node.text)) {
      reading_.spoil(where);
      return std::nullopt;
    }
    if (points_.count(node.text) == 0) {
      std::vector<std::string_view> names;
      if (reading_.tells_more())
        for (const auto& [name, item] : points_) names.push_back(name);
      reading_.fault(node, where, "unknown point " + quoted(node.text), did_you_mean(node.text, names));
      return std::nullopt;
    }
    const Vector3* at = named_point(node.text);
    if (!at) reading_.spoil(where);
    return at ? std::optional(Point{*at, ""}) : std::nullopt;
  }
  if (node.is_sequence()) {
    const auto at = vector(node, where, dimension::length);
    return at ? std::optional(Point{*at, ""}) : std::nullopt;
  }
  const Node* body = node.find("in");
  const Node* at = node.find("at");
  if (!node.is_map() || !body || !at) {
    reading_.fault(node, where, "expected a point, found " + describe(node),
                   planar() ? "[x, y], the name of a point, or {in: BODY, at: [x, y]}"
                            : "[x, y, z], the name of a point, or {in: BODY, at: [x, y, z]}");
    return std::nullopt;
  }
  check_keys(reading_, node, where, {"in", "at"});
  const auto name = text(*body, where + ".in");
  const auto coordinates = vector(*at, where + ".at", dimension::length);
  if (!name || !coordinates) return std::nullopt;
  return Point{*coordinates, *name == "ground" ? "" : *name};
}

// [x, y, z], {from: P, to: Q}, or {in: body, axis: [x, y, z]}; planar: [x, y], and [0, 0, -1] for a rotation against z.
std::optional<Direction> ValueReader::direction(const Node& node, const std::string& where) {
  reading_.note(where, node);
  if (planar() && node.is_sequence() && node.items.size() == 3) {  // an axis of rotation: [0, 0, 1] or [0, 0, -1]
    const auto axis = numbers(node, where, dimension::none, 3);
    if (!axis) return std::nullopt;
    const Vector3 normal((*axis)[0], (*axis)[1], (*axis)[2]);
    if (normal == Vector3::UnitZ() || normal == -Vector3::UnitZ()) return Direction{normal, ""};
    reading_.fault(node, where, "a planar model has no direction " + describe(node),
                   "write [x, y]; what turns, turns about z: leave the axis out");
    return std::nullopt;
  }
  if (node.is_sequence()) {
    const auto axis = vector(node, where, {});  // of any unit: [B.x - A.x, B.y - A.y, 0]
    return axis ? std::optional(Direction{*axis, ""}) : std::nullopt;
  }
  if (const Node* from = node.find("from"), *to = node.find("to"); from && to) {
    check_keys(reading_, node, where, {"from", "to"});
    const auto a = point(*from, where + ".from"), b = point(*to, where + ".to");
    if (!a || !b) return std::nullopt;
    if (a->body == b->body) return Direction{b->at - a->at, a->body};
    const auto start = to_global(a->at, a->body, true, *from, where + ".from");
    const auto end = to_global(b->at, b->body, true, *to, where + ".to");
    return start && end ? std::optional(Direction{*end - *start, ""}) : std::nullopt;
  }
  if (const Node* body = node.find("in"), *axis = node.find("axis"); body && axis) {
    check_keys(reading_, node, where, {"in", "axis"});
    const auto name = text(*body, where + ".in");
    const auto components = vector(*axis, where + ".axis", {});
    if (!name || !components) return std::nullopt;
    return Direction{*components, *name == "ground" ? "" : *name};
  }
  reading_.fault(node, where, "expected a direction, found " + describe(node),
                 planar() ? "[x, y], {from: POINT, to: POINT}, or {in: BODY, axis: [x, y]}"
                          : "[x, y, z], {from: POINT, to: POINT}, or {in: BODY, axis: [x, y, z]}");
  return std::nullopt;
}

std::optional<Vector3> ValueReader::global_point(const Node& node, const std::string& where) {
  const auto local = point(node, where);
  return local ? to_global(local->at, local->body, true, node, where) : std::nullopt;
}

std::optional<Vector3> ValueReader::global_direction(const Node& node, const std::string& where) {
  const auto local = direction(node, where);
  return local ? to_global(local->axis, local->body, false, node, where) : std::nullopt;
}

std::optional<Vector3> ValueReader::to_global(const Vector3& vector, const std::string& body, bool is_point, const Node& node,
                                              const std::string& where) {
  if (body.empty()) return vector;
  if (!is_there(body)) {
    reading_.spoil(where);
    return std::nullopt;
  }
  if (bodies_.count(body) == 0) {
    const Node* in = node.find("in");
    reading_.fault(in ? *in : node, where, "unknown body " + quoted(body), nearest_body(body));
    return std::nullopt;
  }
  const Placement* frame = placement(body);
  if (!frame) {
    reading_.spoil(where);
    return std::nullopt;
  }
  const Vector3 turned = rotation<double>(eigen(frame->orientation.quaternion)) * eigen(vector);
  return is_point ? Vector3(frame->position + turned) : turned;
}

std::string ValueReader::nearest_body(const std::string& name) const {
  if (!reading_.tells_more()) return {};
  std::vector<std::string_view> names{"ground"};
  for (const auto& [known, item] : bodies_) names.push_back(known);
  std::sort(names.begin(), names.end());
  return did_you_mean(name, names);
}

std::optional<Placement> ValueReader::read_placement(const Node& body, const std::string& where, const Vector3& otherwise) {
  Placement placement;
  placement.position = otherwise;
  const Node* position = body.find("position");
  const Node* orientation = body.find("orientation");
  if (position && !position->is_null()) {
    const auto at = global_point(*position, where + ".position");
    if (!at) return std::nullopt;
    placement.position = *at;
  }
  if (orientation && !orientation->is_null()) {
    const auto turned = read_orientation(*this, *orientation, where + ".orientation", placement.position);
    if (!turned) return std::nullopt;
    placement.orientation = *turned;
  }
  return placement;
}

}  // namespace bricard
