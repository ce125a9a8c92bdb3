// Trains language models in both directions: the task "language-model" of a
// config whose "direction" is "both".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/language_model/bidirectional_model.h"
#include "core/systems/language_model/train/bidirectional_stage.h"
#include "core/systems/language_model/train/config.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

class BidirectionalTask final : public TrainingTask {
 public:
  /// Reads the texts and the word vectors that `config` names.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs,
                                                    LanguageModelConfig config);

  /// `train` and `dev` are pieces of texts in words of `model`.
  BidirectionalTask(LanguageModelConfig config,
                    BidirectionalLanguageModel model,
                    std::vector<WordIds> train, std::vector<WordIds> dev);

  const BidirectionalLanguageModel& model() const { return model_; }

  std::vector<Stage*> Stages() override { return {&stage_}; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  LanguageModelConfig config_;
  BidirectionalLanguageModel model_;
  std::vector<WordIds> train_;
  std::vector<WordIds> dev_;
  std::vector<DataFile> data_;
  BidirectionalStage stage_;
};

}  // namespace whylight
