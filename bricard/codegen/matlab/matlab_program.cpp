// MATLAB and Octave: a package folder +NAME with one file per function, +NAME_user for functions in code, and simulate.m.
#include <algorithm>
#include <cmath>

#include "bricard/codegen/languages.hpp"
#include "bricard/codegen/matlab/matlab_driver.hpp"

namespace bricard {
namespace {

constexpr std::string_view keywords[] = {"break",      "case",     "catch",  "classdef", "continue", "else",   "elseif", "end",  "for",
                                         "function",   "global",   "if",     "otherwise", "parfor",  "persistent", "return", "spmd",
                                         "switch",     "try",      "while",  "do",       "until",    "endif",  "endfor", "endfunction",
                                         "endwhile",   "unwind_protect", "endswitch", "end_try_catch", "k", "p", "pkg", "model", "run", "simulate"};

// Behind the function of a file, those that its text calls.
struct Support {
  std::string_view name, text;
};
constexpr Support supports[] = {
    {"choose(", R"code(
function x = choose(condition, a, b)
  if condition
    x = a;
  else
    x = b;
  end
end
)code"},
    {"real_sqrt(", R"code(
function y = real_sqrt(x)
  y = NaN;
  if x >= 0
    y = sqrt(x);
  end
end
)code"},
    {"real_log(", R"code(
function y = real_log(x)
  y = NaN;
  if x >= 0
    y = log(x);
  end
end
)code"},
    {"real_asin(", R"code(
function y = real_asin(x)
  y = NaN;
  if abs(x) <= 1
    y = asin(x);
  end
end
)code"},
    {"real_acos(", R"code(
function y = real_acos(x)
  y = NaN;
  if abs(x) <= 1
    y = acos(x);
  end
end
)code"},
    {"real_power(", R"code(
function y = real_power(a, b)
  y = NaN;
  if a >= 0 || b == floor(b)
    y = a^b;
  end
end
)code"},
    {"curve(", R"code(
% A curve: columns of x, c0, c1, c2, c3, the first and the last beyond its ends.
function y = curve(pieces, x, order)
  i = piece_of(pieces(1, 2:end), x);
  y = cubic(pieces(2:5, i), x - pieces(1, i), order);
end
)code"},
    {"surface(", R"code(
% A surface: its x, its y, and the 16 coefficients of every cell, beyond its ends too.
function z = surface(data, nx, ny, x, y, order_x, order_y)
  xs = data(1:nx);
  ys = data(nx + 1:nx + ny);
  i = piece_of(xs, x);
  j = piece_of(ys, y);
  c = reshape(data(nx + ny + 16 * ((j - 1) * (nx + 1) + i - 1) + (1:16)), 4, 4);
  u = x - xs(max(i - 1, 1));
  along = zeros(4, 1);
  for l = 1:4
    along(l) = cubic(c(:, l), u, order_x);
  end
  z = cubic(along, y - ys(max(j - 1, 1)), order_y);
end
)code"},
    {"piece_of(", R"code(
% The piece that a number is on, from 1, between and beyond points; each belongs to the piece on its right, the last to both.
function i = piece_of(points, at)
  i = 1;
  if at > points(end)
    i = numel(points) + 1;
  elseif at >= points(1)
    i = min(find(points <= at, 1, 'last'), numel(points) - 1) + 1;
  end
end
)code"},
    {"cubic(", R"code(
% c0 + u (c1 + u (c2 + u c3)), or its derivative of that order.
function y = cubic(c, u, order)
  switch order
    case 0
      y = ((c(4) * u + c(3)) * u + c(2)) * u + c(1);
    case 1
      y = (3 * c(4) * u + 2 * c(3)) * u + c(2);
    case 2
      y = 6 * c(4) * u + 2 * c(3);
    case 3
      y = 6 * c(4);
    otherwise
      y = 0 * c(4);
  end
end
)code"}};

std::string with_support(std::string text) {
  for (const Support& each : supports)
    if (text.find(each.name) != std::string::npos) text += each.text;
  return text;
}

constexpr std::string_view by_accel = R"code(  [a, lambda, pivot] = @name@.accel(t, q, v, z, u, d.angles, d.p);
  if ~(pivot > 0 && all(isfinite(a)))
    error('the accelerations are not finite: a singular position, a force that is not a number, or a body without inertia');
  end)code";
constexpr std::string_view by_solving = R"code(  [M, c] = @name@.dirdyn(t, q, v, z, u, d.angles, d.p);
  [slopes, gamma] = @name@.slopes(t, q, v, z, u, d.angles, d.p);
  [a, mu] = solve_constrained(prepared(M, slopes(d.independent, :)), -c, gamma(d.independent));
  lambda = zeros(numel(d.row_length), 1);
  lambda(d.independent) = mu;)code";

std::string number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Inf" : "Inf";
  return exact_number(value);
}

