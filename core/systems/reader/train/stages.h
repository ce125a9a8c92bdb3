// The stages of a training of a reader: first what reads whole texts learns to
// answer; then, where words are selected, it and the selector learn together
// (word_selection.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/systems/reader/model.h"
#include "core/systems/reader/train/config.h"
#include "core/training/data/answered_questions.h"
#include "core/training/engine/stage.h"
#include "core/training/selection/word_selection.h"

namespace whylight {

/// The questions that a model learns from, and what is right of each.
struct ReaderExamples {
  AnsweredQuestions train;
  AnsweredQuestions dev;
  std::vector<SpanTarget> targets;
};

/// What both stages have in common. The loss is SpanLoss, the mean over the
/// questions of a batch.
class ReaderStage : public Stage {
 public:
  std::string_view name() const override { return name_; }
  const StageOptions& options() const override { return options_; }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return examples_.train.ids[example].size();
  }
  std::string ExampleName(std::size_t example) const override;
  /// Fits the probabilities and the threshold on dev.
  Status Settle(ThreadPool& pool) override;
  /// The figures of EvaluateReader on dev.
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"mean_f1", true}; }

 protected:
  /// All must outlive it.
  ReaderStage(std::string_view name, const StageOptions& options, Reader& model,
              const ReaderExamples& examples, std::uint64_t seed)
      : model_(model),
        examples_(examples),
        seed_(seed),
        name_(name),
        options_(options) {}

  std::vector<const QuestionIds*> QuestionsOf(const Shard& shard) const;
  TextDropout DropoutOf(double rate, const Shard& shard,
                        const Step& step) const;
  /// The shard's share of the mean over the batch.
  Var AnswerLoss(Graph& graph, const ReaderNetwork::Scored& scored,
                 const Shard& shard, const Step& step) const;

  Reader& model_;
  const ReaderExamples& examples_;
  std::uint64_t seed_;

 private:
  /// The words of the texts of dev that answers are found in; none: in all.
  virtual std::vector<WordSelection> SelectionsOfDev(
      ThreadPool& /*pool*/) const {
    return {};
  }

  std::string_view name_;
  const StageOptions& options_;
};

/// What reads whole texts learns.
class ReaderReadingStage final : public ReaderStage {
 public:
  ReaderReadingStage(Reader& model, const ReaderExamples& examples,
                     const ReaderConfig& config)
      : ReaderStage("read", config.training.stage, model, examples,
                    config.seed),
        training_(config.training) {}

  std::vector<Parameter*> Parameters() override {
    return model_.ReaderParameters();
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;

 private:
  const ReaderTraining& training_;
};

/// What reads selected words and what selects them learn together.
class ReaderSelectionStage final : public ReaderStage {
 public:
  ReaderSelectionStage(Reader& model, const ReaderExamples& examples,
                       const ReaderConfig& config)
      : ReaderStage("select", config.selection.stage, model, examples,
                    config.seed),
        training_(config.selection) {}

  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  /// Those of CountDrawn.
  std::size_t totals() const override { return 2; }
  std::vector<double> Forward(Graph& graph, const Shard& shard,
                              const Step& step) override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;

 private:
  std::vector<WordSelection> SelectionsOfDev(ThreadPool& pool) const override;

  // The terms that `Forward` leaves for `Loss`.
  struct Terms {
    Var answers;
    DrawnWords drawn;
  };

  const WordSelectionTraining& training_;
  std::array<Terms, kShards> terms_;
};

}  // namespace whylight
