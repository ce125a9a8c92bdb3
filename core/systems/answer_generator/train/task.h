// Trains the system "answer-generator".
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/systems/answer_generator/model.h"
#include "core/systems/answer_generator/train/config.h"
#include "core/systems/answer_generator/train/curriculum.h"
#include "core/training/data/answered_questions.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"

namespace whylight {

/// A right answer to a question; one that has several is learned with each.
struct AnswerToLearn {
  std::size_t question = 0;         ///< Its number among those of `train`.
  std::vector<std::string> answer;  ///< In words.
  /// The words of the text that are read, by their numbers: of each chunk size
  /// of a curriculum, in the easy excerpt and in the hard one.
  std::vector<std::vector<std::size_t>> easy;
  std::vector<std::vector<std::size_t>> hard;
};

/// The loss is that of AnswerGenerator, the mean over the answers of a batch.
class AnswerGeneratorTask final : public TrainingTask, private Stage {
 public:
  /// Reads the data and the word vectors that the config names. Fails before
  /// any training: on words that too few texts have, on vectors of other words,
  /// on layers that give no vector at every word, on dev's questions that are
  /// too long to be answered.
  static Result<std::unique_ptr<TrainingTask>> Make(const TaskInputs& inputs);

  AnswerGeneratorTask(AnswerGeneratorConfig config, AnswerGenerator model,
                      AnsweredQuestions train, AnsweredQuestions dev,
                      std::vector<DataFile> data);

  std::vector<Stage*> Stages() override { return {this}; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override;
  std::vector<DataFile> Data() const override { return data_; }
  std::string Summary() const override;
  Result<ModelFiles> Save(const nlohmann::ordered_json& about) override;

 private:
  std::string_view name() const override { return "write"; }
  const StageOptions& options() const override {
    return config_.training.stage;
  }
  std::vector<Parameter*> OwnState() override;
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override;
  std::string ExampleName(std::size_t example) const override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// Also moves the curriculum on.
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"rouge_l", true}; }

  // The words of the text that are read now; null: all.
  const std::vector<std::size_t>* ExcerptOf(std::size_t example) const;
  AnswerExample ExampleOf(std::size_t example) const;

  AnswerGeneratorConfig config_;
  AnswerGenerator model_;
  AnsweredQuestions train_;
  AnsweredQuestions dev_;
  std::vector<DataFile> data_;
  std::vector<std::vector<std::string>> texts_;  // In words, of each question.
  std::vector<AnswerToLearn> answers_;
  std::optional<Curriculum> curriculum_;
};

}  // namespace whylight
