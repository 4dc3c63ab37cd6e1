// Conducting a study: what has to be done, by whom, and what its results say.
#pragma once
#include "study/progress.hpp"
#include "study/work.hpp"

namespace bricard::study {

// What is left to be done. Before: samples whose runs are known from elsewhere are written.
class Outstanding {
 public:
  Outstanding(const Evaluation& evaluation, const Work& work, Store& store);
  const std::vector<long>& tasks() const { return tasks_; }  // each of another run
  long expected_runs() const;
  // Writes what a worker tells; of a run also the samples that are the same.
  void take(const News& news);

 private:
  const Evaluation& evaluation_;
  const Work& work_;
  Store& store_;
  std::vector<long> tasks_;
  std::unordered_map<std::string, std::vector<long>> same_;  // key: further tasks
};

// All of it on the cores of this machine. False: it was interrupted.
bool on_cores(const Outstanding& outstanding, Work& work, int threads, const std::atomic<bool>* interrupt,
              const std::function<void(const News&)>& take);

Conclusion conclusion_of(const Study& study, Store& store);

}  // namespace bricard::study
