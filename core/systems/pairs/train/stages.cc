#include "core/systems/pairs/train/stages.h"

#include <numeric>

#include "core/ops/ops.h"
#include "core/ops/soft_cross_entropy.h"
#include "core/training/data/batches.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

}  // namespace

std::vector<std::vector<std::size_t>> PairStage::Batches(int epoch) const {
  const auto& [train, from_data, templates, dev] = examples_;
  std::vector<std::size_t> examples(from_data + templates);
  const auto first_made =
      examples.begin() + static_cast<std::ptrdiff_t>(from_data);
  std::iota(examples.begin(), first_made, std::size_t{0});
  if (templates > 0) {
    const auto before = static_cast<std::size_t>(epochs_before_ + epoch);
    std::iota(first_made, examples.end(), from_data + before * templates);
  }
  std::vector<std::size_t> lengths;
  for (const PairIds& pair : train.pairs) lengths.push_back(pair.size());
  return LengthBatches(examples, lengths, options().batch, seed_,
                       static_cast<std::uint64_t>(epoch));
}

std::string PairStage::ExampleName(std::size_t example) const {
  const auto& [train, from_data, templates, dev] = examples_;
  return (example < from_data ? train.path : "templates") + ":" +
         std::to_string(train.lines[example]);
}

Result<ordered_json> PairStage::Evaluate(ThreadPool& pool) {
  return EvaluatePairs(model_, examples_.dev, evaluated_, pool);
}

WordBatch PairStage::BatchOf(const Shard& shard) const {
  std::vector<const PairIds*> pairs;
  for (const std::size_t example : shard.examples) {
    pairs.push_back(&examples_.train.pairs[example]);
  }
  return MakePairBatch(pairs);
}

TextDropout PairStage::DropoutOf(double rate, const Shard& shard,
                                 const Step& step) const {
  return {.rate = rate,
          .seed = seed_,
          .step = step.number,
          .examples = shard.examples};
}

Var PairStage::OutcomeLoss(Graph& graph, Var logits, const Shard& shard,
                           const Step& step) const {
  const std::vector<Real> weights(
      shard.examples.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  const LabelledPairs& train = examples_.train;
  if (!model_.gives_grades()) {
    std::vector<std::int32_t> labels;
    for (const std::size_t example : shard.examples) {
      labels.push_back(train.labels[example]);
    }
    return SoftmaxCrossEntropy(graph, logits, labels, weights);
  }
  const std::vector<double>& grades = model_.options().grades;
  Matrix targets(static_cast<Index>(shard.examples.size()),
                 static_cast<Index>(grades.size()));
  for (std::size_t i = 0; i < shard.examples.size(); ++i) {
    targets.row(static_cast<Index>(i)) =
        ShareOfGrades(train.grades[shard.examples[i]], grades);
  }
  return SoftCrossEntropy(graph, logits, targets, weights);
}

PairComparisonStage::PairComparisonStage(PairModel& model,
                                         const PairExamples& examples,
                                         const PairsConfig& config)
    : PairStage("compare", config.training.stage, 0, PairWordsRead::kAll, model,
                examples, config.seed),
      training_(config.training) {}

Var PairComparisonStage::Loss(Graph& graph, const Shard& shard,
                              const Step& step,
                              const std::vector<double>& /*totals*/) {
  const Var logits = model_.Logits(graph, BatchOf(shard),
                                   DropoutOf(training_.dropout, shard, step));
  return OutcomeLoss(graph, logits, shard, step);
}

PairSelectionStage::PairSelectionStage(PairModel& model,
                                       const PairExamples& examples,
                                       const PairsConfig& config)
    : PairStage("select", config.selection.stage, config.training.stage.epochs,
                PairWordsRead::kSelected, model, examples, config.seed),
      training_(config.selection) {}

std::vector<double> PairSelectionStage::Forward(Graph& graph,
                                                const Shard& shard,
                                                const Step& step) {
  const WordBatch batch = BatchOf(shard);
  const TextDropout dropout = DropoutOf(training_.dropout, shard, step);
  const std::array<Var, 2> scores =
      model_.SelectionScores(graph, batch, dropout);
  Terms& terms = terms_[shard.index];
  PairMasks masks;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto begin =
        batch.sequences.lengths.begin() +
        static_cast<std::ptrdiff_t>(side * shard.examples.size());
    const std::vector<Index> lengths(
        begin, begin + static_cast<std::ptrdiff_t>(shard.examples.size()));
    terms.drawn[side] =
        DrawWords(graph, scores[side], lengths, training_.temperature, seed_,
                  step, OfSide(dropout, side).examples);
    masks[side] = terms.drawn[side].mask;
  }
  terms.outcome = OutcomeLoss(
      graph, model_.Logits(graph, batch, dropout, masks), shard, step);
  return CountDrawn(graph, terms.drawn);
}

Var PairSelectionStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                             const std::vector<double>& totals) {
  const Terms& terms = terms_[shard.index];
  return AddSelectionPrice(graph, terms.outcome, terms.drawn, training_, step,
                           totals,
                           static_cast<double>(shard.examples.size()) /
                               static_cast<double>(step.batch_size));
}

}  // namespace whylight
