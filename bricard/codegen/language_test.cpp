// The laws of languages (language.hpp) over their list: the printed program, compiled where that is needed, writes the table that the
// program's own dynamics writes, for a model with an event, a table, states, a loop and names that are keywords.
#include "bricard/codegen/language.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bricard/analyses/run.hpp"
#include "bricard/codegen/generate.hpp"
#include "bricard/codegen/languages.hpp"
#include "bricard/codegen/test_graph.hpp"
#include "bricard/core/error.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

namespace fs = std::filesystem;

constexpr double tolerance = 1e-6;

// `for`, `end`, `class`, `def`, `main`, `k`, `function`, `double`, `p` are words of some language.
const char* const everything = R"yaml(name: Words "of" languages */ \ and more
gravity: [0, 0, -9.81]
parameters: {class: 2, p: 30}
tables:
  end: {interpolation: spline, points: [[-1, -20], [-0.5, -6], [0, 0], [0.5, 6], [1, 25]]}
  for: {points: [[-2, -3], [0, 0], [1, 1], [3, 8]]}
bodies:
  double: {mass: class, inertia: [0.2, 0.2, 0.01, 0.001, 0, 0.002], position: [0, 0, -0.5]}
  def: {mass: 1.5, inertia: [0.1, 0.1, 0.01], position: [0.2, 0, -1.3]}
  int: {mass: 0.7, inertia: [0.02, 0.03, 0.01], position: [0.1, 0.7, -0.3]}
  crank: {mass: 1, inertia: [0.01, 0.01, 0.02], position: [2, 0.25, 0]}
  coupler: {mass: 1, inertia: [0.02, 0.05, 0.05], position: [2.5, 0.6, 0]}
  rocker: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [3, 0.35, 0]}
joints:
  main: {type: revolute, bodies: [ground, double], at: [0, 0, 0], axis: [0, 1, 0], initial: {angle: 0.8, speed: 0.3}}
  while: {type: universal, bodies: [double, def], at: [0, 0, -1], axis: [0, 1, 0], axis2: [1, 0, 0]}
  function: {type: spherical, bodies: [ground, int], at: [0, 0.6, 0]}
  pin: {type: revolute, bodies: [ground, crank], at: [2, 0, 0], axis: [0, 0, 1], initial: {speed: 8}}
  knee: {type: revolute, bodies: [crank, coupler], at: [2, 0.5, 0], axis: [0, 0, 1]}
  wrist: {type: revolute, bodies: [coupler, rocker], at: [3, 0.7, 0], axis: [0, 0, 1]}
  pivot: {type: revolute, bodies: [ground, rocker], at: [3, 0, 0], axis: [0, 0, 1]}
sensors:
  tip: {body: def, at: [0.2, 0, -1.5]}
inputs: {u: sin(3*t)}
states:
  k: {initial: 0.1, derivative: "(main.angle - k)/0.3"}
  n: {initial: 0}
  held: {sample: 0.05, next: "main.speed + 0.1*u"}
forces:
  spring: {type: joint_force, joint: main, torque: "-table(end, main.angle) - 2*k"}
  push: {type: joint_force, joint: pin, torque: "-table(for, pin.speed) + if(pin.angle > 1, 0.4, 0.1*u) - 0.02*held"}
  rod: {type: spring_damper, from: {body: double, at: [0, 0, -0.7]}, to: {body: def, at: [0.2, 0, -1.4]}, stiffness: p, damping: 1}
events:
  low: {when: main.angle < 0, do: switch, set: {n: n + 1}}
  turned: {when: pin.angle > 1.5, do: record}
outputs:
  sum: k + n + spring.torque
  try: abs(tip.x)
analysis: {type: dynamics, duration: 1.2, output_step: 20 ms, tolerance: 1e-6, coordinates: relative}
)yaml";

Model everything_model() { return read_yaml_text("bricard: 1\n" + std::string(everything), "words.bricard.yaml"); }

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "bricard_language_XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }
  void write(const std::vector<SourceFile>& files) const {
    for (const SourceFile& file : files) {
      fs::create_directories((path_ / file.name).parent_path());
      std::ofstream(path_ / file.name) << file.text;
    }
  }
  int run(std::string command) const {
    for (std::size_t at; (at = command.find('@')) != std::string::npos;) command.replace(at, 1, path_.string());
    return std::system((command + " > '" + (path_ / "out.txt").string() + "' 2>&1").c_str());
  }
  std::string told() const {
    std::ifstream file(path_ / "out.txt");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

 private:
  fs::path path_;
};

