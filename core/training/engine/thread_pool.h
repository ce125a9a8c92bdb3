// Threads that share out a fixed number of shards. Which thread takes which
// shard is left to chance, so a shard must never depend on another one.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace whylight {

/// A batch is cut into this many shards whatever the number of threads, and
/// their results are combined in a fixed order: same seed, same bits.
inline constexpr std::size_t kShards = 8;

/// Told how much of some work is done. Calls come one at a time, from any
/// thread, and `done` only grows.
using Progress = std::function<void(std::size_t done, std::size_t count)>;

class ThreadPool {
 public:
  /// Uses `threads` threads in all: the caller's and `threads - 1` more.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Calls `work(0)` to `work(count - 1)` once each, in any order, and returns
  /// when all have returned, or throws what the first of them threw. Within
  /// them subnormal numbers are zero. Costs some microseconds; not to be
  /// nested. `progress`, if there is one, is told of each call that returned.
  void ParallelFor(std::size_t count,
                   const std::function<void(std::size_t)>& work,
                   const Progress& progress = nullptr);

 private:
  void Serve();
  // Takes indices while there are any. `lock` is held on entry and on return.
  void Work(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable work_added_;
  std::condition_variable work_done_;
  const std::function<void(std::size_t)>* work_ = nullptr;
  const Progress* progress_ = nullptr;
  std::size_t next_ = 0;
  std::size_t count_ = 0;
  std::size_t unfinished_ = 0;
  std::exception_ptr failure_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace whylight
