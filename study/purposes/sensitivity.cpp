// Which varied number matters, for each measure.
//
//   local    ∂y/∂x at the start, by central differences; of `scatter` also σ ∂y/∂x
//   morris   mean μ* of |elementary effects| and their deviation σ along random paths through a grid of the cube (Morris 1991;
//            Campolongo, Cariboni, Saltelli 2007): μ* ranks, σ shows bends and interplay
//   sobol    shares of the variance, with samples A, B and A with column i of B (AB_i):
//              first order  S_i = mean(f(B) (f(AB_i) - f(A))) / V                        (Saltelli et al. 2010, table 2 b)
//              total        T_i = mean((f(A) - f(AB_i))²) / 2V                           (Jansen 1999)
//            V is the variance over A and B. Confidence by bootstrap over the rows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/core/error.hpp"
#include "study/purposes/purpose.hpp"
#include "study/random.hpp"
#include "study/small_numbers.hpp"

namespace bricard::study {

namespace {

using Method = Sensitivity::Method;

constexpr int levels = 4;        // of Morris's grid; with steps of half of it all are visited alike
constexpr double margin = 0.005;  // of a distribution: its ends may be infinitely far
constexpr int resamplings = 500;  // of the bootstrap

const Sensitivity& options_of(const Study& study) { return std::get<Sensitivity>(study.purpose); }

// Few numbers or a cheap look: `auto` is Morris beyond eight numbers, for which Sobol's indices cost ten thousand runs.
Method method_of(const Study& study) {
  constexpr std::size_t few = 8;
  const Method method = options_of(study).method;
  if (method != Method::automatic) return method;
  return study.vary.size() <= few ? Method::sobol : Method::morris;
}

// The start, then a step up and a step down of each number.
std::vector<Point> local_points(const Study& study) {
  Point start;
  for (const Varied& each : study.vary) start.push_back(each.start);
  std::vector<Point> points{start};
  for (std::size_t i = 0; i < study.vary.size(); ++i) {
    const Varied& varied = study.vary[i];
    const Distribution& d = varied.distribution;
    const double width = d.quantile(0.84) - d.quantile(0.16);
    for (const double side : {1.0, -1.0}) points.emplace_back(start)[i] += side * 2 * difference_step * width;
  }
  return points;
}

// Each path takes one step of two thirds of the cube along each direction, in random order and from a random place of the grid.
std::vector<std::vector<double>> morris_paths(const Study& study) {
  const std::size_t n = study.vary.size();
  Random random(study.sampling.seed);
  std::vector<std::vector<double>> points;
  for (std::size_t path = 0; path < options_of(study).trajectories; ++path) {
    std::vector<int> level(n);
    for (int& each : level) each = static_cast<int>(random.below(levels));
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i;
    for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    const auto add = [&] {
      auto& point = points.emplace_back();
      for (std::size_t i = 0; i < n; ++i) {
        const double u = static_cast<double>(level[i]) / (levels - 1);
        point.push_back(study.vary[i].kind == Varied::Kind::interval ? u : margin + (1 - 2 * margin) * u);
      }
    };
    add();
    for (const std::size_t i : order) {
      level[i] += level[i] < levels / 2 ? levels / 2 : -levels / 2;
      add();
    }
  }
  return points;
}

// Row k: A_k, B_k, then AB_1k, AB_2k, ...
std::vector<std::vector<double>> sobol_rows(const Study& study) {
  const std::size_t n = study.vary.size();
  const SamplingKind kind = study.sampling.kind == SamplingKind::grid ? SamplingKind::sobol : study.sampling.kind;
  std::vector<std::vector<double>> points;
  for (const auto& both : unit_points(kind, 2 * n, options_of(study).samples, study.sampling.seed)) {
    const std::vector<double> a(both.begin(), both.begin() + static_cast<std::ptrdiff_t>(n)), b(both.begin() + static_cast<std::ptrdiff_t>(n), both.end());
    points.push_back(a);
    points.push_back(b);
    for (std::size_t i = 0; i < n; ++i) points.emplace_back(a)[i] = b[i];
  }
  return points;
}

std::vector<Point> design(const Study& study) {
  if (method_of(study) == Method::local) return local_points(study);
  return points_at(study, method_of(study) == Method::morris ? morris_paths(study) : sobol_rows(study));
}

// The middle `confidence` of the values.
std::pair<double, double> middle_of(std::vector<double> values, double confidence) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) { return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))]; };
  return {at((1 - confidence) / 2), at((1 + confidence) / 2)};
}

