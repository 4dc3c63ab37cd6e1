// The K&C sheet: one HTML file for anyone's browser, with the data of one or more variants inside. Axes and signs are chosen in the
// sheet; the page itself is bricard/vehicle/kc_sheet.html.
#pragma once
#include <string>
#include <vector>

#include "bricard/vehicle/kc.hpp"

namespace bricard::vehicle {

// The first variant is the one the sheet is named after; `convention`: what the sheet shows first.
std::string kc_sheet(const std::vector<KcResults>& variants, const std::string& convention);

}  // namespace bricard::vehicle
