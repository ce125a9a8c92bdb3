// Threads in place of the processes that train one model together.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/training/engine/communicator.h"

namespace whylight {

/// The messages on their way, which the threads of a run share.
class InProcessRanks {
 public:
  explicit InProcessRanks(int size)
      : size_(size), messages_(static_cast<std::size_t>(size * size)) {}

  int size() const { return size_; }

  Status Put(std::string bytes, int from, int to) {
    const std::scoped_lock lock(mutex_);
    if (gave_up_) return GaveUp();
    Messages(from, to).push_back(std::move(bytes));
    changed_.notify_all();
    return {};
  }

  Result<std::string> Take(int from, int to) {
    std::unique_lock lock(mutex_);
    std::deque<std::string>& messages = Messages(from, to);
    changed_.wait(lock, [&] { return gave_up_ || !messages.empty(); });
    if (gave_up_) return GaveUp();
    std::string bytes = std::move(messages.front());
    messages.pop_front();
    return bytes;
  }

  void GiveUp() {
    const std::scoped_lock lock(mutex_);
    gave_up_ = true;
    changed_.notify_all();
  }

 private:
  static Error GaveUp() { return {ErrorCode::kIo, "another rank gave up"}; }

  std::deque<std::string>& Messages(int from, int to) {
    return messages_[static_cast<std::size_t>(from * size_ + to)];
  }

  int size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::deque<std::string>> messages_;
  bool gave_up_ = false;
};

/// One of those threads. A thread cannot be ended from outside, so when a rank
/// gives up, all that the others ask for fails.
class InProcessCommunicator final : public Communicator {
 public:
  InProcessCommunicator(InProcessRanks& ranks, int rank)
      : ranks_(ranks), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return ranks_.size(); }

  Status Send(std::string_view bytes, int to) override {
    return ranks_.Put(std::string(bytes), rank_, to);
  }

  Result<std::string> Receive(int from) override {
    return ranks_.Take(from, rank_);
  }

  Status Broadcast(std::string* bytes) override {
    if (rank_ > 0) {
      Result<std::string> received = Receive(0);
      if (!received.ok()) return received.error();
      *bytes = std::move(received).value();
      return {};
    }
    for (int to = 1; to < size(); ++to) {
      if (Status sent = Send(*bytes, to); !sent.ok()) return sent;
    }
    return {};
  }

  Status Barrier() override {
    std::string nothing;
    for (int from = 1; rank_ == 0 && from < size(); ++from) {
      if (Result<std::string> here = Receive(from); !here.ok()) {
        return here.error();
      }
    }
    if (rank_ > 0) {
      if (Status here = Send(nothing, 0); !here.ok()) return here;
    }
    return Broadcast(&nothing);
  }

  void GiveUp() override { ranks_.GiveUp(); }

 private:
  InProcessRanks& ranks_;
  int rank_;
};

/// Calls `work` once for each of `size` ranks, all at the same time.
inline void RunRanks(int size, const std::function<void(Communicator&)>& work) {
  InProcessRanks ranks(size);
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(size));
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&ranks, &work, rank] {
      InProcessCommunicator communicator(ranks, rank);
      work(communicator);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace whylight
