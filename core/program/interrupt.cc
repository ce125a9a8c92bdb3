#include "core/program/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>

namespace whylight {
namespace {

std::atomic<bool> interrupted = false;

// Milliseconds on a clock that only goes forward; safe in a signal handler.
std::int64_t Now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

std::atomic<std::int64_t> first_signal = 0;  // 0: none yet.
static_assert(std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler must not take a lock");

// One Ctrl-C may arrive twice, from the terminal and passed on by npm: only a
// signal half a second later is a second one.
constexpr std::int64_t kSameKeyPress = 500;

extern "C" void HandleSignal(int) {
  const std::int64_t now = Now();
  std::int64_t first = 0;
  if (first_signal.compare_exchange_strong(first, now)) {
    interrupted = true;
  } else if (now - first > kSameKeyPress) {
    _exit(kInterruptedExitCode);
  }
}

// A terminal that goes away may say so more than once, and to a process group.
extern "C" void HandleHangup(int) {
  std::int64_t first = 0;
  first_signal.compare_exchange_strong(first, Now());
  interrupted = true;
}

}  // namespace

const std::atomic<bool>& WatchForInterrupt() {
  std::signal(SIGINT, HandleSignal);
  std::signal(SIGTERM, HandleSignal);
  // nohup asks for no end at all.
  if (std::signal(SIGHUP, HandleHangup) == SIG_IGN) {
    std::signal(SIGHUP, SIG_IGN);
  }
  return interrupted;
}

}  // namespace whylight
