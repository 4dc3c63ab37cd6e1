#include "bricard/analyses/many/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/many/crew.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/results/root_locus.hpp"

namespace bricard {

namespace {

constexpr double most_values = 100000;

double number_of(const std::string& text, const UnitSystem& units) {
  const std::optional<Quantity> quantity = parse_quantity(text);
  if (!quantity || !std::isfinite(quantity->number))
    throw Error("--sweep", quoted(text) + " is not a number", "for instance --sweep v=0:10:0.1");
  if (!quantity->unit) return quantity->number;
  return quantity->number * quantity->unit->factor / units.factor(quantity->unit->dimension);
}

// What is kept of one run.
struct Part {
  std::vector<ResultColumn> columns;
  std::vector<double> row;  // the last
  Summary summary;
  std::string state;
  std::optional<Error> wrong;  // the model is wrong with this value
};

Part part_of(Results run) {
  Part part;
  if (run.rows() > 0) part.row.assign(run.values.end() - static_cast<std::ptrdiff_t>(run.columns.size()), run.values.end());
  part.columns = std::move(run.columns);
  part.summary = std::move(run.summary);
  part.state = std::move(run.state);
  return part;
}

// What the parts of a sweep have cost together.
void add_costs(const Summary& run, Summary& summary) {
  summary.steps += run.steps;
  summary.rejected += run.rejected;
  summary.evaluations += run.evaluations;
  summary.factorizations += run.factorizations;
  summary.violation.position = std::max(summary.violation.position, run.violation.position);
  summary.violation.velocity = std::max(summary.violation.velocity, run.violation.velocity);
  summary.violation.acceleration = std::max(summary.violation.acceleration, run.violation.acceleration);
}

// Warnings that many values share are told once, with the first value.
void add_warnings(const std::string& at, const Summary& run, std::vector<std::string>& told, std::vector<std::string>& warnings) {
  for (const std::string& warning : run.warnings) {
    if (std::find(told.begin(), told.end(), warning) != told.end()) continue;
    told.push_back(warning);
    warnings.push_back(at + warning);
  }
}

}  // namespace

Sweep parse_sweep(const std::string& text, const UnitSystem& units) {
  const auto wrong = [&](const std::string& what) {
    return Error("--sweep", what, "NAME=FROM:TO:STEP or NAME=A,B,.., for instance --sweep v=0:10:0.1");
  };
  const std::size_t equals = text.find('='), first = text.find(':'), second = text.find(':', first + 1);
  if (equals == 0 || equals == std::string::npos) throw wrong(fmt::format("expected NAME=FROM:TO:STEP, found {}", quoted(text)));
  Sweep sweep;
  sweep.parameter = text.substr(0, equals);
  if (first == std::string::npos && text.find(',') != std::string::npos) {
    for (std::size_t begin = equals + 1, end = begin; begin <= text.size(); begin = end + 1) {
      end = std::min(text.find(',', begin), text.size());
      sweep.values.push_back(number_of(text.substr(begin, end - begin), units));
    }
    return sweep;
  }
  if (first == std::string::npos || first < equals || second == std::string::npos)
    throw wrong(fmt::format("expected NAME=FROM:TO:STEP, found {}", quoted(text)));
  const double from = number_of(text.substr(equals + 1, first - equals - 1), units);
  const double to = number_of(text.substr(first + 1, second - first - 1), units);
  const double step = number_of(text.substr(second + 1), units);
  if (step == 0 && from != to) throw wrong("the step is zero");
  if ((to - from) * step < 0) throw wrong("the step leads away from the end");
  const double count = step == 0 ? 0 : (to - from) / step;
  if (count > most_values) throw wrong(fmt::format("more than {} values", most_values));
  const long steps = std::lround(std::floor(count + threshold::on_grid));
  for (long i = 0; i <= steps; ++i) sweep.values.push_back(from + static_cast<double>(i) * step);
  if (std::abs(sweep.values.back() - to) <= threshold::on_grid * std::abs(step)) sweep.values.back() = to;
  return sweep;
}

Results sweep(const Sweep& sweep, const AnalysisOptions& options, const Control& control) {
  const Stopwatch clock;
  std::vector<Part> parts(sweep.values.size());
  const std::size_t begun = run_side_by_side(parts.size(), 0, control, [&](std::size_t i, Control own) {
    own.vary = [&](std::vector<std::pair<std::string, double>> values) {
      values.emplace(values.begin(), sweep.parameter, sweep.values[i]);
      return control.vary(values);
    };
    own.rows = nullptr;
    own.last_row_only = !own.certify;  // a second run is compared along the whole motion
    try {
      parts[i] = part_of(run(own.vary({}), options, own));
    } catch (const Error& error) {
      parts[i].wrong = error;
    } catch (const std::exception& error) {
      parts[i].summary.outcome = Outcome::failure(error.what());
    }
  });
  for (const Part& part : parts)
    if (part.wrong) throw Error(*part.wrong);

  // The description of the model is that of the last run that was done; costs are added up.
  Results results;
  Summary& summary = results.summary;
  std::vector<std::string> told, warnings, failures;
  std::vector<LocusPoint> locus;
  for (std::size_t i = 0; i < begun; ++i) {
    const Part& part = parts[i];
    const std::string at = fmt::format("{} = {:.6g}: ", sweep.parameter, sweep.values[i]);
    add_warnings(at, part.summary, told, warnings);
    const bool failed = part.summary.outcome.failed();
    if (i == 0 || !failed) {
      const Summary before = std::exchange(summary, part.summary);
      add_costs(before, summary);
      results.state = part.state;
    }
    if (failed) {
      failures.push_back(at + part.summary.outcome.message);
      continue;
    }
    if (results.columns.empty()) {
      results.columns = part.columns;
      results.columns.insert(results.columns.begin(), {sweep.parameter, dimension::none});
    }
    if (!part.summary.modes.empty()) locus.push_back({sweep.values[i], part.summary.modes});
    results.values.push_back(sweep.values[i]);
    results.values.insert(results.values.end(), part.row.begin(), part.row.end());
  }
  if (!locus.empty()) {
    results.files.push_back({"root_locus.csv", locus_csv(sweep.parameter, locus)});
    results.files.push_back({"root_locus.svg", locus_svg(summary.model, sweep.parameter, "", locus)});
  }
  summary.warnings = std::move(warnings);
  if (begun < parts.size()) {
    summary.outcome = {Status::stopped, fmt::format("interrupted after {} of {} values", begun, parts.size())};
  } else if (failures.empty()) {
    summary.outcome = {Status::done, fmt::format("{} values of {}", parts.size(), sweep.parameter)};
  } else {
    summary.outcome = Outcome::failure(fmt::format("{} of {} values failed; {}", failures.size(), parts.size(), failures[0]));
    summary.warnings.insert(summary.warnings.end(), failures.begin() + 1, failures.end());
  }
  clock.stop(summary);
  return results;
}

}  // namespace bricard