std::string_view function_of(Graph::Op op) {
  constexpr std::string_view names[] = {"sin",  "cos",  "tan",  "real_asin", "real_acos", "atan", "atan2", "sinh", "cosh",
                                        "tanh", "exp",  "real_log", "real_sqrt", "real_power", "abs", "floor", "rem"};
  return names[static_cast<int>(op) - static_cast<int>(Graph::Op::sin)];
}

constexpr Dialect dialect{.define = "", .define_condition = "", .end = ";", .comment = "% ", .both = " && ", .negated = "~",
                          .function = function_of, .number = number, .choose = "choose", .first = 1, .open = '(', .close = ')'};

// A list in one row, its words as character arrays.
std::string as_row(std::string list) {
  std::replace(list.begin(), list.end(), '"', '\'');
  for (std::size_t at = 0; (at = list.find(",\n", at)) != std::string::npos; at += 5) list.replace(at, 1, ", ...");
  return list;
}

class MatlabPrinter {
 public:
  MatlabPrinter(const GeneratedProgram& program, std::string name)
      : program_(program), name_(std::move(name)), names_(program, keywords) {}

  std::string parameters() const {
    std::string text = "function p = parameters()\n% The numbers of " + program_.model.title +
                       ", generated by bricard. After one was changed: p = " + name_ + ".setup(p).\n";
    for (std::size_t i = 0; i < names_.parameters.size(); ++i) {
      const GeneratedParameter& each = program_.model.parameters[i];
      text += "  p." + names_.parameters[i] + " = " + number(each.value) + ";  % " + each.help +
              (each.unit.empty() ? "" : ", " + each.unit) + "\n";
    }
    for (std::size_t i = 0; i < names_.curves.size(); ++i)
      text += "  p." + names_.curves[i] + " = reshape([  % table " + program_.curves[i].name + "\n" +
              in_rows(piece_data(program_.curves[i].curve)) + "], 5, []);\n";
    for (std::size_t i = 0; i < names_.surfaces.size(); ++i)
      text += "  p." + names_.surfaces[i] + " = [  % table " + program_.surfaces[i].name + "\n" +
              in_rows(cell_data(program_.surfaces[i].surface)) + "];\n";
    return text + "  p = " + name_ + ".setup(p);\nend\n";
  }

  std::string setup() const {
    const GeneratedFunction& setup = program_.model.setup;
    std::string text = "function p = setup(p)\n% What follows from parameters alone, generated by bricard.\n";
    text += "  p.k = zeros(" + std::to_string(setup.outputs.empty() ? 0 : setup.outputs[0].size()) + ", 1);\n";
    if (!setup.outputs.empty()) text += indented(operations(setup), "  ");
    return with_support(text + "end\n");
  }

  std::string function(const GeneratedFunction& of) const {
    std::string arguments, results, body;
    for (const GeneratedArray& array : of.inputs)
      if (array.name != "p" && array.name != "k") arguments += array.name + ", ";
    for (const GeneratedArray& array : of.outputs) {
      results += (results.empty() ? "" : ", ") + array.name;
      body += array.name + " = zeros(" + std::to_string(array.rows) + ", " + std::to_string(array.columns) + ");\n";
    }
    if (of.outputs.size() != 1) results = "[" + results + "]";
    std::string help = "generated by bricard: " + program_.model.title + "\n" + of.help;
    for (const auto* arrays : {&of.outputs, &of.inputs})
      for (const GeneratedArray& array : *arrays)
        if (array.name != "p" && array.name != "k") help += "\n" + described(array, 1);
    help += "\np: " + name_ + ".parameters()";
    return with_support("function " + results + " = " + of.name + "(" + arguments + "p)\n" + wrapped(help, "% ") +
                        indented(body + operations(of), "  ") + "end\n");
  }

