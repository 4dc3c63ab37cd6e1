// Functions in C: a tire against its formula as an expression, what the compiler says, and that nothing runs unasked.
#include "bricard/io/code_files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "bricard/analyses/run.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/test_scratch.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/math/external_function.hpp"
#include "bricard/model/building.hpp"
#include "bricard/model/functions.hpp"

namespace bricard {
namespace {

// E. Fiala: Seitenkräfte am rollenden Luftreifen, VDI-Z 96 (1954) 973; H.B. Pacejka: Tire and Vehicle Dynamics, 3rd ed., 2012,
// section 3.2 (brush model with parabolic pressure). With t = tan a, m = mu F:
//   Y = -C t + C²/(3 m) |t| t - C³/(27 m²) t³   for |t| < 3 m/C,   else -m sign(a).
const std::string tire_c = R"text(#include <math.h>
static double third(double x) { return x * x * x; }
double fiala(double a, double load) {
  const double C = 60000, m = 0.9 * load, t = tan(a);
  if (fabs(t) >= 3 * m / C) return a > 0 ? -m : m;
  return -C * t + C * C / (3 * m) * fabs(t) * t - third(C) / (27 * m * m) * third(t);
}
)text";
const std::string tire_expression =
    "if(abs(tan(a)) >= 3*0.9*F/C, -0.9*F*sign(a), -C*tan(a) + C^2/(3*0.9*F)*abs(tan(a))*tan(a) - C^3/(27*(0.9*F)^2)*tan(a)^3)";

class CodeFiles : public testing::Test {
 protected:
  CodeFiles() { ::setenv("XDG_CACHE_HOME", (scratch_.path() / "cache").c_str(), 1); }

  Model read(const std::string& text) const { return read_yaml_text("bricard: 1\n" + text, "test", scratch_.path().string()); }
  // Reads and loads; `asked` counts the files.
  Model loaded(const std::string& text, int* asked = nullptr) const {
    Model model = read(text);
    load_code(model, [&](const CodeFunction&, const std::string& digest) {
      EXPECT_EQ(digest.size(), 64u);
      if (asked) ++*asked;
    });
    return model;
  }
  Fault fault_of(const std::string& text) const {
    try {
      loaded(text);
    } catch (const Error& error) {
      return error.faults().at(0);
    }
    ADD_FAILURE() << "nothing was wrong with " << text;
    return {};
  }
  void write(const std::string& name, const std::string& text) const { scratch_.write(name, text); }
  std::string path(const std::string& name) const { return (scratch_.path() / name).string(); }

 private:
  ScratchFolder scratch_{testing::UnitTest::GetInstance()->current_test_info()->name()};
};

const std::string body = R"text(
bodies: {block: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0], velocity: [1, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}}
)text";

TEST_F(CodeFiles, AFialaTireInCEqualsItsExpression) {
  write("tire.c", tire_c);
  const Model model = loaded(
      "parameters: {C: 60000, F: 3000}\nunits: {angle: deg}\nfunctions: {tire: {file: tire.c, function: fiala, "
      "arguments: [alpha, load], units: [rad, N], unit: N}}\n" +
      body + "outputs: {a: \"(block.x - 0.5)*0.4\", Y: \"" + tire_expression +
      "\", C_Y: \"tire(a*180/pi, F)\"}\n"
      "analysis: {type: dynamics, duration: 1, output_step: 1 ms}\ngravity: [0, 0, 0]\n");
  const Results results = run(model);
  const int Y = results.column("Y"), in_c = results.column("C_Y");
  double largest = 0;
  for (int row = 0; row < results.rows(); ++row) {
    EXPECT_NEAR(results.at(row, in_c), results.at(row, Y), 1e-12 * 3000) << row;
    largest = std::max(largest, std::abs(results.at(row, Y)));
  }
  EXPECT_EQ(results.rows(), 1001);
  EXPECT_DOUBLE_EQ(largest, 2700);  // it slides at both ends
}

