#include "bricard/analyses/dynamics/step_curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int degree = StepCurves::degree, points = degree + 1;
constexpr int deepest = 12;      // a step is halved at most so often
constexpr double reduced = 0.5;  // what halving leaves of the error of a smooth curve, at most

using Weights = std::array<std::array<double, points>, points>;

// cos(i pi / 8), i < 16.
double chebyshev_cosine(int i) {
  static const std::array<double, 2 * degree> cosines = [] {
    std::array<double, 2 * degree> c;
    for (int k = 0; k < 2 * degree; ++k) c[k] = std::cos(std::numbers::pi * k / degree);
    return c;
  }();
  return cosines[i];
}

// Where a piece is sampled: s = (1 - cos(j pi / 8)) / 2, the extrema of Chebyshev's polynomial.
double node(int j) { return 0.5 * (1 - chebyshev_cosine(j)); }

// From values at the nodes to Bernstein's coefficients: the inverse of the basis at the nodes (Gauss and Jordan; the basis is
// regular, and rows with the largest entry are taken first).
Weights make_weights() {
  Weights A{}, inverse{};
  for (int j = 0; j < points; ++j) {
    double binomial = 1;
    for (int k = 0; k < points; ++k) {
      A[j][k] = binomial * std::pow(node(j), k) * std::pow(1 - node(j), degree - k);
      binomial = binomial * (degree - k) / (k + 1);
    }
    inverse[j][j] = 1;
  }
  for (int k = 0; k < points; ++k) {
    int pivot = k;
    for (int j = k + 1; j < points; ++j)
      if (std::abs(A[j][k]) > std::abs(A[pivot][k])) pivot = j;
    std::swap(A[k], A[pivot]);
    std::swap(inverse[k], inverse[pivot]);
    const double scale = 1 / A[k][k];
    for (int c = 0; c < points; ++c) {
      A[k][c] *= scale;
      inverse[k][c] *= scale;
    }
    for (int j = 0; j < points; ++j) {
      if (j == k) continue;
      const double factor = A[j][k];
      for (int c = 0; c < points; ++c) {
        A[j][c] -= factor * A[k][c];
        inverse[j][c] -= factor * inverse[k][c];
      }
    }
  }
  return inverse;
}

// Both halves of s <= x and s >= x (de Casteljau).
void halve(const double* b, double x, double* left, double* right) {
  double w[points];
  std::copy(b, b + points, w);
  for (int k = 0; k < points; ++k) {
    left[k] = w[0];
    right[degree - k] = w[degree - k];
    for (int i = 0; i < degree - k; ++i) w[i] += x * (w[i + 1] - w[i]);
  }
}

}  // namespace

// The last two coefficients of the Chebyshev series through the values: what is missing behind them is smaller, where it is
// smooth.
double StepCurves::tail(const double* value) {
  double last = 0, last_but_one = 0;
  for (int j = 0; j < points; ++j) {
    const double share = j == 0 || j == degree ? 0.5 : 1;
    last += share * (j % 2 == 0 ? 1 : -1) * value[j];
    last_but_one += share * chebyshev_cosine(j * (degree - 1) % (2 * degree)) * value[j];
  }
  return std::max(std::abs(last) / degree, 2 * std::abs(last_but_one) / degree);
}

double StepCurves::rough_tail(const double* value) {
  double last = 0, last_but_one = 0;
  for (int j = 0; j <= few; ++j) {
    const double share = j == 0 || j == few ? 0.5 : 1;
    last += share * (j % 2 == 0 ? 1 : -1) * value[j];
    last_but_one += share * chebyshev_cosine(2 * j * (few - 1) % (2 * degree)) * value[j];
  }
  return std::max(std::abs(last) / few, 2 * std::abs(last_but_one) / few);
}

double StepCurves::node(int j, double from, double to) { return j == degree ? to : from + (to - from) * bricard::node(j); }

