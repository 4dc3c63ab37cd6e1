// What a worker does: tasks of a study, each of which depends on nothing but the study. A task of a design is one run, of a search
// the whole search.
#pragma once
#include <exception>
#include <mutex>
#include <unordered_map>

#include "study/purposes/purpose.hpp"

namespace bricard::study {

class Work {
 public:
  Work(const Evaluation& evaluation, const std::atomic<bool>* interrupt);

  bool is_search() const { return purpose_.search != nullptr; }
  long tasks() const { return is_search() ? searches_ : static_cast<long>(points_.size()); }
  // Of a design.
  const Point& point(long task) const { return points_[static_cast<std::size_t>(task)]; }

  // Runs that are known already: a search does not do them again.
  void know(const Record& record) { known_[record.key] = record.run; }
  void know(const std::string& key, Run run) { known_[key] = std::move(run); }
  bool knows(const std::string& key) const { return known_.count(key) > 0; }

  // Tells each run as it ends, and of a search its end; `threads`: runs of one search at a time. False: it was interrupted.
  bool run(long task, int threads, const std::function<void(const News&)>& tell);

 private:
  std::vector<Run> ask(long task, int threads, long& step, const std::vector<Point>& points, const std::function<void(const News&)>& tell);

  const Evaluation& evaluation_;
  const PurposeEntry& purpose_;
  const std::atomic<bool>* interrupt_;
  std::vector<Point> points_;
  long searches_ = 0;
  std::mutex mutex_;
  std::exception_ptr trouble_;
  std::unordered_map<std::string, Run> known_;
};

}  // namespace bricard::study
