#include "bricard/model/road.hpp"

#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/model/references.hpp"

namespace bricard {

namespace {

// Spectral density at 0.1 cycles per meter of a class from A to H, m³.
double density_of(const std::string& roughness) { return 16e-6 * std::pow(4.0, roughness.at(0) - 'A'); }

}  // namespace

std::shared_ptr<const RoadSurface> road_surface(const Model& model) {
  auto surface = std::make_shared<RoadSurface>();
  if (!model.road) return surface;
  const Road& road = *model.road;
  if (road.type == RoadShape::profile) {
    const Table& table = model.tables.at(index_of(model.tables, road.table));
    const double length = model.units.factor(dimension::length);
    std::vector<Interpolant::Point> points;
    for (const auto& [s, z] : table.points) points.push_back({s * length, z * length});
    const auto curve = table.interpolation == Interpolation::linear  ? Interpolant::Curve::linear
                       : table.interpolation == Interpolation::akima ? Interpolant::Curve::akima
                                                                     : Interpolant::Curve::spline;
    surface->is_plane = false;
    surface->profile = Interpolant(points, curve, Interpolant::Outside::constant);
  } else if (road.type == RoadShape::rough) {
    const double density = density_of(road.roughness);
    surface->is_plane = false;
    surface->left = rough_waves(density, road.waviness, road.shortest, road.longest, 2 * road.seed);
    surface->right =
        road.same_tracks ? surface->left : rough_waves(density, road.waviness, road.shortest, road.longest, 2 * road.seed + 1);
  }
  return surface;
}

std::vector<Fault> check_road(const Model& model) {
  std::vector<Fault> faults;
  if (!model.road) return faults;
  const Road& road = *model.road;
  const auto fault = [&](const char* key, std::string what, std::string hint = {}) {
    faults.push_back({{}, std::string("road.") + key, std::move(what), std::move(hint)});
  };
  std::vector<std::string> bodies{"ground"}, tables;
  for (const Body& body : model.bodies) bodies.push_back(body.name);
  for (const Table& table : model.tables) tables.push_back(table.name);
  if (road.body != "ground" && index_of(model.bodies, road.body) < 0)
    fault("body", "unknown body " + quoted(road.body), did_you_mean(road.body, bodies));
  const auto has_length = [&](const std::optional<Direction>& direction, const char* key) {
    if (direction && !(direction->axis.norm() > 0)) fault(key, "the direction has zero length", "give a direction such as [0, 0, 1]");
  };
  has_length(road.normal, "normal");
  has_length(road.direction, "direction");
  const auto only = [&](bool given, RoadShape shape, const char* key, const char* whose) {
    if (given && road.type != shape) fault(key, "only a road of the type `" + std::string(whose) + "` has this key");
  };
  only(!road.table.empty(), RoadShape::profile, "table", "profile");
  if (road.type == RoadShape::plane && !road.normal) fault("normal", "a plane needs `normal`", "normal: [0, -0.1, 1]; type: flat is level");
  if (road.type == RoadShape::flat && road.normal) fault("normal", "a flat road has no `normal`", "type: plane");
  if (road.type == RoadShape::profile) {
    const int table = index_of(model.tables, road.table);
    if (road.table.empty()) fault("table", "a profile needs `table`, of heights over the distance");
    if (!road.table.empty() && table < 0) fault("table", "unknown table " + quoted(road.table), did_you_mean(road.table, tables));
    if (table >= 0 && model.tables[table].grid) fault("table", quoted(road.table) + " is a grid, and a profile needs a curve");
  }
  if (road.type == RoadShape::rough) {
    if (road.roughness.size() != 1 || road.roughness[0] < 'A' || road.roughness[0] > 'H')
      fault("roughness", "expected a class from A to H, found " + quoted(road.roughness));
    if (!(road.shortest > 0)) fault("shortest", "must be positive");
    if (!(road.longest > road.shortest)) fault("longest", "must be longer than `shortest`");
    if (!(road.seed == std::floor(road.seed))) fault("seed", "must be a whole number");
  }
  return faults;
}

}  // namespace bricard
