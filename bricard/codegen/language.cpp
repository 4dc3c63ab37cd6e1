#include "bricard/codegen/language.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>

#include "bricard/math/external_function.hpp"

namespace bricard {

std::string identifier(std::string_view name, std::span<const std::string_view> keywords, std::vector<std::string>& taken) {
  std::string found;
  for (const char c : name) found += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (found.empty() || std::isdigit(static_cast<unsigned char>(found[0]))) found = "m" + found;
  if (found[0] == '_') found = "m" + found;
  const auto is_free = [&](const std::string& word) {
    return std::find(keywords.begin(), keywords.end(), word) == keywords.end() &&
           std::find(taken.begin(), taken.end(), word) == taken.end();
  };
  std::string free = found;
  for (int i = 2; !is_free(free); ++i) free = i == 2 && is_free(found + "_") ? found + "_" : found + "_" + std::to_string(i);
  taken.push_back(free);
  return free;
}

std::string wrapped(std::string_view text, std::string_view mark, std::size_t width) {
  std::string lines, line;
  const auto end_line = [&] {
    if (!line.empty()) lines += std::string(mark) + line + "\n";
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    if (!line.empty() && line.size() + 1 + word.size() + mark.size() > width) end_line();
    if (!word.empty()) line += (line.empty() ? "" : " ") + std::string(word);
    if (end < text.size() && text[end] == '\n') end_line();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  end_line();
  return lines;
}

std::string described(const GeneratedArray& array, int first) {
  std::string text = array.name + ": " + array.help;
  if (array.columns > 1) text += " (" + std::to_string(array.rows) + " by " + std::to_string(array.columns) + ", column by column)";
  const auto add = [&](std::string_view what, const std::vector<std::string>& labels) {
    for (std::size_t i = 0; i < labels.size(); ++i)
      text += (i == 0 ? "; " + std::string(what) : std::string(",")) + " " + std::to_string(static_cast<int>(i) + first) + " " + labels[i];
  };
  if (array.columns > 1 && array.row_labels == array.column_labels) {
    add("rows and columns", array.row_labels);
  } else {
    add(array.columns > 1 ? "rows" : "elements", array.row_labels);
    if (array.columns > 1) add("columns", array.column_labels);
  }
  return text;
}

std::string filled_in(std::string_view text, std::span<const TemplateWord> replacements) {
  std::string filled;
  for (std::size_t at; (at = text.find('@')) != std::string_view::npos;) {
    const std::size_t end = text.find('@', at + 1);
    assert(end != std::string_view::npos && "a template has an odd number of marks");
    const std::string_view name = text.substr(at + 1, end - at - 1);
    const auto found = std::find_if(replacements.begin(), replacements.end(), [&](const auto& each) { return each.name == name; });
    assert(found != replacements.end() && "a template names what there is not");
    filled += std::string(text.substr(0, at)) + found->text;
    text.remove_prefix(end + 1);
  }
  return filled + std::string(text);
}

namespace {

template <class Values, class Write>
std::string in_lines(const Values& values, std::string_view indent, Write&& write) {
  std::string text, line(indent);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string word = write(values[i]) + (i + 1 < values.size() ? "," : "");
    if (line.size() > indent.size() && line.size() + 1 + word.size() > 110) {
      text += line + "\n";
      line = indent;
    }
    line += (line.size() > indent.size() ? " " : "") + word;
  }
  return text + (line.size() > indent.size() ? line : "");
}

}  // namespace

std::string listed(std::span<const double> values, std::string (*number)(double), std::string_view indent) {
  return in_lines(values, indent, number);
}
std::string listed(std::span<const int> values, std::string_view indent) {
  return in_lines(values, indent, [](int value) { return std::to_string(value); });
}
std::string quoted_list(std::span<const std::string> words, std::string_view indent) {
  return in_lines(words, indent, [](const std::string& word) { return '"' + word + '"'; });
}

std::string indented(std::string_view lines, std::string_view indent) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (end > 0) text += std::string(indent) + std::string(lines.substr(0, end));
    text += '\n';
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text;
}

std::vector<double> piece_data(const Interpolant& curve) {
  std::vector<double> data;
  for (const Interpolant::Piece& piece : curve.pieces()) {
    data.push_back(piece.x);
    data.insert(data.end(), piece.c.begin(), piece.c.end());
  }
  return data;
}

// Of cell (i, j), whose polynomial is in x - x_i and y - y_j: c_kl is its derivative there of orders k and l over k! l!.
std::vector<double> cell_data(const GridInterpolant& surface) {
  constexpr double factorial[] = {1, 1, 2, 6};
  std::vector<double> data = surface.x();
  data.insert(data.end(), surface.y().begin(), surface.y().end());
  const auto origin = [](const std::vector<double>& axis, std::size_t piece) { return axis[piece == 0 ? 0 : piece - 1]; };
  for (std::size_t cell = 0; cell < surface.columns() * surface.rows(); ++cell) {
    const double x = origin(surface.x(), surface.column_of(cell)), y = origin(surface.y(), surface.row_of(cell));
    for (int l = 0; l < 4; ++l)
      for (int k = 0; k < 4; ++k) data.push_back(surface.evaluate_cell(cell, x, y, k, l) / (factorial[k] * factorial[l]));
  }
  return data;
}

