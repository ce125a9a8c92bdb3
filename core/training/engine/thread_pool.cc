#include "core/training/engine/thread_pool.h"

#include <system_error>
#include <utility>

#include "core/training/engine/flush_subnormals.h"

namespace whylight {

ThreadPool::ThreadPool(int threads) {
  for (int i = 1; i < threads; ++i) {
    try {
      threads_.emplace_back([this] { Serve(); });
    } catch (const std::system_error&) {
      break;  // Fewer threads give the same result.
    }
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  work_added_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::ParallelFor(std::size_t count,
                             const std::function<void(std::size_t)>& work,
                             const Progress& progress) {
  std::unique_lock<std::mutex> lock(mutex_);
  work_ = &work;
  progress_ = &progress;
  next_ = 0;
  count_ = count;
  unfinished_ = count;
  work_added_.notify_all();
  Work(lock);
  work_done_.wait(lock, [this] { return unfinished_ == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::Serve() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    work_added_.wait(lock, [this] { return stop_ || next_ < count_; });
    if (stop_) return;
    Work(lock);
  }
}

void ThreadPool::Work(std::unique_lock<std::mutex>& lock) {
  while (next_ < count_) {
    const std::size_t index = next_++;
    lock.unlock();
    // Ours throws nothing, but memory can run out under it.
    std::exception_ptr failure;
    try {
      const FlushSubnormals flush;
      (*work_)(index);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure && !failure_) failure_ = failure;
    --unfinished_;
    if (*progress_) (*progress_)(count_ - unfinished_, count_);
    if (unfinished_ == 0) work_done_.notify_one();
  }
}

}  // namespace whylight
