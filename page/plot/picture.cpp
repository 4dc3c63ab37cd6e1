#include "page/plot/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/core/units.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/results/csv_writer.hpp"

namespace bricard::page {
namespace {

constexpr std::size_t most_curves = 100;
constexpr std::size_t parts = 1000;        // of a long run: up to four points each
constexpr std::size_t longest_label = 18;  // letters, of a name at the axis
constexpr std::size_t sparse = 40;         // rows that are few enough for markers
constexpr std::size_t most_named = 12;     // curves of a family in the legend
constexpr int pane_height = 240, alone = 560;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Values = std::vector<double>;

// ---- which columns

int column_of(const Columns& columns, const std::string& name, std::string_view option) {
  const int found = columns.find(name);
  if (found >= 0) return found;
  std::string hint = did_you_mean(name, columns.names());
  if (hint.empty()) {
    hint = "there are ";
    for (std::size_t i = 0; i < std::min<std::size_t>(columns.names().size(), 12); ++i)
      hint += (i > 0 ? ", " : "") + columns.names()[i];
    if (columns.names().size() > 12) hint += fmt::format(" and {} more", columns.names().size() - 12);
  }
  throw Error(std::string(option), "there is no column " + bricard::quoted(name), hint);
}

// In the order in which they were asked for; those of a pattern in the order of the table from `first` on, without the x axis.
std::vector<int> chosen(const Columns& columns, const std::vector<std::string>& patterns, int over, int first) {
  std::vector<int> list;
  const auto add = [&](int column) {
    if (std::find(list.begin(), list.end(), column) == list.end()) list.push_back(column);
  };
  for (const std::string& pattern : patterns) {
    const std::size_t before = list.size();
    if (pattern.find_first_of("*?") == std::string::npos || columns.find(pattern) >= 0) {
      add(column_of(columns, pattern, "COLUMNS"));
      continue;
    }
    bool any = false;
    for (int i = first; i < static_cast<int>(columns.names().size()); ++i) {
      if (i == over || !matches(pattern, columns.names()[i])) continue;
      any = true;
      add(i);
      if (list.size() > most_curves)
        throw Error("COLUMNS", fmt::format("more than {} curves are too many for a picture", most_curves),
                    "choose fewer, such as `crank.*` or `*.fx`");
    }
    if (!any && list.size() == before) column_of(columns, pattern, "COLUMNS");
  }
  return list;
}

// ---- points

struct Points {
  Values x, y;
};

// rows(from, to) gives the points of some rows.
template <class Rows>
Points thinned(std::size_t count, const Rows& rows) {
  if (count <= 4 * parts) return rows(std::size_t{0}, count);
  Points kept;
  for (std::size_t part = 0; part < parts; ++part) {
    const Points all = rows(part * count / parts, (part + 1) * count / parts);
    const std::size_t none = all.x.size();
    std::array<std::size_t, 5> corner{none, none, none, none, none};  // lowest and highest x and y, and a gap
    for (std::size_t i = 0; i < all.x.size(); ++i) {
      if (!std::isfinite(all.x[i]) || !std::isfinite(all.y[i])) {
        corner[4] = i;
        continue;
      }
      if (corner[0] == none || all.x[i] < all.x[corner[0]]) corner[0] = i;
      if (corner[1] == none || all.x[i] >= all.x[corner[1]]) corner[1] = i;
      if (corner[2] == none || all.y[i] < all.y[corner[2]]) corner[2] = i;
      if (corner[3] == none || all.y[i] > all.y[corner[3]]) corner[3] = i;
    }
    std::sort(corner.begin(), corner.end());
    const auto end = std::unique(corner.begin(), corner.end());
    for (auto i = corner.begin(); i != end && *i != none; ++i) kept.x.push_back(all.x[*i]), kept.y.push_back(all.y[*i]);
  }
  return kept;
}

// A column over the first one of its table, straight between the rows. Where a table has two rows of one time, which is an event,
// the value before it and the value after it.
class Between {
 public:
  Between(const Values& x, Values y) : x_(x), y_(std::move(y)) {}
  double operator()(double x, bool after) const {
    if (x_.empty() || std::isnan(x)) return nan;
    const double slack = threshold::on_grid * (x_.back() - x_.front());  // times that were added up may miss the ends
    if (x < x_.front() - slack || x > x_.back() + slack) return nan;
    x = std::clamp(x, x_.front(), x_.back());
    const auto at = static_cast<std::size_t>(
        (after ? std::upper_bound(x_.begin(), x_.end(), x) - 1 : std::lower_bound(x_.begin(), x_.end(), x)) - x_.begin());
    if (x_[at] == x) return y_[at];
    const std::size_t low = after ? at : at - 1;
    const double part = (x - x_[low]) / (x_[low + 1] - x_[low]);
    return y_[low] + part * (y_[low + 1] - y_[low]);
  }

