// Tires in files: `.tir` as MF-Tyre, Adams and others write it, and tables of measured forces.
//
// A .tir file has sections in brackets, `NAME = value` with comments after $ or !, texts in quotes and tables under a line in braces.
// [UNITS] may be anything that is known by name; coefficients of the Magic Formula are for newton and radian in every file. FITTYP 6
// (some programs: 52) is 5.2, 61 and 62 are 6.1 and 6.2, of which turn slip is not taken; without FITTYP the name of the format
// decides: PAC2002 is 5.2, FIALA the Fiala tire. Missing coefficients are 0, missing scalings 1.
#pragma once
#include <string_view>
#include <vector>

#include "bricard/core/error.hpp"
#include "bricard/elements/tires/tire_law.hpp"

namespace bricard {

// Adds to the faults, each with its line, what the file does not say right.
TireLaw read_tir(std::string_view text, const std::string& path, std::vector<Fault>& faults);

// A header with the columns fz, slip, fx, fy, mz, then one row for every load and slip, in SI: slip is kappa of fx, and alpha in
// radians of fy and mz.
TireTable read_tire_table(std::string_view text, const std::string& path, std::vector<Fault>& faults);

}  // namespace bricard
