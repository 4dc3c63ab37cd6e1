// Orders become command lines, their output becomes states and faults.
#include "page/server/jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>

#include "bricard/core/error.hpp"
#include "bricard/core/field.hpp"
#include "bricard/model/analysis.hpp"
#include "page/faults.hpp"
#include "page/refusal.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kept_jobs = 50;

void check_words(const Settings& settings, const char* what) {
  if (settings.size() > 1000) throw Refusal(400, fmt::format("there are more than 1000 {}", what));
  for (const auto& [name, value] : settings) {
    const bool has_zero = (name + value).find('\0') != std::string::npos;
    if (name.empty() || name.find('=') != std::string::npos || has_zero || name.size() + value.size() > 10'000)
      throw Refusal(400, fmt::format("one of the {} has no proper name or value", what));
  }
}

void check_options(const Settings& options) {
  for (const auto& [name, value] : options) {
    bool known = false;
    for_each_field<AnalysisOptions>([&, &name = name]<class Member>(const Field<AnalysisOptions, Member>& field) {
      known = known || (is_option<Member> && field.name == name && name != "type");
    });
    if (!known) throw Refusal(400, fmt::format("there is no option `{}`", name.substr(0, 100)));
  }
}

// Why a process did not do all: as its report says, where there is one, or its faults, or its last line.
std::string last_words(const ChildEnd& end, const std::string& last_line) {
  if (const auto faults = read_faults(end.out, "", ""); !faults.empty()) return faults.front().what;
  const Json report = parse_json(end.out);
  const bool is_told = report.is_object() && report.contains("message") && report["message"].is_string();
  return is_told && report["status"] != "done" ? report["message"].get<std::string>() : last_line;
}

}  // namespace

struct Jobs::Work {
  Job job;
  int number = 0;
  ModelEntry model;
  RunOrder order;
  std::atomic<bool> cancelled{false}, started{false};
  std::thread thread;
};

Jobs::Jobs(JobSettings settings, Workspace& workspace)
    : settings_(std::move(settings)), workspace_(workspace), live_(settings_.program, settings_.live_limit) {}

void Jobs::end() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
  live_.end();
  changed_.notify_all();
}

Jobs::~Jobs() {
  end();
  for (Work& each : works_) each.thread.join();
}

void Jobs::check_order(const RunOrder& order) const {
  check_words(order.set, "parameters");
  check_words(order.options, "options");
  check_options(order.options);
  if (!order.analysis.empty() && !settings_.verbs.count(order.analysis))
    throw Refusal(400, fmt::format("there is no analysis `{}`", order.analysis.substr(0, 100)));
}

const std::string& Jobs::verb_of(const RunOrder& order) const {
  static const std::string as_asked = "run";
  return order.analysis.empty() ? as_asked : settings_.verbs.at(order.analysis);
}

Job Jobs::start(const ModelEntry& model, RunOrder order, bool own) {
  check_order(order);
  const std::lock_guard lock(mutex_);
  const auto is_open = [](const Work& each) { return each.job.state == Job::State::running; };
  if (!own && std::count_if(works_.begin(), works_.end(), is_open) >= settings_.most_waiting)
    throw Refusal(429, "there are runs enough under way: wait for one to end, or cancel it");
  for (auto each = works_.begin(); works_.size() >= kept_jobs && each != works_.end();) {  // the oldest are forgotten
    if (is_open(*each) || each->started) {
      ++each;
    } else {
      each->thread.join();
      each = works_.erase(each);
    }
  }
  Work& work = works_.emplace_back();
  work.number = next_++;
  work.job.id = fmt::format("j{}", work.number);
  work.job.model = model.id;
  work.job.message = "waiting";
  work.model = model;
  work.order = std::move(order);
  work.started = true;
  work.thread = std::thread([this, &work] { this->work(work); });
  return work.job;
}

// The first of its model that is not done.
bool Jobs::is_next(const Work& work) const {
  for (const Work& each : works_) {
    if (each.job.model == work.job.model && each.job.state == Job::State::running)
      return &each == &work && running_ < settings_.at_once;
  }
  return false;
}

