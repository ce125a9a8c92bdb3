// The answers to questions, as a person reads them on a terminal. The program
// of the npm package shows the same (wasm/src/cli/why.ts).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/model/system.h"

namespace whylight {

/// An answer in lines. `colour` says how marks are
/// made (core/program/terminal.h).
using Painter = std::string (*)(const nlohmann::ordered_json& answer,
                                bool colour);

/// The painter of a system's question, or null: its answers are for programs.
Painter PainterOf(const System& system, std::string_view question);

}  // namespace whylight