  SourceFile user(const Graph::Call& call) const {
    const std::string name = user_name(call);
    const std::vector<int> by = derivatives_of(call);
    std::string text = "function y = " + name + "(" + passed(call) + ")\n";
    if (by.empty()) {
      text += "% The model's function `" + call.name + "`: to be written. Until then everything that reads it is not a number.\n  y = NaN;\nend\n";
    } else {
      const std::string x = "x" + std::to_string(by.back());
      const auto called = [&](const std::string& at) {
        return name_ + "_user." + user_name(less_differentiated(call)) + "(" + passed(call, by.back(), at) + ")";
      };
      text += "% A derivative by argument " + std::to_string(by.back()) +
              ": a central difference, to be replaced where the exact one is known.\n  h = 6e-6 * max(abs(" + x + "), 0.01);\n  y = (" +
              called(x + " + h") + " - " + called(x + " - h") + ") / (2 * h);\nend\n";
    }
    return {"+" + name_ + "_user/" + name + ".m", text, true};
  }

  const std::string& name() const { return name_; }

 private:
  static std::string user_name(const Graph::Call& call) {
    std::vector<std::string> taken;
    return identifier(name_of(call), keywords, taken);
  }

  static std::string in_rows(const std::vector<double>& data) {
    std::string text;
    for (std::size_t i = 0; i < data.size(); i += 5) {
      text += "    ";
      for (std::size_t j = i; j < std::min(i + 5, data.size()); ++j) text += (j > i ? ", " : "") + number(data[j]);
      text += i + 5 < data.size() ? ", ...\n" : "";
    }
    return text;
  }

  std::string operations(const GeneratedFunction& function) const {
    const Naming naming{[&](int array, int i) {
                          const std::string& name = function.graph.inputs()[array].name;
                          if (name == "t") return name;
                          if (name == "p") return "p." + names_.parameters[i];
                          return (name == "k" ? "p." : "") + dialect.element(name, i);
                        },
                        [&](int array, int i) {
                          const std::string& name = function.graph.outputs()[array].name;
                          return (name == "k" ? "p." : "") + dialect.element(name, i);
                        },
                        [&](int place) { return "p." + names_.curve_of(program_, function.graph, place); },
                        [&](int place) {
                          const auto& surface = program_.surface_of(function.graph, place);
                          return "p." + names_.surface_of(program_, function.graph, place) + ", " +
                                 std::to_string(surface.surface.x().size()) + ", " + std::to_string(surface.surface.y().size());
                        },
                        [&](const Graph::Call& call) { return name_ + "_user." + user_name(call); }};
    return write_operations(function.graph, dialect, naming).parts[0];
  }

  const GeneratedProgram& program_;
  std::string name_;
  MemberNames names_;
};

}  // namespace

std::vector<SourceFile> print_matlab_program(const GeneratedProgram& program) {
  std::vector<std::string> taken;
  const MatlabPrinter printer(program, identifier(program.model.name, keywords, taken));
  const std::string folder = "+" + printer.name() + "/";
  std::vector<SourceFile> files{{folder + "parameters.m", printer.parameters()}, {folder + "setup.m", printer.setup()}};
  for (const GeneratedFunction& function : program.model.functions)
    files.push_back({folder + function.name + ".m", printer.function(function)});
  for (const Graph::Call& call : program.calls) files.push_back(printer.user(call));
  if (!program.run) return files;
  std::vector<TemplateWord> words = run_words(program, number, "");
  for (TemplateWord& word : words) word.text = as_row(std::move(word.text));
  words.insert(words.end(), {{"name", printer.name()}, {"", "@"}});
  words.push_back({"accelerations", filled_in(find_function(program, "accel") ? by_accel : by_solving, words)});
  files.push_back({"simulate.m", filled_in(matlab_driver, words)});
  return files;
}

}  // namespace bricard
