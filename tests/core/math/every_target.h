// Runs a test on every instruction set that this processor has.
#pragma once

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstdint>
#include <string>

namespace whylight {

/// Calls `test` once for each instruction set, from the narrowest up, so that
/// what only older processors use is tested as well.
template <typename Test>
void ForEachTarget(const Test& test) {
#if defined(__EMSCRIPTEN__)
  test();
#else
  const std::int64_t all = hwy::SupportedTargets();
  for (std::int64_t rest = all; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    SCOPED_TRACE(std::string("on ") + hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    test();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
#endif
}

}  // namespace whylight
