// Trains classifiers: the task "classifier" of a config.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/classifier/model.h"
#include "core/systems/classifier/train/config.h"
#include "core/systems/classifier/train/data.h"
#include "core/training/data/labels.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// Cross-entropy over the labels, on batches of texts of about equal length.
class ClassifierStage final : public Stage {
 public:
  /// All must outlive the stage.
  ClassifierStage(Classifier& model, const ClassifiedTexts& train,
                  const ClassifiedTexts& dev,
                  const ClassifierTraining& training);

  std::string_view name() const override { return "classify"; }
  const StageOptions& options() const override { return training_.stage; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  std::vector<double> RateFactors(int epoch) const override;
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return train_.texts[example].size();
  }
  std::string ExampleName(std::size_t example) const override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// The figures of EvaluationToJson on dev.
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"accuracy", true}; }

 private:
  Classifier& model_;
  const ClassifiedTexts& train_;
  const ClassifiedTexts& dev_;
  const ClassifierTraining& training_;
};

class ClassifierTask final : public TrainingTask {
 public:
  /// Reads the data and the word vectors that the config names. Fails before
  /// any training: on fewer than two labels, on labels that are not in both
  /// files, on vectors of other words, on layers that cannot be built.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  ClassifierTask(ClassifierConfig config, Classifier model,
                 ClassifiedTexts train, ClassifiedTexts dev);

  const Classifier& model() const { return model_; }

  std::vector<Stage*> Stages() override { return {&stage_}; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::map<std::string, std::size_t> TrainLabels() const override {
    return CountLabels(train_.labels, model_.labels());
  }
  /// Also says how many texts were held out.
  std::string Summary() const override;
  std::vector<std::string> Advise(
      const nlohmann::ordered_json& dev) const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  ClassifierConfig config_;
  Classifier model_;
  ClassifiedTexts train_;
  ClassifiedTexts dev_;
  std::vector<DataFile> data_;
  std::size_t held_out_ = 0;  // Texts of `train`.
  ClassifierStage stage_;
};

}  // namespace whylight