struct Interval {
  double value = 0, low = 0, high = 0;
  Json json() const { return {{"value", value}, {"low", low}, {"high", high}}; }
  std::string text() const { return fmt::format("{:.3f} ({:.3f} to {:.3f})", value, low, high); }
};

class Measured {
 public:
  Measured(const Evidence& evidence, std::size_t measure) : evidence_(evidence), measure_(measure) {}
  double operator()(std::size_t sample) const {
    return sample < evidence_.samples.size() ? evidence_.samples[sample].measures[measure_] : std::nan("");
  }

 private:
  const Evidence& evidence_;
  std::size_t measure_;
};

void conclude_local(const Evidence& evidence, std::size_t m, Conclusion& conclusion) {
  const Study& study = evidence.study;
  const std::vector<Point> points = local_points(study);
  const Measured y(evidence, m);
  for (std::size_t i = 0; i < study.vary.size(); ++i) {
    const Varied& varied = study.vary[i];
    const double h = points[1 + 2 * i][i] - points[0][i], slope = (y(1 + 2 * i) - y(2 + 2 * i)) / (2 * h);
    const double bend = (y(1 + 2 * i) - 2 * y(0) + y(2 + 2 * i)) / (h * h);
    conclusion.json[study.measures[m].name][varied.name] = {{"derivative", slope}, {"second_derivative", bend}};
    conclusion.text += fmt::format("  {:<24} {:.6g}{}\n", varied.name, slope, varied.unit.empty() ? "" : " per " + varied.unit);
  }
}

struct MorrisEffects {
  double mean = 0, size = 0, deviation = 0;
};

MorrisEffects morris_of(const std::vector<double>& effects) {
  MorrisEffects found;
  const double n = static_cast<double>(effects.size());
  for (const double each : effects) found.mean += each / n, found.size += std::abs(each) / n;
  for (const double each : effects) found.deviation += (each - found.mean) * (each - found.mean) / std::max(1.0, n - 1);
  found.deviation = std::sqrt(found.deviation);
  return found;
}

void conclude_morris(const Evidence& evidence, std::size_t m, Conclusion& conclusion) {
  const Study& study = evidence.study;
  const std::size_t n = study.vary.size(), width = n + 1;
  const auto points = morris_paths(study);
  const Measured y(evidence, m);
  std::vector<std::vector<double>> effects(n);
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    if (k % width == width - 1) continue;
    const std::size_t i = static_cast<std::size_t>(std::mismatch(points[k].begin(), points[k].end(), points[k + 1].begin()).first - points[k].begin());
    const double effect = (y(k + 1) - y(k)) / (points[k + 1][i] - points[k][i]);
    if (std::isfinite(effect)) effects[i].push_back(effect);
  }
  Random random(study.sampling.seed, 1);
  for (std::size_t i = 0; i < n; ++i) {
    if (effects[i].empty()) {
      conclusion.text += fmt::format("  {:<24} no run has it\n", study.vary[i].name);
      continue;
    }
    const MorrisEffects found = morris_of(effects[i]);
    std::vector<double> again;
    for (int r = 0; r < resamplings; ++r) {
      std::vector<double> drawn;
      for (std::size_t k = 0; k < effects[i].size(); ++k) drawn.push_back(effects[i][random.below(effects[i].size())]);
      again.push_back(morris_of(drawn).size);
    }
    const auto [low, high] = middle_of(again, options_of(study).confidence);
    const Interval size{found.size, low, high};
    conclusion.json[study.measures[m].name][study.vary[i].name] = {{"mu_star", size.json()}, {"mu", found.mean}, {"sigma", found.deviation}};
    conclusion.text += fmt::format("  {:<24} mu* {:.4g} ({:.4g} to {:.4g})  sigma {:.4g}\n", study.vary[i].name, size.value, low, high, found.deviation);
  }
}

