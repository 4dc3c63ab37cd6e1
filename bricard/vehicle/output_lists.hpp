// The parts of the lists of outputs.
#pragma once
#include "bricard/vehicle/outputs.hpp"

namespace bricard::vehicle {

using WheelOutputs = std::vector<WheelOutput>;
using AxleOutputs = std::vector<AxleOutput>;

void add_compliance(WheelOutputs& list);  // compliance_outputs.cpp
void add_compliance(AxleOutputs& list);

}  // namespace bricard::vehicle