void Jobs::work(Work& work) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_next(work) || work.cancelled || ending_; });
    if (work.cancelled || ending_) {
      work.job.state = Job::State::cancelled;
      work.job.message = "cancelled";
      work.started = false;
      changed_.notify_all();
      return;
    }
    ++running_;
    work.job.message = "";
  }
  std::string trouble;
  try {
    compute(work);
  } catch (const std::exception& error) {
    trouble = error.what();
  }
  const std::lock_guard lock(mutex_);
  if (!trouble.empty()) {
    work.job.state = Job::State::failed;
    work.job.message = trouble;
  }
  --running_;
  work.order.text.clear();
  work.started = false;
  changed_.notify_all();
}

std::vector<std::string> Jobs::words(const std::string& verb, const ModelEntry& model, const fs::path& file, const Settings& set,
                                     const Settings& options) const {
  std::vector<std::string> words{settings_.program.string(), verb, file.string(), "--within=" + model.folder.string()};
  if (settings_.allow_code) words.emplace_back("--allow-code");
  for (const auto& [name, value] : set) words.push_back("--set=" + name + '=' + value);
  for (const auto& [name, value] : options) {
    std::string option = name;
    std::replace(option.begin(), option.end(), '_', '-');
    words.push_back("--" + option + '=' + value);
  }
  return words;
}

void Jobs::compute(Work& work) {
  const RunOrder& order = work.order;
  const fs::path file = scratch_.put(work.model.file, order.text);  // the name that faults and source.json have
  const RunEntry run = workspace_.reserve_run(work.model, order.name, order.set);
  const fs::path on_the_way = run.path.string() + ".partial/summary.json";
  ChildOrder child;
  child.words = words(verb_of(order), work.model, file, order.set, order.options);
  child.words.insert(child.words.end(), {"--out=" + run.path.string(), "--force", "--progress", "--json"});  // page.json is there
  child.memory = memory_for_children();
  child.patience = settings_.patience;
  child.wish = [&, since = std::optional<std::chrono::steady_clock::time_point>()]() mutable {
    if (!ending_) return work.cancelled ? Wish::end_soon : Wish::go_on;
    const auto now = std::chrono::steady_clock::now();
    if (!since) since = now;
    return now - *since > std::chrono::seconds(2) ? Wish::end_now : Wish::end_soon;
  };
  std::string last_line;
  child.error_line = [&](std::string_view line) {
    constexpr std::string_view sign = "progress ";
    if (line.starts_with(sign)) {
      double fraction = 0;
      std::from_chars(line.data() + sign.size(), line.data() + line.size(), fraction);
      std::error_code ignored;
      const bool has_rows = fs::exists(on_the_way, ignored);
      const std::lock_guard lock(mutex_);
      work.job.progress = std::clamp(fraction, 0.0, 1.0);
      if (has_rows) work.job.run = run.id;
    } else {
      last_line = line;
    }
  };
  ChildEnd end;
  try {
    end = run_child(child);
  } catch (...) {
    workspace_.keep_run(run);
    throw;
  }
  std::error_code ignored;
  fs::remove_all(file.parent_path(), ignored);
  const bool has_results = workspace_.keep_run(run);

  const std::lock_guard lock(mutex_);
  Job& job = work.job;
  job.run = has_results ? run.id : "";
  job.message = end.code == 0 ? "" : last_words(end, last_line);
  job.state = end.code == 0 ? Job::State::done : work.cancelled || ending_ ? Job::State::cancelled : Job::State::failed;
  if (end.code == 0) job.progress = 1;
  if (end.code == 2) {
    job.faults = read_faults(end.out, file.string(), work.model.folder.string());
    job.message = job.faults.size() == 1 ? "the model has a fault" : fmt::format("the model has {} faults", job.faults.size());
  }
  if (job.state == Job::State::failed && end.signal)
    job.message = fmt::format("the computation was ended by signal {}{}", end.signal,
                              end.signal == SIGKILL ? ": perhaps the machine's memory is full" : "");
  if (job.state == Job::State::failed && end.code == 127) job.message = "the program could not be started: was it moved?";
  if (job.state == Job::State::cancelled && !has_results) job.message = "cancelled before there were results";
}

Jobs::Work& Jobs::work_of(const std::string& id) const {
  for (Work& each : works_)
    if (each.job.id == id) return each;
  throw Refusal(404, "there is no such job");
}

Job Jobs::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return work_of(id).job;
}