StepCurves::StepCurves(const System& system, const std::vector<char>& selected, double tolerance, double duration)
    : system_(system),
      selected_(selected),
      tolerance_(tolerance),
      duration_(duration),
      known_(system.functions().variables, 0),
      last_t_(std::numeric_limits<double>::quiet_NaN()),
      values_(known_.size(), 0.0),
      ends_(values_),
      enclosures_(known_.size(), Enclosure(0.0)),
      rough_enclosures_(enclosures_) {}

bool StepCurves::is_past(int variable) const {
  const FunctionLayout& functions = system_.functions();
  return variable >= functions.first_delay && variable < functions.first_delay + static_cast<int>(functions.delays.size());
}

// At the start of a motion what was is what is; the curves know all that it is made of (past_recorder.cpp).
double StepCurves::past(int variable, double t) {
  const FunctionLayout& functions = system_.functions();
  const auto delay = static_cast<std::size_t>(variable - functions.first_delay);
  if (functions.past && functions.past->has_begun()) return functions.past->at(delay, t);
  return functions.delays[delay].value.evaluate<double>(values_, scratch_);
}

bool StepCurves::reads(const Expression& expression) {
  bool samples = false;
  const FunctionLayout& functions = system_.functions();
  const TableLayout& table = system_.table();
  const int columns = static_cast<int>(table.columns.size());
  const int outputs = static_cast<int>(functions.outputs.size()), inputs = static_cast<int>(functions.inputs.size());
  const int first_output = outputs == 0 ? columns : table.output_columns.front();
  for (const int variable : expression.variables()) {
    if (variable == 0) continue;
    if (variable >= table.first_input && variable < table.first_input + inputs) {
      if (!std::exchange(known_[variable], 1)) inputs_.push_back(variable - table.first_input);
      continue;
    }
    if (variable >= functions.first_input_rate && variable < functions.first_input_rate + inputs) {
      if (!std::exchange(known_[variable], 1)) inputs_.push_back(variable - functions.first_input_rate);
      continue;
    }
    if (variable >= first_output && variable < first_output + outputs) {
      samples = reads(functions.outputs[variable - first_output].value) || samples;
      if (!std::exchange(known_[variable], 1)) outputs_.push_back(variable - first_output);
      continue;
    }
    if (variable >= columns && variable < columns + outputs) {
      samples = reads(functions.outputs[variable - columns].rate) || samples;
      if (!std::exchange(known_[variable], 1)) rates_.push_back(variable - columns);
      continue;
    }
    samples = true;
    if (std::exchange(known_[variable], 1)) continue;
    sampled_.push_back(variable);
    // Scales of what is zero by nature: powers of the model's length, its mass and the duration.
    double scale = threshold::least_state;
    if (is_past(variable)) {
      // read from what is remembered, whatever moves
    } else if (variable < columns) {
      const ColumnInfo& column = table.columns[variable];
      const Dimension& d = column.dimension;
      const double mass = std::max(system_.mechanism().total_mass, threshold::nothing);
      const bool is_state = variable >= table.first_state && variable < table.first_state + system_.nz();
      if (!is_state)
        scale = std::pow(system_.length(), d.length + d.force) * std::pow(mass, d.mass + d.force) *
                std::pow(duration_, d.time - 2 * d.force) / table.column_factor[variable];
      highest_ = std::max(highest_, column.level);
      const auto from = [&](const std::vector<ColumnSource>& list) {
        for (const ColumnSource& source : list)
          if (source.column == variable) sources_.push_back(source);
      };
      const std::size_t before = sources_.size();
      from(table.sources);
      if (sources_.size() == before) from(table.event_sources);
      reads_motion_ = reads_motion_ || !is_state;
      reads_forces_ = reads_forces_ || (!is_state && sources_.size() == before);
    } else {  // the rate of a state, or of a column
      reads_motion_ = reads_forces_ = true;
      highest_ = std::max(highest_, variable < functions.first_motion_rate ? Level::force : Level::acceleration);
    }
    scale_.push_back(scale);
  }
  if (reads_motion_ && highest_ <= Level::force && !e_) e_.emplace(system_, Purpose::stepping);
  if (highest_ > Level::force && !recorder_) recorder_.emplace(system_, selected_);
  return samples;
}

