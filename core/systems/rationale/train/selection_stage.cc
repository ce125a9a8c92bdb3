#include "core/systems/rationale/train/selection_stage.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/systems/rationale/train/estimators.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/training/data/batches.h"

namespace whylight {
namespace {

// Their orders draw other random numbers than that of the reviews.
constexpr std::uint64_t kTemplatesKey = std::uint64_t{1} << 42;
constexpr std::uint64_t kMixedKey = std::uint64_t{1} << 43;

// The price of a word selected where a text made from templates does speak of
// the aspect, of what it costs where it does not.
constexpr Real kMentionedPrice = Real(0.03);

// Weight of the cross-entropy by which a text made from templates has at least
// one word for each aspect that it mentions. Where the generator is sure of the
// opposite, nothing else has a gradient.
constexpr Real kMentionWeight = Real(0.5);

// Texts made from templates for each review, and for each in a batch.
constexpr std::size_t kTemplatesAReview = 4;

// The words of each text that are selected, and the changes along it.
struct Shape {
  Real words = 0;
  Real changes = 0;
};

std::vector<Shape> ShapesOf(const SequenceBatch& sequences,
                            const ConstMatrixView& mask) {
  std::vector<Shape> shapes(static_cast<std::size_t>(sequences.batch()));
  ForEachWord(sequences, [&](Index b, Index t, Index row) {
    Shape& shape = shapes[static_cast<std::size_t>(b)];
    const Real before = t == 0 ? 0 : mask(row - sequences.batch(), 0);
    const bool last = t + 1 == sequences.lengths[static_cast<std::size_t>(b)];
    shape.words += mask(row, 0);
    shape.changes += std::abs(mask(row, 0) - before);
    if (last) shape.changes += mask(row, 0);
  });
  return shapes;
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
                                training.selection.residual_stretch)),
      sampler_(model, training),
      steering_(model, training) {
  const auto whole = static_cast<Index>(train.reviews);
  const std::size_t wanted = training.selection.reviews;
  const std::size_t count =
      wanted == 0 ? train.reviews : std::min(wanted, train.reviews);
  reviews_ = MostDecorrelated(train.ratings.topRows(whole), aspects_, count);
  scales_ = ErrorScales(targets_, reviews_, aspects_);
  // As many sentences a review as there are of all reviews.
  const std::size_t sentences =
      count * train.sentences / std::max<std::size_t>(train.reviews, 1);
  for (const std::size_t sentence : MostDecorrelated(
           train.ratings.middleRows(whole, static_cast<Index>(train.sentences)),
           aspects_, sentences)) {
    reviews_.push_back(train.reviews + sentence);
  }
  templates_.resize(train.size() - train.reviews - train.sentences);
  std::iota(templates_.begin(), templates_.end(),
            train.reviews + train.sentences);
}

std::vector<Parameter*> SelectionStage::Parameters() {
  std::vector<Parameter*> parameters = model_.GeneratorParameters();
  for (Parameter* parameter : model_.EncoderParameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<std::vector<std::size_t>> SelectionStage::Batches(int epoch) const {
  const auto key = static_cast<std::uint64_t>(epoch);
  std::vector<std::vector<std::size_t>> batches = LengthBatches(
      reviews_, LengthsOf(train_.texts), options().batch, training_.seed, key);
  if (templates_.empty()) return batches;
  // What is selected of them is steered in another way, so they have batches of
  // their own, in between: about as many as reviews have, of more texts, as
  // they are short. Other texts every epoch.
  std::vector<std::size_t> some;
  const std::size_t count =
      std::min(templates_.size(), kTemplatesAReview * reviews_.size());
  for (std::size_t i = 0; i < count; ++i) {
    some.push_back(templates_[(key * count + i) % templates_.size()]);
  }
  for (auto& batch : LengthBatches(some, LengthsOf(train_.texts),
                                   kTemplatesAReview * options().batch,
                                   training_.seed, kTemplatesKey + key)) {
    batches.push_back(std::move(batch));
  }
  std::vector<std::vector<std::size_t>> mixed;
  for (const std::size_t batch :
       Permutation(batches.size(),
                   CounterRandom(training_.seed, RandomPurpose::kShuffle,
                                 kMixedKey + key))) {
    mixed.push_back(std::move(batches[batch]));
  }
  return mixed;
}

Var SelectionStage::AspectError(Graph& graph, const Inputs& inputs, Var ratings,
                                std::size_t aspect) const {
  Matrix weight = Matrix::Zero(inputs.targets.rows(), inputs.targets.cols());
  weight.col(static_cast<Index>(aspect))
      .setConstant(static_cast<Real>(
          1 / (scales_[aspect] * static_cast<double>(inputs.step.batch_size) *
               training_.selection.samples)));
  return SquaredError(graph, ratings, inputs.targets, weight);
}

void SelectionStage::Attend(Graph& graph, const Inputs& inputs,
                            const TextReader::Inputs& words, Var states,
                            Terms* terms) const {
  const SequenceBatch& sequences = inputs.batch.sequences;
  const Var numbers = model_.GeneratorNumbers(graph, states, sequences, {});
  for (std::size_t a = 0; a < aspects_; ++a) {
    const Var attention = SoftmaxOverWords(
        graph, Columns(graph, numbers, static_cast<Index>(a), 1),
        sequences.lengths, std::nullopt);
    terms->errors.push_back(AspectError(
        graph, inputs,
        model_.AttendedRatings(graph, words, sequences, attention), a));
  }
}

void SelectionStage::Encode(Graph& graph, const Inputs& inputs,
                            const TextReader::Inputs& words,
                            const std::vector<Var>& masks, Matrix* costs,
                            Terms* terms) const {
  const SelectionOptions& options = training_.selection;
  const SequenceBatch& sequences = inputs.batch.sequences;
  costs->resize(inputs.targets.rows(), inputs.targets.cols());
  for (std::size_t a = 0; a < aspects_; ++a) {
    const auto column = static_cast<Index>(a);
    const Var mask = inputs.units.ToWords(graph, masks[a]);
    const Var ratings = model_.EncoderRatings(graph, words, sequences, mask);
    terms->errors.push_back(AspectError(graph, inputs, ratings, a));
    const auto targets = inputs.targets.col(column).array();
    const auto found = graph.value(ratings).col(column).array();
    costs->col(column) = targets.isNaN().select(
        Real{0}, (found - targets).square() / static_cast<Real>(scales_[a]));
    if (!RegulatesSamples(options)) continue;
    const std::vector<Shape> shapes = ShapesOf(sequences, graph.value(mask));
    const auto coherence = static_cast<Real>(training_.targets[a].coherence);
    for (std::size_t b = 0; b < shapes.size(); ++b) {
      (*costs)(static_cast<Index>(b), column) +=
          static_cast<Real>(options.sparsity) *
          (shapes[b].words + coherence * shapes[b].changes);
    }
  }
}

Matrix SelectionStage::TemplatePrices(const Inputs& inputs,
                                      std::size_t aspect) const {
  const SequenceBatch& sequences = inputs.batch.sequences;
  Matrix prices = Matrix::Zero(sequences.max_length * sequences.batch(), 1);
  ForEachWord(sequences, [&](Index b, Index, Index row) {
    const bool mentioned =
        IsRated(inputs.targets(b, static_cast<Index>(aspect)));
    prices(row, 0) = mentioned ? kMentionedPrice : Real{1};
  });
  return prices;
}

std::optional<Var> SelectionStage::MentionLoss(Graph& graph,
                                               const Inputs& inputs,
                                               Var numbers) const {
  const Choice choice = model_.options().choice;
  if (choice == Choice::kHardKuma) return std::nullopt;
  const SequenceBatch& sequences = inputs.units.sequences();
  const ConstMatrixView found = graph.value(numbers);
  std::vector<std::int32_t> targets(static_cast<std::size_t>(found.rows()), -1);
  std::vector<Real> weights(targets.size(), Real{0});
  Matrix ones = Matrix::Zero(found.rows(), found.cols());
  const Real weight =
      kMentionWeight / static_cast<Real>(inputs.step.batch_size);
  for (Index b = 0; b < sequences.batch(); ++b) {
    for (std::size_t a = 0; a < aspects_; ++a) {
      if (!IsRated(inputs.targets(b, static_cast<Index>(a)))) continue;
      Index best = -1;
      Real most = std::numeric_limits<Real>::lowest();
      for (Index t = 0; t < sequences.lengths[static_cast<std::size_t>(b)];
           ++t) {
        const Index row = t * sequences.batch() + b;
        // What speaks of another aspect already.
        if (targets[static_cast<std::size_t>(row)] >= 0) continue;
        const Real score = AspectScore(
            choice,
            {found.row(row).data(), static_cast<std::size_t>(found.cols())}, a);
        if (score <= most) continue;
        most = score;
        best = row;
      }
      if (best < 0) continue;
      targets[static_cast<std::size_t>(best)] = static_cast<std::int32_t>(a);
      weights[static_cast<std::size_t>(best)] = weight;
      ones(best, static_cast<Index>(a)) = weight;
    }
  }
  return choice == Choice::kCompeting
             ? SoftmaxCrossEntropy(graph, numbers, targets, weights)
             : SigmoidCrossEntropy(graph, numbers,
                                   Matrix::Ones(found.rows(), found.cols()),
                                   ones);
}

Matrix SelectionStage::GreedyCosts(const Inputs& inputs) const {
  Graph graph(Graph::Mode::kInference);
  const SequenceBatch& sequences = inputs.batch.sequences;
  const Var vectors = model_.Lookup(graph, inputs.batch);
  const Var states = model_.GeneratorStates(graph, vectors, sequences);
  Matrix costs;
  Terms unused;
  Encode(graph, inputs, model_.EncoderInputs(graph, vectors),
         sampler_.Greedy(graph, sequences, inputs.units, states), &costs,
         &unused);
  return costs;
}

Matrix SelectionStage::BaselineOf(const Inputs& inputs,
                                  const std::vector<Matrix>& costs,
                                  std::size_t own) const {
  const Index rows = inputs.targets.rows();
  const auto aspects = static_cast<Index>(aspects_);
  switch (training_.selection.baseline) {
    case Baseline::kNone:
      return Matrix::Zero(rows, aspects);
    case Baseline::kMovingAverage:
      return steering_.MeanCosts().replicate(rows, 1);
    case Baseline::kSelfCritical:
      return GreedyCosts(inputs);
    case Baseline::kLeaveOneOut: {
      Matrix others = Matrix::Zero(rows, aspects);
      for (std::size_t s = 0; s < costs.size(); ++s) {
        if (s != own) others += costs[s];
      }
      return others / static_cast<Real>(costs.size() - 1);
    }
  }
  return {};
}

Var SelectionStage::Likelihood(Graph& graph, const Inputs& inputs,
                               const std::vector<SelectionSample>& samples,
                               const std::vector<Matrix>& costs) const {
  const Real weight = 1 / (static_cast<Real>(inputs.step.batch_size) *
                           static_cast<Real>(samples.size()));
  const bool leave_one_out =
      training_.selection.baseline == Baseline::kLeaveOneOut;
  Matrix baseline = leave_one_out ? Matrix() : BaselineOf(inputs, costs, 0);
  std::vector<Var> parts;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    if (leave_one_out) baseline = BaselineOf(inputs, costs, s);
    parts.push_back(ScoreFunction(graph, model_.options().choice,
                                  samples[s].numbers, inputs.units.sequences(),
                                  samples[s].drawn, costs[s] - baseline,
                                  weight));
  }
  return WeightedSum(graph, parts, std::vector<Real>(parts.size(), Real{1}));
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
  const ChoiceUnits units(model_, batch);
  Inputs inputs{
      .shard = shard,
      .step = step,
      .batch = batch,
      .units = units,
      .targets = Matrix(sequences.batch(), static_cast<Index>(aspects_))};
  for (std::size_t i = 0; i < shard.examples.size(); ++i) {
    inputs.targets.row(static_cast<Index>(i)) =
        targets_.row(static_cast<Index>(shard.examples[i]))
            .head(inputs.targets.cols());
  }
  const Var vectors = model_.Lookup(graph, batch);
  const auto dropped = [&](std::uint64_t reader) {
    return DropWords(graph, batch, vectors, options.dropout, training_.seed,
                     step.number, reader);
  };
  const Var states = model_.GeneratorStates(graph, dropped(0), sequences);
  const auto encoder_words = model_.EncoderInputs(graph, dropped(1));

  Terms& terms = terms_[shard.index];
  terms = {};
  std::vector<double> totals(this->totals(), 0.0);
  totals.back() = words;
  if (options.estimator == Estimator::kAttention) {
    Attend(graph, inputs, encoder_words, states, &terms);
    return totals;
  }
  std::vector<SelectionSample> samples;
  std::vector<Matrix> costs;
  for (int s = 0; s < options.samples; ++s) {
    samples.push_back(
        sampler_.Draw(graph, shard, step, sequences, units, states, s));
    Encode(graph, inputs, encoder_words, samples.back().masks,
           &costs.emplace_back(), &terms);
  }
  if (options.estimator == Estimator::kReinforce) {
    terms.likelihood = Likelihood(graph, inputs, samples, costs);
  }
  const std::vector<Var> regulated = sampler_.Regulated(graph, samples);
  const auto drawn =
      static_cast<double>(regulated.size()) / static_cast<double>(aspects_);
  const bool templates = train_.IsTemplate(shard.examples.front());
  totals[2 * aspects_] = templates ? words : 0;
  if (templates) {
    terms.mention = MentionLoss(graph, inputs, samples.front().numbers);
  }
  for (std::size_t i = 0; i < regulated.size(); ++i) {
    terms.transitions.push_back(units.Changes(graph, regulated[i]));
    const Var selected = units.ToWords(graph, regulated[i]);
    const Var counted =
        templates
            ? Multiply(graph, selected,
                       graph.Constant(TemplatePrices(inputs, i % aspects_)))
            : selected;
    terms.selected.push_back(SumOverWords(graph, counted, sequences.lengths));
    totals[i % aspects_] +=
        static_cast<double>(graph.value(terms.selected.back())(0, 0)) / drawn;
  }
  for (const Matrix& cost : costs) {
    for (std::size_t a = 0; a < aspects_; ++a) {
      totals[aspects_ + a] +=
          static_cast<double>(cost.col(static_cast<Index>(a)).sum()) /
          static_cast<double>(costs.size());
    }
  }
  return totals;
}

Var SelectionStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                         const std::vector<double>& totals) {
  const Terms& terms = terms_[shard.index];
  const double words = std::max(totals.back(), 1.0);
  std::vector<Var> parts = terms.errors;
  std::vector<Real> weights(parts.size(), Real{1});
  for (const std::optional<Var>& more : {terms.likelihood, terms.mention}) {
    if (!more) continue;
    parts.push_back(*more);
    weights.push_back(Real{1});
  }
  // Of what a whole batch costs, shards have shares that add up to it.
  const double share = static_cast<double>(shard.examples.size()) /
                       static_cast<double>(step.batch_size);
  double constant = 0;
  const auto drawn = static_cast<double>(terms.selected.size()) /
                     static_cast<double>(aspects_);
  for (std::size_t i = 0; i < terms.selected.size(); ++i) {
    const std::size_t a = i % aspects_;
    const SelectionSteering::Price price =
        totals[2 * aspects_] > 0 ? steering_.PriceOfTemplates(a, step, words)
                                 : steering_.PriceOf(a, step, totals[a], words);
    constant += price.constant * share / drawn;
    parts.insert(parts.end(), {terms.transitions[i], terms.selected[i]});
    weights.insert(weights.end(), {static_cast<Real>(price.change / drawn),
                                   static_cast<Real>(price.word / drawn)});
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
  const Result<nlohmann::ordered_json> sampled = steering_.TakeSampled();
  if (!sampled.ok()) return sampled.error();
  const Result<RationaleEvaluation> evaluation = EvaluateRationale(
      model_, dev_reviews_, {.seed = training_.seed, .brief = true}, pool);
  if (!evaluation.ok()) return evaluation.error();
  nlohmann::ordered_json json = EvaluationToJson(evaluation.value());
  json["sampled"] = sampled.value();
  return json;
}

}  // namespace whylight
