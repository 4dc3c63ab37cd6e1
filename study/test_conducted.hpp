// A test that conducts a study as a user would, in a folder of its own.
#pragma once
#include <cmath>

#include "cli/test_program.hpp"

namespace bricard::study {

using Json = nlohmann::ordered_json;

// A model without bodies, whose outputs are functions of its parameters.
inline std::string functions_of(const std::string& parameters, const std::string& outputs, const std::string& step = "1") {
  return "bricard: 1\nparameters: {" + parameters + "}\noutputs: {" + outputs + "}\nanalysis: {type: kinematics, duration: 1, output_step: " + step + "}\n";
}

struct TableOfRuns {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;
  std::size_t column(const std::string& name) const {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }
  std::string cell(std::size_t row, const std::string& name) const { return rows.at(row).at(column(name)); }
  double number(std::size_t row, const std::string& name) const { return std::stod(cell(row, name)); }
};

class StudyTest : public cli::ProgramTest {
 protected:
  // `model`: its text; `study`: the keys of the study file beside study, model.
  void give(const std::string& model, const std::string& study) const {
    write("m.bricard.yaml", model);
    write("s.study.yaml", "study: 1\nmodel: m.bricard.yaml\n" + study);
  }
  cli::Ended study(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"study", "s.study.yaml"};
    words.insert(words.end(), more.begin(), more.end());
    return bricard(words);
  }
  // What it concludes.
  Json conducted(std::vector<std::string> more = {}) const {
    more.push_back("--json");
    const cli::Ended ended = study(more);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    return ended.code == 0 ? Json::parse(ended.out) : Json::object();
  }
  std::string exported(const std::string& results = "s.study.sqlite") const { return bricard({"study", "export", results}).out; }
  TableOfRuns table() const {
    TableOfRuns table;
    std::stringstream lines(exported());
    for (std::string line; std::getline(lines, line);) {
      std::vector<std::string> cells(1);
      bool quoted = false;
      for (const char c : line)
        if (c == '"')
          quoted = !quoted;
        else if (c == ',' && !quoted)
          cells.emplace_back();
        else
          cells.back() += c;
      if (table.names.empty())
        table.names = cells;
      else
        table.rows.push_back(cells);
    }
    return table;
  }
  long known_runs() const { return Json::parse(bricard({"study", "status", "s.study.sqlite", "--json"}).out)["runs"]; }
};

}  // namespace bricard::study
