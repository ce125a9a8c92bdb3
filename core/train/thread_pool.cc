#include "core/train/thread_pool.h"

namespace whylight {

ThreadPool::ThreadPool(int threads) {
  for (int i = 1; i < threads; ++i) {
    threads_.emplace_back([this] { Serve(); });
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
                             const std::function<void(std::size_t)>& work) {
  std::unique_lock<std::mutex> lock(mutex_);
  work_ = &work;
  next_ = 0;
  count_ = count;
  unfinished_ = count;
  work_added_.notify_all();
  Work(lock);
  work_done_.wait(lock, [this] { return unfinished_ == 0; });
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
    (*work_)(index);
    lock.lock();
    if (--unfinished_ == 0) work_done_.notify_one();
  }
}

}  // namespace whylight
