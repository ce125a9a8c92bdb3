#include "core/systems/pairs/train/stages.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/ops/soft_cross_entropy.h"
#include "core/training/data/batches.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// Logistic noise: of log p / (1 - p) and it, the sum is above zero as often as
// p says. Each word of each pair draws its own; 0 at padding.
Matrix NoiseOfSide(std::uint64_t seed, const Shard& shard, const Step& step,
                   std::size_t side, const std::vector<Index>& lengths,
                   Index rows) {
  Matrix noise = Matrix::Zero(rows, 1);
  const auto count = static_cast<Index>(lengths.size());
  for (Index b = 0; b < count; ++b) {
    const auto text = static_cast<std::size_t>(b);
    const CounterRandom random(seed, RandomPurpose::kSelection, step.number,
                               2 * shard.examples[text] + side);
    for (Index t = 0; t < lengths[text]; ++t) {
      const double u = random.Uniform(static_cast<std::uint64_t>(t));
      noise(t * count + b, 0) = static_cast<Real>(std::log(u) - std::log1p(-u));
    }
  }
  return noise;
}

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
    : PairStage("compare", config.training.stage, 0, WordsRead::kAll, model,
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
                WordsRead::kSelected, model, examples, config.seed),
      training_(config.selection) {}

std::vector<double> PairSelectionStage::Forward(Graph& graph,
                                                const Shard& shard,
                                                const Step& step) {
  const WordBatch batch = BatchOf(shard);
  const TextDropout dropout = DropoutOf(training_.dropout, shard, step);
  const std::array<Var, 2> scores =
      model_.SelectionScores(graph, batch, dropout);
  Terms& terms = terms_[shard.index];
  std::vector<double> totals = {0, 0};
  PairMasks masks;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto begin =
        batch.sequences.lengths.begin() +
        static_cast<std::ptrdiff_t>(side * shard.examples.size());
    const std::vector<Index> lengths(
        begin, begin + static_cast<std::ptrdiff_t>(shard.examples.size()));
    masks[side] =
        StraightThroughSigmoid(graph, scores[side],
                               NoiseOfSide(seed_, shard, step, side, lengths,
                                           graph.value(scores[side]).rows()),
                               static_cast<Real>(training_.temperature));
    terms.selected[side] = SumOverWords(graph, masks[side], lengths);
    terms.changes[side] = Transitions(graph, masks[side], lengths);
    totals[0] += static_cast<double>(graph.value(terms.selected[side])(0, 0));
    totals[1] += static_cast<double>(
        std::accumulate(lengths.begin(), lengths.end(), Index{0}));
  }
  terms.outcome = OutcomeLoss(
      graph, model_.Logits(graph, batch, dropout, masks), shard, step);
  return totals;
}

double PairSelectionStage::WantedShare(double progress) const {
  const double from = (1 + training_.share) / 2;
  return from + (training_.share - from) * std::min(2 * progress, 1.0);
}

Var PairSelectionStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                             const std::vector<double>& totals) {
  const Terms& terms = terms_[shard.index];
  const double words = std::max(totals[1], 1.0);
  // |share - wanted| over the whole batch, of which each shard has its part.
  const double share = WantedShare(step.progress);
  const double pull =
      totals[0] / words > share ? training_.weight : -training_.weight;
  const double part = static_cast<double>(shard.examples.size()) /
                      static_cast<double>(step.batch_size);
  const Var wanted = graph.Constant(
      Matrix::Constant(1, 1, static_cast<Real>(-pull * share * part)));
  const auto word = static_cast<Real>(pull / words);
  const auto change = static_cast<Real>(training_.coherence / words);
  return WeightedSum(graph,
                     {terms.outcome, wanted, terms.selected[0],
                      terms.selected[1], terms.changes[0], terms.changes[1]},
                     {1, 1, word, word, change, change});
}

}  // namespace whylight
