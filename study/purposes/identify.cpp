// Numbers of the model from a measurement: least squares of r = (model - data) / deviation by Levenberg and Marquardt within the
// intervals, derivatives by central differences.
//
//   (JᵀJ + μ diag JᵀJ) δ = -Jᵀ r;   covariance at the end  C = s² (JᵀJ)⁻¹,  s² = rᵀr/(m - n) where deviations are not given, else 1
//
// confidence intervals x_i ± t √C_ii with Student's t; they hold where the model is right, its errors are independent and it bends
// little within them. A search of its own, because Ceres would bring thirteen packages for a few numbers.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "study/purposes/purpose.hpp"
#include "study/small_numbers.hpp"

namespace bricard::study {

namespace {

const Identify& options_of(const Study& study) { return std::get<Identify>(study.purpose); }

double width(const Varied& varied) { return varied.high() - varied.low(); }

// Of the values of a run; empty where one is missing.
Eigen::VectorXd residuals(const Study& study, const std::vector<double>& values) {
  const Identify& options = options_of(study);
  const std::size_t rows = options.at.size(), first = study.measures.size();
  Eigen::VectorXd r(rows * options.match.size());
  if (values.size() != first + static_cast<std::size_t>(r.size())) return {};
  for (std::size_t c = 0; c < options.match.size(); ++c)
    for (std::size_t k = 0; k < rows; ++k)
      r[c * rows + k] = (values[first + c * rows + k] - options.data[c][k]) / options.deviations[c];
  return r.allFinite() ? r : Eigen::VectorXd();
}

// A step up and a step down of each number, inside of the intervals.
std::vector<Point> beside(const Study& study, const Point& at) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Varied& v = study.vary[i];
    for (const double side : {1.0, -1.0}) points.emplace_back(at)[i] = std::clamp(at[i] + side * difference_step * width(v), v.low(), v.high());
  }
  return points;
}

// ∂r/∂(x/width) from the residuals beside; where one is missing, from the other and the middle. False: both are.
bool jacobian(const Study& study, const Point& at, const Eigen::VectorXd& r, const std::vector<Eigen::VectorXd>& around, Eigen::MatrixXd& J) {
  const std::vector<Point> points = beside(study, at);
  J.resize(r.size(), static_cast<Eigen::Index>(at.size()));
  for (std::size_t i = 0; i < at.size(); ++i) {
    const bool has_up = around[2 * i].size() > 0, has_down = around[2 * i + 1].size() > 0;
    if (!has_up && !has_down) return false;
    const Eigen::VectorXd& up = has_up ? around[2 * i] : r;
    const Eigen::VectorXd& down = has_down ? around[2 * i + 1] : r;
    const double h = (has_up ? points[2 * i][i] : at[i]) - (has_down ? points[2 * i + 1][i] : at[i]);
    J.col(static_cast<Eigen::Index>(i)) = (up - down) * (width(study.vary[i]) / h);
  }
  return true;
}

long searches(const Study& study) { return static_cast<long>(options_of(study).starts); }

class Fit {
 public:
  Fit(const Study& study, long task, const Ask& ask) : study_(study), ask_(ask), x_(start_of_search(study, task, options_of(study).starts)) {}

  std::string run() {
    r_ = residuals_at({x_})[0];
    if (r_.size() == 0) return "the start has no residuals: " + reason_;
    std::string why;
    while (why.empty()) why = step();
    // Derivatives for the confidence intervals, where the best is: one of them may be better by a little.
    for (int i = 0; i < most_tries; ++i) {
      x_ = best_;
      residuals_at(beside(study_, x_));
      if (x_ == best_) break;
    }
    return fmt::format("{}, after {} runs", why, runs_);
  }

 private:
  std::vector<Eigen::VectorXd> residuals_at(const std::vector<Point>& points) {
    std::vector<Eigen::VectorXd> all;
    runs_ += points.size();
    for (const Run& run : ask_(points)) {
      all.push_back(run.failed ? Eigen::VectorXd() : residuals(study_, run.values));
      if (all.back().size() == 0) reason_ = run.reason;
      if (all.back().size() == 0 || all.back().squaredNorm() >= least_) continue;
      least_ = all.back().squaredNorm();
      best_ = points[all.size() - 1];
    }
    return all;
  }

