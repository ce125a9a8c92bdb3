// Trains the system "questions".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/train/config.h"
#include "core/systems/questions/train/data.h"
#include "core/systems/questions/train/judged_hits.h"
#include "core/systems/questions/train/pretraining_stage.h"
#include "core/systems/questions/train/ranking_stage.h"
#include "core/systems/questions/train/rationale_stage.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

class RetrieverTask final : public TrainingTask {
 public:
  /// Reads the data that the config names.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  RetrieverTask(RetrieverConfig config, Retriever model, RetrieverData data,
                std::vector<JudgedSearch> searches, std::vector<DataFile> files,
                std::optional<QuestionDecoder> decoder);

  std::vector<Stage*> Stages() override;
  std::vector<Parameter*> Parameters() override;
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return files_; }
  std::string Summary() const override;
  std::string DescribeEvaluation(
      const nlohmann::ordered_json& dev) const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  RetrieverConfig config_;
  Retriever model_;
  RetrieverData data_;
  std::vector<JudgedSearch> searches_;  // Of each dev file.
  std::vector<DataFile> files_;
  std::optional<PretrainingStage> pretraining_;
  RankingStage ranking_;
  std::optional<QuestionRationaleStage> rationale_;
};

}  // namespace whylight
