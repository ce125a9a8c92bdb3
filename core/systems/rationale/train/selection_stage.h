// Generator and encoder learn together which words to select (Lei17 section
// 3.3).
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/systems/rationale/train/choice_units.h"
#include "core/systems/rationale/train/scores.h"
#include "core/systems/rationale/train/selection_sampler.h"
#include "core/systems/rationale/train/selection_steering.h"
#include "core/training/engine/stage.h"

namespace whylight {

class SelectionStage final : public Stage {
 public:
  /// All references must outlive it. `dev` sets the thresholds of the
  /// decoding; `dev_reviews` are the same texts, to evaluate on.
  SelectionStage(RationaleModel& model, const RatedTexts& train,
                 const RatedTexts& dev, const std::vector<Review>& dev_reviews,
                 const RationaleTraining& training);

  std::string_view name() const override { return "selection"; }
  const StageOptions& options() const override {
    return training_.selection.stage;
  }
  std::vector<Parameter*> Parameters() override;
  std::vector<Parameter*> OwnState() override { return {&steering_.state()}; }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return train_.texts[example].size();
  }

  // Of each aspect the words it selects and what its samples cost, how many
  // words are of templates, and how many words there are.
  std::size_t totals() const override { return 2 * aspects_ + 2; }
  std::vector<double> Forward(Graph& graph, const Shard& shard,
                              const Step& step) override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  void AfterStep(const Step& step, const std::vector<double>& totals) override {
    if (totals[2 * aspects_] == 0) steering_.AfterStep(step, totals);
  }

  Status Settle(ThreadPool& pool) override;
  /// Also "sampled", the share of words selected in training since the last
  /// time. Fails if the selection has collapsed to nothing or everything.
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"relative_error"}; }

 private:
  // The terms that `Forward` leaves for `Loss`.
  struct Terms {
    std::vector<Var> errors;  // One for each aspect and sample.
    // One for each aspect of what is regulated.
    std::vector<Var> transitions;
    std::vector<Var> selected;  // How many words.
    std::optional<Var> likelihood;
    std::optional<Var> mention;  // Of texts made from templates.
  };
  // The inputs of a shard.
  struct Inputs {
    const Shard& shard;
    const Step& step;
    const WordBatch& batch;
    const ChoiceUnits& units;
    Matrix targets;  // [texts x aspects]; NaN where there is no rating.
  };

  // The errors of the encoder on the units of `masks`, one mask for each
  // aspect, and what the selection costs: [texts x aspects].
  void Encode(Graph& graph, const Inputs& inputs,
              const TextReader::Inputs& words, const std::vector<Var>& masks,
              Matrix* costs, Terms* terms) const;
  // The errors of the encoder that attends to all words.
  void Attend(Graph& graph, const Inputs& inputs,
              const TextReader::Inputs& words, Var states, Terms* terms) const;
  // The error of an aspect over a shard.
  Var AspectError(Graph& graph, const Inputs& inputs, Var ratings,
                  std::size_t aspect) const;
  // What each word of texts made from templates costs if it is selected for an
  // aspect, of which they speak or not: [max_length·batch x 1].
  Matrix TemplatePrices(const Inputs& inputs, std::size_t aspect) const;
  // The cross-entropy of the likeliest unit for each aspect that a text made
  // from templates mentions (multiple-instance learning); not with HardKuma.
  std::optional<Var> MentionLoss(Graph& graph, const Inputs& inputs,
                                 Var numbers) const;
  // The costs of the likeliest selection: [texts x aspects].
  Matrix GreedyCosts(const Inputs& inputs) const;
  // Of sample `own`, where `costs` are those of all.
  Matrix BaselineOf(const Inputs& inputs, const std::vector<Matrix>& costs,
                    std::size_t own) const;
  // Its gradient is that of the expected cost.
  Var Likelihood(Graph& graph, const Inputs& inputs,
                 const std::vector<SelectionSample>& samples,
                 const std::vector<Matrix>& costs) const;

  RationaleModel& model_;
  const RatedTexts& train_;
  const RatedTexts& dev_;
  const std::vector<Review>& dev_reviews_;
  const RationaleTraining& training_;
  std::size_t aspects_;
  std::vector<std::size_t> reviews_;  // The ones it learns from.
  std::vector<std::size_t> templates_;
  Matrix targets_;
  std::vector<double> scales_;  // Of the errors of each aspect.
  SelectionSampler sampler_;
  SelectionSteering steering_;
  std::array<Terms, kShards> terms_;
};

}  // namespace whylight
