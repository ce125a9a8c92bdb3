// The texts that a config of the rationale task names, as word ids.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/rationale/train/calibration.h"
#include "core/systems/rationale/train/config.h"
#include "core/systems/rationale/train/data.h"
#include "core/text/vocabulary.h"
#include "core/training/data/reviews.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// The files to read.
struct TrainingFiles {
  std::vector<DataFile> data;  ///< All of them, those of train and dev first.
  std::vector<std::string> train;
  std::string dev;
  std::vector<std::string> outside;
};

/// Of a config's files those of train and dev.
inline constexpr int kTrainAndDev = 2;

Result<TrainingFiles> FindTrainingFiles(const RationaleConfig& config,
                                        const TaskInputs& inputs);

struct TrainingTexts {
  /// Reviews, sentences of them, texts made from templates and, as if they were
  /// such, texts on other subjects.
  RatedTexts train;
  std::vector<Review> dev_reviews;
  RatedTexts dev;
  CalibrationTexts calibration;
};

/// What texts are read for: to calibrate, fewer of those made from templates
/// are needed than to train.
enum class TextsFor { kTraining, kCalibration };

Result<TrainingTexts> ReadTrainingTexts(const RationaleConfig& config,
                                        const TrainingFiles& files,
                                        const Vocabulary& vocabulary,
                                        TextsFor purpose);

}  // namespace whylight