// Of rows by number, for one direction: first order and total.
std::pair<double, double> sobol_of(const Measured& y, std::size_t width, std::size_t i, const std::vector<std::size_t>& rows) {
  double mean = 0, variance = 0, first = 0, total = 0;
  const double n = static_cast<double>(rows.size());
  for (const std::size_t k : rows) mean += (y(k * width) + y(k * width + 1)) / (2 * n);
  for (const std::size_t k : rows) {
    const double a = y(k * width) - mean, b = y(k * width + 1) - mean, ab = y(k * width + 2 + i) - mean;
    variance += (a * a + b * b) / (2 * n);
    first += b * (ab - a) / n;
    total += (a - ab) * (a - ab) / (2 * n);
  }
  return {first / variance, total / variance};
}

void conclude_sobol(const Evidence& evidence, std::size_t m, Conclusion& conclusion) {
  const Study& study = evidence.study;
  const std::size_t n = study.vary.size(), width = n + 2;
  const Measured y(evidence, m);
  std::vector<std::size_t> rows;  // those without a failure
  for (std::size_t k = 0; k < evidence.samples.size() / width; ++k) {
    bool whole = true;
    for (std::size_t j = 0; j < width; ++j) whole = whole && std::isfinite(y(k * width + j));
    if (whole) rows.push_back(k);
  }
  if (rows.size() < 2) {
    conclusion.text += "  too few runs have it\n";
    return;
  }
  if (rows.size() < options_of(study).samples)
    conclusion.text += fmt::format("  of {} rows, {} are whole; the others are left out\n", options_of(study).samples, rows.size());
  Random random(study.sampling.seed, 1);
  std::vector<std::vector<std::size_t>> drawn(resamplings);
  for (auto& each : drawn)
    for (std::size_t k = 0; k < rows.size(); ++k) each.push_back(rows[random.below(rows.size())]);
  for (std::size_t i = 0; i < n; ++i) {
    const auto [first, total] = sobol_of(y, width, i, rows);
    std::vector<double> firsts, totals;
    for (const auto& each : drawn) {
      const auto again = sobol_of(y, width, i, each);
      firsts.push_back(again.first);
      totals.push_back(again.second);
    }
    const auto f = middle_of(firsts, options_of(study).confidence), t = middle_of(totals, options_of(study).confidence);
    const Interval s{first, f.first, f.second}, st{total, t.first, t.second};
    conclusion.json[study.measures[m].name][study.vary[i].name] = {{"first", s.json()}, {"total", st.json()}};
    conclusion.text += fmt::format("  {:<24} first {}  total {}\n", study.vary[i].name, s.text(), st.text());
  }
}

Conclusion conclude(const Evidence& evidence) {
  Conclusion conclusion;
  const Method method = method_of(evidence.study);
  constexpr const char* names[] = {"auto", "local", "morris", "sobol"};
  constexpr const char* words[] = {"", "derivatives at the start, by central differences", "Morris: effects, as over the whole range", "Sobol: shares of the variance"};
  conclusion.json["failed"] = failures_json(evidence.samples);
  conclusion.text = fmt::format("{}; {} runs{}\n", words[static_cast<int>(method)], evidence.samples.size(), failures_text(evidence.samples));
  Conclusion measures;
  for (std::size_t m = 0; m < evidence.study.measures.size(); ++m) {
    measures.text += evidence.study.measures[m].name + "\n";
    (method == Method::local ? conclude_local : method == Method::morris ? conclude_morris : conclude_sobol)(evidence, m, measures);
  }
  conclusion.json["method"] = names[static_cast<int>(method)];
  conclusion.json["measures"] = std::move(measures.json);
  conclusion.text += measures.text;
  return conclusion;
}

}  // namespace

const PurposeEntry sensitivity{"sensitivity", "which varied number matters: derivatives, Morris, Sobol indices", design, nullptr, nullptr, conclude};

}  // namespace bricard::study