 private:
  const Values& x_;
  Values y_;
};

// ---- words

std::string shown_unit(std::string unit) {
  if (unit == "1") return "";
  for (const auto& [plain, sign] : {std::pair{"*", "·"}, {"^2", "²"}, {"^3", "³"}})
    for (std::size_t at = 0; (at = unit.find(plain, at)) != std::string::npos;)
      unit.replace(at, std::string_view(plain).size(), sign);
  return unit;
}

// "crank" of crank.e0, crank.e1; empty where they have nothing in common.
std::string common_part(const std::vector<std::string>& names) {
  const std::string part = names[0].substr(0, names[0].rfind('.'));
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) { return name.starts_with(part + "."); }) ? part
                                                                                                                        : "";
}

std::string quantity_word(const std::string& unit, const std::vector<std::string>& names) {
  const std::optional<Unit> known = parse_unit(unit);
  if (!known) return common_part(names);
  namespace d = dimension;
  if (compatible(known->dimension, d::energy) &&
      std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.find("energy") != std::string::npos; }))
    return "energy";
  for (const auto& [kind, word] : {std::pair{d::length, "position"},
                                   {d::speed, "velocity"},
                                   {d::acceleration, "acceleration"},
                                   {d::angle, "angle"},
                                   {d::angular_speed, "angular velocity"},
                                   {d::angular_acceleration, "angular acceleration"},
                                   {d::force, "force"},
                                   {d::torque, "torque"},
                                   {d::time, "time"},
                                   {d::mass, "mass"}})
    if (compatible(known->dimension, kind)) return word;
  return common_part(names);
}

// What one unit of the second run's column is in units of the first's.
double factor_between(const std::string& first, const std::string& second, const std::string& column) {
  const std::optional<Unit> a = parse_unit(first), b = parse_unit(second);
  if (first == second || !a || !b) return 1;
  if (!compatible(a->dimension, b->dimension))
    throw Error("--with", fmt::format("{} is in {} there and in {} here", bricard::quoted(column), second, first));
  return b->factor / a->factor;
}

class Picture {
 public:
  Picture(const PictureRun& run, const PictureRun* second, const PictureOptions& options)
      : run_(run), second_(second), options_(options), columns_(*run.columns) {
    const int varied = run.family ? static_cast<int>(run.family->varied.size()) : 0;
    over_ = options.over.empty() ? varied : column_of(columns_, options.over, "--over");
    if (run.family && second) throw Error("--with", "the curves of a sweep are not compared", "plot one of them");
    if (columns_.rows() == 0) throw Error(run.name, "the table has no rows", "run the model again");
    for (const int column : chosen(columns_, options.columns, over_, varied)) add(column);
    if (groups_.empty()) throw Error("COLUMNS", "no columns to draw are given", "for instance `crank.x`, `crank.*` or `*.fx`");
    if (second) read_second();
  }

  std::vector<Plot> panes() {
    std::vector<Plot> plots;
    for (const Group& group : groups_) plots.push_back(run_.family ? family(group, plots.empty()) : curves(group));
    bool any = second_ == nullptr;
    for (const Group& group : groups_)
      if (second_) {
        Plot plot = difference(group);
        for (const int column : group.columns) any = any || second_->columns->find(columns_.names()[column]) >= 0;
        if (!plot.series.empty()) plots.push_back(std::move(plot));
      }
    if (!any)
      throw Error("--with", fmt::format("{} has none of these columns", second_->name),
                  did_you_mean(columns_.names()[groups_[0].columns[0]], second_->columns->names()));
    arrange(plots);
    return plots;
  }

  std::string csv() const {
    std::vector<int> all;
    for (std::size_t i = 0; run_.family && i < run_.family->varied.size(); ++i) all.push_back(static_cast<int>(i));
    all.push_back(over_);
    for (const Group& group : groups_) all.insert(all.end(), group.columns.begin(), group.columns.end());
    std::string text;
    std::vector<Values> values;
    for (const int column : all) {
      const std::string unit = this->unit(run_, column), &name = columns_.names()[column];
      std::string header = unit.empty() ? name : name + " [" + unit + ']';
      if (header.find_first_of(",\"") != std::string::npos) {
        for (std::size_t at = 0; (at = header.find('"', at)) != std::string::npos; at += 2) header.insert(at, 1, '"');
        header = '"' + header + '"';
      }
      text += (values.empty() ? "" : ",") + header;
      values.push_back(columns_.values(column));
    }
    text += '\n';
    for (std::size_t row = 0; row < columns_.rows(); ++row)
      for (std::size_t i = 0; i < values.size(); ++i) {
        text += i == 0 ? "" : ",";
        text += std::isfinite(values[i][row]) ? to_text(values[i][row]) : "nan";
        if (i + 1 == values.size()) text += '\n';
      }
    return text;
  }

