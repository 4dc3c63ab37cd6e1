#include "study/work.hpp"

#include "bricard/analyses/many/crew.hpp"

namespace bricard::study {

Work::Work(const Evaluation& evaluation, const std::atomic<bool>* interrupt)
    : evaluation_(evaluation), purpose_(purpose_of(evaluation.study())), interrupt_(interrupt) {
  if (purpose_.design)
    points_ = purpose_.design(evaluation.study());
  else
    searches_ = purpose_.searches(evaluation.study());
}

bool Work::run(long task, int threads, const std::function<void(const News&)>& tell) {
  if (!is_search()) {
    Record record{task, 0, evaluation_.key(point(task)), point(task), {}};
    std::optional<Run> run = evaluation_(record.point, interrupt_);
    if (!run) return false;
    record.run = std::move(*run);
    tell(record);
    return true;
  }
  long step = 0;
  try {
    const std::string message = purpose_.search(evaluation_.study(), task, [&](const std::vector<Point>& points) {
      return ask(task, threads, step, points, tell);
    });
    tell(SearchEnd{task, message});
  } catch (const Interrupted&) {
    return false;
  }
  return true;
}

std::vector<Run> Work::ask(long task, int threads, long& step, const std::vector<Point>& points,
                           const std::function<void(const News&)>& tell) {
  std::vector<Record> records;
  std::vector<std::size_t> open;
  for (const Point& each : points) {
    Record& record = records.emplace_back(Record{task, step++, evaluation_.key(each), each, {}});
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(record.key);
    if (found != known_.end())
      record.run = found->second;
    else
      open.push_back(records.size() - 1);
  }
  std::atomic<bool> whole{true};
  for (std::size_t i = 0, next = 0; i < records.size(); ++i)
    if (next < open.size() && open[next] == i)
      ++next;
    else
      tell(records[i]);
  Control control;
  control.interrupt = interrupt_;
  run_side_by_side(open.size(), threads, control, [&](std::size_t i, const Control&) {
    Record& record = records[open[i]];
    std::optional<Run> run = evaluation_(record.point, interrupt_);
    if (!run) return static_cast<void>(whole = false);
    record.run = std::move(*run);
    const std::lock_guard lock(mutex_);
    try {
      tell(record);
    } catch (...) {  // the disk is full
      trouble_ = std::current_exception();
    }
    known_.emplace(record.key, record.run);
  });
  if (trouble_) std::rethrow_exception(trouble_);
  if (!whole || (interrupt_ && interrupt_->load())) throw Interrupted{};
  std::vector<Run> runs;
  for (Record& each : records) runs.push_back(std::move(each.run));
  return runs;
}

}  // namespace bricard::study
