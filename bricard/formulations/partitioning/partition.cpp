#include "bricard/formulations/partitioning/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/math/thresholds.hpp"
#include "bricard/system/row_length.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

namespace {

// Amplification of errors of the independent velocities: what is worth another choice, what a wish may cost, and what it may
// cost when it is taken back.
constexpr double fair = 2, bad = 10, good_again = 3;
constexpr double clearly_better = 0.7;   // factor of it that is worth another choice
constexpr double nearly_spanned = 0.03;  // sine of the angle to the span of the columns taken
constexpr double good_contraction = 0.1;
// A turning part passes every angle, while its points come to a stand: equations of motion by angles are nearer to linear, and
// angles are preferred by counting in fractions of a radian.
constexpr double angle_unit = 0.25;
constexpr double moves_more = 1.1;  // than the velocity it follows
constexpr int most_exchanges = 30;
constexpr std::size_t most_named = 6;

// `count` columns of A that span its range well. Columns of a lower class are taken first, as long as they are not nearly spanned
// by those taken.
std::vector<int> spanning_columns(Eigen::MatrixXd A, const std::vector<int>& rank_of_column, int count) {
  const Eigen::VectorXd whole = A.colwise().norm();
  std::vector<char> taken(static_cast<std::size_t>(A.cols()), 0);
  std::vector<int> columns;
  const auto take_from = [&](auto&& is_candidate, double least) {
    while (static_cast<int>(columns.size()) < count) {
      int best = -1;
      double most = 0;
      for (int j = 0; j < A.cols(); ++j) {
        if (taken[j] || !is_candidate(j)) continue;
        const double rest = A.col(j).norm();
        if (rest > most * (1 + threshold::tie) && rest > least * whole[j]) {  // of equal ones the first, whatever rounding says
          most = rest;
          best = j;
        }
      }
      if (best < 0) return;
      taken[best] = 1;
      columns.push_back(best);
      const Eigen::VectorXd direction = A.col(best) / most;
      A -= direction * (direction.transpose() * A).eval();
    }
  };
  for (int c = 0; c <= 2; ++c) take_from([&](int j) { return rank_of_column[j] == c; }, nearly_spanned);
  take_from([](int) { return true; }, 0);
  std::sort(columns.begin(), columns.end());
  return columns;
}

}  // namespace

Partition::Partition(const ProblemSettings& settings)
    : system_(*settings.system),
      report_(settings.report),
      e_(system_),
      wishes_(system_, settings.options),
      names_(velocity_names(system_)) {
  const std::vector<int>& rows = system_.active_rows();
  row_scale_.setOnes(static_cast<int>(rows.size()));
  for (std::size_t l = 0; l < rows.size(); ++l) {
    velocity_.rows.push_back(static_cast<int>(l));
    if (rows[l] >= system_.constraints().rows || !system_.constraints().is_rate_row[rows[l]])
      position_.rows.push_back(static_cast<int>(l));
  }
  column_scale_.resize(system_.nv());
  for (int j = 0; j < system_.nv(); ++j) {
    const double per_radian = system_.v_per_radian()[j];
    column_scale_[j] = per_radian > 0 ? angle_unit * per_radian : system_.length();
  }
  if (static_cast<int>(settings.selected.size()) != e_.kernel.rows() || settings.start.q.size() != system_.nq()) return;
  e_.kernel.set_selected(settings.selected);
  choose_first(settings.start, e_.kernel);
}

// At the start of a run what cannot be is an Error; where an event starts it anew, a warning.
void Partition::choose_first(const State& start, const KernelRows& rows) {
  equations(start, false);
  choose(ranks(rows), Heed::numbers);
  const bool is_start = !report_ || report_->choices.empty();
  if (wishes_.any()) {
    if (is_start) wishes_.check_number(static_cast<int>(velocity_.independent.size()));
    if (const std::string why = contradiction(start, rows); is_start && !why.empty())
      throw Error("analysis.independent", why + ": no partition has all of these coordinates independent",
                  "leave it out, or name a joint that moves by itself");
    equations(start, false);
    choose(ranks(rows), Heed::wishes);
  }
  if (report_ && is_start) report_->warnings.insert(report_->warnings.end(), wishes_.notes().begin(), wishes_.notes().end());
  tell(start.t);
}

