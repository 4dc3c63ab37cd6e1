// Finding what was given, and keeping what the page makes.
#include "page/workspace/workspace.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/document.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/results/atomic_file.hpp"
#include "page/json.hpp"
#include "page/refusal.hpp"
#include "page/results/path_fault.hpp"
#include "page/results/run_folder.hpp"
#include "page/workspace/fnv.hpp"
#include "page/workspace/kept_runs.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t largest_memory = 1'000'000;  // bytes
constexpr std::size_t longest_name = 200;

std::string why(const Error& error) { return error.faults().empty() ? error.what() : to_string(error.faults().front()); }

// "four_bar.bricard.yaml" to "four_bar".
std::string stem(const fs::path& path) {
  std::string name = path.filename().string();
  const auto cut = [&](std::string_view ending) {
    if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
  };
  for (const Format& format : formats())
    for (const std::string_view ending : format.endings) cut(ending);
  cut(".csv");
  cut(".bricard");
  return name;
}

fs::path beside(const fs::path& file) { return file.parent_path() / (stem(file) + ".view"); }

template <class Entries>
std::string unique_name(const std::string& wanted, const Entries& taken) {
  std::string name = wanted;
  const auto is_taken = [&] {
    return std::any_of(taken.begin(), taken.end(), [&](const auto& each) { return each.name == name; });
  };
  for (int i = 2; is_taken(); ++i) name = fmt::format("{} ({})", wanted, i);
  return name;
}

}  // namespace

Workspace::Workspace(const std::vector<fs::path>& given, std::function<void(const std::string&)> tell, Reads reads)
    : tell_(std::move(tell)), reads_(std::move(reads)) {
  std::vector<fs::path> seen, results;
  for (const fs::path& each : given) {
    std::error_code error;
    const fs::path path = fs::canonical(each, error);
    if (error) refuse(each, error == std::errc::permission_denied ? "cannot be read" : "there is no such file or folder");
    if (std::find(seen.begin(), seen.end(), path) != seen.end()) continue;
    seen.push_back(path);
    if (fs::is_directory(path, error)) {
      results.push_back(path);  // after the models, which they may belong to
    } else if (path.extension() == ".csv") {
      add_table(path);
    } else if (is_model_file(path.string())) {
      add_model(path);
    } else {
      refuse(each, "is neither a model nor a folder of results nor a CSV table", "models end in .bricard.yaml");
    }
  }
  for (const fs::path& each : results) add_results(each);
  for (const ModelEntry& each : std::vector(models_)) find_runs(each);
  if (!seen.empty())
    memory_folder_ = note(fs::is_directory(seen[0]) ? kept_in_results(seen[0] / "view") : kept_beside_model(beside(seen[0])));
  if (Json memory = read_json(memory_folder_ / "memory.json"); memory.is_object()) memory_ = std::move(memory);
}

void Workspace::add_model(const fs::path& path) {
  ModelEntry model;
  model.id = fmt::format("m{}", models_.size());
  model.name = unique_name(stem(path), models_);
  model.file = path.filename().string();
  model.path = path;
  model.folder = path.parent_path();
  const bool is_taken = std::any_of(  // x.yaml beside x.bricard.yaml
      models_.begin(), models_.end(), [&](const ModelEntry& each) { return beside(each.path) == beside(path); });
  model.kept = note(kept_beside_model(is_taken ? fs::path(path.string() + ".view") : beside(path)));
  model.writable = ::access(path.c_str(), W_OK) == 0;
  ModelText text;
  try {
    text = read_model_text(path.string());
  } catch (const Error& error) {
    if (error.faults().size() > 1) throw;
    refuse(path, (error.faults().front().where.empty() ? "" : error.faults().front().where + ": ") + error.faults().front().what);
  }
  if (text.is_translated) {
    model.writable = false;
    model.copy = std::move(text.text);
  }
  models_.push_back(std::move(model));
}

void Workspace::add_results(const fs::path& path) {
  const RunFolder folder(path);  // says what is wrong with it
  RunEntry run;
  run.id = fmt::format("r{}", runs_.size());
  run.name = unique_name(folder.name(), runs_);
  run.path = path;
  run.created = written_at(path / "summary.json");
  run.model = model_of_results(path, run);
  runs_.push_back(std::move(run));
}