std::vector<int> derivatives_of(const Graph::Call& call) {
  constexpr int base = ExternalFunction::most_arguments + 1;  // external_function.cpp
  std::vector<int> arguments;
  for (int order = call.order; order > 0; order /= base) arguments.push_back(order % base);
  return arguments;
}

std::string name_of(const Graph::Call& call) {
  std::string name = call.name;
  for (const int argument : derivatives_of(call)) name += "_d" + std::to_string(argument);
  return name;
}

std::string passed(const Graph::Call& call, int replaced, std::string_view by) {
  std::string text;
  for (int i = 1; i <= call.arguments; ++i)
    text += (i > 1 ? ", " : "") + (i == replaced ? std::string(by) : "x" + std::to_string(i));
  return text;
}

Graph::Call less_differentiated(const Graph::Call& call) {
  const std::vector<int> by = derivatives_of(call);
  return {call.name, call.arguments, by.size() < 2 ? 0 : by[0]};
}

MemberNames::MemberNames(const GeneratedProgram& program, std::span<const std::string_view> keywords) {
  std::vector<std::string> taken;
  for (const auto& each : program.model.parameters) parameters.push_back(identifier(each.name, keywords, taken));
  for (const auto& each : program.curves) curves.push_back(identifier(each.name, keywords, taken));
  for (const auto& each : program.surfaces) surfaces.push_back(identifier(each.name, keywords, taken));
}

const std::string& MemberNames::curve_of(const GeneratedProgram& program, const Graph& graph, int place) const {
  return curves[static_cast<std::size_t>(&program.curve_of(graph, place) - program.curves.data())];
}
const std::string& MemberNames::surface_of(const GeneratedProgram& program, const Graph& graph, int place) const {
  return surfaces[static_cast<std::size_t>(&program.surface_of(graph, place) - program.surfaces.data())];
}

std::vector<TemplateWord> run_words(const GeneratedProgram& program, std::string (*number)(double), std::string_view empty) {
  const GeneratedRun& run = *program.run;
  const auto or_empty = [&](std::string list) { return list.empty() ? std::string(empty) : list; };
  const auto doubles = [&](const std::vector<double>& x) { return or_empty(listed(x, number, "")); };
  const auto ints = [&](const auto& x) { return or_empty(listed(std::vector<int>(x.begin(), x.end()), "")); };
  const auto size = [](std::size_t n) { return std::to_string(n); };
  std::vector<std::string> events, columns;
  std::vector<int> actions, held_events, held_states;
  std::vector<double> periods, units;
  for (const GeneratedEvent& each : run.events) {
    events.push_back(each.name);
    actions.push_back(static_cast<int>(each.action));
  }
  for (const HeldValue& each : run.held) {
    held_events.push_back(each.event);
    held_states.push_back(each.state);
    periods.push_back(each.period);
  }
  for (const GeneratedColumn& each : run.columns) {
    columns.push_back(each.name);
    units.push_back(each.unit);
  }
  return {{"title", program.model.title},
          {"nq", size(run.q.size())},
          {"nv", size(run.v.size())},
          {"nz", size(run.z.size())},
          {"nu", size(find_function(program, "inputs")->outputs[0].rows)},
          {"angles", size(run.angles.size())},
          {"rows", size(run.row_length.size())},
          {"kept", size(run.rows.size())},
          {"all_rows", size(find_function(program, "efforts") ? find_function(program, "efforts")->outputs[0].rows : 0)},
          {"quaternions", size(run.quaternions.size())},
          {"events", size(events.size())},
          {"held", size(run.held.size())},
          {"columns", size(columns.size())},
          {"events_need_motion", run.events_need_motion ? "1" : "0"},
          {"is_redundant", run.dependent.empty() ? "0" : "1"},
          {"end", number(run.end)},
          {"output_step", number(run.output_step)},
          {"tolerance", number(run.tolerance)},
          {"length", number(run.length)},
          {"q_values", doubles(run.q)},
          {"v_values", doubles(run.v)},
          {"z_values", doubles(run.z)},
          {"angle_values", doubles(run.angles)},
          {"counts_turns", ints(run.counts_turns)},
          {"turning", ints(run.turning)},
          {"q_size", doubles(run.q_size)},
          {"v_size", doubles(run.v_size)},
          {"quaternion_at", ints(run.quaternions)},
          {"kept_rows", ints(run.rows)},
          {"independent", size(run.independent.size())},
          {"dependent", size(run.dependent.size())},
          {"independent_rows", ints(run.independent)},
          {"dependent_rows", ints(run.dependent)},
          {"row_length", doubles(run.row_length)},
          {"event_names", or_empty(quoted_list(events, ""))},
          {"event_actions", ints(actions)},
          {"holding", ints(run.holding)},
          {"held_events", ints(held_events)},
          {"held_states", ints(held_states)},
          {"held_periods", doubles(periods)},
          {"column_names", quoted_list(columns, "    ")},
          {"column_units", listed(units, number, "    ")}};
}

}  // namespace bricard
