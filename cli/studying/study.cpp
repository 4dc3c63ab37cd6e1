// The verb `study`: conducts a study, and tells of one.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <thread>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/document.hpp"
#include "cli/beside.hpp"
#include "cli/studying/study_session.hpp"
#include "cli/studying/study_tables.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "study/shell_words.hpp"
#include "study/slurm.hpp"

namespace bricard::cli {

namespace fs = std::filesystem;
using namespace bricard::study;

namespace {

std::size_t whole_option(const Arguments& arguments, const std::string& name, std::size_t otherwise) {
  const auto given = arguments.page.find(name);
  if (given == arguments.page.end()) return otherwise;
  const std::string& text = given->second;
  std::size_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || value < 1 || value > 10000)
    throw Error(option_name(name), "a number from 1 to 10000 is expected, found " + bricard::quoted(text));
  return value;
}

std::string option_text(const Arguments& arguments, const std::string& name, const std::string& otherwise) {
  const auto given = arguments.page.find(name);
  return given == arguments.page.end() ? otherwise : given->second;
}

std::vector<std::string> blank_separated(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = text.find_first_not_of(' '); begin < text.size(); begin = text.find_first_not_of(' ', begin)) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

int on_this_machine(const Arguments& arguments, const std::string& path) {
  const int threads = static_cast<int>(whole_option(arguments, "threads", std::max(1u, std::thread::hardware_concurrency())));
  return conduct_study(arguments, path, [&](StudySession& session, const Outstanding& outstanding, const auto& take) {
    if (session.work().is_search()) {  // runs that an earlier search has done
      Store store(results_of(arguments, path), Store::Use::read);
      store.for_each_run([&](const std::string& key, Run&& run) { session.work().know(key, std::move(run)); });
    }
    return on_cores(outstanding, session.work(), threads, &interrupt_flag(), take);
  });
}

int on_slurm(const Arguments& arguments, const std::string& path) {
  const fs::path results = results_of(arguments, path);
  SlurmWish wish;
  wish.jobs = whole_option(arguments, "jobs", wish.jobs);
  wish.options = blank_separated(option_text(arguments, "slurm", ""));
  return conduct_study(arguments, path, [&](StudySession& session, const Outstanding& outstanding, const auto& take) {
    const WorkFolder folder(work_folder_of(results, session.plan()));
    wish.worker = {beside_this(main_program).string(), "study", "worker", folder.path().string(), "--lost-after",
                   fmt::format("{}", lost_after(arguments))};
    if (const auto threads = arguments.page.find("threads"); threads != arguments.page.end())
      wish.worker.insert(wish.worker.end(), {"--threads", threads->second});
    const bool goes_on = folder.exists() && folder.words() == session.words() && !running_array(folder).empty();
    if (!goes_on) {
      std::optional<Store> known;
      if (session.work().is_search()) known.emplace(results, Store::Use::read);
      folder.lay_out(outstanding.tasks(), chunk_size(session.work(), outstanding.tasks().size(), wish.jobs), session.words(), known ? &*known : nullptr);
    }
    StudyLine line(arguments);
    const bool whole = wait_for_slurm(folder, wish, lost_after(arguments), &interrupt_flag(), [&](const WorkFolder::Counts& counts) {
      const long all = counts.open + counts.taken + counts.done;
      line.show(fmt::format("{} of {} chunks done, {} under way", counts.done, all, counts.taken), static_cast<double>(counts.done) / static_cast<double>(std::max(1L, all)));
    });
    if (!whole) {
      print_error("bricard: the jobs go on; the same command waits for them, scancel ends them\n");
      return false;
    }
    folder.merge(take);
    return true;
  });
}

int worker(const Arguments& arguments, const std::string& path) {
  const std::atomic<bool>& interrupted = interrupt_flag();
  const WorkFolder folder{fs::path(path)};
  if (!folder.exists()) return done;  // the study has ended before this worker has begun
  const auto session = session_of_worker(folder.words(), &interrupted);
  const char* const cpus = std::getenv("SLURM_CPUS_PER_TASK");
  const std::size_t threads = whole_option(arguments, "threads", cpus ? std::max(1, std::atoi(cpus)) : 1);
  std::vector<std::thread> crew;
  std::exception_ptr trouble;
  std::mutex mutex;
  for (std::size_t i = 0; i < threads; ++i)
    crew.emplace_back([&, i] {
      try {
        work_in_folder(folder, session->work(), session->evaluation(), worker_name(static_cast<int>(i)), lost_after(arguments), &interrupted);
      } catch (...) {
        const std::lock_guard lock(mutex);
        trouble = std::current_exception();
      }
    });
  for (std::thread& each : crew) each.join();
  if (trouble) std::rethrow_exception(trouble);
  return interrupted ? failed : done;
}

}  // namespace

