// What a stranger writes wrong: each fault with its place, what was expected, and the nearest right name. A broken study runs nothing.
#include <gtest/gtest.h>

#include "study/test_conducted.hpp"

namespace bricard::study {
namespace {

class StudyFile : public StudyTest {
 protected:
  static constexpr const char* model = "bricard: 1\nunits: {length: mm}\nparameters: {k: 35 N/mm, reach: 310 mm}\noutputs: {f: k*reach}\nanalysis: {type: kinematics, duration: 1, output_step: 1}\n";
  // The whole study file; what is told.
  std::string told(const std::string& text, int code = 2) const {
    write("m.bricard.yaml", model);
    write("s.study.yaml", text);
    const cli::Ended ended = study();
    EXPECT_EQ(ended.code, code) << text << ended.err;
    EXPECT_EQ(ended.signal, 0);
    return ended.err;
  }
  void expect(const std::string& text, std::initializer_list<const char*> words) const {
    const std::string err = told(text);
    for (const char* each : words) EXPECT_NE(err.find(each), std::string::npos) << text << "\ntold: " << err << "\nmissing: " << each;
  }
  const std::string head = "study: 1\nmodel: m.bricard.yaml\n";
};

TEST_F(StudyFile, FaultsHaveTheirPlaces) {
  expect("", {"s.study.yaml:1"});
  expect("- 1\n- 2\n", {"s.study.yaml:1", "keys and values"});
  expect("model: m.bricard.yaml\n", {"study", "missing"});
  expect("study: 2\nmodel: m.bricard.yaml\n", {"s.study.yaml:1:8", "version"});
  expect("study: 1\n", {"model", "missing"});
  expect("study: 1\nmodel: n.bricard.yaml\n", {"n.bricard.yaml", "no such file"});
  expect(head, {"vary", "nothing is varied"});
  expect(head + "vari: {k: [1]}\n", {"s.study.yaml:3:1", "unknown key", "vary"});
  expect(head + "vary: {kk: {from: 1, to: 2, points: 2}}\nmeasure: {f: f}\n", {"s.study.yaml:3:8", "kk", "k"});
  expect(head + "vary: {k: {from: 1, to: 2, point: 2}}\nmeasure: {f: f}\n", {"s.study.yaml:3:28", "points"});
  expect(head + "vary: {k: {from: 2, to: 1}}\nmeasure: {f: f}\n", {"s.study.yaml:3", "empty"});
  expect(head + "vary: {k: {from: 2 kg, to: 3}}\nmeasure: {f: f}\n", {"s.study.yaml:3:18", "kg"});
  expect(head + "vary: {k: {from: 1}}\nmeasure: {f: f}\n", {"`to` is missing"});
  expect(head + "vary: {k: {normal: [1, -2]}}\nmeasure: {f: f}\n", {"deviation must be positive"});
  expect(head + "vary: {k: {gaussian: [1, 2]}}\nmeasure: {f: f}\n", {"normal"});
  expect(head + "vary: {k: 3}\nmeasure: {f: f}\n", {"s.study.yaml:3:11", "found"});
  expect(head + "vary: {k: []}\nmeasure: {f: f}\n", {"empty"});
  expect(head + "vary: {k: [1, 2]}\n", {"measure"});
  expect(head + "vary: {k: {from: 1, to: 2}}\nmeasure: {f: f}\n", {"vary.k", "how many", "points"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {f: fg}\n", {"s.study.yaml:4", "fg", "f"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {f: \"max(f\"}\n", {"s.study.yaml:4", "not closed"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {\"a b\": f}\n", {"letters, digits"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {k: f}\n", {"taken"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {f: f}\nrun: kinematic\n", {"kinematic", "kinematics"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {f: f}\nrun: {type: kinematics, duratoin: 3}\n", {"duratoin", "duration"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {f: f}\nset: {q: 3}\n", {"q"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {f: f}\nsampling: {kind: sobl, count: 3}\n", {"sobl", "sobol"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {f: f}\nsampling: {kind: sobol, count: -3}\n", {"whole number"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {f: f}\nsampling: {kind: grid, count: 3}\n", {"a grid has no count"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {f: f}\nexplore: {}\nsensitivity: {}\n", {"one purpose"});
  expect(head + "vary: {k: [1, 2]}\nmeasure: {f: f}\nsensitivity: {}\n", {"vary.k", "continuously"});
  expect(head + "vary: {k: {from: 1, to: 2}}\nmeasure: {f: f}\ntolerance: {require: f < 3}\n", {"no number scatters"});
  expect(head + "vary: {k: {from: 1, to: 2}}\nmeasure: {f: f}\noptimize: {}\n", {"no goal"});
  expect(head + "vary: {k: {from: 1, to: 2}}\nmeasure: {f: f}\noptimize: {minimize: g}\n", {"optimize.minimize", "g"});
  expect(head + "vary: {k: {from: 1, to: 2}}\nmeasure: {f: f}\noptimize: {minimize: f, subject_to: f}\n", {"one comparison"});
  expect(head + "vary: {k: {from: 1, to: 2}}\nmeasure: {f: f}\noptimize: {minimize: f, method: bobiqa}\n", {"bobiqa", "bobyqa"});
  expect(head + "vary: {k: {from: 1, to: 2}}\nidentify: {match: {y: f}}\n", {"identify.data"});
  expect(head + "vary: {k: {from: 1, to: 2}}\nidentify: {data: none.csv, match: {y: f}}\n", {"none.csv"});
  write("d.csv", "t,z\n0,1\n1,2\n");
  expect(head + "vary: {k: {from: 1, to: 2}}\nidentify: {data: d.csv, match: {y: f}}\n", {"no column", "y"});
  expect(head + "vary: {k: {from: 1, to: 2}}\nidentify: {data: d.csv, match: {z: q}}\n", {"s.study.yaml:4", "q"});
  EXPECT_FALSE(std::filesystem::exists(path("s.study.sqlite")));  // nothing was begun
}

// All faults at once, not one after the other.
TEST_F(StudyFile, SeveralFaultsAreToldTogether) {
  const std::string err = told(head + "vary: {k: {from: 2, to: 1}, reach: {from: 3 kg, to: 5}}\nmeasure: {\"a b\": f}\nsampling: {kind: x}\n");
  for (const char* each : {"vary.k", "vary.reach", "a b", "sampling.kind"}) EXPECT_NE(err.find(each), std::string::npos) << err;
}

TEST_F(StudyFile, ValuesHaveUnits) {
  give(model, "vary: {k: [40 N/mm, 30000 N/m, 35], reach: {from: 0.3 m, to: 32 cm, points: 2}}\nmeasure: {f: f}\n");
  conducted();
  const TableOfRuns table = this->table();
  ASSERT_EQ(table.rows.size(), 6u);
  EXPECT_DOUBLE_EQ(table.number(0, "k"), 40);  // in the unit in which the model has it
  EXPECT_DOUBLE_EQ(table.number(2, "k"), 30);
  EXPECT_DOUBLE_EQ(table.number(0, "reach"), 300);
  EXPECT_DOUBLE_EQ(table.number(1, "reach"), 320);
}

// What `best` prints does the run again.
TEST_F(StudyFile, TheBestCanBeRunByItsCommand) {
  give(functions_of("x: 1, y: 2", "f: \"(x - 0.25)^2 + y*t\""), "set: {y: 3}\nvary: {x: {from: 0, to: 1}}\nrun: {type: kinematics, duration: 2 s}\nmeasure: {f: f}\noptimize: {minimize: f}\n");
  const double least = conducted()["best"]["measures"]["f"];
  EXPECT_NEAR(least, 6, 1e-9);
  std::string command = Json::parse(bricard({"study", "best", "s.study.sqlite", "--json"}).out)["command"];
  EXPECT_TRUE(command.starts_with("bricard kinematics ")) << command;
  command = program_path + command.substr(7) + " --quiet --out " + path("again").string();
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::stringstream lines(text("again/results.csv"));
  std::string names, line, last;
  std::getline(lines, names);
  while (std::getline(lines, line)) last = line;
  EXPECT_NE(names.find(",f,"), std::string::npos);
  EXPECT_NE(last.find("2,6"), std::string::npos) << last;
}

TEST_F(StudyFile, WhatIsNoStudyIsRefused) {
  write("x.sqlite", "not a database at all, but a text that is long enough to be looked at");
  for (const char* verb : {"show", "export", "best", "status"}) {
    const cli::Ended ended = bricard({"study", verb, "x.sqlite"});
    EXPECT_EQ(ended.code, 2) << verb;
    EXPECT_NE(ended.err.find("x.sqlite"), std::string::npos) << ended.err;
    EXPECT_EQ(bricard({"study", verb, "nothing.sqlite"}).code, 2);
  }
  give(model, "vary: {k: [1]}\nmeasure: {f: f}\n");
  EXPECT_EQ(study({"--out", "x.sqlite"}).code, 2);
  EXPECT_EQ(text("x.sqlite").substr(0, 5), "not a");  // and not overwritten
  EXPECT_EQ(study({"--on", "clouds"}).code, 2);
  EXPECT_EQ(study({"--threads", "0"}).code, 2);
  EXPECT_EQ(bricard({"study"}).code, 2);
  EXPECT_EQ(bricard({"study", "show"}).code, 2);
}

}  // namespace
}  // namespace bricard::study