  // Empty: go on.
  std::string step() {
    if (runs_ >= options_of(study_).evaluations) return "the number of runs is used up";
    Eigen::MatrixXd J;
    if (!jacobian(study_, x_, r_, residuals_at(beside(study_, x_)), J)) return "beside this point nothing can be run";
    const Eigen::VectorXd g = J.transpose() * r_;
    // Numbers at an end of their interval that would leave it stay.
    std::vector<Eigen::Index> free;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const Varied& v = study_.vary[i];
      const double gi = g[static_cast<Eigen::Index>(i)];
      if (!((x_[i] <= v.low() && gi > 0) || (x_[i] >= v.high() && gi < 0))) free.push_back(static_cast<Eigen::Index>(i));
    }
    if (free.empty()) return "all numbers are at ends of their intervals";
    const double cost = r_.squaredNorm();
    for (int tries = 0; tries < most_tries; ++tries) {
      const Point next = moved(J, free);
      double length = 0;
      for (std::size_t i = 0; i < x_.size(); ++i) length = std::max(length, std::abs(next[i] - x_[i]) / width(study_.vary[i]));
      if (length <= smallest_step) return "the numbers change no more";
      const Eigen::VectorXd r = residuals_at({next})[0];
      if (r.size() > 0 && r.squaredNorm() < cost) {
        x_ = next;
        r_ = r;
        damping_ /= 10;
        return cost - r.squaredNorm() <= smallest_gain * cost ? "the residuals change no more" : "";
      }
      damping_ *= 10;
    }
    return "no step makes the residuals smaller";
  }

  Point moved(const Eigen::MatrixXd& J, const std::vector<Eigen::Index>& free) const {
    const Eigen::MatrixXd Jf = J(Eigen::all, free);
    Eigen::MatrixXd stacked(Jf.rows() + Jf.cols(), Jf.cols());
    Eigen::VectorXd right = Eigen::VectorXd::Zero(stacked.rows());
    stacked.topRows(Jf.rows()) = Jf;
    stacked.bottomRows(Jf.cols()) = (Jf.colwise().norm() * std::sqrt(damping_)).asDiagonal();
    right.head(r_.size()) = -r_;
    const Eigen::VectorXd step = stacked.colPivHouseholderQr().solve(right);
    Point next = x_;
    for (std::size_t k = 0; k < free.size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(free[k]);
      const Varied& v = study_.vary[i];
      next[i] = std::clamp(x_[i] + step[static_cast<Eigen::Index>(k)] * width(v), v.low(), v.high());
    }
    return next;
  }

  static constexpr int most_tries = 12;
  const Study& study_;
  const Ask& ask_;
  Point x_, best_;
  std::string reason_;  // of the last run without residuals
  Eigen::VectorXd r_;
  double least_ = INFINITY;  // of the sums of squares, at best_
  double damping_ = 0.01;
  std::size_t runs_ = 0;
};

std::string search(const Study& study, long task, const Ask& ask) { return Fit(study, task, ask).run(); }

// The numbers that take most part in a direction.
std::string names_in(const Study& study, const Eigen::VectorXd& direction) {
  std::string names;
  for (Eigen::Index i = 0; i < direction.size(); ++i)
    if (std::abs(direction[i]) > 0.3 * direction.cwiseAbs().maxCoeff()) names += (names.empty() ? "" : ", ") + study.vary[static_cast<std::size_t>(i)].name;
  return names;
}

