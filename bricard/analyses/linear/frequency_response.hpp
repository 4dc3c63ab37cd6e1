// Outputs over inputs of a linear model at many frequencies: table and plot.
#pragma once
#include <string>
#include <vector>

#include "bricard/analyses/linear/linear_model.hpp"
#include "bricard/analyses/linear/sparse_model.hpp"
#include "bricard/model/analysis.hpp"

namespace bricard {

struct FrequencyResponse {
  std::vector<std::string> inputs, outputs;
  std::vector<double> frequencies;  // Hz, equally spaced on a logarithmic axis
  std::vector<Eigen::MatrixXcd> H;  // outputs × inputs, in the file's units
};

// Of a model in SI.
FrequencyResponse frequency_response(const LinearModel& linear, const FrequencyRange& range, const UnitSystem& units);
FrequencyResponse frequency_response(const SparseMotion& motion, const SparseModel& model, const FrequencyRange& range,
                                     const UnitSystem& units);
// A range around the frequencies of the modes.
FrequencyRange range_of(const std::vector<Mode>& modes);

std::string frequency_response_csv(const FrequencyResponse& response);
std::string bode_svg(const FrequencyResponse& response, const Model& model);

}  // namespace bricard
