// What a study is for. An entry offers
//
//   name, help      `sensitivity`; one line
//   design          the points of all its runs, known beforehand; null pointer: it is a search
//   searches        how many searches there are, each on its own; run `task` of them by `search`
//   search          goes its way from run to run by asking, and says why it ended; the same answers make the same way
//   conclude        what the runs say: as JSON for programs, as text for people
//
// The law (study/conduct_test.cpp): design and search depend on nothing but the study, so that any number of workers makes the same table.
#pragma once
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "study/store.hpp"

namespace bricard::study {

using Json = nlohmann::ordered_json;

// Runs that a search asks for, several at once where they do not depend on each other. Throws Interrupted.
using Ask = std::function<std::vector<Run>(const std::vector<Point>&)>;
struct Interrupted {};

// What there is to conclude from.
struct Evidence {
  const Study& study;
  const std::vector<Sample>& samples;
  const std::vector<std::pair<long, std::string>>& ends;
  std::function<std::vector<double>(const std::string& key)> values;  // all that a run has left
};

struct Conclusion {
  Json json;
  std::string text;
};

struct PurposeEntry {
  std::string_view name, help;
  std::vector<Point> (*design)(const Study&) = nullptr;
  long (*searches)(const Study&) = nullptr;
  std::string (*search)(const Study&, long task, const Ask& ask) = nullptr;
  Conclusion (*conclude)(const Evidence&) = nullptr;
};

extern const PurposeEntry explore, sensitivity, tolerance, optimize, identify;

// In the order of PurposeOptions.
inline std::span<const PurposeEntry* const> purposes() {
  static constexpr const PurposeEntry* list[] = {&explore, &sensitivity, &tolerance, &optimize, &identify};
  return list;
}
inline const PurposeEntry& purpose_of(const Study& study) { return *purposes()[study.purpose.index()]; }

// The points that `sampling` asks for.
std::vector<Point> sampled_points(const Study& study);
// Those of the unit cube that `unit` lists.
std::vector<Point> points_at(const Study& study, const std::vector<std::vector<double>>& unit);

// Where searches begin: the first at `start` of each number, the others spread over the intervals.
Point start_of_search(const Study& study, long task, std::size_t searches);

// The numbers of names(): of the point, then the measures.
std::vector<double> numbers_of(const Point& point, const std::vector<double>& measures);
inline std::vector<double> numbers_of(const Sample& sample) { return numbers_of(sample.point, sample.measures); }

// "310.25 mm"
std::string value_text(const Varied& varied, double value);

// How many failed, with the commonest reasons.
std::string failures_text(const std::vector<Sample>& samples);
Json failures_json(const std::vector<Sample>& samples);

}  // namespace bricard::study
