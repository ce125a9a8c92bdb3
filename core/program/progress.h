// Tells a person on stderr how far a long run has come.
#pragma once

#include <chrono>
#include <string>

namespace whylight {

/// "59 s", "4 min 09 s", "2 h 05 min".
std::string FormatDuration(double seconds);

/// 950, "12.3k", "4.56M".
std::string FormatCount(double count);

/// On a terminal one line that is rewritten; otherwise, in a log file say, a
/// line every ten seconds.
class ProgressLine {
 public:
  /// There is nothing to show before `quiet` has passed.
  explicit ProgressLine(
      std::chrono::milliseconds quiet = std::chrono::milliseconds(0));
  /// Leaves the cursor on a line of its own.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// True when it is time to call `Show`; asking is cheap.
  bool Due() const;

  /// Shows `text`, which holds no line break, now.
  void Show(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;

  bool is_terminal_;
  bool line_is_open_ = false;
  Clock::time_point next_;
};

}  // namespace whylight