void Workspace::add_table(const fs::path& path) {
  RunEntry run;
  run.id = fmt::format("r{}", runs_.size());
  run.name = unique_name(path.filename().string(), runs_);
  run.path = path;
  run.is_table = true;
  run.status = "done";
  run.created = written_at(path);
  runs_.push_back(std::move(run));
}

// The model that was given beside the results, or the one that other results have, or their own copy.
std::string Workspace::model_of_results(const fs::path& path, RunEntry& run) {
  const Json source = read_json(path / "source.json");
  run.set = kept_settings(source, "set");
  run.folder = path;
  std::string file = kept_word(source, "file"), text = kept_word(source, "text");
  for (const ModelEntry& each : models_) {
    if (file.empty() || each.file != file || (!each.writable && each.copy != text)) continue;
    run.folder = each.folder;
    return each.id;
  }
  ModelEntry model;
  if (!text.empty() && reads_(text, fs::path(file).filename().string(), path, run.set)) {
    model.set = run.set;
  } else {  // it may name files that are not here: then the copy that has all inside
    file = "model.bricard.yaml";
    std::error_code error;
    if (!fs::exists(path / file, error)) return "";
    try {
      text = read_file((path / file).string());
    } catch (const Error&) {
      return "";
    }
  }
  model.id = fmt::format("m{}", models_.size());
  model.name = unique_name(kept_word(source, "file").empty() ? run.name : stem(kept_word(source, "file")), models_);
  model.file = fs::path(file).filename().string();
  model.path = model.folder = path;
  model.kept = note(kept_in_results(path / "view"));
  model.writable = false;
  model.copy = std::move(text);
  models_.push_back(model);
  return model.id;
}

// Runs of an earlier session, in their order. A folder without results is what is left of one that was cut short.
void Workspace::find_runs(const ModelEntry& model) {
  std::vector<std::pair<int, fs::path>> found;
  std::error_code error;
  for (fs::directory_iterator entry(model.kept, error), end; !error && entry != end; entry.increment(error))
    if (const int number = run_number(entry->path().filename().string())) found.emplace_back(number, entry->path());
  std::sort(found.begin(), found.end());
  for (const auto& [number, path] : found) {
    last_run_[model.id] = number;
    const Json page = read_json(path / "page.json");
    if (!page.is_object()) continue;                   // not ours
    if (is_being_written(partial_of(path))) continue;  // by a process that has outlived its server
    take_what_is_left(path);
    if (!fs::exists(path / "summary.json", error)) {
      fs::remove_all(path, error);
      continue;
    }
    RunEntry run;
    run.id = fmt::format("{}r{}", model.id, number);
    run.name = unique_run_name(kept_word(page, "name"));
    run.model = model.id;
    run.path = path;
    run.folder = model.folder;
    run.made = true;
    run.set = kept_settings(page, "set");
    run.created = kept_word(page, "created");
    runs_.push_back(std::move(run));
  }
}

std::string Workspace::unique_run_name(const std::string& wanted) const {
  std::vector<RunEntry> all = runs_;
  all.insert(all.end(), reserved_.begin(), reserved_.end());
  return unique_name(wanted.empty() ? "run" : wanted, all);
}

ModelEntry Workspace::model(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  for (const ModelEntry& each : models_)
    if (each.id == id) return each;
  throw Refusal(404, "there is no such model");
}

RunEntry Workspace::run(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  for (const RunEntry& each : runs_)
    if (each.id == id) return each;
  for (RunEntry& each : under_way())
    if (each.id == id) return std::move(each);
  throw Refusal(404, "there is no such run");
}

std::vector<ModelEntry> Workspace::models() const {
  const std::lock_guard lock(mutex_);
  return models_;
}

std::vector<RunEntry> Workspace::runs() const {
  const std::lock_guard lock(mutex_);
  for (RunEntry& each : runs_) renew(each);
  std::vector<RunEntry> all = runs_;
  for (RunEntry& each : under_way()) all.push_back(std::move(each));
  return all;
}

// Rows that have come so far stand beside the folder that they will be in, and are in it some moments before the program has
// ended.
std::vector<RunEntry> Workspace::under_way() const {
  std::vector<RunEntry> found;
  std::error_code error;
  for (const RunEntry& each : reserved_) {
    fs::path rows = partial_of(each.path);
    if (!fs::exists(rows / "summary.json", error)) rows = each.path;
    if (!fs::exists(rows / "summary.json", error)) continue;
    RunEntry& run = found.emplace_back(each);
    run.path = rows;
    run.under_way = true;
    run.status = "running";
    run.analysis = kept_word(read_json(run.path / "summary.json"), "analysis");
  }
  return found;
}