namespace {

// What workers of an earlier, killed conductor have told: samples where they worked at this study, runs in any case. Removes folders
// that nobody works in any more, but that of this study.
void take_what_is_left(const fs::path& results, const std::string& plan, Store& store) {
  const fs::path own = work_folder_of(results, plan);
  for (const fs::path& each : work_folders_of(results)) {
    const WorkFolder folder(each);
    store.together([&] {
      folder.merge([&](const News& news) {
        if (each == own)
          store.add(news);
        else if (const auto* record = std::get_if<Record>(&news))
          store.add_run(*record);
      });
    });
    if (each == own) continue;
    if (const std::string array = running_array(folder); !array.empty())
      print_error(fmt::format("bricard: workers of this study as it was before are still at work: Slurm job {}; scancel ends them\n", array));
    else
      folder.remove();
  }
}

}  // namespace

int conduct_study(const Arguments& arguments, const std::string& path, const Conduct& conduct) {
  const std::atomic<bool>& interrupted = interrupt_flag();
  StudySession session(arguments, path, &interrupted);
  const fs::path results = results_of(arguments, path);
  Store store(results, Store::Use::write);
  store.begin(session.study(), session.plan());
  take_what_is_left(results, session.plan(), store);
  Outstanding outstanding(session.evaluation(), session.work(), store);
  bool whole = true;
  if (!outstanding.tasks().empty()) {
    StudyLine line(arguments);
    Progress progress(outstanding.expected_runs(), [&](const std::string& text, double fraction) { line.show(text, fraction); });
    const auto take = [&](const News& news) {
      outstanding.take(news);
      if (const auto* record = std::get_if<Record>(&news)) progress.ended(record->run.failed);
    };
    whole = conduct(session, outstanding, take);
  }
  if (whole) WorkFolder(work_folder_of(results, session.plan())).remove();
  const Conclusion conclusion = conclusion_of(session.study(), store);
  store.together([&] {
    store.note("name", session.study().name);
    store.note("path", fs::absolute(path).string());
    std::string command = "bricard";
    for (const std::string& each : session.run_words()) command += ' ' + shell_word(each);
    store.note("command", command);
    store.note("run", nlohmann::json(session.run_words()).dump());
    store.note("purpose", std::string(purpose_of(session.study()).name));
    store.note("whole", whole ? "yes" : "no");
    store.note("conclusion", conclusion.json.dump());
    store.note("text", conclusion.text);
  });
  if (arguments.json)
    print(conclusion.json.dump(1) + "\n");
  else if (!arguments.quiet)
    print(fmt::format("{}\n{}  {:<13}{}\n", session.study().name, conclusion.text, "results", results.string()));
  if (!whole) print_error("bricard: interrupted; what has ended is kept, and the same command goes on\n");
  const auto [samples, failures] = store.counts();
  if (whole && samples > 0 && failures == samples) {
    print_error("bricard: error: all runs failed\n");
    return failed;
  }
  return whole ? done : failed;
}

int study(const Arguments& arguments) {
  const std::string first = arguments.paths[0];
  const bool is_told = first == "show" || first == "export" || first == "best" || first == "status" || first == "worker";
  if (arguments.paths.size() != (is_told ? 2u : 1u))
    throw Error("", arguments.paths.size() < 2 ? "the study is missing" : "one study is expected, found also " + bricard::quoted(arguments.paths.back()),
                "bricard study STUDY.yaml, or bricard study show|export|best|status STUDY.yaml");
  const std::string& path = arguments.paths.back();
  if (first == "worker") return worker(arguments, path);
  if (is_told) return tell_study(first, arguments, path);
  const std::string on = option_text(arguments, "on", "cores");
  if (on == "cores") return on_this_machine(arguments, path);
  if (on == "slurm") return on_slurm(arguments, path);
  if (on == "mpi") return study_on_mpi(arguments, path);
  throw Error("--on", "there is no " + bricard::quoted(on), "cores, mpi or slurm");
}

}  // namespace bricard::cli