// m x'' = -k x with the force in C, in every place where an expression may stand: x = sin(w t)/w, w² = k/m.
TEST_F(CodeFiles, ForcesStatesInputsEventsAndOutputsCallIt) {
  write("spring.c", "double force(double x, double k) { return -k * x; }\ndouble twice(double x) { return 2 * x; }\n");
  const std::string functions = R"text(gravity: [0, 0, 0]
functions:
  spring: {file: spring.c, function: force, arguments: [rail.position, 18]}
  twice: {file: spring.c, arguments: [t]}
)text";
  for (const char* integrator : {"dop853", "radau", "bdf", "adams"}) {
    SCOPED_TRACE(integrator);
    int asked = 0;
    const Model model = loaded(functions + body + R"text(
inputs: {u: twice}
states: {z: {derivative: "twice(block.vx)"}}
forces: {push: {type: joint_force, joint: rail, force: spring + 0*u}}
events: {turns: {when: "twice(block.vx) < 0", do: record}}
outputs: {there: "u + der(twice(t))", power: "spring(block.x, 18)*block.vx"}
analysis: {type: dynamics, duration: 1, tolerance: 1e-9, integrator: )text" +
                                   std::string(integrator) + "}\n",
                               &asked);
    EXPECT_EQ(asked, 1);
    const Results results = run(model);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    const int last = results.rows() - 1;
    EXPECT_NEAR(results.at(last, results.column("rail.position")), std::sin(3.0) / 3, 1e-7);
    EXPECT_NEAR(results.at(last, results.column("z")), 2 * std::sin(3.0) / 3, 1e-7);
    EXPECT_NEAR(results.at(last, results.column("there")), 4, 1e-9);
    ASSERT_EQ(results.summary.events.size(), 1u);
    EXPECT_NEAR(results.summary.events[0].t, std::acos(0.0) / 3, 1e-7);
    const auto& warnings = results.summary.warnings;
    EXPECT_EQ(
        std::count(warnings.begin(), warnings.end(),
                   "`spring`, `twice` in code: sampled inside steps, so that a kink, jump or short pulse in it is not located"),
        1);
  }
}

TEST_F(CodeFiles, ModesTakeItsDerivatives) {
  write("spring.c", "double force(double x) { return -18 * x - x * x; }\n");
  const Model model = loaded(
      "gravity: [0, 0, 0]\nfunctions: {spring: {file: spring.c, function: force, arguments: "
      "[rail.position]}}\nforces: {push: {type: joint_force, joint: rail, force: spring}}\nanalysis: {type: modes, "
      "modes: {about: design}}\n" +
      body);
  const Results results = run(model);
  ASSERT_EQ(results.summary.modes.size(), 1u);
  EXPECT_NEAR(results.summary.modes[0].imag, 3, 1e-8);
}

// A driver needs two derivatives: x = f(t) with f = t³ in C, whose inverse dynamics asks for m f'' = 12 t.
TEST_F(CodeFiles, DriversNeedBothDerivatives) {
  write("motion.c", R"text(double cube(double t) { return t * t * t; }
void slope(const double* x, double* d) { d[0] = 3 * x[0] * x[0]; }
void bend(const double* x, double* d) { d[0] = 6 * x[0]; }
)text");
  const std::string rest =
      "drivers: {motor: {joint: rail, position: motion}}\ngravity: [0, 0, 0]\nanalysis: {type: inverse_dynamics, "
      "duration: 1, output_step: 0.1}\nbodies: {block: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}}\n"
      "joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}}\n";
  const Results results =
      run(loaded("functions: {motion: {file: motion.c, function: cube, arguments: [t], derivatives: slope, "
                 "second_derivatives: bend}}\n" +
                 rest));
  const int last = results.rows() - 1;
  EXPECT_NEAR(results.at(last, results.column("rail.position")), 1, 1e-12);
  EXPECT_NEAR(results.at(last, results.column("motor.force")), 12, 1e-9);
  EXPECT_EQ(fault_of("functions: {motion: {file: motion.c, function: cube, arguments: [t], derivatives: slope}}\n" + rest).what,
            "a prescribed motion needs the first and second derivatives of the function `motion` in code");
}

TEST_F(CodeFiles, WhatTheCompilerSaysComesWithItsPlace) {
  const std::string rest = "functions: {f: {file: f.c, arguments: [x, y]}}\n";
  write("f.c", "double f(double x, double y) {\n  return x + z;\n}\n");
  Fault fault = fault_of(rest);
  EXPECT_EQ(fault.place.file, path("f.c"));
  EXPECT_EQ(fault.place.line, 2);
  EXPECT_EQ(fault.place.column, 14);
  EXPECT_NE(fault.what.find("undeclared"), std::string::npos) << fault.what;
  write("f.c", "double g(double x, double y) { return x + y; }\n");
  fault = fault_of(rest);
  EXPECT_EQ(fault.where, "functions.f.function");
  EXPECT_EQ(fault.what, "`" + path("f.c") + "` has no function `f`");
  EXPECT_EQ(fault.hint, "write `double f(double, double)`");
  write("f.c", "float f(float x) { return x; }\n");  // would be called wrongly, without a word
  EXPECT_EQ(fault_of(rest).what, "`f` has another type in `" + path("f.c") + "`");
  write("f.c", "double f(double x, double y) { return hyp(x, y); }\n");
  EXPECT_EQ(fault_of(rest).place.line, 1);
}

