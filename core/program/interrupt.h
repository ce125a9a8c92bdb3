// Ctrl-C and SIGTERM: the first asks for a tidy end, the second ends at once.
#pragma once

#include <atomic>

namespace whylight {

/// Exit code of a run the user stopped.
inline constexpr int kInterruptedExitCode = 130;

/// Takes over SIGINT and SIGTERM. The returned flag becomes true at the first
/// of them; at the second the process exits with `kInterruptedExitCode`.
const std::atomic<bool>& WatchForInterrupt();

}  // namespace whylight