// What the summary says, read again when another run has written it.
void Workspace::renew(RunEntry& run) const {
  std::error_code error;
  const auto time = fs::last_write_time(run.path / "summary.json", error);
  if (run.is_table || error) return;
  const auto known = read_at_.find(run.id);
  if (known != read_at_.end() && known->second == time) return;
  read_at_[run.id] = time;
  const Json summary = read_json(run.path / "summary.json");
  run.analysis = kept_word(summary, "analysis");
  run.status = kept_word(summary, "status");
  run.message = kept_word(summary, "message");
}

// ---- texts ------------------------------------------------------------------------------------------------------------------

std::string Workspace::text(const ModelEntry& model) const {
  if (!model.copy.empty()) return model.copy;
  try {
    return read_file(model.path.string());
  } catch (const Error& error) {
    throw Refusal(404, why(error));
  }
}

// Two states of one file, not an adversary, are told apart.
std::string Workspace::mark(const std::string& text) { return fmt::format("{:016x}-{}", fnv1a(text), text.size()); }

void Workspace::save(const ModelEntry& model, const std::string& text, const std::string& mark) {
  if (!model.writable && !model.copy.empty())
    throw Refusal(409, model.path == model.folder ? "this model is a copy inside a folder of results and cannot be saved"
                                                  : model.file + " is a workbook, which the page does not write");
  if (!model.writable) throw Refusal(409, model.file + " cannot be written");
  const std::lock_guard lock(mutex_);
  if (this->mark(this->text(model)) != mark)
    throw Refusal(409, fmt::format("{} has been changed by another program since it was opened; nothing was saved", model.file));
  std::error_code error;
  const fs::perms rights = fs::status(model.path, error).permissions();
  try {
    write_file(model.path, text);
    fs::permissions(model.path, rights, error);
  } catch (const Error& failure) {
    throw Refusal(500, why(failure));
  }
  fs::remove(place_of(model.kept) / "draft.bricard.yaml", error);
}

std::optional<std::string> Workspace::draft(const ModelEntry& model) const {
  const std::lock_guard lock(mutex_);
  const fs::path path = place_of(model.kept) / "draft.bricard.yaml";
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  try {
    return read_file(path.string());
  } catch (const Error&) {
    return std::nullopt;
  }
}

void Workspace::keep_draft(const ModelEntry& model, const std::optional<std::string>& text) {
  const std::lock_guard lock(mutex_);
  std::error_code error;
  if (!text) {
    fs::remove(place_of(model.kept) / "draft.bricard.yaml", error);
    return;
  }
  try {
    write_file(folder_to_write(model.kept) / "draft.bricard.yaml", *text);
  } catch (const Error& failure) {
    throw Refusal(507, why(failure));
  }
}

Json Workspace::memory() const {
  const std::lock_guard lock(mutex_);
  return memory_;
}

void Workspace::remember(const Json& values) {
  if (!values.is_object()) throw Refusal(400, "the page's memory is keys with values");
  const std::lock_guard lock(mutex_);
  Json next = memory_;
  for (const auto& [key, value] : values.items()) {
    if (value.is_null()) {
      next.erase(key);
    } else {
      next[key] = value;
    }
  }
  const std::string text = next.dump(1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > largest_memory) throw Refusal(413, "the page wants to remember more than 1 MB");
  try {
    write_file(folder_to_write(memory_folder_) / "memory.json", text);
  } catch (const Error& failure) {
    throw Refusal(507, why(failure));
  }
  memory_ = std::move(next);
}

