// The list of sensors: one line each. A file does not name their type while there is only one.
#pragma once
#include "bricard/core/types.hpp"
#include "bricard/elements/sensors/point_sensor.hpp"

namespace bricard {

using Sensors = Types<PointSensor>;

}  // namespace bricard