void tell_uncertainty(const Study& study, const Point& best, const Eigen::VectorXd& r, const Eigen::MatrixXd& J, Conclusion& conclusion) {
  const Identify& options = options_of(study);
  const Eigen::Index n = J.cols();
  const double freedoms = static_cast<double>(r.size() - n);
  const double variance = options.has_deviations ? 1 : r.squaredNorm() / freedoms;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::VectorXd s = svd.singularValues();
  for (Eigen::Index k = 0; k < n; ++k) {
    if (s[k] > unseen_direction * s[0]) continue;
    const std::string names = names_in(study, svd.matrixV().col(k));
    conclusion.json["unseen"].push_back(names);
    conclusion.text += fmt::format("  the data do not tell {} {}: fix one of them, or measure more\n", names, names.find(',') == std::string::npos ? "at all" : "apart");
  }
  if (s[n - 1] <= unseen_direction * s[0]) return;
  const Eigen::MatrixXd scaled = svd.matrixV() * s.cwiseInverse().asDiagonal();
  const Eigen::MatrixXd C = variance * scaled * scaled.transpose();
  const double p = (1 + options.confidence) / 2, t = options.has_deviations ? normal_quantile(p) : student_quantile(p, freedoms);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Varied& v = study.vary[static_cast<std::size_t>(i)];
    const double half = t * std::sqrt(C(i, i)) * width(v), x = best[static_cast<std::size_t>(i)];
    Json& json = conclusion.json["numbers"][v.name];
    json["low"] = x - half;
    json["high"] = x + half;
    conclusion.text += fmt::format("  {:<24} +- {:.3g}  ({:g} %)\n", v.name, half, 100 * options.confidence);
  }
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < i; ++j) {
      const double c = C(i, j) / std::sqrt(C(i, i) * C(j, j));
      const std::string &a = study.vary[static_cast<std::size_t>(j)].name, &b = study.vary[static_cast<std::size_t>(i)].name;
      conclusion.json["correlations"].push_back({{"numbers", {a, b}}, {"value", c}});
      if (std::abs(c) > close_correlation) conclusion.text += fmt::format("  {} and {} are hardly told apart: correlation {:.3f}\n", a, b, c);
    }
}

Conclusion conclude(const Evidence& evidence) {
  const Study& study = evidence.study;
  const Identify& options = options_of(study);
  Conclusion conclusion;
  conclusion.json["failed"] = failures_json(evidence.samples);
  conclusion.text = fmt::format("{} runs{}\n", evidence.samples.size(), failures_text(evidence.samples));
  for (const auto& [task, message] : evidence.ends) {
    conclusion.json["ends"].push_back({{"start", task}, {"message", message}});
    conclusion.text += fmt::format("  start {}: {}\n", task, message);
  }
  std::map<Point, Eigen::VectorXd> known;
  const Point* best = nullptr;
  for (const Sample& each : evidence.samples) {
    if (each.failed) continue;
    const auto at = known.emplace(each.point, residuals(study, evidence.values(each.key))).first;
    if (at->second.size() > 0 && (!best || at->second.squaredNorm() < known[*best].squaredNorm())) best = &at->first;
  }
  if (!best) {
    conclusion.text += "no run succeeded\n";
    return conclusion;
  }
  const Eigen::VectorXd r = known[*best];
  conclusion.json["root_mean_square"] = std::sqrt(r.squaredNorm() / static_cast<double>(r.size()));
  conclusion.text += fmt::format("residuals: root mean square {:.4g}{}, largest {:.4g}\n", conclusion.json["root_mean_square"].get<double>(),
                                 options.has_deviations ? " deviations" : "", r.cwiseAbs().maxCoeff());
  for (std::size_t i = 0; i < study.vary.size(); ++i) {
    conclusion.json["numbers"][study.vary[i].name]["value"] = (*best)[i];
    conclusion.text += fmt::format("  {:<24} {:.8g}{}{}\n", study.vary[i].name, (*best)[i], study.vary[i].unit.empty() ? "" : " ", study.vary[i].unit);
  }
  std::vector<Eigen::VectorXd> around;
  for (const Point& each : beside(study, *best)) {
    const auto found = known.find(each);
    around.push_back(found == known.end() ? Eigen::VectorXd() : found->second);
  }
  Eigen::MatrixXd J;
  if (jacobian(study, *best, r, around, J))
    tell_uncertainty(study, *best, r, J, conclusion);
  else
    conclusion.text += "  no confidence intervals: the search was cut short\n";
  const std::size_t rows = options.at.size();
  conclusion.json["over"] = {{"name", options.over}, {"values", options.at}};
  for (std::size_t c = 0; c < options.match.size(); ++c) {
    Json column{{"name", options.match[c].first}, {"data", options.data[c]}, {"residuals", Json::array()}};
    for (std::size_t k = 0; k < rows; ++k) column["residuals"].push_back(r[c * rows + k] * options.deviations[c]);
    conclusion.json["residuals"].push_back(std::move(column));
  }
  return conclusion;
}

}  // namespace

const PurposeEntry identify{"identify", "numbers from a measurement, with confidence intervals", nullptr, searches, search, conclude};

}  // namespace bricard::study
