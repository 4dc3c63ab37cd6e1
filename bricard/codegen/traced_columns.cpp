// Columns of results, traced: the writer of rows (column_writer.hpp) run with symbols.
#include <algorithm>

#include "bricard/codegen/symbol.hpp"
#include "bricard/codegen/traced.hpp"
#include "bricard/codegen/traced_columns.hpp"
#include "bricard/codegen/traced_functions.hpp"
#include "bricard/system/column_writer.hpp"

namespace bricard {
namespace {

Symbol larger_of(Symbol a, Symbol b) { return max(a, b); }

Symbol kinetic_energy(const Traced& traced) {
  const Layout& layout = traced.system.layout();
  Symbol energy;
  for (int b = 1; b <= layout.bodies; ++b) {
    const Vec3<Symbol> v = traced.k.v[b], w = traced.k.R[b].transpose() * traced.k.w[b];
    const Vec3<Symbol> L = layout.inertia[b].cast<Symbol>() * w;
    energy += Symbol(0.5) * (Symbol(layout.mass[b]) * dot<Symbol>(v, v) + dot<Symbol>(w, L));
  }
  return energy;
}

// |value| of a row as a length (row_length.hpp). Couplings and expressions have units of their own: over their steepest slope.
// Terms of the same two bodies act together.
Symbol steepest(const Traced& traced, const RowGroup& group) {
  const Layout& layout = traced.system.layout();
  Symbol square;
  for (int m = 0; m < group.terms; ++m) {
    const PairFrames& pair = layout.pairs[group.pairs[m]];
    Vec3<Symbol> n = zero3<Symbol>(), tau = zero3<Symbol>();
    for (int other = 0; other < group.terms; ++other) {
      const PairFrames& of = layout.pairs[group.pairs[other]];
      if (of.A.body != pair.A.body || of.B.body != pair.B.body) continue;
      n += traced.k.entries[group.first_entry + other].n;
      tau += traced.k.entries[group.first_entry + other].tau;
    }
    square = larger_of(square, larger_of(dot<Symbol>(n, n), dot<Symbol>(tau, tau) / Symbol(layout.length * layout.length)));
  }
  return sqrt(square);
}

bool has_own_unit(const Layout& layout, int group) {
  const auto is_group = [&](const auto& entry) { return entry.group == group; };
  return std::any_of(layout.couplings.begin(), layout.couplings.end(), is_group) ||
         std::any_of(layout.expressions.begin(), layout.expressions.end(), is_group);
}

// The largest of the rows that relative coordinates do not satisfy by themselves; the others are open by rounding alone.
Symbol violation(const Traced& traced, const std::vector<Symbol>& open) {
  const Layout& layout = traced.system.layout();
  Symbol largest;
  for (std::size_t g = 0; g < layout.groups.size(); ++g) {
    const RowGroup& group = layout.groups[g];
    if (traced.system.holds(group)) continue;
    for (int row = group.first_row; row < group.first_row + group.rows; ++row) {
      const Symbol size = abs(open[row]);
      const Symbol length = has_own_unit(layout, static_cast<int>(g)) ? size / steepest(traced, group)
                                                                      : size * Symbol(traced.system.scaled(row, 1));
      largest = larger_of(largest, length);
    }
  }
  return largest;
}

// Names of columns, of those that `take` takes.
template <class Take>
GeneratedFunction some_columns(const System& system, std::string_view name, std::string_view help, std::string_view array_help,
                               Take&& take) {
  FunctionWriter writer(name, help);
  const Graph::Recording recording(writer.graph());
  Traced traced(system, writer, TracedArrays::motion);
  const std::vector<Symbol> row = traced_columns(system, traced);
  GeneratedArray array{std::string(name), std::string(array_help), 0, 1, {}, {}};
  std::vector<Symbol> values;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const std::string& column = system.table().columns[c].name;
    if (!take(column)) continue;
    array.row_labels.push_back(column);
    values.push_back(row[c]);
  }
  array.rows = static_cast<int>(values.size());
  writer.output(array, values);
  return writer.finished();
}

bool belongs_to(const std::string& column, const std::string& element) {
  return column.size() > element.size() && column.starts_with(element) && column[element.size()] == '.';
}

}  // namespace

std::vector<Symbol> traced_columns(const System& system, Traced& traced) {
  traced.measure_all();
  const std::vector<Symbol> efforts = traced.efforts();
  const std::vector<Vec6<Symbol>> wrench = traced.wrenches();
  const Symbol kinetic = kinetic_energy(traced), potential = traced.k.potential;
  const Symbol balance[5] = {kinetic, potential, kinetic + potential, violation(traced, traced.k.Phi),
                             violation(traced, traced.k.Phi_rate)};
  std::vector<Symbol> row(system.table().columns.size());
  ColumnWriter(system).write<Symbol>(traced.t, {traced.k, traced.accelerations(), efforts, wrench}, balance, row.data());
  return row;
}

