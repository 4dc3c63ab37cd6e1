// The last used runs are open.
#include "page/workspace/open_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace bricard::page {
namespace {

namespace fs = std::filesystem;

std::string state_of(const RunEntry& run) {
  std::error_code error;
  std::string state;
  for (const fs::path& file :
       {run.is_table ? run.path : run.path / "results.csv", run.path / "results.partial.csv", run.path / "summary.json"}) {
    const auto time = fs::last_write_time(file, error);
    if (!error) state += fmt::format("{} {} ", time.time_since_epoch().count(), fs::file_size(file, error));
  }
  return state;
}

}  // namespace

std::shared_ptr<const RunFolder> OpenRuns::open(const RunEntry& run) {
  const std::string state = state_of(run);
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& each) { return each.id == run.id; });
  using Clock = std::chrono::steady_clock;
  // Rows that come all the time are read now and then, so that a third of the time goes into it at most.
  const auto start = Clock::now();
  // A folder may have its last name with all files as they were.
  const bool is_there = found != kept_.end() && found->path == run.path;
  if (is_there && (found->state == state || (run.under_way && start < found->fresh_until))) {
    kept_.splice(kept_.begin(), kept_, found);
    return found->run;
  }
  const bool goes_on = found != kept_.end() && found->under_way;
  auto now = goes_on ? found->run->continued(run.path) : std::make_shared<const RunFolder>(run.path, run.folder, scene_of_);
  if (run.under_way) now->columns();
  if (found != kept_.end()) kept_.erase(found);
  const auto end = Clock::now();
  kept_.push_front({run.id, state, run.path, run.under_way, end + std::chrono::milliseconds(100) + 2 * (end - start), now});
  if (kept_.size() > most_) kept_.pop_back();
  return kept_.front().run;
}

void OpenRuns::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  std::erase_if(kept_, [&](const Kept& each) { return each.id == id; });
}

}  // namespace bricard::page
