// Trains the system "tagger".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/tagger/model.h"
#include "core/systems/tagger/train/config.h"
#include "core/systems/tagger/train/data.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// The loss of the options, the mean over the sentences of a batch.
class TaggerTask final : public TrainingTask, private Stage {
 public:
  /// Reads the data and the word vectors that the config names. Fails before
  /// any training: on tags of dev that the model has not, on vectors of other
  /// words, on layers that give no vector at every word.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  TaggerTask(TaggerConfig config, Tagger model, TaggedSentences train,
             TaggedSentences dev, std::vector<DataFile> data);

  std::vector<Stage*> Stages() override { return {this}; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  std::string_view name() const override { return "tag"; }
  const StageOptions& options() const override {
    return config_.training.stage;
  }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return train_.texts[example].size();
  }
  std::string ExampleName(std::size_t example) const override {
    const Place place = train_.place(example);
    return place.path + ":" + std::to_string(place.line);
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// The figures of MeasureTags on dev.
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override {
    return {config_.model.bio ? "f1" : "accuracy", true};
  }

  TaggerConfig config_;
  Tagger model_;
  TaggedSentences train_;
  TaggedSentences dev_;
  std::vector<DataFile> data_;
};

}  // namespace whylight
