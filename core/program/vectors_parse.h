// `whylight vectors parse`: sentences with their trees, which word vectors of
// dependencies are learned from.
#pragma once

#include <CLI/CLI.hpp>

#include "core/program/verbs.h"

namespace whylight {

/// Adds `parse` to `vectors`.
void AddVectorsParse(CLI::App& vectors, Command& command);

}  // namespace whylight
