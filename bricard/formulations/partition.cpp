#include "bricard/formulations/partition.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"

namespace bricard {

namespace {

constexpr double rounding = 1e-16;
constexpr double bad = 10;               // amplification of errors of the independent velocities
constexpr double clearly_better = 0.5;   // factor of it that is worth another choice
constexpr double nearly_spanned = 0.03;  // sine of the angle to the span of the columns taken
constexpr double good_contraction = 0.1;

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
        if (rest > most * (1 + 1e-6) && rest > least * whole[j]) {  // of equal ones the first, whatever rounding says
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
    : system_(*settings.system), report_(settings.report), e_(system_), wished_(system_.nv(), 0), names_(system_.nv()) {
  const Layout& layout = system_.layout();
  const std::vector<int>& rows = system_.active_rows();
  row_scale_.resize(static_cast<int>(rows.size()));
  for (std::size_t l = 0; l < rows.size(); ++l) {
    row_scale_[static_cast<int>(l)] = system_.scaled(rows[l], 1) / layout.length;
    velocity_.rows.push_back(static_cast<int>(l));
    if (rows[l] >= layout.rows || !layout.is_rate_row[rows[l]]) position_.rows.push_back(static_cast<int>(l));
  }
  column_scale_.resize(system_.nv());
  for (int j = 0; j < system_.nv(); ++j) {
    const double per_radian = system_.v_per_radian()[j];
    column_scale_[j] = per_radian > 0 ? per_radian : layout.length;
  }

  if (!settings.options || settings.options->independent.empty()) return;
  const std::vector<std::string>& wishes = settings.options->independent;
  if (system_.coordinates() != RelativeCoordinates::name) {
    notes_.push_back(
        "the key `analysis.independent` names joints, which have coordinates of their own only in relative coordinates");
    return;
  }
  const Model& model = system_.model();
  std::vector<std::string> known;
  for (const Joint& joint : model.joints) known.push_back(joint.name);
  // Columns of every joint in the tree, by its name and by those of its coordinates.
  std::vector<std::pair<std::string, std::vector<int>>> columns;
  for (int b = 1; b <= layout.bodies; ++b) {
    const int index = layout.joint_of_body[b];
    if (index < 0) continue;
    const Joint& joint = model.joints[index];
    std::vector<int> all;
    const auto names = std::visit(
        [](const auto& kind) {
          std::vector<std::string> list;
          for (const auto& each : kind.names) list.emplace_back(each.name);
          return list;
        },
        joint.kind);
    for (int i = 0; i < system_.velocity_count(b); ++i) {
      const int column = system_.first_velocity(b) + i;
      all.push_back(column);
      const bool has_name = static_cast<int>(names.size()) == system_.velocity_count(b);
      names_[column] = joint.name + (has_name && names.size() > 1 ? "." + names[i] : "");
      if (has_name) columns.push_back({joint.name + "." + names[i], {column}});
    }
    columns.push_back({joint.name, all});
  }
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& each) { return each.first == wishes[i]; });
    if (found != columns.end()) {
      wishes_.push_back(*found);
      for (const int column : found->second) wished_[column] = 1;
      continue;
    }
    const std::string joint = wishes[i].substr(0, wishes[i].find('.'));
    if (std::find(known.begin(), known.end(), joint) == known.end())
      throw Error("analysis.independent[" + std::to_string(i) + "]", "there is no joint '" + joint + "'",
                  did_you_mean(joint, known));
    notes_.push_back("joint '" + joint + "' closes a loop and has no coordinate in the tree: it cannot be independent");
  }
}

const Matrices<double>& Partition::equations(const State& state, bool with_forces, const Values<double>* decisions) {
  system_.motion(state, e_);
  if (with_forces) {
    if (decisions) {
      e_.k.decisions = decisions->decisions;
      e_.k.holds_decisions = decisions->holds_decisions;
    }
    system_.forces(e_);
  }
  return m_ = matrices(system_, e_.k);
}