void StepCurves::begin(double from, double to, Motion state, Motion rough, const std::vector<double>* held) {
  from_ = from;
  to_ = to;
  state_ = std::move(state);
  rough_ = std::move(rough);
  held_ = held;
  forget();
}

void StepCurves::forget() {
  cut_ = false;
  is_rough_known_.reset();
  last_t_ = std::numeric_limits<double>::quiet_NaN();
}

// Inputs, which depend on time; then outputs, each after those that it reads.
template <class S>
void StepCurves::complete(const S& t, std::vector<S>& variables, std::vector<S>& scratch) const {
  const FunctionLayout& functions = system_.functions();
  const TableLayout& table = system_.table();
  const double* const held = held_ && !held_->empty() ? held_->data() : nullptr;
  variables[0] = t;
  for (const int i : inputs_) {
    variables[table.first_input + i] = functions.inputs[i].value.evaluate<S>(variables, scratch, held);
    variables[functions.first_input_rate + i] = functions.inputs[i].rate.evaluate<S>(variables, scratch);
  }
  for (const int i : outputs_)
    variables[table.output_columns[i]] = functions.outputs[i].value.evaluate<S>(variables, scratch, held);
  for (const int i : rates_) variables[table.columns.size() + i] = functions.outputs[i].rate.evaluate<S>(variables, scratch);
}

void StepCurves::read(const State& state) {
  const TableLayout& table = system_.table();
  const std::vector<double>* columns = nullptr;
  if (recorder_) {
    row_.clear();
    recorder_->record(state, row_, highest_);
    columns = &recorder_->equations().k.columns;
  } else if (reads_motion_) {
    Values<double>& values = e_->values();
    values.holds_decisions = held_ && !held_->empty();
    if (values.holds_decisions) values.decisions = *held_;
    system_.read(state, *e_, sources_, reads_forces_);
    columns = &values.columns;
  }
  for (const int variable : sampled_) {
    const int i = variable - table.first_state;
    values_[variable] = is_past(variable)            ? past(variable, state.t)
                        : i >= 0 && i < system_.nz() ? state.z[i]
                                                     : (*columns)[variable];
  }
}

std::span<const double> StepCurves::at(const State& state) {
  if (state.t != last_t_) {
    read(state);
    complete<double>(state.t / system_.table().column_factor[0], values_, scratch_);
    last_t_ = state.t;
  }
  return values_;
}

std::span<const double> StepCurves::at(double t) {
  if (t == last_t_) return values_;
  if (!sampled_.empty()) return at(state_(t));
  complete<double>(t / system_.table().column_factor[0], values_, scratch_);
  last_t_ = t;
  return values_;
}

void StepCurves::sample(double t, double* values) {
  if (is_rough_known_.value_or(false) && (t == from_ || t == to_)) {  // the ends are known already
    for (std::size_t i = 0; i < sampled_.size(); ++i) values[i * points] = rough_samples_[i * (few + 1) + (t == from_ ? 0 : few)];
    return;
  }
  at(t);
  for (std::size_t i = 0; i < sampled_.size(); ++i) values[i * points] = values_[sampled_[i]];
}

