// Trains the system "language-id".
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/model/word_batch.h"
#include "core/systems/language_id/model.h"
#include "core/systems/language_id/train/config.h"
#include "core/training/data/labels.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// Texts as their n-grams, and the language of each.
struct LanguageTexts {
  std::string path;
  std::vector<WordIds> ngrams;
  std::vector<std::int32_t> languages;
  std::vector<std::size_t> lines;  ///< Where each text stands in the file.
};

/// Cross-entropy over the languages.
class LanguageIdTask final : public TrainingTask, private Stage {
 public:
  /// Reads the data that the config names.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  LanguageIdTask(LanguageIdConfig config, LanguageIdentifier model,
                 LanguageTexts train, LanguageTexts dev,
                 std::vector<DataFile> data);

  std::vector<Stage*> Stages() override { return {this}; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::map<std::string, std::size_t> TrainLabels() const override {
    return CountLabels(train_.languages, model_.languages());
  }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  std::string_view name() const override { return "identify"; }
  const StageOptions& options() const override { return config_.training; }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return train_.ngrams[example].size();
  }
  std::string ExampleName(std::size_t example) const override {
    return train_.path + ":" + std::to_string(train_.lines[example]);
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"accuracy", true}; }

  LanguageIdConfig config_;
  LanguageIdentifier model_;
  LanguageTexts train_;
  LanguageTexts dev_;
  std::vector<DataFile> data_;
};

}  // namespace whylight
