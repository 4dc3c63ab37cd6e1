// The best within the intervals: of one goal a point, of several the front of what no other betters in all.
#include <fmt/format.h>

#include <algorithm>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "study/purposes/asking.hpp"

namespace bricard::study {

namespace {

const Optimize& options_of(const Study& study) { return std::get<Optimize>(study.purpose); }

long searches(const Study& study) {
  const Optimize& options = options_of(study);
  const auto names = search_methods();
  if (std::find(names.begin(), names.end(), options.method) == names.end()) {
    std::string all;
    for (const std::string_view each : names) all += (all.empty() ? "" : ", ") + std::string(each);
    const std::string near = did_you_mean(options.method, names);
    throw Error("optimize.method", "there is no method " + quoted(options.method), near.empty() ? "there are " + all : near);
  }
  if (options.goals.size() > 1 && options.method != "auto")
    throw Error("optimize.method", "several goals are searched by NSGA-II", "leave `method` out");
  return static_cast<long>(options.starts);
}

std::string search(const Study& study, long task, const Ask& ask) {
  return (options_of(study).goals.size() > 1 ? search_front : descend)(study, task, ask);
}

Json json_of(const Study& study, const Sample& sample) {
  Json json{{"start", sample.task}, {"step", sample.step}};
  for (std::size_t i = 0; i < study.vary.size(); ++i) json["point"][study.vary[i].name] = sample.point[i];
  for (std::size_t m = 0; m < study.measures.size(); ++m) json["measures"][study.measures[m].name] = sample.measures[m];
  const Judged value = judged(study, sample.point, sample.failed, sample.measures);
  for (std::size_t g = 0; g < value.goals.size(); ++g)
    json["goals"][options_of(study).goals[g].text] = (options_of(study).goals[g].maximize ? -1 : 1) * value.goals[g];
  return json;
}

std::string goals_text(const Study& study, const Judged& value) {
  std::string text;
  for (std::size_t g = 0; g < value.goals.size(); ++g) {
    const Goal& goal = options_of(study).goals[g];
    text += fmt::format("{}{} = {:.8g}", g ? ", " : "", goal.text, (goal.maximize ? -1 : 1) * value.goals[g]);
  }
  return text;
}

void tell_best(const Evidence& evidence, const std::vector<Judged>& all, Conclusion& conclusion) {
  const Study& study = evidence.study;
  std::size_t best = 0;
  Json path = Json::array();
  conclusion.text += "  path\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && !is_better(all[i], all[best])) continue;
    best = i;
    if (all[i].failed) continue;
    path.push_back({{"start", evidence.samples[i].task}, {"step", evidence.samples[i].step}, {"goal", (options_of(study).goals[0].maximize ? -1 : 1) * all[i].goals[0]}, {"meets", all[i].meets()}});
  }
  constexpr std::size_t most_told = 12;
  for (std::size_t k = 0; k < path.size(); ++k) {
    if (k >= most_told / 2 && path.size() - k > most_told / 2) continue;
    conclusion.text += fmt::format("    start {} run {:<5} {:.8g}{}\n", path[k]["start"].get<long>(), path[k]["step"].get<long>(), path[k]["goal"].get<double>(), path[k]["meets"].get<bool>() ? "" : "  (conditions not met)");
  }
  if (all.empty() || all[best].failed) {
    conclusion.text += "no run succeeded\n";
    return;
  }
  const Sample& sample = evidence.samples[best];
  conclusion.json["path"] = std::move(path);
  conclusion.json["best"] = json_of(study, sample);
  conclusion.json["meets_conditions"] = all[best].meets();
  conclusion.text += fmt::format("best: {}{}\n", goals_text(study, all[best]), all[best].meets() ? "" : fmt::format("; no run meets the conditions, they are missed by {:.4g}", all[best].worst));
  for (std::size_t i = 0; i < study.vary.size(); ++i) {
    const Varied& v = study.vary[i];
    const double x = sample.point[i], edge = search_tolerance * (v.high() - v.low());
    const char* bound = x - v.low() < edge ? "  (at its lower end)" : v.high() - x < edge ? "  (at its upper end)" : "";
    conclusion.text += fmt::format("  {:<24} {:.8g}{}{}\n", v.name, x, v.unit.empty() ? "" : " " + v.unit, bound);
  }
}

Conclusion conclude(const Evidence& evidence) {
  Conclusion conclusion;
  conclusion.json["failed"] = failures_json(evidence.samples);
  conclusion.text = fmt::format("{} runs{}\n", evidence.samples.size(), failures_text(evidence.samples));
  for (const auto& [task, message] : evidence.ends) {
    conclusion.json["ends"].push_back({{"start", task}, {"message", message}});
    conclusion.text += fmt::format("  start {}: {}\n", task, message);
  }
  std::vector<Judged> all;
  for (const Sample& each : evidence.samples) all.push_back(judged(evidence.study, each.point, each.failed, each.measures));
  if (options_of(evidence.study).goals.size() == 1) {
    tell_best(evidence, all, conclusion);
    return conclusion;
  }
  const std::vector<std::size_t> front = front_of(all);
  conclusion.json["front"] = Json::array();
  for (const std::size_t i : front) conclusion.json["front"].push_back(json_of(evidence.study, evidence.samples[i]));
  conclusion.text += fmt::format("front: {} points that none betters in all goals\n", front.size());
  constexpr std::size_t most_told = 10;
  for (std::size_t k = 0; k < front.size(); ++k) {
    if (front.size() > most_told && k * (most_told - 1) % (front.size() - 1) >= most_told - 1) continue;  // evenly along the front
    conclusion.text += "  " + goals_text(evidence.study, all[front[k]]) + "\n";
  }
  return conclusion;
}

}  // namespace

const PurposeEntry optimize{"optimize", "the best within intervals, under conditions; several goals: their front", nullptr, searches, search, conclude};

}  // namespace bricard::study
