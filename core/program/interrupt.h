// Ctrl-C, SIGTERM and SIGHUP: the first asks for a tidy end. A second one ends
// at once, but for SIGHUP.
#pragma once

#include <atomic>

namespace whylight {

/// Exit code of a run the user stopped.
inline constexpr int kInterruptedExitCode = 130;

/// Takes over these signals. The returned flag becomes true at the first of
/// them; at the second the process exits with `kInterruptedExitCode`.
const std::atomic<bool>& WatchForInterrupt();

}  // namespace whylight
