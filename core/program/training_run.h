// One training run from its config to its folder: what `whylight train` does,
// and `whylight sweep` many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/engine/config_overrides.h"

namespace whylight {

/// The config in a file.
Result<nlohmann::json> ReadTrainingConfig(const std::string& path);

struct TrainFlags {
  std::string task;                          ///< Empty: as the config says.
  std::string config;                        ///< A file; may be left out where
                                             ///< `task` is given.
  std::map<std::string, std::string> files;  ///< By the config's key.
  Overrides overrides;                       ///< Of the config.
  std::string out;                           ///< The folder of the run.
  std::optional<int> epochs;
  std::optional<std::size_t> max_errors;
  bool resume = false;
  bool overwrite = false;
  bool dry_run = false;
  int threads = 1;
};

/// The data of such a training, as run.json would record them. Reads them all
/// and changes nothing.
Result<nlohmann::ordered_json> RecordTrainingData(const TrainFlags& flags);

/// Trains, and keeps in the folder `out`:
///   model/        the model, ready to load
///   checkpoints/  what --resume goes on from
///   log.jsonl     a line per epoch; log.csv: the same as a table
///   config.json   the config with every default spelled out
///   run.json      data, revision and machine
/// Started by mpirun, trains with all ranks; rank 0 writes. Ctrl-C ends it with
/// kInterrupted after a checkpoint.
Status RunTraining(const TrainFlags& flags);

}  // namespace whylight
