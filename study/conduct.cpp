#include "study/conduct.hpp"

#include <algorithm>
#include <exception>
#include <thread>

#include "bricard/analyses/many/crew.hpp"

namespace bricard::study {

Outstanding::Outstanding(const Evaluation& evaluation, const Work& work, Store& store)
    : evaluation_(evaluation), work_(work), store_(store) {
  if (work.is_search()) {
    for (long task = 0; task < work.tasks(); ++task)
      if (!store.has_end(task)) tasks_.push_back(task);
    return;
  }
  store.together([&] {
    std::unordered_map<std::string, std::size_t> first;
    for (long task = 0; task < work.tasks(); ++task) {
      if (store.has_sample(task, 0)) continue;
      const std::string key = evaluation.key(work.point(task));
      if (const auto run = store.run(key)) {
        store.add_sample({task, 0, key, work.point(task), *run});
      } else if (first.emplace(key, tasks_.size()).second) {
        tasks_.push_back(task);
      } else {
        same_[key].push_back(task);
      }
    }
  });
}

long Outstanding::expected_runs() const {
  if (!work_.is_search()) return static_cast<long>(tasks_.size());
  const auto& purpose = evaluation_.study().purpose;
  const std::size_t each = std::holds_alternative<Optimize>(purpose) ? std::get<Optimize>(purpose).evaluations : std::get<Identify>(purpose).evaluations;
  return static_cast<long>(tasks_.size() * each);
}

void Outstanding::take(const News& news) {
  store_.together([&] {
    store_.add(news);
    const auto* record = std::get_if<Record>(&news);
    const auto same = record ? same_.find(record->key) : same_.end();
    if (same == same_.end()) return;
    Record again = *record;
    for (const long task : same->second) {
      again.task = task;
      store_.add_sample(again);
    }
  });
}

bool on_cores(const Outstanding& outstanding, Work& work, int threads, const std::atomic<bool>* interrupt,
              const std::function<void(const News&)>& take) {
  const std::vector<long>& tasks = outstanding.tasks();
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int all = threads > 0 ? threads : cores;
  const int inside = std::max(1, all / static_cast<int>(std::clamp<std::size_t>(tasks.size(), 1, static_cast<std::size_t>(all))));
  std::mutex mutex;
  std::exception_ptr trouble;
  std::atomic<bool> stop{false}, whole{true};
  Control control;
  control.interrupt = interrupt;
  const std::size_t begun = run_side_by_side(tasks.size(), all, control, [&](std::size_t i, const Control&) {
    if (stop) return;
    try {
      const bool ended = work.run(tasks[i], inside, [&](const News& news) {
        const std::lock_guard lock(mutex);
        take(news);
      });
      if (!ended) whole = false;
    } catch (...) {  // the disk is full
      const std::lock_guard lock(mutex);
      if (!trouble) trouble = std::current_exception();
      stop = true;
    }
  });
  if (trouble) std::rethrow_exception(trouble);
  return whole && begun == tasks.size();
}

Conclusion conclusion_of(const Study& study, Store& store) {
  const std::vector<Sample> samples = store.samples();
  const auto ends = store.ends();
  const auto values = [&](const std::string& key) {
    const std::optional<Run> run = store.run(key);
    return run ? run->values : std::vector<double>();
  };
  return purpose_of(study).conclude({study, samples, ends, values});
}

}  // namespace bricard::study