 private:
  struct Group {
    std::string unit;
    std::vector<int> columns;
  };

  std::string unit(const PictureRun& run, int column) const { return run.unit ? run.unit(run.columns->names()[column]) : ""; }
  std::string axis_unit(int column) const { return shown_unit(unit(run_, column)); }

  void add(int column) {
    const std::string name = unit(run_, column);
    for (Group& group : groups_)
      if (group.unit == name && !run_.family) return group.columns.push_back(column);
    groups_.push_back({name, {column}});
  }

  void read_second() {
    const Columns& other = *second_->columns;
    other_over_ = options_.over.empty() ? 0 : column_of(other, options_.over, "--over");
    axis_ = other.values(0);
    const double factor = factor_between(unit(run_, 0), unit(*second_, 0), columns_.names()[0]);
    for (double& value : axis_) value *= factor;
    rises_ = std::is_sorted(axis_.begin(), axis_.end(), [](double next, double before) { return !(before <= next); });
  }

  Plot pane(const Group& group, const std::string& label) const {
    Plot plot;
    plot.y.label = label;
    plot.y.unit = shown_unit(group.unit);
    if (over_ == 0 && !run_.family) {
      const Values ends = columns_.values(0, {0, columns_.rows(), 2, RowStretch::By::every});
      if (ends.front() < ends.back()) plot.x.from = ends.front(), plot.x.to = ends.back();
    }
    return plot;
  }

  // The only column of a pane is named at the axis, several in the legend.
  bool has_legend(const Group& group) const {
    return group.columns.size() > 1 || columns_.names()[group.columns[0]].size() > longest_label;
  }
  std::string label(const Group& group) const {
    std::vector<std::string> names;
    for (const int column : group.columns) names.push_back(columns_.names()[column]);
    return has_legend(group) ? quantity_word(group.unit, names) : names[0];
  }

  Series& add_series(Plot& plot, const std::string& name, Points points, std::size_t rows) const {
    Series& series = plot.series.emplace_back();
    series.name = name;
    series.x = std::move(points.x), series.y = std::move(points.y);
    series.markers = rows <= sparse;
    return series;
  }

  Plot curves(const Group& group) const {
    Plot plot = pane(group, label(group));
    for (const int column : group.columns)
      add_series(plot, has_legend(group) ? columns_.names()[column] : "", points(run_, over_, column, 1, 1), columns_.rows());
    if (!second_) return plot;
    const Columns& other = *second_->columns;
    const double over_factor = factor_between(unit(run_, over_), unit(*second_, other_over_), columns_.names()[over_]);
    for (std::size_t i = 0; i < group.columns.size(); ++i) {
      const std::string& name = columns_.names()[group.columns[i]];
      const int column = other.find(name);
      if (column < 0) continue;
      const double factor = factor_between(group.unit, unit(*second_, column), name);
      Series& series = add_series(plot, "", points(*second_, other_over_, column, over_factor, factor), other.rows());
      series.dashed = true;
      series.like = i;
    }
    return plot;
  }

  // "UBJ.z = 300 mm, k = 20 N/mm"
  static std::string words_of(const Family& family, const Family::Curve& curve) {
    std::string words;
    for (std::size_t i = 0; i < family.varied.size(); ++i) {
      const std::string unit = shown_unit(family.varied[i].unit);
      words += fmt::format("{}{} = {:.6g}{}", i == 0 ? "" : ", ", family.varied[i].name, curve.values[i],
                           unit.empty() ? "" : ' ' + unit);
    }
    return words;
  }

