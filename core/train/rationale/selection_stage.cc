#include "core/train/rationale/selection_stage.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/train/data/batches.h"
#include "core/train/rationale/rationale_evaluation.h"

namespace whylight {
namespace {

double Ramp(double progress, double from, double to) {
  return std::clamp((progress - from) / (to - from), 0.0, 1.0);
}

}  // namespace

SelectionStage::SelectionStage(RationaleModel& model, const RatedTexts& train,
                               const RatedTexts& dev,
                               const std::vector<Review>& dev_reviews,
                               const RationaleTraining& training)
    : model_(model),
      train_(train),
      dev_(dev),
      dev_reviews_(dev_reviews),
      training_(training),
      aspects_(model.options().aspects.size()),
      targets_(PartialResiduals(train.ratings,
                                training.selection.residual_share,
                                training.selection.residual_stretch)) {
  const std::size_t count = training.selection.reviews;
  reviews_ = MostDecorrelated(train.ratings, aspects_,
                              count == 0 ? train.size() : count);
  variances_ = RatingVariances(targets_, reviews_, aspects_);
}

std::vector<Parameter*> SelectionStage::Parameters() {
  std::vector<Parameter*> parameters = model_.GeneratorParameters();
  for (Parameter* parameter : model_.EncoderParameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<std::vector<std::size_t>> SelectionStage::Batches(int epoch) const {
  return LengthBatches(reviews_, train_.texts, options().batch, training_.seed,
                       static_cast<std::uint64_t>(epoch));
}

std::vector<double> SelectionStage::Forward(Graph& graph, const Shard& shard,
                                            const Step& step) {
  const SelectionOptions& options = training_.selection;
  std::vector<const WordIds*> texts;
  double words = 0;
  for (const std::size_t example : shard.examples) {
    texts.push_back(&train_.texts[example]);
    words += static_cast<double>(train_.texts[example].size());
  }
  const WordBatch batch = MakeWordBatch(texts);
  const SequenceBatch& sequences = batch.sequences;
  const Var vectors = model_.Lookup(graph, batch);
  const auto dropped = [&](std::uint64_t reader) {
    return DropWords(graph, batch, vectors, options.dropout, training_.seed,
                     step.number, reader);
  };
  const Var logits = model_.GeneratorLogits(graph, dropped(0), sequences);

  const double noise_scale =
      options.noise_from +
      (options.noise_to - options.noise_from) * Ramp(step.progress, 0.3, 0.9);
  const auto choices = static_cast<Index>(aspects_) + 1;
  Matrix noise = Matrix::Zero(graph.value(logits).rows(), choices);
  for (Index b = 0; b < sequences.batch(); ++b) {
    const CounterRandom random(training_.seed, RandomPurpose::kSelection,
                               step.number,
                               shard.examples[static_cast<std::size_t>(b)]);
    const Index length = sequences.lengths[static_cast<std::size_t>(b)];
    for (Index t = 0; t < length; ++t) {
      for (Index k = 0; k < choices; ++k) {
        noise(t * sequences.batch() + b, k) = static_cast<Real>(
            noise_scale *
            random.Gumbel(static_cast<std::uint64_t>(t * choices + k)));
      }
    }
  }
  const Var choice = StraightThroughSoftmax(
      graph, logits, noise, static_cast<Real>(options.temperature));

  const auto inputs = model_.EncoderInputs(graph, dropped(1));
  Matrix target(sequences.batch(), static_cast<Index>(aspects_));
  for (std::size_t i = 0; i < shard.examples.size(); ++i) {
    target.row(static_cast<Index>(i)) =
        targets_.row(static_cast<Index>(shard.examples[i])).head(target.cols());
  }
  Terms& terms = terms_[shard.index];
  terms = {};
  std::vector<double> totals;
  for (std::size_t a = 0; a < aspects_; ++a) {
    const auto column = static_cast<Index>(a);
    const Var mask = Columns(graph, choice, column, 1);
    const Var ratings = model_.EncoderRatings(graph, inputs, sequences, mask);
    Matrix weight = Matrix::Zero(target.rows(), target.cols());
    weight.col(column).setConstant(static_cast<Real>(
        1 / (variances_[a] * static_cast<double>(step.batch_size))));
    terms.errors.push_back(SquaredError(graph, ratings, target, weight));
    terms.transitions.push_back(Transitions(graph, mask, sequences.lengths));
    terms.selected.push_back(SumOverWords(graph, mask, sequences.lengths));
    totals.push_back(
        static_cast<double>(graph.value(terms.selected.back())(0, 0)));
  }
  totals.push_back(words);
  return totals;
}

Var SelectionStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                         const std::vector<double>& totals) {
  const SelectionOptions& options = training_.selection;
  const Terms& terms = terms_[shard.index];
  const double words = std::max(totals[aspects_], 1.0);
  const double coherence = options.coherence_ramp > 0
                               ? Ramp(step.progress, 0, options.coherence_ramp)
                               : 1;
  const double share = static_cast<double>(shard.examples.size()) /
                       static_cast<double>(step.batch_size);
  std::vector<Var> parts;
  std::vector<Real> weights;
  double constant = 0;
  for (std::size_t a = 0; a < aspects_; ++a) {
    const SelectionTarget& target = training_.targets[a];
    const double wanted =
        options.rate_from +
        (target.rate - options.rate_from) * Ramp(step.progress, 0, 0.5);
    // |rate - wanted| over the whole batch, in shares that add up to it.
    const double pull =
        totals[a] / words > wanted ? options.rate_weight : -options.rate_weight;
    constant -= pull * wanted * share;
    parts.insert(parts.end(),
                 {terms.errors[a], terms.transitions[a], terms.selected[a]});
    weights.insert(
        weights.end(),
        {Real{1}, static_cast<Real>(coherence * target.coherence / words),
         static_cast<Real>(pull / words)});
  }
  parts.push_back(
      graph.Constant(Matrix::Constant(1, 1, static_cast<Real>(constant))));
  weights.push_back(Real{1});
  return WeightedSum(graph, parts, weights);
}

Status SelectionStage::Settle(ThreadPool& pool) {
  CalibrateDecoding(model_, dev_, training_, pool);
  return {};
}

Result<nlohmann::ordered_json> SelectionStage::Evaluate(ThreadPool& pool) {
  const Result<RationaleEvaluation> evaluation = EvaluateRationale(
      model_, dev_reviews_, {.seed = training_.seed, .brief = true}, pool);
  if (!evaluation.ok()) return evaluation.error();
  return EvaluationToJson(evaluation.value());
}

}  // namespace whylight
