#include "cli/studying/study_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bricard/core/digest.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/field.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/document.hpp"
#include "bricard/model/analysis.hpp"
#include "cli/beside.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {

namespace fs = std::filesystem;
using namespace bricard::study;

namespace {

// The command line that would do one run.
Arguments arguments_of(const StudyHead& head, const std::string& path, bool allow_code) {
  Arguments arguments;
  arguments.verb = "run";
  arguments.model = head.model;
  arguments.set = head.set;
  arguments.allow_code = allow_code;
  arguments.quiet = true;
  Fault fault;
  fault.place = {path, 0, 0};
  if (!head.run.type.empty()) {
    std::vector<std::string_view> types;
    const Verb* found = nullptr;
    for (const Verb& each : verbs) {
      if (each.analysis.empty() || each.run != run) continue;
      types.push_back(each.analysis);
      if (each.analysis == head.run.type) found = &each;
    }
    if (!found) throw Error("run", "there is no analysis " + bricard::quoted(head.run.type), did_you_mean(head.run.type, types));
    arguments.verb = found->name;
  }
  std::vector<std::string_view> known;
  for_each_field<AnalysisOptions>([&]<class Member>(const Field<AnalysisOptions, Member>& field) {
    if constexpr (is_option<Member>) known.push_back(field.name);
  });
  for (const auto& [key, text] : head.run.options) {
    if (std::find(known.begin(), known.end(), key) == known.end())
      throw Error("run." + key, "there is no such option of an analysis", did_you_mean(key, known));
    arguments.analysis[key] = text;
  }
  return arguments;
}

ModelAccess access_of(const Arguments& arguments, const Model& model) {
  ModelAccess access;
  access.load = [&arguments](const Settings& settings) {
    Arguments varied = arguments;
    varied.set.insert(varied.set.end(), settings.begin(), settings.end());
    return load(varied);
  };
  access.variable = [&arguments](const std::string& name, const std::string& trial) { return variable(arguments, name, trial); };
  access.number = [&model](const Variable& variable, const std::string& where, const std::string& text) {
    return value_of(variable, where, text, model);
  };
  return access;
}

// What showed only when the model was asked, at its place in the study file.
Error placed(const Error& error, const Study& study) {
  std::vector<Fault> faults = error.faults();
  const Document document = parse_document(study.text, study.path);
  for (Fault& fault : faults)
    if (fault.place.file.empty()) fault.place = document.place_of(fault.where);
  return Error(std::move(faults));
}

// What a search compares its runs with: another measurement is another study.
std::string measured_of(const Study& study) {
  std::string all;
  if (const auto* identify = std::get_if<Identify>(&study.purpose))
    for (const auto& column : identify->data)
      for (const double each : column) all += fmt::format("{:a} ", each);
  return all;
}

// The library that runs is that of the main program; which runs there are, this one decides.
std::string digest_of(std::string_view program) { return sha256(read_file(beside_this(program).string())); }

}  // namespace

StudySession::StudySession(const Arguments& arguments, const std::string& path, const std::atomic<bool>* interrupt)
    : allow_code_(arguments.allow_code),
      model_arguments_(arguments_of(read_head(path), path, arguments.allow_code)),
      model_(load(model_arguments_)),
      access_(access_of(model_arguments_, model_)),
      study_(read_study(path, access_)) {
  try {
    evaluation_ = std::make_unique<Evaluation>(study_, access_, digest_of(main_program));
    work_ = std::make_unique<Work>(*evaluation_, interrupt);
  } catch (const Error& error) {
    throw placed(error, study_);
  }
  plan_ = sha256_hex(evaluation_->base() + digest_of(study_program) + study_.text + measured_of(study_));
}

std::string StudySession::words() const {
  return nlohmann::json{{"study", fs::absolute(study_.path).string()}, {"allow_code", allow_code_}, {"plan", plan()}}.dump();
}

std::vector<std::string> StudySession::run_words() const {
  std::vector<std::string> words{model_arguments_.verb, fs::absolute(model_arguments_.model).lexically_normal().string()};
  for (const auto& [key, text] : model_arguments_.analysis) words.insert(words.end(), {option_name(key), text});
  for (const auto& [name, text] : model_arguments_.set) words.insert(words.end(), {"--set", name + '=' + text});
  if (allow_code_) words.push_back("--allow-code");
  return words;
}

fs::path results_told_of(const Arguments& arguments, const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml") ? results_of(arguments, path) : fs::path(path);
}

std::unique_ptr<StudySession> session_of_worker(const std::string& words, const std::atomic<bool>* interrupt) {
  const nlohmann::json json = nlohmann::json::parse(words);
  Arguments arguments;
  arguments.allow_code = json.at("allow_code");
  const std::string path = json.at("study");
  auto session = std::make_unique<StudySession>(arguments, path, interrupt);
  if (session->plan() != json.at("plan"))
    throw Error(path, "this worker has another study than the one that is conducted: its files or its program differ",
                "all nodes must see the same files and the same build of bricard");
  return session;
}

fs::path results_of(const Arguments& arguments, const std::string& study) {
  if (const auto out = arguments.page.find("out"); out != arguments.page.end()) {
    if (out->second.empty()) throw Error("--out", "the value is missing");
    return out->second;
  }
  std::string name = fs::path(study).filename().string();
  for (const std::string_view ending : {".yaml", ".yml", ".study"})
    if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
  return name + ".study.sqlite";
}

fs::path work_folder_of(const fs::path& results, const std::string& plan) {
  return fs::absolute(results).string() + ".work-" + plan.substr(0, 12);
}

std::vector<fs::path> work_folders_of(const fs::path& results) {
  const fs::path absolute = fs::absolute(results);
  const std::string begin = absolute.filename().string() + ".work-";
  std::vector<fs::path> folders;
  std::error_code error;
  for (fs::directory_iterator at(absolute.parent_path(), error), end; !error && at != end; at.increment(error))
    if (at->path().filename().string().starts_with(begin)) folders.push_back(at->path());
  return folders;
}

double lost_after(const Arguments& arguments) {
  constexpr double seconds = 60;
  const auto given = arguments.page.find("lost_after");
  if (given == arguments.page.end()) return seconds;
  const std::optional<Quantity> quantity = parse_quantity(given->second);
  const bool is_time = quantity && (!quantity->unit || quantity->unit->dimension == dimension::time);
  const double value = is_time ? quantity->number * (quantity->unit ? quantity->unit->factor : 1) : 0;
  if (!(value >= 2)) throw Error("--lost-after", "a time of at least 2 s is expected, found " + bricard::quoted(given->second));
  return value;
}

}  // namespace bricard::cli
