// The curves of one run or several: loss and numbers on dev, over steps.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace whylight {

struct LoggedRun {
  std::string name;
  std::vector<nlohmann::ordered_json> lines;  ///< As `ReadRunLog` gives them.
};

/// Reads RUN/log.jsonl of each folder; a path to a log itself is taken as well.
/// Runs are called as their folders, or as much of the paths as tells them
/// apart.
Result<std::vector<LoggedRun>> ReadRuns(const std::vector<std::string>& paths);

/// An SVG picture with a panel for each of `metrics`: "loss", "dev.accuracy" or
/// short "accuracy". Of none given, the loss and what changes on dev, 8 panels
/// at most. Fails with kInvalidArgument when no run has a metric, naming those
/// that there are.
Result<std::string> PlotRuns(const std::vector<LoggedRun>& runs,
                             const std::vector<std::string>& metrics);

}  // namespace whylight
