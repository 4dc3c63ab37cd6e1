// The contract of a language of generated code: one folder with its printer and the driver that runs the printed functions.
//
//   name, help   what `bricard generate --language` takes and `bricard list` prints
//   run          the command that simulates, with @ for the folder
//   print        a program → the files of its folder
//
// The laws (language_test.cpp runs them over the list of languages):
//   - the printed functions give the values of the System at random states, for every model of the repository that is generated,
//     and finite values at singular joint angles;
//   - the printed program's results.csv is that of `bricard simulate`;
//   - functions hold no state, call nothing but the mathematical library and take all data by argument;
//   - names of the model that are keywords of the language are no trouble; the same program gives the same text.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/codegen/operations.hpp"
#include "bricard/codegen/program.hpp"

namespace bricard {

struct SourceFile {
  std::string name;  // in the folder
  std::string text;
  bool is_filled_in = false;  // by the user: never written over
};

struct Language {
  std::string_view name, help, run;
  std::vector<SourceFile> (*print)(const GeneratedProgram& program);
};

// ---- what printers share ----------------------------------------------------------------------------------------------------

// A name that is an identifier, no keyword, and not in `taken`, to which it is added.
std::string identifier(std::string_view name, std::span<const std::string_view> keywords, std::vector<std::string>& taken);

// Words of a text in lines of at most `width`, each after `mark`.
std::string wrapped(std::string_view text, std::string_view mark, std::size_t width = 110);

// What an array holds: "q: coordinates, m and rad: 0 main.angle, 1 ..", numbered from `first`.
std::string described(const GeneratedArray& array, int first);

// A text with "@name@" replaced by what stands for it; names that are not listed are a mistake of ours.
struct TemplateWord {
  std::string_view name;
  std::string text;
};
std::string filled_in(std::string_view text, std::span<const TemplateWord> replacements);

// Numbers and quoted words, separated by commas, in lines.
std::string listed(std::span<const double> values, std::string (*number)(double), std::string_view indent);
std::string listed(std::span<const int> values, std::string_view indent);
std::string quoted_list(std::span<const std::string> words, std::string_view indent);

std::string indented(std::string_view lines, std::string_view indent);

// The pieces of a curve as rows of five: x, c0 .. c3 (interpolant.hpp).
std::vector<double> piece_data(const Interpolant& curve);
// Of a surface: the starts of its columns, of its rows, and 16 coefficients for each cell (grid_interpolant.hpp).
std::vector<double> cell_data(const GridInterpolant& surface);

// A function of the user, or a derivative of it: the arguments by which it is differentiated, from 1.
std::vector<int> derivatives_of(const Graph::Call& call);
// "tire", "tire_d1", "tire_d1_d2".
std::string name_of(const Graph::Call& call);

// "tire(x1, x2 + h)": a call with its arguments x1, x2, .., one of them replaced. The function that is differentiated by the last of
// the arguments of a derivative.
std::string passed(const Graph::Call& call, int replaced = 0, std::string_view by = {});
Graph::Call less_differentiated(const Graph::Call& call);

// Members of the parameters: identifiers of the language.
struct MemberNames {
  MemberNames(const GeneratedProgram& program, std::span<const std::string_view> keywords);
  std::vector<std::string> parameters, curves, surfaces;
  // Of what a function's graph reads.
  const std::string& curve_of(const GeneratedProgram& program, const Graph& graph, int place) const;
  const std::string& surface_of(const GeneratedProgram& program, const Graph& graph, int place) const;
};

// What a driver's template names of a simulation. `empty`: what stands for a list without elements.
std::vector<TemplateWord> run_words(const GeneratedProgram& program, std::string (*number)(double), std::string_view empty);

}  // namespace bricard