// By how much bodies may turn in the step, at the speed of the last motion that was read.
double StepCurves::turned(double h) const {
  if (!reads_motion_) return 0;
  double square = 0;
  if (e_->plane)
    for (const double w : e_->plane->k.w) square = std::max(square, w * w);
  else
    for (const auto& w : e_->k.w) square = std::max(square, w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  return 2 * std::sqrt(square) * h;
}

// The Chebyshev series through five points: |x - c0| <= |c1| + .. + |c4|, and what is missing is less than twice the last two.
// Where bodies turn far that cannot be known from five points.
std::span<const Enclosure> StepCurves::roughly() {
  if (!is_rough_known_) {
    is_rough_known_ = !recorder_ && to_ > from_;
    std::array<double, few + 1> c;
    rough_samples_.resize(sampled_.size() * (few + 1));
    for (int j = 0; j <= few && !sampled_.empty() && *is_rough_known_; ++j) {
      const double t = StepCurves::node(2 * j, from_, to_);
      const bool is_known = j == 0 && t == last_end_ && !reads_forces_;
      if (!is_known) {
        at(j == 0 || j == few ? state_(t) : rough_(t));
        is_rough_known_ = turned(to_ - from_) < few * threshold::turn_in_a_look;
      }
      for (std::size_t i = 0; i < sampled_.size(); ++i)
        rough_samples_[i * (few + 1) + j] = is_known ? at_last_end_[i] : values_[sampled_[i]];
      last_t_ = std::numeric_limits<double>::quiet_NaN();  // the dense output knows better
    }
    last_end_ = to_;
    at_last_end_.resize(sampled_.size());
    for (std::size_t i = 0; i < sampled_.size(); ++i) at_last_end_[i] = rough_samples_[i * (few + 1) + few];
    if (!*is_rough_known_) last_end_ = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < sampled_.size() && *is_rough_known_; ++i) {
      const double* const v = rough_samples_.data() + i * (few + 1);
      double spread = 0;
      for (int k = 0; k <= few; ++k) {
        c[k] = 0;
        for (int j = 0; j <= few; ++j) c[k] += (j == 0 || j == few ? 0.5 : 1) * chebyshev_cosine(2 * j * k % (4 * few)) * v[j];
        c[k] *= (k == 0 || k == few ? 1.0 : 2.0) / few;
        if (k > 0) spread += std::abs(c[k]) * (k + 1 < few ? 1 : 3);
      }
      rough_enclosures_[sampled_[i]] = Enclosure(Interval(c[0] - spread, c[0] + spread), {Interval::line()});
    }
    if (*is_rough_known_) {
      const double unit = system_.table().column_factor[0];
      complete<Enclosure>(Enclosure(Interval(from_ / unit, to_ / unit), {Interval(1)}), rough_enclosures_, enclosing_scratch_);
    }
  }
  return *is_rough_known_ ? std::span<const Enclosure>(rough_enclosures_) : std::span<const Enclosure>();
}

std::span<const double> StepCurves::roughly_at(int j) {
  for (std::size_t i = 0; i < sampled_.size(); ++i) ends_[sampled_[i]] = rough_samples_[i * (few + 1) + j];
  return completed(node(2 * j, from_, to_));
}

const std::vector<StepCurves::Piece>& StepCurves::pieces() {
  if (cut_) return pieces_;
  cut_ = true;
  pieces_.clear();
  if (to_ > from_) add_pieces(from_, to_, 0, Interval::infinity);
  return pieces_;
}

void StepCurves::add_pieces(double from, double to, int depth, double worst_before) {
  static const Weights weights = make_weights();
  Piece piece{from, to, std::vector<double>(sampled_.size() * points), std::vector<double>(sampled_.size(), 0.0)};
  samples_.resize(sampled_.size() * points);
  for (int j = 0; j < points && !sampled_.empty(); ++j) sample(node(j, from, to), samples_.data() + j);
  double worst = 0;      // error, of what is allowed
  bool is_noise = true;  // what is more than allowed is so small that, if halving does not reduce it, it is noise
  for (std::size_t i = 0; i < sampled_.size(); ++i) {
    const double* const value = samples_.data() + i * points;
    double largest = 0;
    bool constant = true;
    for (int j = 0; j < points; ++j) {
      if (std::isfinite(value[j])) largest = std::max(largest, std::abs(value[j]));
      constant = constant && value[j] == value[0];
    }
    scale_[i] = std::max(scale_[i], largest);
    const double error = constant ? 0 : tail(value), allowed = threshold::depth * tolerance_ * scale_[i];
    piece.error[i] = constant ? 0 : std::max(error, allowed);
    if (error > allowed) {
      worst = std::max(worst, error / allowed);
      is_noise = is_noise && error < threshold::bearable * scale_[i];
    }
    for (int k = 0; k < points; ++k) {
      double sum = 0;
      for (int j = 0; j < points; ++j) sum += weights[k][j] * value[j];
      piece.b[i * points + k] = constant ? value[0] : sum;
    }
    piece.b[i * points] = value[0];
    piece.b[i * points + degree] = value[degree];
  }
  const bool goes_on = worst > 1 && depth < deepest && to - from > threshold::one_moment * duration_ &&
                       !(is_noise && worst > reduced * worst_before);
  if (!goes_on) {
    pieces_.push_back(std::move(piece));
    return;
  }
  const double middle = from + 0.5 * (to - from);
  add_pieces(from, middle, depth + 1, worst);
  add_pieces(middle, to, depth + 1, worst);
}