// The rank of the constraints as the kernel sees it: tree joints and own rows are independent, loop rows where they are selected.
Partition::Ranks Partition::ranks(const KernelRows& kernel) const {
  const Layout& layout = system_.layout();
  std::vector<char> left_out(layout.rows + system_.own_rows(), 0);
  for (std::size_t l = 0; l < system_.loop_groups().size(); ++l) {
    const RowGroup& group = layout.groups[system_.loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i)
      if (!kernel.selected()[kernel.first_row(static_cast<int>(l)) + i]) left_out[group.first_row + i] = 1;
  }
  Ranks ranks;
  for (const int row : system_.active_rows()) {
    if (left_out[row]) continue;
    ++ranks.velocity;
    if (row >= layout.rows || !layout.is_rate_row[row]) ++ranks.position;
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
void Partition::choose(Ranks ranks) {
  ranks_ = ranks;
  std::vector<int> all(system_.nv()), rank_of_column(system_.nv());
  for (int j = 0; j < system_.nv(); ++j) {
    all[j] = j;
    rank_of_column[j] = 1 + wished_[j];
  }
  take(position_, spanning_columns(scaled(position_, all), rank_of_column, ranks.position));
  for (const int j : position_.dependent) rank_of_column[j] = 0;
  take(velocity_, spanning_columns(scaled(velocity_, all), rank_of_column, ranks.velocity));
  is_dependent_.assign(system_.nv(), 0);
  for (const int j : velocity_.dependent) is_dependent_[j] = 1;
}

void Partition::factor(Level& level) const {
  if (level.dependent.empty()) return;
  level.factors.setThreshold(1e-14);
  level.factors.compute(scaled(level, level.dependent));
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
  const auto pivots = velocity_.factors.matrixQR().diagonal().cwiseAbs();
  const double least = pivots.head(velocity_.factors.rank()).minCoeff() / pivots.maxCoeff();
  best_ = std::max(best_, least);
  return least < 0.3 * best_;
}

double Partition::amplification() const {
  if (velocity_.dependent.empty() || velocity_.independent.empty()) return 0;
  return velocity_.factors.solve(scaled(velocity_, velocity_.independent)).cwiseAbs().maxCoeff();
}

// Largest |Phi| or |Phi'|, as a length.
double Partition::open(Order order) const {
  double largest = 0;
  for (const int i : order == Order::position ? position_.rows : velocity_.rows) {
    const int row = system_.active_rows()[i];
    largest = std::max(largest, system_.scaled(row, order == Order::position ? e_.k.Phi[row] : e_.k.Phi_rate[row]));
  }
  return largest;
}

bool Partition::close(State& state, const KernelRows& rows, double closed) {
  constexpr int most = 12;
  if (system_.own_rows() == 0) system_.normalize(state);
  if (const Ranks now = ranks(rows); !(now == ranks_)) {
    const bool is_first = ranks_.velocity < 0;
    equations(state, false);
    choose(now);
    if (is_first) warn_of_wishes();
    if (!is_first && report_) ++report_->reselections;
  }
  closed = std::max(closed * system_.layout().length, 100 * rounding * system_.reach());
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
  if (open(Order::velocity) <= 10 * rounding * system_.speed(e_)) return true;
  const Eigen::VectorXd right = missing(Order::velocity);
  equations(state, false);
  factor(velocity_);
  state.v += solve(velocity_, right);
  return state.v.allFinite();
}

void Partition::review(const State& state, const KernelRows& rows) {
  equations(state, false);
  factor(velocity_);
  const double before = amplification();
  if (before < bad) return;
  const Level position = position_, velocity = velocity_;
  const std::vector<char> is_dependent = is_dependent_;
  choose(ranks(rows));
  factor(velocity_);
  if (amplification() < clearly_better * before) {
    if (report_) ++report_->reselections;
    return;
  }
  position_ = position;
  velocity_ = velocity;
  is_dependent_ = is_dependent;
}

bool Partition::accelerations(Eigen::Ref<Eigen::VectorXd> a) {
  factor(velocity_);
  const std::vector<int>&dependent = velocity_.dependent, &independent = velocity_.independent;
  const int free = static_cast<int>(independent.size());
  const Eigen::VectorXd g = solve(velocity_, m_.gamma);
  a = g;
  if (free == 0) return true;
  Eigen::MatrixXd R = Eigen::MatrixXd::Zero(system_.nv(), free);
  for (int j = 0; j < free; ++j) R(independent[j], j) = 1;
  if (!dependent.empty()) {
    const Eigen::MatrixXd follow = velocity_.factors.solve(scaled(velocity_, independent));
    for (int j = 0; j < free; ++j)
      for (int i = 0; i < follow.rows(); ++i)
        R(dependent[i], j) = -column_scale_[dependent[i]] * follow(i, j) / column_scale_[independent[j]];
  }
  const Eigen::MatrixXd mass = R.transpose() * m_.M * R;
  const Eigen::LLT<Eigen::MatrixXd> factors(mass);
  if (factors.info() != Eigen::Success) return false;
  a += R * factors.solve(R.transpose() * (m_.Q - m_.M * g));
  return true;
}

void Partition::warn_of_wishes() {
  if (!report_) return;
  report_->warnings.insert(report_->warnings.end(), notes_.begin(), notes_.end());
  std::string instead;
  for (const int j : velocity_.independent)
    if (!wished_[j]) instead += (instead.empty() ? "'" : ", '") + (names_[j].empty() ? "a free body" : names_[j]) + "'";
  for (const auto& [name, columns] : wishes_)
    if (std::any_of(columns.begin(), columns.end(), [&](int j) { return is_dependent_[j]; }))
      report_->warnings.push_back("'" + name + "' cannot be independent: " +
                                  (instead.empty() ? "the constraints leave fewer freedoms" : "instead " + instead + " is"));
}

}  // namespace bricard
