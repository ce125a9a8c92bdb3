// What people read while a verb works, on standard error.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace whylight {

/// Prints to standard error as fmt::print does. That nobody can be told is no
/// reason to stop.
template <typename... Values>
void Tell(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace whylight
