// The inputs that a training task is made from.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage.h"

namespace whylight {

struct TaskInputs {
  nlohmann::json config;
  std::string name;  ///< How errors call the config.
  /// Files to read instead of those the config names, by its key.
  std::map<std::string, std::string> files;
  /// How data files are read, where the config does not say otherwise.
  DataOptions data;
  int threads = 1;  ///< That reading the data may use.
};

/// The data file of the config's `key`, whose value is `path`: what was given
/// instead of it, or else the path, which is looked for below $WHYLIGHT_DATA
/// and then below the working folder, unless it is absolute or starts with
/// "./".
Result<std::string> FindDataFile(const TaskInputs& inputs,
                                 const std::string& key,
                                 const std::string& path);

/// The files of a `key` that lists several: those `paths`, or the one that was
/// given instead, which then is the only path. They are called `key`, `key`.1,
/// `key`.2 and so on.
Result<std::vector<DataFile>> FindDataFiles(const TaskInputs& inputs,
                                            const std::string& key,
                                            std::vector<std::string>* paths);

/// Those of "train" and "dev", in this order, which every task has.
Result<std::vector<DataFile>> FindTrainAndDev(const TaskInputs& inputs,
                                              const std::string& train,
                                              const std::string& dev);

/// The same, and after them "vectors", if --vectors or the config names any;
/// `vectors`, which the config names, becomes their path.
Result<std::vector<DataFile>> FindTrainDevAndVectors(const TaskInputs& inputs,
                                                     const std::string& train,
                                                     const std::string& dev,
                                                     std::string* vectors);

/// The path of `key` as a run records it: `path`, which the config names, or
/// the bare name of the file that was read instead, as folders are private.
std::string RecordedPath(const std::string& path, const std::string& key,
                         const std::vector<DataFile>& data);

}  // namespace whylight
