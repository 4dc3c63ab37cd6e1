// Threads for connections: one more whenever none is idle, so that those which say nothing do not keep the next one waiting. One
// that has been idle for a while ends.
#pragma once
#include <httplib.h>
#undef _res  // of <resolv.h>: Eigen has a parameter of this name

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>

namespace bricard::page {

class GrowingPool final : public httplib::TaskQueue {
 public:
  explicit GrowingPool(std::size_t most) : most_(most) {}

  void enqueue(std::function<void()> task) override {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    if (tasks_.size() > idle_ && threads_ < most_) {
      try {
        std::thread([this] { work(); }).detach();  // shutdown() waits for all
        ++threads_;
      } catch (const std::system_error&) {  // no more to be had: one of those there are will take it
      }
    }
    changed_.notify_one();
  }
  void shutdown() override {
    std::unique_lock lock(mutex_);
    ending_ = true;
    changed_.notify_all();
    ended_.wait(lock, [this] { return threads_ == 0; });
  }

 private:
  static constexpr std::chrono::seconds longest_idle{5};

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      ++idle_;
      changed_.wait_for(lock, longest_idle, [this] { return !tasks_.empty() || ending_; });
      --idle_;
      if (tasks_.empty()) break;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
    --threads_;
    ended_.notify_all();  // with the lock: the pool is there until it is given back
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_, ended_;
  std::deque<std::function<void()>> tasks_;
  std::size_t threads_ = 0, idle_ = 0;
  bool ending_ = false;
};

}  // namespace bricard::page
