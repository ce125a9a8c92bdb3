// Trains language models: the task "language-model" of a config.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/language_model/train/config.h"
#include "core/systems/language_model/train/stage.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

class LanguageModelTask final : public TrainingTask {
 public:
  /// Reads the texts that the config names.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  /// `train` and `dev` are words of `model`.
  LanguageModelTask(LanguageModelConfig config, LanguageModel model,
                    std::vector<std::int32_t> train,
                    std::vector<std::int32_t> dev);

  const LanguageModel& model() const { return model_; }

  std::vector<Stage*> Stages() override { return {&stage_}; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  LanguageModelConfig config_;
  LanguageModel model_;
  std::vector<std::int32_t> train_;
  std::vector<std::int32_t> dev_;
  std::vector<DataFile> data_;
  LanguageModelStage stage_;
};

}  // namespace whylight
