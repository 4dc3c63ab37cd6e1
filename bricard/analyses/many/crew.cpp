#include "bricard/analyses/many/crew.hpp"

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace bricard {

std::size_t run_side_by_side(std::size_t count, int threads, const Control& control,
                             const std::function<void(std::size_t, const Control&)>& work) {
  std::mutex mutex;
  std::size_t next = 0;
  std::vector<double> fractions(count, 0.0);
  double total = 0;
  const auto show = [&](std::size_t i, double fraction) {
    const std::lock_guard lock(mutex);
    total += fraction - std::exchange(fractions[i], fraction);
    if (control.progress) control.progress(total / static_cast<double>(count));
  };
  const auto member = [&] {
    while (true) {
      std::size_t i;
      {
        const std::lock_guard lock(mutex);
        if (next == count || (control.interrupt && control.interrupt->load())) return;
        i = next++;
      }
      Control own = control;
      own.progress = [&show, i](double fraction) { show(i, fraction); };
      work(i, own);
      show(i, 1);
    }
  };
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : cores;
  std::vector<std::thread> crew;
  for (std::size_t i = 1; i < std::min(count, wanted); ++i) crew.emplace_back(member);
  member();
  for (std::thread& each : crew) each.join();
  return next;
}

}  // namespace bricard
