// Runs and checks that the page asks for. Each is done by a process of its own of this program, so that it can be bounded, ended
// and killed; the server only reads what it leaves. A model's runs are done one after the other.
#pragma once
#include <atomic>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <semaphore>
#include <thread>

#include "bricard/core/error.hpp"
#include "page/json.hpp"
#include "page/processes/child.hpp"
#include "page/processes/live_child.hpp"
#include "page/processes/scratch_folder.hpp"
#include "page/workspace/workspace.hpp"

namespace bricard::page {

// What the page wants to have computed.
struct RunOrder {
  std::string text;
  Settings set, options;  // options: keys of `analysis`
  std::string analysis;   // empty: what the text asks
  std::string name;
};

struct Job {
  enum class State { running, done, failed, cancelled };
  std::string id, model;
  State state = State::running;
  double progress = 0;
  std::string message, run;   // run: id, also while its rows are coming; empty: there is none
  std::vector<Fault> faults;  // as read_faults gives them: file "" is the text
};

struct CheckResult {
  std::vector<Fault> faults;
  Json summary;  // null: there is none
};

// The K&C sheet of a vehicle, as kc.json has it.
struct SheetResult {
  std::vector<Fault> faults;
  std::string json;  // empty: there is none
};

struct JobSettings {
  std::filesystem::path program;
  std::map<std::string, std::string> verbs;  // of an analysis: "dynamics" to "simulate"
  int at_once = 2, most_waiting = 4;         // processes of runs; runs that are not done, of the page's asking
  std::chrono::milliseconds check_limit{30'000}, patience{5000}, live_limit{3000};
  bool allow_code = false;  // code that models name may run: who started the server said so
};

class Jobs {
 public:
  Jobs(JobSettings settings, Workspace& workspace);
  ~Jobs();
  // Ends all that run, without waiting for it; what runs have computed is kept if they are quick. Nothing is started any more.
  void end();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // `options`: of the verb `kc`.
  SheetResult kc(const ModelEntry& model, const std::string& text, const Settings& set, const Settings& options);
  // A Refusal where the order names what there is not, or where too much is waiting (unless it is the server's own).
  Job start(const ModelEntry& model, RunOrder order, bool own = false);
  Job find(const std::string& id) const;  // a Refusal where there is none
  Job cancel(const std::string& id);
  std::vector<Job> all() const;
  CheckResult check(const ModelEntry& model, const std::string& text, const Settings& set);
  // Computed at once in a process that stays, and kept nowhere. The answer: a line {"faults", "json", "numbers"}, then what it
  // says (cli/live.cpp). A Refusal where it takes longer than `live_limit`.
  std::string live(const ModelEntry& model, const RunOrder& order);

 private:
  struct Work;
  std::vector<std::string> words(const std::string& verb, const ModelEntry& model, const std::filesystem::path& file,
                                 const Settings& set, const Settings& options) const;
  void check_order(const RunOrder& order) const;
  const std::string& verb_of(const RunOrder& order) const;
  void work(Work& work);
  void compute(Work& work);
  bool is_next(const Work& work) const;
  Work& work_of(const std::string& id) const;

  JobSettings settings_;
  Workspace& workspace_;
  ScratchFolder scratch_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  mutable std::list<Work> works_;
  int next_ = 0, running_ = 0;
  std::atomic<bool> ending_{false};
  std::counting_semaphore<> checks_{2};
  LiveChild live_;
};

}  // namespace bricard::page
