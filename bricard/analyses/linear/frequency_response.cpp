#include "bricard/analyses/linear/frequency_response.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bricard/core/text.hpp"
#include "bricard/results/plot.hpp"

namespace bricard {

namespace {

using Complex = std::complex<double>;

constexpr double degree = std::numbers::pi / 180;

// Amplitude, phase in degrees, the phase continued from the one before.
double continued_phase(Complex value, double before) {
  const double phase = std::arg(value) / degree;
  return phase - 360 * std::round((phase - before) / 360);
}

// "tip.y / push"
std::string pair_name(const FrequencyResponse& response, int output, int input) {
  return response.outputs[output] + "/" + response.inputs[input];
}

}  // namespace

FrequencyRange range_of(const std::vector<Mode>& modes) {
  double least = 0, most = 0;
  for (const Mode& mode : modes)
    if (mode.frequency > 0) {
      least = least > 0 ? std::min(least, mode.frequency) : mode.frequency;
      most = std::max(most, mode.frequency);
    }
  FrequencyRange range;
  if (most > 0) {
    range.from = least / 10;
    range.to = most * 10;
  }
  return range;
}

namespace {

// `of_input`: of the value of every input.
template <class Transfer>
FrequencyResponse response_of(const std::vector<std::string>& inputs, const std::vector<Dimension>& of_input,
                              const std::vector<std::string>& outputs, const std::vector<Dimension>& of_output,
                              const FrequencyRange& range, const UnitSystem& units, const Transfer& transfer) {
  Eigen::MatrixXd factor(static_cast<int>(outputs.size()), static_cast<int>(inputs.size()));
  for (int j = 0; j < factor.cols(); ++j)
    for (int i = 0; i < factor.rows(); ++i) factor(i, j) = units.factor(of_input[j]) / units.factor(of_output[i]);
  FrequencyResponse out{inputs, outputs, {}, {}};
  const int points = std::max(range.points, 2);
  for (int i = 0; i < points; ++i) {
    const double f =
        i + 1 == points ? range.to : range.from * std::pow(range.to / range.from, static_cast<double>(i) / (points - 1));
    out.frequencies.push_back(f);
    out.H.push_back(transfer(f).cwiseProduct(factor.cast<Complex>()));
  }
  return out;
}

}  // namespace

FrequencyResponse frequency_response(const LinearModel& linear, const FrequencyRange& range, const UnitSystem& units) {
  std::vector<Dimension> of_input = linear.input_dimensions;
  for (std::size_t j = 0; j < of_input.size(); ++j)
    for (int order = linear.input_order[j]; order > 0; --order) of_input[j] = of_input[j] * dimension::time;
  return response_of(linear.inputs, of_input, linear.outputs, linear.output_dimensions, range, units,
                     [&](double f) { return transfer(linear, f); });
}

FrequencyResponse frequency_response(const SparseMotion& motion, const SparseModel& model, const FrequencyRange& range,
                                     const UnitSystem& units) {
  SparseResponse response(motion, model);
  return response_of(model.inputs, model.input_dimensions, model.outputs, model.output_dimensions, range, units,
                     [&](double f) { return response.at(f); });
}

std::string frequency_response_csv(const FrequencyResponse& response) {
  const int outputs = static_cast<int>(response.outputs.size()), inputs = static_cast<int>(response.inputs.size());
  std::string out = "frequency";
  for (int j = 0; j < inputs; ++j)
    for (int i = 0; i < outputs; ++i) {
      const std::string name = pair_name(response, i, j);
      out += fmt::format(",{0}.amplitude,{0}.phase,{0}.real,{0}.imag", name);
    }
  out += "\n";
  Eigen::MatrixXd phase = Eigen::MatrixXd::Zero(outputs, inputs);
  for (std::size_t k = 0; k < response.frequencies.size(); ++k) {
    out += to_text(response.frequencies[k]);
    for (int j = 0; j < inputs; ++j)
      for (int i = 0; i < outputs; ++i) {
        const Complex value = response.H[k](i, j);
        phase(i, j) = k == 0 ? std::arg(value) / degree : continued_phase(value, phase(i, j));
        out += fmt::format(",{},{},{},{}", to_text(std::abs(value)), to_text(phase(i, j)), to_text(value.real()),
                           to_text(value.imag()));
      }
    out += "\n";
  }
  return out;
}

std::string bode_svg(const FrequencyResponse& response, const Model& model) {
  Plot amplitude, phase;
  amplitude.title = model.name.empty() ? "Frequency response" : model.name + ": frequency response";
  amplitude.note = "amplitude of an output over that of an input, in the units of the model";
  amplitude.height = phase.height = 380;
  amplitude.x = phase.x = {"frequency", "Hz", Scale::logarithmic, response.frequencies.front(), response.frequencies.back()};
  amplitude.y = {"amplitude", "", Scale::logarithmic};
  phase.y = {"phase", "deg"};
  for (int j = 0; j < static_cast<int>(response.inputs.size()); ++j)
    for (int i = 0; i < static_cast<int>(response.outputs.size()); ++i) {
      Series size, angle;
      size.name = pair_name(response, i, j);
      size.markers = angle.markers = false;
      angle.name = size.name;
      size.x = angle.x = response.frequencies;
      for (const Eigen::MatrixXcd& H : response.H) {
        size.y.push_back(std::abs(H(i, j)));
        angle.y.push_back(angle.y.empty() ? std::arg(H(i, j)) / degree : continued_phase(H(i, j), angle.y.back()));
      }
      amplitude.series.push_back(std::move(size));
      phase.series.push_back(std::move(angle));
    }
  return stacked_svg({amplitude, phase});
}

}  // namespace bricard