std::string Workspace::lasting_token(const std::string& fresh) {
  if (memory_folder_.empty()) return fresh;
  const std::lock_guard lock(mutex_);
  try {
    const fs::path path = folder_to_write(memory_folder_) / "token";
    struct stat file {};
    const bool is_ours = ::lstat(path.c_str(), &file) == 0 && S_ISREG(file.st_mode) && file.st_uid == ::geteuid() &&
                         (file.st_mode & (S_IRWXG | S_IRWXO)) == 0 && file.st_size == static_cast<off_t>(fresh.size());
    if (is_ours) {
      const std::string token = read_file(path.string());
      if (token.size() == fresh.size() && token.find_first_not_of("0123456789abcdef") == std::string::npos) return token;
    }
    std::error_code error;
    fs::remove(path, error);
    const int out = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (out >= 0 && ::write(out, fresh.data(), fresh.size()) < 0) fs::remove(path, error);
    if (out >= 0) ::close(out);
  } catch (const std::exception&) {
    // Without a folder to write every session has a token of its own.
  }
  return fresh;
}

// ---- folders ----------------------------------------------------------------------------------------------------------------

fs::path Workspace::place_of(const fs::path& kept) const {
  const auto other = elsewhere_.find(kept);
  return other == elsewhere_.end() ? kept : other->second;
}

// Where it is, with the words for the user if that is not beside what was given.
fs::path Workspace::note(const KeptFolder& kept) {
  if (!kept.why.empty()) to_tell_[kept.path] = fmt::format("{}: drafts and runs are kept in {}", kept.why, kept.path.string());
  return kept.path;
}

// Made on first use; a temporary one where the folder cannot be written.
fs::path Workspace::folder_to_write(const fs::path& kept) {
  if (elsewhere_.count(kept)) return elsewhere_[kept];
  std::error_code error;
  fs::create_directories(kept, error);
  if (!error && ::access(kept.c_str(), W_OK | X_OK) == 0) {
    if (const auto words = to_tell_.extract(kept); words && tell_) tell_(words.mapped());
    return kept;
  }
  std::string path = (fs::temp_directory_path() / "bricard-view-XXXXXX").string();
  if (!::mkdtemp(path.data())) throw Refusal(507, fmt::format("neither {} nor a temporary folder can be written", kept.string()));
  elsewhere_[kept] = path;
  if (tell_)
    tell_(fmt::format("{} cannot be written: drafts and runs are kept in {} and not found again later", kept.string(), path));
  return path;
}

RunEntry Workspace::reserve_run(const ModelEntry& model, const std::string& name, const Settings& set) {
  const std::lock_guard lock(mutex_);
  const fs::path folder = folder_to_write(model.kept);
  RunEntry run;
  int& number = last_run_[model.id];
  std::error_code error;
  do {
    run.path = folder / fmt::format("run-{}", ++number);
  } while (!fs::create_directory(run.path, error) && !error);
  if (error) throw Refusal(507, fmt::format("{} cannot be made: {}", run.path.string(), error.message()));
  run.id = fmt::format("{}r{}", model.id, number);
  run.name = unique_run_name(name.empty() ? fmt::format("{} {}", model.name, number) : name.substr(0, longest_name));
  run.model = model.id;
  run.folder = model.folder;
  run.made = true;
  run.set = set;
  run.created = time_text(std::time(nullptr));
  const Json page{{"name", run.name}, {"set", set}, {"created", run.created}};
  try {
    write_file(run.path / "page.json", page.dump(1, ' ', false, Json::error_handler_t::replace));
  } catch (const Error& failure) {
    fs::remove_all(run.path, error);
    throw Refusal(507, why(failure));
  }
  reserved_.push_back(run);
  return run;
}

bool Workspace::keep_run(const RunEntry& run) {
  const std::lock_guard lock(mutex_);
  std::erase_if(reserved_, [&](const RunEntry& each) { return each.id == run.id; });
  std::error_code error;
  take_what_is_left(run.path);
  if (fs::exists(run.path / "summary.json", error) && fs::exists(run.path / "model.bricard.yaml", error)) {
    runs_.push_back(run);
    return true;
  }
  fs::remove_all(run.path, error);
  return false;
}

void Workspace::remove_run(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto run = std::find_if(runs_.begin(), runs_.end(), [&](const RunEntry& each) { return each.id == id; });
  if (run == runs_.end()) throw Refusal(404, "there is no such run");
  if (!run->made) throw Refusal(403, "this run was given, not made by the page: it is not removed");
  std::error_code error;
  fs::remove_all(run->path, error);
  std::error_code ignored;
  fs::remove_all(partial_of(run->path), ignored);
  if (error) throw Refusal(500, fmt::format("{} cannot be removed: {}", run->path.string(), error.message()));
  runs_.erase(run);
}

}  // namespace bricard::page
