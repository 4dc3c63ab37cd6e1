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
  // A table that grows is read again now and then: reading takes a tenth of the time.
  const bool is_fresh = found != kept_.end() && run.under_way && found->path == run.path && Clock::now() < found->fresh_until;
  if (found != kept_.end() && (found->state == state || is_fresh)) {
    kept_.splice(kept_.begin(), kept_, found);
    return found->run;
  }
  if (found != kept_.end()) kept_.erase(found);
  const auto start = Clock::now();
  kept_.push_front({run.id, state, run.path, {}, std::make_shared<const RunFolder>(run.path, run.folder, scene_of_)});
  if (run.under_way) kept_.front().run->columns();
  kept_.front().fresh_until = Clock::now() + std::chrono::milliseconds(500) + 10 * (Clock::now() - start);
  if (kept_.size() > most_) kept_.pop_back();
  return kept_.front().run;
}

void OpenRuns::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  std::erase_if(kept_, [&](const Kept& each) { return each.id == id; });
}

}  // namespace bricard::page
