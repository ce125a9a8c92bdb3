// Trains the system "reader".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/reader/model.h"
#include "core/systems/reader/train/config.h"
#include "core/systems/reader/train/stages.h"
#include "core/training/data/answered_questions.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

class ReaderTask final : public TrainingTask {
 public:
  /// Reads the data and the word vectors that the config names. Fails before
  /// any training: on answers beyond a text, on vectors of other words, on
  /// layers that give no vector at every word.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  ReaderTask(ReaderConfig config, Reader model, ReaderExamples examples,
             std::vector<DataFile> data);

  std::vector<Stage*> Stages() override;
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  ReaderConfig config_;
  Reader model_;
  ReaderExamples examples_;
  std::vector<DataFile> data_;
  ReaderReadingStage reading_;
  ReaderSelectionStage selection_;  // Of a model that selects.
};

}  // namespace whylight