void StepCurves::clip(const Piece& piece, double from, double to, Piece& part) const {
  part.b.resize(piece.b.size());
  part.error = piece.error;
  part.from = std::max(from, piece.from);
  part.to = std::min(to, piece.to);
  const double width = piece.to - piece.from;
  const double end = (part.to - piece.from) / width;
  const double begin = end > 0 ? (part.from - piece.from) / width / end : 0;
  double rest[points], unused[points];
  for (std::size_t i = 0; i * points < piece.b.size(); ++i) {
    if (part.to < piece.to)
      halve(piece.b.data() + i * points, end, rest, unused);
    else
      std::copy_n(piece.b.data() + i * points, points, rest);
    if (part.from > piece.from)
      halve(rest, begin, unused, part.b.data() + i * points);
    else
      std::copy_n(rest, points, part.b.data() + i * points);
  }
}

std::span<const Enclosure> StepCurves::over(const Piece& piece) {
  const double unit = system_.table().column_factor[0], pace = degree / (piece.to - piece.from) * unit;
  for (std::size_t i = 0; i * points < piece.b.size(); ++i) {
    const double* const b = piece.b.data() + i * points;
    double low = b[0], high = b[0], least = Interval::infinity, most = -Interval::infinity;
    bool finite = std::isfinite(b[0]);
    for (int k = 1; k < points; ++k) {
      low = std::min(low, b[k]);
      high = std::max(high, b[k]);
      least = std::min(least, b[k] - b[k - 1]);
      most = std::max(most, b[k] - b[k - 1]);
      finite = finite && std::isfinite(b[k]);
    }
    enclosures_[sampled_[i]] =
        finite ? Enclosure(Interval(low, high), {Interval::outward(pace * least, pace * most)}) : Enclosure(Interval::none());
  }
  complete<Enclosure>(Enclosure(Interval(piece.from / unit, piece.to / unit), {Interval(1)}), enclosures_, enclosing_scratch_);
  return enclosures_;
}

std::span<const Enclosure> StepCurves::as_known(const Piece& piece, int k) {
  const double unit = system_.table().column_factor[0];
  for (std::size_t i = 0; i < sampled_.size(); ++i) {
    const double value = piece.b[i * points + k], error = piece.error[i];
    enclosures_[sampled_[i]] = Enclosure(Interval(value - error, value + error));
  }
  const double t = piece.from + (piece.to - piece.from) * k / degree;
  complete<Enclosure>(Enclosure(t / unit), enclosures_, enclosing_scratch_);
  return enclosures_;
}

std::span<const double> StepCurves::on(const Piece& piece, double t) {
  const double x = (t - piece.from) / (piece.to - piece.from);
  double w[points];
  for (std::size_t i = 0; i * points < piece.b.size(); ++i) {
    std::copy_n(piece.b.data() + i * points, points, w);
    for (int k = degree; k > 0; --k)
      for (int j = 0; j < k; ++j) w[j] += x * (w[j + 1] - w[j]);
    ends_[sampled_[i]] = w[0];
  }
  return completed(t);
}

std::span<const double> StepCurves::at_end_of(const Piece& piece, double t, int k) {
  for (std::size_t i = 0; i * points < piece.b.size(); ++i) ends_[sampled_[i]] = piece.b[i * points + k];
  return completed(t);
}

std::span<const double> StepCurves::completed(double t) {
  complete<double>(t / system_.table().column_factor[0], ends_, scratch_);
  return ends_;
}

}  // namespace bricard
