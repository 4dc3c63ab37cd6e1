#include "bricard/analyses/equilibrium/rest_range.hpp"

#include <cmath>

#include "bricard/analyses/equilibrium/equilibrium_coordinates.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double first_stride = 0.01, growth = 1.1, longest_stride = 0.1;  // characteristic lengths, or radians
constexpr double farthest = 20;
constexpr int halvings = 45;  // of a stride
constexpr int most_corrections = 8;

class Section {
 public:
  Section(const System& system, Creep& creep, const Creep::Place& place) : system_(system), creep_(creep), place_(place) {
    choose();
  }

  std::vector<EquilibriumReport::Range> ranges() {
    std::vector<EquilibriumReport::Range> list;
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      EquilibriumReport::Range& range = list.emplace_back();
      range.column = columns_[i];
      range.from = end(i, -1);
      range.to = end(i, 1);
    }
    return list;
  }

 private:
  // Independent rows of the rates of all coordinates along the free motions, the first ones first.
  void choose() {
    const Eigen::MatrixXd N = creep_.free_motions(place_);
    const auto coordinates = configuration(system_, place_.state);
    Eigen::MatrixXd rates(static_cast<Eigen::Index>(coordinates.size()), N.cols());
    for (Eigen::Index c = 0; c < N.cols(); ++c)
      rates.col(c) =
          configuration_rates(system_, place_.state, creep_.equations().scale().cwiseProduct(Eigen::VectorXd(N.col(c))));
    std::vector<Eigen::VectorXd> kept;  // orthonormal
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const auto& [column, value] = coordinates[i];
      if (column.dimension == dimension::none) continue;  // components of quaternions
      const double unit = column.dimension == dimension::length ? system_.length() : 1;
      Eigen::VectorXd row = rates.row(static_cast<Eigen::Index>(i)).transpose() / unit;
      const double size = row.norm();
      for (const Eigen::VectorXd& each : kept) row -= each.dot(row) * each;
      if (!(size > threshold::no_share) || !(row.norm() > threshold::told * size)) continue;
      kept.push_back(row / row.norm());
      chosen_.push_back(static_cast<int>(i));
      columns_.push_back(column);
      start_.push_back(value);
      unit_.push_back(unit);
    }
  }

  // With the chosen coordinate there and the others where they were: from a place nearby.
  std::optional<Creep::Place> at(const Creep::Place& from, std::size_t which, double value) {
    std::optional<Creep::Place> place = from;
    for (int i = 0; place && i < most_corrections; ++i) {
      const auto coordinates = configuration(system_, place->state);
      const auto count = static_cast<Eigen::Index>(chosen_.size());
      Eigen::VectorXd missing(count);
      for (std::size_t c = 0; c < chosen_.size(); ++c)
        missing[static_cast<Eigen::Index>(c)] = ((c == which ? value : start_[c]) - coordinates[chosen_[c]].second) / unit_[c];
      if (!(missing.cwiseAbs().maxCoeff() > threshold::cancelled)) return place;
      const Eigen::MatrixXd N = creep_.free_motions(*place);
      Eigen::MatrixXd rates(count, N.cols());
      for (Eigen::Index k = 0; k < N.cols(); ++k) {
        const Eigen::VectorXd all =
            configuration_rates(system_, place->state, creep_.equations().scale().cwiseProduct(Eigen::VectorXd(N.col(k))));
        for (Eigen::Index c = 0; c < count; ++c) rates(c, k) = all[chosen_[c]] / unit_[c];
      }
      State to;
      creep_.equations().move(place->state, product(N, LeastNorm(rates, threshold::dependent_direction).solve(missing)), to);
      place = creep_.look(to);
    }
    return {};  // the coordinate does not reach there
  }

  // The first value in a direction at which it does not rest; nothing: none was found.
  std::optional<double> end(std::size_t which, double direction) {
    Creep::Place from = place_;
    double value = start_[which], stride = first_stride;
    for (double gone = 0; gone < farthest; gone += stride, stride = std::min(growth * stride, longest_stride)) {
      const auto to = at(from, which, value + direction * stride * unit_[which]);
      if (!to) return {};
      if (!to->rests) {
        double rests = 0, moves = stride;
        for (int k = 0; k < halvings; ++k) {
          const double half = 0.5 * (rests + moves);
          const auto middle = at(from, which, value + direction * half * unit_[which]);
          if (!middle) return {};
          (middle->rests ? rests : moves) = half;
        }
        return value + direction * rests * unit_[which];
      }
      value += direction * stride * unit_[which];
      from = *to;
    }
    return {};
  }

  const System& system_;
  Creep& creep_;
  const Creep::Place& place_;
  std::vector<int> chosen_;  // in configuration()
  std::vector<ResultColumn> columns_;
  std::vector<double> start_, unit_;
};

}  // namespace

std::vector<EquilibriumReport::Range> ranges_of_rest(const System& system, Creep& creep, const Creep::Place& place) {
  return Section(system, creep, place).ranges();
}

}  // namespace bricard
