#include "core/program/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "core/program/tell.h"

namespace whylight {

std::string FormatDuration(double seconds) {
  if (!(seconds < 1e9)) return "?";
  const auto whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) {
    return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  }
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string FormatCount(double count) {
  if (count >= 1e6) return fmt::format("{:.2f}M", count / 1e6);
  if (count >= 1e3) return fmt::format("{:.1f}k", count / 1e3);
  return fmt::format("{:.0f}", count);
}

ProgressLine::ProgressLine(std::chrono::milliseconds quiet)
    : is_terminal_(isatty(STDERR_FILENO) != 0), next_(Clock::now() + quiet) {}

ProgressLine::~ProgressLine() {
  if (line_is_open_) std::fputc('\n', stderr);
}

bool ProgressLine::Due() const { return Clock::now() >= next_; }

void ProgressLine::Show(const std::string& text) {
  if (is_terminal_) {
    // "\x1b[K" clears what a longer line before left behind.
    Tell("\r{}\x1b[K", text);
  } else {
    Tell("{}\n", text);
  }
  std::fflush(stderr);
  line_is_open_ = is_terminal_;
  next_ = Clock::now() + (is_terminal_ ? std::chrono::milliseconds(200)
                                       : std::chrono::milliseconds(10'000));
}

}  // namespace whylight
