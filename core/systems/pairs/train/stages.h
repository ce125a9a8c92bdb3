// The stages of a training of pairs: first what reads all words learns what
// holds of two texts; then, where words are selected, it and the selector learn
// together (Lei17 section 3.3).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/systems/pairs/model.h"
#include "core/systems/pairs/train/config.h"
#include "core/systems/pairs/train/data.h"
#include "core/systems/pairs/train/evaluation.h"
#include "core/training/engine/stage.h"
#include "core/training/selection/word_selection.h"

namespace whylight {

/// The pairs that a model learns from.
struct PairExamples {
  /// Both orders of each pair, if both are learned; then those from templates.
  LabelledPairs train;
  /// So many of them come up in every epoch; each epoch of the whole training
  /// has the next `templates` of the others.
  std::size_t from_data = 0;
  std::size_t templates = 0;
  LabelledPairs dev;
};

/// What both stages have in common.
class PairStage : public Stage {
 public:
  std::string_view name() const override { return name_; }
  const StageOptions& options() const override { return options_; }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return examples_.train.pairs[example].size();
  }
  std::string ExampleName(std::size_t example) const override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override {
    return {model_.gives_grades() ? "pearson" : "accuracy", true};
  }

 protected:
  /// All must outlive it. Comes after `epochs_before` epochs of other stages.
  PairStage(std::string_view name, const StageOptions& options,
            int epochs_before, PairWordsRead evaluated, PairModel& model,
            const PairExamples& examples, std::uint64_t seed)
      : model_(model),
        examples_(examples),
        seed_(seed),
        name_(name),
        options_(options),
        epochs_before_(epochs_before),
        evaluated_(evaluated) {}

  WordBatch BatchOf(const Shard& shard) const;
  TextDropout DropoutOf(double rate, const Shard& shard,
                        const Step& step) const;
  /// The cross-entropy over the labels, or with the shares of the grades: the
  /// shard's share of the mean over the batch.
  Var OutcomeLoss(Graph& graph, Var logits, const Shard& shard,
                  const Step& step) const;

  PairModel& model_;
  const PairExamples& examples_;
  std::uint64_t seed_;

 private:
  std::string_view name_;
  const StageOptions& options_;
  int epochs_before_;
  PairWordsRead evaluated_;
};

/// What reads all words learns.
class PairComparisonStage final : public PairStage {
 public:
  PairComparisonStage(PairModel& model, const PairExamples& examples,
                      const PairsConfig& config);

  std::vector<Parameter*> Parameters() override {
    return model_.ReaderParameters();
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;

 private:
  const PairTraining& training_;
};

/// What reads selected words and what selects them learn together
/// (word_selection.h).
class PairSelectionStage final : public PairStage {
 public:
  PairSelectionStage(PairModel& model, const PairExamples& examples,
                     const PairsConfig& config);

  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  /// The words that are selected, and all.
  std::size_t totals() const override { return 2; }
  std::vector<double> Forward(Graph& graph, const Shard& shard,
                              const Step& step) override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;

 private:
  // The terms that `Forward` leaves for `Loss`.
  struct Terms {
    Var outcome;
    std::array<DrawnWords, 2> drawn;  // Of each side.
  };

  const WordSelectionTraining& training_;
  std::array<Terms, kShards> terms_;
};

}  // namespace whylight