Job Jobs::cancel(const std::string& id) {
  const std::lock_guard lock(mutex_);
  Work& work = work_of(id);
  if (work.job.state == Job::State::running) work.cancelled = true;
  changed_.notify_all();
  return work.job;
}

std::vector<Job> Jobs::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<Job> jobs;
  for (const Work& each : works_) jobs.push_back(each.job);
  return jobs;
}

CheckResult Jobs::check(const ModelEntry& model, const std::string& text, const Settings& set) {
  check_words(set, "parameters");
  if (!checks_.try_acquire_for(std::chrono::seconds(10))) throw Refusal(503, "the machine is busy with other checks");
  struct Release {
    std::counting_semaphore<>& semaphore;
    ~Release() { semaphore.release(); }
  } release{checks_};
  const fs::path file = scratch_.put(model.file, text);
  ChildOrder child;
  child.words = words("check", model, file, set, {});
  child.words.push_back("--json");
  child.memory = memory_for_children();
  child.limit = settings_.check_limit;
  child.wish = [&] { return ending_ ? Wish::end_now : Wish::go_on; };
  std::string last_line;
  child.error_line = [&](std::string_view line) { last_line = line; };
  const ChildEnd end = run_child(child);
  std::error_code ignored;
  fs::remove_all(file.parent_path(), ignored);
  CheckResult result;
  if (end.code == 0 || end.code == 1) {
    result.summary = parse_json(end.out);
    if (!result.summary.is_object()) result.summary = nullptr;
  }
  if (end.code == 2) result.faults = read_faults(end.out, file.string(), model.folder.string());
  if (result.summary.is_null() && result.faults.empty()) {
    std::string message = last_words(end, last_line);
    if (end.too_long)
      message = fmt::format("the check took longer than {} s and was ended", settings_.check_limit.count() / 1000);
    if (message.empty()) message = fmt::format("the check ended with signal {}", end.signal);
    result.faults.emplace_back().what = message;
  }
  return result;
}

SheetResult Jobs::kc(const ModelEntry& model, const std::string& text, const Settings& set, const Settings& options) {
  check_words(set, "parameters");
  for (const auto& [key, value] : options)
    if (key != "tests" && key != "positions" && key != "sensitivity" && key != "convention") throw Refusal(400, fmt::format("there is no option `{}`", key.substr(0, 100)));
  if (!checks_.try_acquire_for(std::chrono::seconds(10))) throw Refusal(503, "the machine is busy with other checks");
  struct Release {
    std::counting_semaphore<>& semaphore;
    ~Release() { semaphore.release(); }
  } release{checks_};
  const fs::path file = scratch_.put(model.file, text);
  ChildOrder child;
  child.words = words("kc", model, file, set, options);
  for (const std::string& each : {std::string("--json"), std::string("--out"), (file.parent_path() / "kc").string()}) child.words.push_back(each);
  child.memory = memory_for_children();
  child.limit = settings_.check_limit;
  child.wish = [&] { return ending_ ? Wish::end_now : Wish::go_on; };
  std::string last_line;
  child.error_line = [&](std::string_view line) { last_line = line; };
  const ChildEnd end = run_child(child);
  std::error_code ignored;
  fs::remove_all(file.parent_path(), ignored);
  SheetResult result;
  if (end.code == 0)
    result.json = end.out;
  else if (end.code == 2)
    result.faults = read_faults(end.out, file.string(), model.folder.string());
  if (result.json.empty() && result.faults.empty())
    result.faults.emplace_back().what = end.too_long ? "the sheet took too long and was ended" : last_words(end, last_line);
  return result;
}

std::string Jobs::live(const ModelEntry& model, const RunOrder& order) {
  check_order(order);
  const fs::path file = scratch_.put(model.file, order.text);
  struct Remove {
    fs::path folder;
    ~Remove() {
      std::error_code ignored;
      fs::remove_all(folder, ignored);
    }
  } remove{file.parent_path()};
  std::vector<std::string> line = words(verb_of(order), model, file, order.set, order.options);
  line.erase(line.begin());  // the program
  LiveChild::Answer answer = live_.ask(line);
  Json head = faults_json(read_faults(answer.head.dump(), file.string(), model.folder.string()));
  for (const char* key : {"json", "numbers"}) head[key] = answer.head[key];
  return head.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n" + answer.body;
}

}  // namespace bricard::page
