#include "study/evaluation.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstring>

#include "bricard/core/digest.hpp"
#include "bricard/core/error.hpp"
#include "bricard/io/files_read.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard::study {

namespace {

std::string reason_of(const Error& error) {
  const Fault& fault = error.faults()[0];
  return fault.where.empty() ? fault.what : fault.where + ": " + fault.what;
}

void append(std::string& text, const std::string& part) { text += fmt::format("{}:", part.size()) + part; }

}  // namespace

Evaluation::Evaluation(const Study& study, const ModelAccess& model, const std::string& program) : study_(study), model_(model) {
  Point middle;
  for (const Varied& each : study.vary) middle.push_back(each.is_discrete() ? each.at(0.5) : each.start);
  std::string all;
  append(all, program);
  FilesRead files;
  const Model loaded = model.load({});
  for (const Varied& each : study.vary)  // a word may be the name of a file
    for (const std::string& word : each.words) model.load({{each.name, word}});
  files_ = files.found();
  for (const auto& [path, content] : files_) append(all, content);
  append(all, write_yaml(loaded));  // with the options of the analysis
  for (const auto& [name, text] : study.set) append(all, name), append(all, text);
  for (const Measure& each : study.measures) append(all, each.name + "=" + each.text);
  if (const auto* identify = std::get_if<Identify>(&study.purpose)) {
    for (const auto& [column, text] : identify->match) append(all, text);
    append(all, identify->over);
    for (const double at : identify->at) append(all, fmt::format("{:a}", at));
  }
  base_ = sha256(all);
  // Names are checked where the first run will be, as far as the model is right there.
  const FilesHeld held(files_);
  Model first = loaded;
  try {
    first = model.load(settings(middle));
  } catch (const Error&) {
  }
  measuring_.emplace(first, study);
}

Settings Evaluation::settings(const Point& point) const {
  Settings settings;
  for (std::size_t i = 0; i < point.size(); ++i) settings.emplace_back(study_.vary[i].name, study_.vary[i].text(point[i]));
  return settings;
}

std::string Evaluation::key(const Point& point) const {
  std::string all = base_;
  for (const auto& [name, text] : settings(point)) append(all, name), append(all, text);
  return sha256(all);
}

std::optional<Run> Evaluation::operator()(const Point& point, const std::atomic<bool>* interrupt) const {
  const auto start = std::chrono::steady_clock::now();
  const FilesHeld held(files_);
  Run run;
  const Settings varied = settings(point);
  Measuring::Taking taking(*measuring_);
  Control control;
  control.interrupt = interrupt;
  control.rows = taking.rows();
  control.doctor = false;
  control.vary = [&](const std::vector<std::pair<std::string, double>>& values) {
    Settings all = varied;
    for (const auto& [name, value] : values) all.emplace_back(name, fmt::format("{:.17g}", value));
    return measuring_->with_outputs(model_.load(all));
  };
  control.variable = [&](const std::string& name) { return model_.variable(name, ""); };
  try {
    const Model model = measuring_->with_outputs(model_.load(varied));
    const Results results = bricard::run(model, *model.analysis, control);
    if (interrupt && interrupt->load() && results.summary.outcome.status == Status::stopped) return std::nullopt;
    if (results.summary.outcome.failed()) {
      run.failed = true;
      run.reason = results.summary.outcome.message;
    } else {
      std::vector<std::string> warnings;
      run.values = taking.finish(results, point, warnings);
      for (const std::string& each : warnings) run.reason += (run.reason.empty() ? "" : "; ") + each;
    }
  } catch (const Error& error) {
    run.failed = true;
    run.reason = reason_of(error);
  } catch (const std::exception& error) {
    run.failed = true;
    run.reason = error.what();
  }
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return run;
}

}  // namespace bricard::study
