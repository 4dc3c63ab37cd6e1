// What a K&C run leaves: kc.csv, one row per position of every test; kc.json, every value with its formula, method, frame and
// sign; kc.html, the sheet (kc_sheet.hpp); and the report in the terminal. Lengths in mm, angles in degrees, in the axes of the
// convention that was asked for.
#pragma once
#include <string>

#include "bricard/core/json_text.hpp"
#include "bricard/vehicle/kc.hpp"

namespace bricard::vehicle {

// Unit, formula, method, frame, sign and component, inside of an object.
void put_output(JsonText& json, const Output& output);

std::string kc_csv(const KcResults& results);
std::string kc_json(const KcResults& results, bool compact = false);
std::string kc_text(const KcResults& results);

}  // namespace bricard::vehicle