Eigen::MatrixXd Partition::by_independent() const {
  const int free = static_cast<int>(velocity_.independent.size());
  Eigen::MatrixXd R = Eigen::MatrixXd::Zero(system_.nv(), free);
  for (int j = 0; j < free; ++j) R(velocity_.independent[j], j) = 1;
  if (velocity_.dependent.empty() || free == 0) return R;
  const Eigen::MatrixXd follow = velocity_.factors.solve_all(scaled(velocity_, velocity_.independent));
  for (int i = 0; i < follow.rows(); ++i) R.row(velocity_.dependent[i]) = -follow.row(i);
  return R;
}

// Why the wishes cannot be independent together, here and a little further along a free motion; empty: they can, at least there.
std::string Partition::contradiction(const State& start, const KernelRows& rows) {
  factor(velocity_);
  const Eigen::MatrixXd R = by_independent();
  const std::string here = wishes_.contradiction(R);
  if (here.empty()) return here;
  State nearby = start;
  Eigen::VectorXd push(R.cols());
  for (int j = 0; j < push.size(); ++j) push[j] = 1 + 0.3 * std::sin(1 + 2.0 * j);  // some motion that favors none
  nearby.v = column_scale_.cwiseProduct(R * push);
  system_.motion(nearby, e_);
  const double speed = system_.speed(e_);
  if (!(speed > 0)) return here;
  system_.move(start.q, 0.02 * system_.length() / speed * nearby.v, e_.moved);
  nearby.q = e_.moved;
  nearby.v.setZero();
  if (!close(nearby, rows, threshold::nearly_closed)) return here;
  equations(nearby, false);
  factor(velocity_);
  return wishes_.contradiction(by_independent());
}

const Matrices<double>& Partition::equations(const State& state, bool with_forces, const Values<double>* decisions) {
  system_.motion(state, e_);
  if (with_forces) {
    if (decisions) {
      e_.k.decisions = decisions->decisions;
      e_.k.holds_decisions = decisions->holds_decisions;
    }
    system_.forces(e_);
    if (decisions) apply_rubbing(system_, e_, decisions->rubbing);
  }
  return m_ = matrices(system_, e_.k);
}

// The rank of the constraints as the kernel sees it: tree joints and own rows are independent, loop rows where they are selected.
Partition::Ranks Partition::ranks(const KernelRows& kernel) const {
  std::vector<char> left_out(system_.constraints().rows + system_.own_rows(), 0);
  for (std::size_t l = 0; l < system_.loop_groups().size(); ++l) {
    const RowGroup& group = system_.constraints().groups[system_.loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i)
      if (!kernel.selected()[kernel.first_row(static_cast<int>(l)) + i]) left_out[group.first_row + i] = 1;
  }
  Ranks ranks;
  for (const int row : system_.active_rows()) {
    if (left_out[row]) continue;
    ++ranks.velocity;
    if (row >= system_.constraints().rows || !system_.constraints().is_rate_row[row]) ++ranks.position;
  }
  return ranks;
}

Eigen::MatrixXd Partition::scaled(const Level& level, const std::vector<int>& columns) const {
  Eigen::MatrixXd A(static_cast<int>(level.rows.size()), static_cast<int>(columns.size()));
  for (int j = 0; j < A.cols(); ++j)
    for (int i = 0; i < A.rows(); ++i)
      A(i, j) = row_scale_[level.rows[i]] * m_.Phi_v(level.rows[i], columns[j]) * column_scale_[columns[j]];
  return A;
}

void Partition::take(Level& level, const std::vector<int>& dependent) const {
  level.dependent = dependent;
  level.independent.clear();
  for (int j = 0, next = 0; j < system_.nv(); ++j) {
    if (next < static_cast<int>(dependent.size()) && dependent[next] == j)
      ++next;
    else
      level.independent.push_back(j);
  }
}

// Dependent velocities contain those of positions: rows for velocities only add to them.
void Partition::choose(Ranks ranks, Heed heed) {
  ranks_ = ranks;
  for (int l = 0; l < row_scale_.size(); ++l)
    row_scale_[l] = length_per_one(system_, e_, system_.active_rows()[l]) / system_.length();
  std::vector<int> all(system_.nv()), rank_of_column(system_.nv());
  for (int j = 0; j < system_.nv(); ++j) {
    all[j] = j;
    rank_of_column[j] = heed == Heed::wishes ? 1 + wishes_.wished()[j] : 1;
  }
  take(position_, spanning_columns(scaled(position_, all), rank_of_column, ranks.position));
  for (const int j : position_.dependent) rank_of_column[j] = 0;
  take(velocity_, spanning_columns(scaled(velocity_, all), rank_of_column, ranks.velocity));
  exchange(heed);
  is_dependent_.assign(system_.nv(), 0);
  for (const int j : velocity_.dependent) is_dependent_[j] = 1;
}