  // One column, a curve for each variant: the first varied value as a color, the second as dashes. A few are named in the
  // legend of the first pane, for many there is a scale of the colors.
  Plot family(const Group& group, bool is_first) const {
    const Family& all = *run_.family;
    const int column = group.columns[0];
    Plot plot = pane(group, columns_.names()[column]);
    double least = all.curves[0].values[0], most = least;
    Values seconds;  // values of the second, in the order in which they come
    for (const Family::Curve& each : all.curves) {
      least = std::min(least, each.values[0]), most = std::max(most, each.values[0]);
      if (all.varied.size() > 1 && std::find(seconds.begin(), seconds.end(), each.values[1]) == seconds.end())
        seconds.push_back(each.values[1]);
    }
    const bool are_few = all.curves.size() <= most_named;
    for (const Family::Curve& each : all.curves) {
      const std::size_t count = each.to - each.from;
      Points found = thinned(count, [&](std::size_t from, std::size_t to) {
        const RowStretch rows{each.from + from, each.from + to};
        return Points{columns_.values(over_, rows), columns_.values(column, rows)};
      });
      Series& series = add_series(plot, is_first && are_few ? words_of(all, each) : "", std::move(found), count);
      series.markers = count == 1;
      series.color = scale_color(most > least ? (each.values[0] - least) / (most - least) : 0);
      if (!seconds.empty())
        series.dashes = static_cast<std::size_t>(std::find(seconds.begin(), seconds.end(), each.values[1]) - seconds.begin());
    }
    if (are_few || !is_first) return plot;
    const std::string unit = shown_unit(all.varied[0].unit);
    plot.colors = ColorScale{all.varied[0].name + (unit.empty() ? "" : " [" + unit + "]"), least, most};
    if (seconds.size() > 1) plot.note = fmt::format("dashes: {} values of {}", seconds.size(), all.varied[1].name);
    return plot;
  }

  static Points points(const PictureRun& run, int over, int column, double over_factor, double factor) {
    return thinned(run.columns->rows(), [&](std::size_t from, std::size_t to) {
      Points points{run.columns->values(over, {from, to}), run.columns->values(column, {from, to})};
      for (double& x : points.x) x *= over_factor;
      for (double& y : points.y) y *= factor;
      return points;
    });
  }

  // Second less first.
  Plot difference(const Group& group) const {
    Plot plot = pane(group, has_legend(group) ? "difference" : "Δ " + label(group));
    if (!rises_) return plot;
    for (std::size_t i = 0; i < group.columns.size(); ++i) {
      const std::string& name = columns_.names()[group.columns[i]];
      const int column = second_->columns->find(name);
      if (column < 0 || group.columns[i] == 0) continue;
      Values values = second_->columns->values(column);
      const double factor = factor_between(group.unit, unit(*second_, column), name);
      for (double& value : values) value *= factor;
      const Between other(axis_, std::move(values));
      Points points = thinned(columns_.rows(), [&](std::size_t from, std::size_t to) {
        Points points{columns_.values(over_, {from, to}), columns_.values(group.columns[i], {from, to})};
        const std::size_t before = from > 0 ? 1 : 0;
        const Values axis = columns_.values(0, {from - before, to});
        for (std::size_t k = 0; k < points.y.size(); ++k) {
          const std::size_t at = k + before;
          points.y[k] = other(axis[at], at > 0 && axis[at] == axis[at - 1]) - points.y[k];
        }
        return points;
      });
      add_series(plot, has_legend(group) ? name : "", std::move(points), columns_.rows()).like = i;
    }
    return plot;
  }

  // One title above, one name of the x axis below, frames of one height.
  void arrange(std::vector<Plot>& plots) const {
    plots.front().title = options_.title;
    if (second_)
      plots.front().note =
          fmt::format("solid: {}, dashed: {}{}", run_.name, second_->name,
                      rises_ ? "; difference: dashed less solid"
                             : fmt::format("; no difference: {} does not rise there", second_->columns->names()[0]));
    plots.back().x.label = columns_.names()[over_] == "t" ? "time" : columns_.names()[over_];
    plots.back().x.unit = axis_unit(over_);
    const auto count = static_cast<int>(plots.size());
    const int height = options_.height > 0 ? options_.height : count == 1 ? alone : count * pane_height + title_room + label_room;
    for (Plot& plot : plots) plot.width = options_.width, plot.height = (height - title_room - label_room) / count;
    plots.front().height += title_room;
    plots.back().height += label_room;
  }

  const PictureRun& run_;
  const PictureRun* second_;
  const PictureOptions& options_;
  const Columns& columns_;
  int over_ = 0, other_over_ = 0;
  std::vector<Group> groups_;  // columns of one unit
  Values axis_;                // first column of the second run, in units of the first
  bool rises_ = false;
};

}  // namespace

std::vector<Plot> panes(const PictureRun& run, const PictureRun* second, const PictureOptions& options) {
  return Picture(run, second, options).panes();
}

std::string curves_csv(const PictureRun& run, const PictureOptions& options) { return Picture(run, nullptr, options).csv(); }

}  // namespace bricard::page