TEST_F(CodeFiles, NothingIsCompiledOrRunBeforeItIsPermitted) {
  write("f.c", "#include <stdio.h>\n__attribute__((constructor)) static void ran(void) { fclose(fopen(\"" + path("ran") +
                   "\", \"w\")); }\ndouble f(double x) { return x; }\n");
  const std::string text = "functions: {f: {file: f.c, arguments: [t]}}\noutputs: {a: f}\n" + body;
  Model model = read(text);
  EXPECT_TRUE(check_functions(model).empty());
  EXPECT_THROW(load_code(model, [](const CodeFunction&, const std::string&) { throw Error("", "no"); }), Error);
  EXPECT_FALSE(std::filesystem::exists(path("ran")));
  EXPECT_EQ(model.functions[0].code, nullptr);
  load_code(model, [](const CodeFunction&, const std::string&) {});
  EXPECT_TRUE(std::filesystem::exists(path("ran")));
}

// An object in the cache that was changed is not loaded, but made again; a folder that others may write is refused.
TEST_F(CodeFiles, TheCacheIsPrivateAndVerified) {
  write("f.c", "double f(double x) { return 3 * x; }\n");
  const std::string text = "functions: {f: {file: f.c, arguments: [t]}}\n";
  loaded(text);
  const std::filesystem::path folder = path("cache/bricard/code");
  struct stat status {};
  ASSERT_EQ(::stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  std::filesystem::path object;
  for (const auto& each : std::filesystem::directory_iterator(folder)) {
    EXPECT_FALSE(each.path().filename().string().starts_with("new-")) << each.path();
    if (each.path().extension() != ".so") continue;
    EXPECT_TRUE(object.empty());
    object = each.path();
  }
  std::filesystem::remove(object);
  std::ofstream(object) << "not what it was";
  const Model model = loaded(text);
  int made = 0;  // anew, under its own digest
  for (const auto& each : std::filesystem::directory_iterator(folder))
    made += each.path().extension() == ".so" && each.file_size() > 1000;
  EXPECT_EQ(made, 1);
  const double two = 2;
  EXPECT_EQ(model.functions[0].code->value({&two, 1}), 6);
  std::filesystem::permissions(folder, std::filesystem::perms::all);
  EXPECT_NE(fault_of(text).what.find("which others may use"), std::string::npos);
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
}

// The content of what is included belongs to the code: a change there is a change of the function.
TEST_F(CodeFiles, IncludedFilesAreFoundAndTheirChangesSeen) {
  const std::string text = "functions: {f: {file: f.c, arguments: [t]}}\n";
  write("f.c", "#include \"factor.h\"\ndouble f(double x) { return factor * x; }\n");
  const double two = 2;
  for (const char* factor : {"3", "5"}) {
    write("factor.h", std::string("static const double factor = ") + factor + ";\n");
    EXPECT_EQ(loaded(text).functions[0].code->value({&two, 1}), 2 * std::atof(factor));
  }
  const CodeBeside beside = with_code_beside(loaded(text));
  ASSERT_EQ(beside.files.size(), 1u);
  EXPECT_EQ(beside.files[0].first, "f.c");
  std::filesystem::create_directory(path("elsewhere"));
  write("elsewhere/f.c", beside.files[0].second);
  Model again = read_yaml_text(write_yaml(beside.model), "again", path("elsewhere"));
  load_code(again, [](const CodeFunction&, const std::string&) {});
  EXPECT_EQ(again.functions[0].code->value({&two, 1}), 10);
}

TEST_F(CodeFiles, ASharedObjectIsTakenAsItIs) {
  write("f.c", "double f(double x) { return 7 * x; }\n");
  ASSERT_EQ(std::system(("cc -shared -fPIC -o " + path("f.so") + " " + path("f.c")).c_str()), 0);
  const double two = 2;
  EXPECT_EQ(loaded("functions: {g: {file: f.so, function: f, arguments: [t]}}\n").functions[0].code->value({&two, 1}), 14);
  EXPECT_EQ(fault_of("functions: {g: {file: f.so, arguments: [t]}}\n").what, "`" + path("f.so") + "` has no function `g`");
  write("f.so", "no object");
  EXPECT_NE(fault_of("functions: {g: {file: f.so, function: f, arguments: [t]}}\n").what.find("cannot be loaded"),
            std::string::npos);
}

TEST_F(CodeFiles, FaultsOfTheModelHaveTheirPlaces) {
  write("f.c", "double f(double x) { return x; }\n");
  const auto told = [&](const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      return std::to_string(error.faults().at(0).place.line) + ": " + error.faults().at(0).what;
    }
    return std::string();
  };
  EXPECT_EQ(told("functions:\n  f: {file: g.c, arguments: [t]}\n"), "3: there is no file `" + path("g.c") + "`");
  EXPECT_EQ(told("functions:\n  f: {file: f.py, arguments: [t]}\n"),
            "3: `f.py` is neither a source in C (`.c`) nor a shared object (`.so`)");
  EXPECT_EQ(told("functions:\n  sin: {file: f.c, arguments: [t]}\n"), "3: `sin` is a function of the language");
  EXPECT_EQ(told("functions:\n  f: {file: f.c, arguments: []}\n"), "3: a function in code has 1 to 16 arguments, not 0");
  EXPECT_EQ(told("functions:\n  f: {file: f.c, function: \"f; rm\", arguments: [t]}\n"),
            "3: `f; rm` is not the name of a function in C");
  EXPECT_EQ(told("functions:\n  f: {file: f.c, arguments: [t], unit: Newton}\n"), "3: unknown unit `Newton`");
  EXPECT_EQ(told("functions:\n  f: {file: f.c, arguments: [t], units: [s, m]}\n"), "3: there are 1 arguments and 2 units");
  EXPECT_EQ(told("functions: {f: {file: f.c, arguments: [t]}}\nparameters:\n  k: f(3)\n"),
            "4: `f` may not be used here: code is run when a motion is computed, and here a number is read");
  EXPECT_EQ(told("functions: {f: {file: f.c, arguments: [t]}}\noutputs:\n  a: f(t, 2)\n"), "4: `f` takes 1 argument, not 2");
}

