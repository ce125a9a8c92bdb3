// The flag that chooses an operating point, of every verb that has one.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <functional>

namespace whylight {

/// Adds --point to `verb`, which hands the number to `take`. Whether the model
/// has such a point shows when it is asked.
inline void AddPointFlag(CLI::App* verb,
                         const std::function<void(const std::size_t&)>& take) {
  verb->add_option_function<std::size_t>(
      "--point", take,
      "Of a model with rationales: its operating point, counted from 0, from "
      "short rationales to long ones; by default as the model is shipped");
}

}  // namespace whylight