GeneratedFunction generate_columns(const System& system) {
  return some_columns(system, "results", "a row of results.csv, in SI; inputs, states and outputs as numbers of the model's file",
                      "the columns in their order", [](const std::string&) { return true; });
}

GeneratedFunction generate_outputs(const System& system) {
  return some_columns(system, "outputs", "the outputs of the model, as numbers of its file", "by output",
                      [&](const std::string& column) {
                        return std::any_of(system.model().outputs.begin(), system.model().outputs.end(),
                                           [&](const Output& output) { return output.name == column; });
                      });
}

GeneratedFunction generate_forces(const System& system) {
  return some_columns(system, "forces", "what the force elements measure and apply, in SI", "the columns of the force elements",
                      [&](const std::string& column) {
                        return std::any_of(system.model().forces.begin(), system.model().forces.end(),
                                           [&](const Force& force) { return belongs_to(column, force.name); });
                      });
}

GeneratedFunction generate_links(const System& system) {
  const auto is_link = [&](const std::string& name) {
    const auto& columns = system.table().columns;
    return std::any_of(columns.begin(), columns.end(), [&](const ColumnInfo& info) { return info.name == name + ".length"; });
  };
  return some_columns(system, "links", "length, rate and tension of every force element between two points, m, m/s, N",
                      "length Z, its rate and the force along it", [&](const std::string& column) {
                        return std::any_of(system.model().forces.begin(), system.model().forces.end(), [&](const Force& force) {
                          return is_link(force.name) && belongs_to(column, force.name);
                        });
                      });
}

GeneratedFunction generate_efforts(const System& system) {
  FunctionWriter writer("efforts",
                        "efforts of the rows of all joints, constraints and drivers, those of moments over the model's length: where "
                        "rows are redundant, lambda is chosen so that their squares have the least sum");
  const Graph::Recording recording(writer.graph());
  Traced traced(system, writer, TracedArrays::motion);
  traced.measure_all();
  const Layout& layout = system.layout();
  std::vector<Symbol> efforts = traced.efforts();
  const std::vector<Vec6<Symbol>> wrench = traced.wrenches();
  for (std::size_t g = 0; g < layout.groups.size(); ++g) {
    const RowGroup& group = layout.groups[g];
    if (system.holds(group) && group.rows > 0) {
      const std::vector<Symbol> of_rows = efforts_of_wrench(traced, group, wrench[g]);
      std::copy(of_rows.begin(), of_rows.end(), efforts.begin() + group.first_row);
    }
    for (int i = 0; i < group.rows; ++i) {
      const Vec3<Symbol>& n = traced.k.entries[group.first_entry + i * group.terms].n;
      const bool is_moment = n[0].node() == Graph::zero && n[1].node() == Graph::zero && n[2].node() == Graph::zero;
      if (is_moment) efforts[group.first_row + i] /= Symbol(layout.length);
    }
  }
  writer.output({"efforts", "by row", layout.rows, 1, {}, {}}, efforts);
  return writer.finished();
}

// The efforts x with C x = w: normal equations, moments over the model's length; C has full rank wherever the joint has its rows.
std::vector<Symbol> efforts_of_wrench(const Traced& traced, const RowGroup& group, const Vec6<Symbol>& wrench) {
  const Symbol length(traced.system.layout().length);
  const int n = group.rows;
  std::vector<Vec6<Symbol>> C(n);
  Vec6<Symbol> w = wrench;
  w.tail<3>() /= length;
  for (int i = 0; i < n; ++i) {
    const Row<Symbol>& entry = traced.k.entries[group.first_entry + i * group.terms];
    C[i] << entry.n, entry.tau / length;
  }
  const auto product = [](const Vec6<Symbol>& a, const Vec6<Symbol>& b) {
    Symbol sum;
    for (int c = 0; c < 6; ++c) sum += a[c] * b[c];
    return sum;
  };
  // L D Lᵀ of Cᵀ C in place: below the diagonal L, on it D.
  std::vector<std::vector<Symbol>> N(n, std::vector<Symbol>(n));
  std::vector<Symbol> x(n);
  for (int i = 0; i < n; ++i) {
    x[i] = product(C[i], w);
    for (int j = 0; j <= i; ++j) N[i][j] = product(C[i], C[j]);
  }
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i) {
      const Symbol entry = N[i][j];
      N[i][j] = entry / N[j][j];
      for (int m = j + 1; m <= i; ++m) N[i][m] -= entry * N[m][j];
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) x[i] -= N[i][j] * x[j];
  for (int i = n; i-- > 0;) {
    x[i] /= N[i][i];
    for (int j = i + 1; j < n; ++j) x[i] -= N[j][i] * x[j];
  }
  return x;
}

}  // namespace bricard