// What moves more than the independent velocity that it follows takes the place of that one, unless it is wished: each exchange
// multiplies det Phi_dᵀ Phi_d by the square of that ratio, so that they end. An error of a step is that of the equations of the
// independent coordinates; those of a coordinate that nearly stands still are far from linear.
void Partition::exchange(Heed heed) {
  if (position_.dependent != velocity_.dependent) return;
  for (int count = 0; count < most_exchanges && !velocity_.dependent.empty() && !velocity_.independent.empty(); ++count) {
    factor(velocity_);
    Eigen::MatrixXd ratios = velocity_.factors.solve_all(scaled(velocity_, velocity_.independent)).cwiseAbs();
    for (Eigen::Index j = 0; j < ratios.cols(); ++j)
      if (heed == Heed::wishes && wishes_.wished()[velocity_.independent[j]]) ratios.col(j).setZero();
    Eigen::Index i = 0, j = 0;
    if (!(ratios.maxCoeff(&i, &j) > moves_more)) break;
    std::vector<int> dependent = velocity_.dependent;
    dependent[i] = velocity_.independent[j];
    std::sort(dependent.begin(), dependent.end());
    take(velocity_, dependent);
  }
  take(position_, velocity_.dependent);
}

void Partition::factor(Level& level) const {
  if (level.dependent.empty()) return;
  level.factors.compute(scaled(level, level.dependent), threshold::vanished_pivot);
}

Eigen::VectorXd Partition::solve(const Level& level, const Eigen::VectorXd& right) const {
  Eigen::VectorXd b(static_cast<int>(level.rows.size())), d = Eigen::VectorXd::Zero(system_.nv());
  for (int i = 0; i < b.size(); ++i) b[i] = row_scale_[level.rows[i]] * right[level.rows[i]];
  if (level.dependent.empty()) return d;
  const Eigen::VectorXd x = level.factors.solve(b);
  for (int j = 0; j < x.size(); ++j) d[level.dependent[j]] = column_scale_[level.dependent[j]] * x[j];
  return d;
}

bool Partition::is_near_singular() {
  if (velocity_.dependent.empty()) return false;
  const Eigen::VectorXd pivots = velocity_.factors.pivots();
  const double least = pivots.head(velocity_.factors.rank()).minCoeff() / pivots.maxCoeff();
  best_ = std::max(best_, least);
  return least < 0.3 * best_;
}

// A wish is judged without the preference for angles.
double Partition::amplification(Heed heed) const {
  if (velocity_.dependent.empty() || velocity_.independent.empty()) return 0;
  Eigen::MatrixXd ratios = velocity_.factors.solve_all(scaled(velocity_, velocity_.independent)).cwiseAbs();
  if (heed == Heed::wishes) {
    const auto unit = [&](int column) { return system_.v_per_radian()[column] > 0 ? angle_unit : 1; };
    for (Eigen::Index i = 0; i < ratios.rows(); ++i) ratios.row(i) *= unit(velocity_.dependent[i]);
    for (Eigen::Index j = 0; j < ratios.cols(); ++j) ratios.col(j) /= unit(velocity_.independent[j]);
  }
  return ratios.maxCoeff();
}

// Largest |Phi| or |Phi'|, as a length.
double Partition::open(Order order) const {
  double largest = 0;
  for (const int i : order == Order::position ? position_.rows : velocity_.rows) {
    const int row = system_.active_rows()[i];
    largest = std::max(largest, as_length(system_, e_, row, order == Order::position ? e_.k.Phi[row] : e_.k.Phi_rate[row]));
  }
  return largest;
}

