#include "benchmarks/suite/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <sstream>

#include "benchmarks/suite/embedded.hpp"
#include "bricard/core/error.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "verification/n_four_bar.hpp"

namespace bricard::suite {

namespace {

std::string_view embedded(const std::string& name) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == name) return file.text;
  throw Error(name, "is not part of this program", "build it again");
}

}  // namespace

const std::vector<Case>& cases() {
  static const std::vector<Case> list{
      {"a01", "simple pendulum", "a01.bricard.yaml"},
      {"a02", "two four-bars, singular positions", "a02.bricard.yaml"},
      {"a02_40", "40 four-bars", "", 40},
      {"a02_400", "400 four-bars", "", 400},
      {"a03", "Andrews' squeezer", "a03.bricard.yaml"},
      {"a04", "Bricard's mechanism, redundant", "a04.bricard.yaml"},
      {"a05", "flyball governor, stiff", "a05.bricard.yaml"},
      {"car_axis", "car axis", "car_axis.bricard.yaml"},
      {"heavy_top", "heavy top", "heavy_top.bricard.yaml"},
  };
  return list;
}

Reference parse_reference(std::string_view text, const std::string& name) {
  Reference reference;
  std::istringstream lines{std::string(text)};
  std::string line, cell;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    if (line.starts_with("# ")) {
      reference.source += (reference.source.empty() ? "" : " ") + line.substr(2);
    } else if (reference.columns.empty()) {
      while (std::getline(cells, cell, ',')) reference.columns.push_back(cell);
      if (reference.columns.size() < 2 || reference.columns[0] != "t") throw Error(name, "the first column must be t");
      reference.columns.erase(reference.columns.begin());
    } else {
      for (std::size_t i = 0; std::getline(cells, cell, ','); ++i)
        (i == 0 ? reference.times : reference.values).push_back(std::stod(cell));
      if (reference.values.size() != reference.times.size() * reference.columns.size())
        throw Error(name, fmt::format("row {} does not have a value for every column", reference.times.size()));
    }
  }
  if (reference.times.empty()) throw Error(name, "there is no row");
  return reference;
}

Model model_of(const Case& each) {
  if (each.model.empty()) return n_four_bar(each.windows);
  const std::string name = "models/benchmarks/" + std::string(each.model);
  return read_yaml_text(std::string(embedded(name)), name);
}

Reference reference_of(const Case& each) {
  const std::string name = "benchmarks/references/" + std::string(each.name) + ".csv";
  return parse_reference(embedded(name), name);
}

AnalysisOptions options_of(const Reference& reference, const AnalysisOptions& asked) {
  AnalysisOptions options = asked;
  options.type = "dynamics";
  options.duration = reference.times.back();
  options.output_step = reference.times.back() / static_cast<double>(reference.times.size());
  return options;
}

double difference(const Results& results, const Reference& reference) {
  const std::size_t columns = reference.columns.size();
  const int t = results.column("t");
  double largest = 0;
  int row = 0;
  for (std::size_t i = 0; i < reference.times.size(); ++i) {
    const double at = reference.times[i];
    while (row < results.rows() && results.at(row, t) < at * (1 - 1e-9)) ++row;
    if (row == results.rows() || results.at(row, t) > at * (1 + 1e-9)) return std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < columns; ++c) {
      const int column = results.column(reference.columns[c]);
      if (column < 0) throw Error(reference.columns[c], "the reference has a column that the results do not have");
      const double away = std::abs(results.at(row, column) - reference.values[i * columns + c]);
      if (!std::isfinite(away)) return std::numeric_limits<double>::infinity();
      largest = std::max(largest, away);
    }
  }
  return largest;
}

Measurement measure(const Model& model, const Reference& reference, const AnalysisOptions& asked, const Control& control) {
  const AnalysisOptions options = options_of(reference, asked);
  const double start = cpu_time();
  const Results results = run(model, options, control);
  Measurement m;
  m.cpu_seconds = cpu_time() - start;
  const Summary& summary = results.summary;
  m.outcome = summary.outcome;
  m.methods = summary.methods;
  m.tolerance = options.tolerance.relative;
  m.steps = summary.steps;
  m.rejected = summary.rejected;
  m.evaluations = summary.evaluations;
  m.warnings = summary.warnings;
  m.error = difference(results, reference);
  return m;
}

double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace bricard::suite
