// How modes move with a parameter or with time: as a table and as a picture.
//
// Modes are followed by continuity: from one value to the next each goes on with the eigenvalue nearest to where its last two
// values lead, nearest pairs first. Where a pair becomes two real eigenvalues, or the reverse, a mode begins or ends.
#pragma once
#include <string>
#include <vector>

#include "bricard/results/results.hpp"

namespace bricard {

struct LocusPoint {
  double value = 0;  // of the parameter
  std::vector<Mode> modes;
};

// For every point, the number of each of its modes (from 1), the same from point to point.
std::vector<std::vector<int>> followed(const std::vector<LocusPoint>& points);

// NAME,mode,real,imag,frequency,damping: one row per value and mode.
std::string locus_csv(const std::string& name, const std::vector<LocusPoint>& points);
// Real part and frequency over the parameter.
std::string locus_svg(const std::string& title, const std::string& name, const std::string& unit,
                      const std::vector<LocusPoint>& points);

}  // namespace bricard