bool is_there(const Language& language) {
  const std::string program = language.run.starts_with("make") ? "cc" : std::string(language.run.substr(0, language.run.find(' ')));
  return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

struct Table {
  std::string head;
  std::vector<std::vector<double>> rows;
  explicit Table(const fs::path& path) {
    std::ifstream file(path);
    std::string line, cell;
    std::getline(file, head);
    while (std::getline(file, line)) {
      std::stringstream cells(line);
      rows.emplace_back();
      while (std::getline(cells, cell, ',')) rows.back().push_back(std::strtod(cell.c_str(), nullptr));
    }
  }
};

// Every column within ten tolerances of its largest value, accelerations and forces of the largest of all of their kind.
void expect_same_table(const Table& found, const Results& right) {
  std::string head;
  for (const ResultColumn& column : right.columns) head += (head.empty() ? "" : ",") + column.name;
  EXPECT_EQ(found.head, head);
  ASSERT_EQ(static_cast<int>(found.rows.size()), right.rows());
  for (std::size_t c = 0; c < right.columns.size(); ++c) {
    const std::string& name = right.columns[c].name;
    if (name.starts_with("violation")) continue;
    const std::vector<double> series = right.series(name);
    double largest = 1e-3, worst = 0;
    for (const double x : series)
      if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    for (std::size_t i = 0; i < series.size(); ++i) {
      ASSERT_GT(found.rows[i].size(), c);
      if (std::isfinite(series[i])) worst = std::max(worst, std::abs(found.rows[i][c] - series[i]));
    }
    EXPECT_LE(worst, 10 * tolerance * largest) << name;
  }
}

class EveryLanguage : public ::testing::TestWithParam<Language> {};

TEST_P(EveryLanguage, ReproducesASimulation) {
  const Language& language = GetParam();
  if (!is_there(language)) GTEST_SKIP() << language.name << " cannot be run here";
  const Model model = everything_model();
  GeneratedProgram program = generate_program(model, {});
  program.model.name = "while";
  const Folder folder;
  folder.write(language.print(program));
  EXPECT_EQ(folder.run(std::string(language.run)), 0) << folder.told();
  EXPECT_EQ(folder.told().find("warning"), std::string::npos) << folder.told();
  EXPECT_NE(folder.told().find("low at t ="), std::string::npos) << folder.told();
  EXPECT_NE(folder.told().find("turned at t ="), std::string::npos) << folder.told();
  expect_same_table(Table(folder.path() / "results.csv"), run(model));
}

TEST_P(EveryLanguage, SameProgramSameText) {
  const auto text = [&] {
    GeneratedProgram program = generate_program(everything_model(), {});
    program.model.name = "words";
    std::string all;
    for (const SourceFile& file : GetParam().print(program)) all += file.name + "\n" + file.text;
    return all;
  };
  EXPECT_EQ(text(), text());
}

// `bricard generate` writes over what says so in its first lines alone.
TEST_P(EveryLanguage, EveryFileSaysWhereItIsFrom) {
  GeneratedProgram program = generate_program(everything_model(), {});
  program.model.name = "words";
  for (const SourceFile& file : GetParam().print(program)) {
    if (file.is_filled_in) continue;
    std::size_t end = 0;
    for (int line = 0; line < 3 && end != std::string::npos; ++line) end = file.text.find('\n', end + 1);
    EXPECT_NE(file.text.substr(0, end).find("generated by bricard"), std::string::npos) << file.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, EveryLanguage, ::testing::ValuesIn(languages),
                         [](const auto& each) { return std::string(each.param.name); });

// Every function of the model, in C with the sanitizers of the compiler, at its start and with all angles at zero: nothing is read or
// written beside an array, and no number is lost.
TEST(GeneratedC, IsCleanUnderSanitizers) {
  ProgramOptions options;
  for (const GeneratedFunctionEntry& each : generated_functions()) options.functions.emplace_back(each.name);
  GeneratedProgram program = generate_program(everything_model(), options);
  program.model.name = "words";
  const Folder folder;
  folder.write(languages[0].print(program));
  std::string calls;
  for (const GeneratedFunction& function : program.model.functions) {
    std::string arguments, outputs, checks;
    for (const GeneratedArray& array : function.inputs)
      if (array.name != "p" && array.name != "k") arguments += (array.name == "t" ? "0.3" : array.name) + ", ";
    arguments += "&p";
    for (const GeneratedArray& array : function.outputs) {
      outputs += "    double* " + array.name + "_out = malloc(" + std::to_string(array.size()) + " * sizeof(double));\n";
      arguments += ", " + array.name + "_out";
      if (array.name != "results")
        checks += "    for (i = 0; i < " + std::to_string(array.size()) + "; ++i) if (!isfinite(" + array.name + "_out[i])) { printf(\"" +
                  function.name + " " + array.name + " %d\\n\", i); bad = 1; }\n";
      checks += "    free(" + array.name + "_out);\n";
    }
    calls += "  {\n" + outputs + "    words_" + function.name + "(" + arguments + ");\n" + checks + "  }\n";
  }
  const GeneratedRun& run = *program.run;
  const auto array = [&](const char* name, const std::vector<double>& values) {
    std::string text = std::string("  double ") + name + "[] = {";
    for (const double x : values) text += exact_number(x) + ", ";
    return text + (values.empty() ? "0" : "") + "};\n";
  };
  const auto all = [&](std::size_t n) { return std::vector<double>(n, 0.1); };
  std::string main = "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include \"words.h\"\nint main(void) {\n"
                     "  static words_parameters p;\n  int i, round, bad = 0;\n";
  const std::size_t rows = run.row_length.size();
  main += array("q", run.q) + array("v", run.v) + array("z", run.z) + array("u", all(1)) + array("angles", run.angles) +
          array("a", all(run.v.size())) + array("lambda", all(rows)) +
          "  words_default_parameters(&p);\n  for (round = 0; round < 2; ++round) {\n" + calls + "  for (i = 0; i < 3; ++i) q[i] = 0;\n  }\n  return bad;\n}\n";
  std::ofstream(folder.path() / "call.c") << main;
  EXPECT_EQ(folder.run("cc -std=c99 -Wall -Wextra -Werror -Wno-unused-parameter -O0 -g -fsanitize=address,undefined -fno-sanitize-recover "
                       "-o @/call @/call.c @/words.c -lm && ASAN_OPTIONS=detect_leaks=0 @/call"),
            0)
      << folder.told();
}

}  // namespace
}  // namespace bricard::test
