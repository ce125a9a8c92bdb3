#include "core/cli/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>

namespace whylight {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free,
              "a signal handler must not take a lock");

// Milliseconds on a clock that only goes forward; safe in a signal handler.
std::int64_t Now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

std::atomic<std::int64_t> first_signal = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler must not take a lock");

// One Ctrl-C may arrive twice, from the terminal and passed on by npm: only a
// signal half a second later is a second one.
constexpr std::int64_t kSameKeyPress = 500;

extern "C" void HandleSignal(int) {
  const std::int64_t now = Now();
  if (!interrupted.exchange(true)) {
    first_signal = now;
  } else if (now - first_signal > kSameKeyPress) {
    _exit(kInterruptedExitCode);
  }
}

}  // namespace

const std::atomic<bool>& WatchForInterrupt() {
  std::signal(SIGINT, HandleSignal);
  std::signal(SIGTERM, HandleSignal);
  return interrupted;
}

}  // namespace whylight