bool Partition::close(State& state, const KernelRows& rows, double closed) {
  constexpr int most = 12;
  if (system_.own_rows() == 0) system_.normalize(state);
  if (const Ranks now = ranks(rows); !(now == ranks_)) {
    equations(state, false);
    choose(now, Heed::wishes);
    tell(state.t);
  }
  closed = std::max(closed * system_.length(), 100 * threshold::rounding * system_.reach());
  const auto missing = [&](Order order) {
    Eigen::VectorXd right(static_cast<int>(system_.active_rows().size()));
    for (int l = 0; l < right.size(); ++l) right[l] = bricard::missing(e_.k, order, system_.active_rows()[l]);
    return right;
  };

  // Positions; the factors serve as long as the rows close quickly.
  system_.motion(state, e_);
  double left = open(Order::position);
  bool is_factored = false;
  for (int i = 0; left > closed; ++i) {
    if (i == most || !std::isfinite(left) || system_.singular(e_.k)) return false;
    if (!is_factored) {
      equations(state, false);
      factor(position_);
      is_factored = true;
    }
    system_.move(state.q, solve(position_, missing(Order::position)), e_.moved);
    state.q = e_.moved;
    system_.motion(state, e_);
    const double before = left;
    left = open(Order::position);
    if (i > 0 && left > 0.5 * before) break;  // what is left is rounding
    if (left > good_contraction * before) is_factored = false;
  }
  if (!(left < 10 * closed) || !state.q.allFinite()) return false;

  // Velocities: linear.
  if (open(Order::velocity) <= 10 * threshold::rounding * system_.speed(e_)) return true;
  const Eigen::VectorXd right = missing(Order::velocity);
  equations(state, false);
  factor(velocity_);
  state.v += solve(velocity_, right);
  return state.v.allFinite();
}

// Takes another choice where it stays below the limit; else the present one stays.
bool Partition::is_better(Heed heed, Ranks ranks, double limit) {
  const Level position = position_, velocity = velocity_;
  const std::vector<char> is_dependent = is_dependent_;
  choose(ranks, heed);
  factor(velocity_);
  if (is_dependent_ != is_dependent && amplification(heed) < limit) return true;
  position_ = position;
  velocity_ = velocity;
  is_dependent_ = is_dependent;
  return false;
}

void Partition::review(const State& state, const KernelRows& rows) {
  equations(state, false);
  factor(velocity_);
  const double now = amplification(Heed::numbers), cost = wishes_.any() ? amplification(Heed::wishes) : 0;
  const bool keeps_wishes = wishes_.any() && wishes_.not_kept(is_dependent_).empty();
  if (keeps_wishes ? cost < bad : !wishes_.any() && now < fair) return;
  const Ranks rank = ranks(rows);
  const bool wished = wishes_.any() && is_better(Heed::wishes, rank, keeps_wishes ? clearly_better * cost : good_again);
  if (wished || (now > fair && is_better(Heed::numbers, rank, clearly_better * now))) tell(state.t);
}

bool Partition::accelerations(Eigen::Ref<Eigen::VectorXd> a) {
  factor(velocity_);
  const std::vector<int>&dependent = velocity_.dependent, &independent = velocity_.independent;
  const int free = static_cast<int>(independent.size());
  const Eigen::VectorXd g = solve(velocity_, m_.gamma);
  a = g;
  if (free == 0) return true;
  Eigen::MatrixXd R = by_independent();
  for (int j = 0; j < free; ++j)
    for (const int i : dependent) R(i, j) *= column_scale_[i] / column_scale_[independent[j]];
  Cholesky factors;
  if (!factors.compute(product(transposed_product(R, m_.M), R))) return false;
  a += R * factors.solve(R.transpose() * (m_.Q - m_.M * g));
  return true;
}

// What is independent from now on, and the wishes that are not kept, each once.
void Partition::tell(double t) {
  if (!report_) return;
  std::vector<std::string> names;
  for (const int j : velocity_.independent) {
    const std::string name = names_[j].empty() ? "a free body" : names_[j];
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i) list += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most_named) list += " and " + std::to_string(names.size() - most_named) + " more";
  if (names.empty()) list = "nothing";
  if (!report_->choices.empty() && report_->choices.back().what == list) return;
  if (!report_->choices.empty()) ++report_->reselections;
  report_->choices.push_back({t, list});
  for (const std::string& wish : wishes_.not_kept(is_dependent_)) {
    if (std::find(told_.begin(), told_.end(), wish) != told_.end()) continue;
    told_.push_back(wish);
    report_->warnings.push_back(
        fmt::format("'{}' cannot be independent at t = {:.6g} s, where the others hardly follow from it: instead {} {} taken as "
                    "long as that lasts",
                    wish, t, list, names.size() == 1 ? "is" : "are"));
  }
}

}  // namespace bricard
