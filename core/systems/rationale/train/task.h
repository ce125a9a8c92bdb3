// Trains rationale models: the task "rationale" of a config.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/rationale/train/calibration.h"
#include "core/systems/rationale/train/config.h"
#include "core/systems/rationale/train/data.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// Trains `model`, whose aspects are the first ratings of `train`, in the
/// stages that the config names. `dev` sets the thresholds of the decoding and
/// is evaluated on.
class RationaleTask final : public TrainingTask {
 public:
  /// Reads the data and the word vectors that the config names.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  RationaleTask(RationaleConfig config, RationaleModel model, RatedTexts train,
                RatedTexts dev, std::vector<Review> dev_reviews,
                std::vector<RationaleModel> teachers = {},
                CalibrationTexts calibration = {});
  ~RationaleTask() override;

  const RationaleModel& model() const { return model_; }

  std::vector<Stage*> Stages() override;
  std::vector<Parameter*> Parameters() override;
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::string Summary() const override;
  std::vector<std::string> Advise(
      const nlohmann::ordered_json& dev) const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  void StartAtMeans();
  std::unique_ptr<Stage> MakeStage(RationaleStage stage);

  RationaleConfig config_;
  RationaleModel model_;
  RatedTexts train_;
  RatedTexts dev_;
  std::vector<Review> dev_reviews_;
  std::vector<RationaleModel> teachers_;
  CalibrationTexts calibration_;
  std::vector<DataFile> data_;
  std::vector<std::unique_ptr<Stage>> stages_;
};

}  // namespace whylight
