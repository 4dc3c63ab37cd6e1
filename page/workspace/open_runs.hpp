// Folders of results that are open. The numbers of a run are read once, on first use; of the runs that were not asked for lately
// they are given up again, so that memory and files stay bounded. A folder that another run has written since is opened anew; of
// one whose run is under way only the rows are read that have come since.
#pragma once
#include <chrono>
#include <list>
#include <memory>
#include <mutex>

#include "page/results/run_folder.hpp"
#include "page/workspace/workspace.hpp"

namespace bricard::page {

class OpenRuns {
 public:
  explicit OpenRuns(std::size_t most = 8, RunFolder::SceneOf scene_of = {}) : most_(most), scene_of_(std::move(scene_of)) {}
  std::shared_ptr<const RunFolder> open(const RunEntry& run);
  void forget(const std::string& id);

 private:
  struct Kept {
    std::string id;
    std::string state;  // of the file with the numbers: time and size
    std::filesystem::path path;
    bool under_way = false;
    std::chrono::steady_clock::time_point fresh_until;  // of a run that is under way
    std::shared_ptr<const RunFolder> run;
  };
  std::mutex mutex_;
  std::list<Kept> kept_;  // the last used first
  std::size_t most_;
  RunFolder::SceneOf scene_of_;
};

}  // namespace bricard::page
