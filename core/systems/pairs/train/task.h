// Trains the system "pairs".
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/pairs/model.h"
#include "core/systems/pairs/train/config.h"
#include "core/systems/pairs/train/stages.h"
#include "core/training/data/labels.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

class PairsTask final : public TrainingTask {
 public:
  /// Reads the data and the word vectors that the config names. Fails before
  /// any training: on fewer than two labels, on labels that are not in both
  /// files, on vectors of other words, on layers that cannot be built.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  PairsTask(PairsConfig config, PairModel model, PairExamples examples,
            std::vector<DataFile> data);

  std::vector<Stage*> Stages() override;
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::map<std::string, std::size_t> TrainLabels() const override {
    return CountLabels(examples_.train.labels, model_.options().labels);
  }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  PairsConfig config_;
  PairModel model_;
  PairExamples examples_;
  std::vector<DataFile> data_;
  PairComparisonStage comparison_;
  PairSelectionStage selection_;  // Of a model that selects.
};

}  // namespace whylight