// What ends as nan ends the run, by name.
TEST_F(CodeFiles, NanEndsAsAnOutcomeWithTheName) {
  write("root.c", "#include <math.h>\ndouble root(double x) { return sqrt(0.3 - x); }\n");
  const Results results =
      run(loaded("gravity: [0, 0, 0]\nfunctions: {root: {file: root.c, arguments: [block.x]}}\nforces: {push: {type: "
                 "joint_force, joint: rail, force: root}}\nanalysis: {type: dynamics, duration: 1}\n" +
                 body));
  EXPECT_EQ(results.summary.outcome.status, Status::failed);
  EXPECT_NE(results.summary.outcome.message.find("the function `root` in code gave nan at (0.3"), std::string::npos)
      << results.summary.outcome.message;
}

// A part in other units and mirrored: the force of the spring in N and mm, 18 N/m.
TEST_F(CodeFiles, PartsBringTheirsWithUnitsAndNames) {
  write("spring.c", "double force(double mm) { return -0.018 * mm; }\n");
  write("part.bricard.yaml",
        "bricard: 1\nunits: {length: mm}\ngravity: [0, 0, 0]\nfunctions: {spring: {file: spring.c, function: force, "
        "arguments: [rail.position], units: [mm], unit: N}}\n"
        "bodies: {block: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0], velocity: [1000, 0, 0]}}\n"
        "joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
        "forces: {push: {type: joint_force, joint: rail, force: \"0.5*spring + 0.5*spring(rail.position)\"}}\n");
  for (const char* units : {"", "units: {length: m, force: kN, time: ms}\n"}) {
    SCOPED_TRACE(units);
    const Model model = loaded(std::string(units) +
                               "gravity: [0, 0, 0]\nsubsystems: {left: {file: part.bricard.yaml}}\n"
                               "analysis: {type: dynamics, duration: 1 s, tolerance: 1e-9}\n");
    const Results results = run(model);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    EXPECT_NEAR(results.at(results.rows() - 1, results.column("left.rail.position")), std::sin(3.0) / 3, 1e-7);
  }
}

TEST(FunctionsOfCpp, AreDeclaredWithTheColumnsTheyRead) {
  Model model;
  model.gravity = {0, 0, 0};
  add_body(model, "block", 2, {1, 1, 1}, {0, 0, 0}).velocity = Vector3{1, 0, 0};
  add_joint(model, "rail", "prismatic", {"ground", "block"}, {0, 0, 0}, {1, 0, 0});
  set(add_joint_force(model, "push", "joint_force", "rail"), "force",
      add_function(model, "spring", {"rail.position"}, [](std::span<const double> x) { return -18 * x[0]; }));
  AnalysisOptions options;
  options.type = "dynamics";
  options.duration = 1;
  options.tolerance.relative = 1e-9;
  const Results results = run(model, options);
  EXPECT_NEAR(results.at(results.rows() - 1, results.column("rail.position")), std::sin(3.0) / 3, 1e-7);
  try {
    read_yaml_text(write_yaml(model), "written");
    ADD_FAILURE() << "a file has no code of C++";
  } catch (const Error& error) {
    EXPECT_EQ(error.faults()[0].what, "the code of the function is in no file");
  }
}

}  // namespace
}  // namespace bricard
