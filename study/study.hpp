// A study: what is varied in a model, which analysis is run, what is measured of each run, and what for. Read from a study file
// (docs/studies_of_models.md has the keys).
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "bricard/analyses/run.hpp"
#include "study/distribution.hpp"
#include "study/formula.hpp"
#include "study/sampling.hpp"

namespace bricard::study {

// Numbers of the model by name, and their texts as --set takes them.
using Settings = std::vector<std::pair<std::string, std::string>>;

// What a study asks of its model.
struct ModelAccess {
  std::function<Model(const Settings&)> load;  // with its analysis; throws Error where it is wrong with them
  // A number that the model has; `trial`: a value with which one that the file leaves out is looked for.
  std::function<Variable(const std::string& name, const std::string& trial)> variable;
  // The value of a text such as `300 mm`, in the units of the variable's file.
  std::function<double(const Variable& variable, const std::string& where, const std::string& text)> number;
};

// The coordinates of a run: a number for each varied one, of words the place in their list.
using Point = std::vector<double>;

struct Varied {
  enum class Kind { interval, list, words, scatter };
  std::string name, unit;
  Kind kind = Kind::interval;
  Distribution distribution;        // of an interval: uniform; numbers in the units of the variable's file
  std::vector<double> values;       // of a list
  std::vector<std::string> words;   // as --set takes them
  std::optional<std::size_t> points;  // of an interval in a grid
  double start = 0;                 // where a search begins; of the file, where that lies inside

  double low() const { return distribution.a; }
  double high() const { return distribution.b; }
  bool is_discrete() const { return kind == Kind::list || kind == Kind::words; }
  double at(double u) const;  // 0 < u < 1
  std::string text(double value) const;
};

struct Measure {
  std::string name, text;
};

struct Sampling {
  SamplingKind kind = SamplingKind::grid;
  std::size_t count = 0;
  std::uint64_t seed = 1;
};

struct Explore {};

struct Sensitivity {
  enum class Method { automatic, local, morris, sobol };
  Method method = Method::automatic;
  std::size_t trajectories = 20;  // of Morris
  std::size_t samples = 1024;     // of Sobol: times the varied numbers + 2
  double confidence = 0.95;
};

struct Tolerance {
  std::vector<Condition> require;
  std::vector<double> percentiles{1, 5, 25, 50, 75, 95, 99};
  double confidence = 0.95;
};

struct Goal {
  Formula formula;
  std::string text;
  bool maximize = false;
};

struct Optimize {
  std::vector<Goal> goals;  // several: the front of what cannot be improved in all (Pareto)
  std::vector<Condition> subject_to;
  std::string method = "auto";
  std::size_t starts = 1, evaluations = 500, population = 40;
  double tolerance = 0;  // relative, of goal and variables; 0: the threshold's default
};

struct Identify {
  std::vector<std::pair<std::string, std::string>> match;  // column of the data and the expression that is to be it
  std::string over = "t";
  std::vector<double> at;                // of `over`, one for each row
  std::vector<std::vector<double>> data;  // by match
  std::vector<double> deviations;         // of the measurement, by match; all 1 where they are not given
  bool has_deviations = false;
  std::size_t starts = 1, evaluations = 500;
  double confidence = 0.95;
};

using PurposeOptions = std::variant<Explore, Sensitivity, Tolerance, Optimize, Identify>;

struct Study {
  std::string path, text;  // of the file
  std::string name;
  std::string model;  // path
  Settings set;
  std::vector<Varied> vary;
  Sampling sampling;
  std::vector<Measure> measures;
  PurposeOptions purpose;

  // Those of the varied numbers, then of the measures: what goals and conditions may use.
  std::vector<std::string> names() const;
};

// The part that needs no model: `run` with its options, as the command line would have them.
struct AnalysisWish {
  std::string type;                            // empty: what the model's file asks for
  std::map<std::string, std::string> options;  // "output_step" to "5 ms"
};
struct StudyHead {
  std::string model;
  AnalysisWish run;
  Settings set;
};
StudyHead read_head(const std::string& path);

// Throws Error with all faults of the file and their places.
Study read_study(const std::string& path, const ModelAccess& model);

}  // namespace bricard::study
