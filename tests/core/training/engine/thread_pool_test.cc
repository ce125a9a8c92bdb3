#include "core/training/engine/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <new>
#include <vector>

namespace whylight {
namespace {

TEST(ThreadPoolTest, CallsEachIndexOnceOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    for (const std::size_t count : {0u, 1u, 8u, 100u}) {
      std::vector<std::atomic<int>> calls(count);
      pool.ParallelFor(count, [&](std::size_t i) { ++calls[i]; });
      for (const std::atomic<int>& call : calls) EXPECT_EQ(call, 1);
    }
  }
}

TEST(ThreadPoolTest, ReturnsOnlyWhenAllWorkIsDone) {
  ThreadPool pool(3);
  // Plain integers: a data race or an early return would lose additions.
  std::vector<int> sums(kShards, 0);
  for (int round = 0; round < 2000; ++round) {
    pool.ParallelFor(kShards, [&](std::size_t i) { ++sums[i]; });
  }
  EXPECT_EQ(sums, std::vector<int>(kShards, 2000));
}

TEST(ThreadPoolTest, ProgressGrowsByOneUpToAll) {
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    std::vector<std::size_t> steps;
    pool.ParallelFor(
        5, [](std::size_t) {},
        [&](std::size_t done, std::size_t count) {
          EXPECT_EQ(count, 5u);
          steps.push_back(done);
        });
    EXPECT_EQ(steps, (std::vector<std::size_t>{1, 2, 3, 4, 5}));
  }
}

#if defined(__x86_64__) || defined(__aarch64__)
// They would make a training ten times as slow, and threads differ.
TEST(ThreadPoolTest, TakesSubnormalNumbersForZeroWithinAndNotOutside) {
  const volatile float smallest = std::numeric_limits<float>::min();
  const volatile float subnormal = std::numeric_limits<float>::denorm_min();
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    std::vector<float> halves(kShards, 1);
    std::vector<float> doubles(kShards, 1);
    pool.ParallelFor(kShards, [&](std::size_t i) {
      halves[i] = smallest / 2;
      doubles[i] = subnormal * 2;
    });
    EXPECT_EQ(halves, std::vector<float>(kShards, 0));
    EXPECT_EQ(doubles, std::vector<float>(kShards, 0));
    EXPECT_GT(smallest / 2, 0);
  }
}
#endif

TEST(ThreadPoolTest, ThrowsWhatTheWorkThrewAndStaysUsable) {
  ThreadPool pool(3);
  EXPECT_THROW(pool.ParallelFor(20,
                                [](std::size_t i) {
                                  if (i == 7) throw std::bad_alloc();
                                }),
               std::bad_alloc);
  std::atomic<int> done = 0;
  pool.ParallelFor(20, [&](std::size_t) { ++done; });
  EXPECT_EQ(done, 20);
}

}  // namespace
}  // namespace whylight
