#include "core/cli/interrupt.h"

#include <unistd.h>

#include <csignal>

namespace whylight {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free,
              "a signal handler must not take a lock");

extern "C" void HandleSignal(int) {
  if (interrupted.exchange(true)) _exit(kInterruptedExitCode);
}

}  // namespace

const std::atomic<bool>& WatchForInterrupt() {
  std::signal(SIGINT, HandleSignal);
  std::signal(SIGTERM, HandleSignal);
  return interrupted;
}

}  // namespace whylight
