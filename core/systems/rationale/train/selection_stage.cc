#include "core/systems/rationale/train/selection_stage.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/random.h"
#include "core/format/json.h"
#include "core/ops/ops.h"
#include "core/systems/rationale/train/estimators.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/training/data/batches.h"

namespace whylight {
namespace {

// A share of the words below which, or above one less it, a selection tells
// nothing any more.
constexpr double kCollapsed = 1e-4;

// How fast the mean cost of a moving average follows.
constexpr Real kMeanCostSmoothing = Real(0.95);

// The largest multiplier, whatever its sign.
constexpr Real kMostMultiplier = 50;

double Ramp(double progress, double from, double to) {
  return std::clamp((progress - from) / (to - from), 0.0, 1.0);
}

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

// What to change where a selection has collapsed to nothing, or to everything.
std::string_view Remedy(SelectionControl control, bool nothing) {
  switch (control) {
    case SelectionControl::kFixed:
      return nothing ? "a smaller \"sparsity\" or \"coherence\", or a first "
                       "stage \"full_text\""
                     : "a larger \"sparsity\"";
    case SelectionControl::kTargetRate:
      return nothing ? "a larger \"rate\" or \"rate_weight\", a smaller "
                       "\"coherence\", or a first stage \"full_text\""
                     : "a larger \"rate_weight\", or a smaller \"rate\" or "
                       "\"coherence\"";
    case SelectionControl::kLagrangian:
      return nothing ? "a smaller \"multiplier_rate\" or \"coherence\", or a "
                       "first stage \"full_text\""
                     : "a smaller \"multiplier_rate\" or \"coherence\"";
  }
  return {};
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
      state_{"selection.state",
             Matrix::Zero(4, static_cast<Index>(aspects_) + 1)} {
  const std::size_t count = training.selection.reviews;
  reviews_ = MostDecorrelated(train.ratings, aspects_,
                              count == 0 ? train.size() : count);
  scales_ = ErrorScales(targets_, reviews_, aspects_);
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

double SelectionStage::Target(std::size_t aspect, double progress) const {
  const double from = training_.selection.rate_from;
  return from +
         (training_.targets[aspect].rate - from) * Ramp(progress, 0, 0.5);
}

bool SelectionStage::RegulatesSamples() const {
  return training_.selection.estimator == Estimator::kReinforce &&
         training_.selection.control == SelectionControl::kFixed;
}

// What is added to the generator's numbers of a sample, or for HardKuma the
// uniform numbers that it stands for.
Matrix SelectionStage::Noise(const Inputs& inputs, int sample) const {
  const SelectionOptions& options = training_.selection;
  const SequenceBatch& sequences = inputs.batch.sequences;
  const Choice choice = model_.options().choice;
  const auto aspects = static_cast<Index>(aspects_);
  const Index columns = choice == Choice::kCompeting ? aspects + 1 : aspects;
  // A sample of other than the generator's own distribution would be a biased
  // one; gradients through a sample may be of any.
  const double scale =
      options.estimator == Estimator::kReinforce
          ? 1
          : options.noise_from + (options.noise_to - options.noise_from) *
                                     Ramp(inputs.step.progress, 0.3, 0.9);
  Matrix noise =
      Matrix::Constant(sequences.max_length * sequences.batch(), columns,
                       choice == Choice::kHardKuma ? 0.5 : 0);
  for (Index b = 0; b < sequences.batch(); ++b) {
    const CounterRandom random(
        training_.seed, RandomPurpose::kSelection, inputs.step.number,
        inputs.shard.examples[static_cast<std::size_t>(b)]);
    const Index length = sequences.lengths[static_cast<std::size_t>(b)];
    for (Index t = 0; t < length; ++t) {
      for (Index k = 0; k < columns; ++k) {
        const auto position =
            static_cast<std::uint64_t>((sample * length + t) * columns + k);
        double drawn = 0;
        switch (choice) {
          case Choice::kCompeting:
            drawn = scale * random.Gumbel(position);
            break;
          case Choice::kIndependent: {
            const double u = random.Uniform(position);
            drawn = scale * (std::log(u) - std::log1p(-u));
            break;
          }
          case Choice::kHardKuma:
            drawn = random.Uniform(position);
            break;
        }
        noise(t * sequences.batch() + b, k) = static_cast<Real>(drawn);
      }
    }
  }
  return noise;
}

Matrix SelectionStage::Selected(const Matrix& numbers,
                                const Matrix& noise) const {
  const Choice choice = model_.options().choice;
  if (choice != Choice::kHardKuma)
    return ChooseLargest(choice, numbers + noise);
  Graph graph(Graph::Mode::kInference);
  return graph.value(HardKuma(graph, graph.Constant(numbers), noise));
}

Var SelectionStage::Numbers(Graph& graph, const SequenceBatch& sequences,
                            Var states, const Matrix& noise) const {
  Matrix chosen;
  if (model_.depends()) {
    const auto aspects = static_cast<Index>(aspects_);
    const Index batch = sequences.batch();
    chosen =
        model_
            .ChooseInOrder(graph.value(states), sequences,
                           [&](Index t, const Matrix& numbers) -> Matrix {
                             return Selected(numbers,
                                             noise.middleRows(t * batch, batch))
                                 .leftCols(aspects);
                           })
            .chosen;
  }
  return model_.GeneratorNumbers(graph, states, sequences, chosen);
}

SelectionStage::Sample SelectionStage::Draw(Graph& graph, const Inputs& inputs,
                                            Var states, int sample) const {
  const SelectionOptions& options = training_.selection;
  const Choice choice = model_.options().choice;
  const Matrix noise = Noise(inputs, sample);
  const auto temperature = static_cast<Real>(options.temperature);
  Sample drawn;
  drawn.numbers = Numbers(graph, inputs.batch.sequences, states, noise);
  Var masks;
  if (options.estimator == Estimator::kReinforce) {
    drawn.drawn = Selected(graph.value(drawn.numbers), noise);
    masks = graph.Constant(drawn.drawn);
  } else if (choice == Choice::kCompeting) {
    masks = StraightThroughSoftmax(graph, drawn.numbers, noise, temperature);
  } else if (choice == Choice::kIndependent) {
    masks = StraightThroughSigmoid(graph, drawn.numbers, noise, temperature);
  } else {
    masks = HardKuma(graph, drawn.numbers, noise);
  }
  for (std::size_t a = 0; a < aspects_; ++a) {
    drawn.masks.push_back(Columns(graph, masks, static_cast<Index>(a), 1));
  }
  return drawn;
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
                            const TextReader::Inputs& words, Sample* sample,
                            Terms* terms) const {
  const SelectionOptions& options = training_.selection;
  const SequenceBatch& sequences = inputs.batch.sequences;
  sample->costs.resize(inputs.targets.rows(), inputs.targets.cols());
  for (std::size_t a = 0; a < aspects_; ++a) {
    const auto column = static_cast<Index>(a);
    const Var mask = sample->masks[a];
    const Var ratings = model_.EncoderRatings(graph, words, sequences, mask);
    terms->errors.push_back(AspectError(graph, inputs, ratings, a));
    const auto targets = inputs.targets.col(column).array();
    const auto found = graph.value(ratings).col(column).array();
    sample->costs.col(column) = targets.isNaN().select(
        Real{0}, (found - targets).square() / static_cast<Real>(scales_[a]));
    if (!RegulatesSamples()) continue;
    const std::vector<Shape> shapes = ShapesOf(sequences, graph.value(mask));
    const auto coherence = static_cast<Real>(training_.targets[a].coherence);
    for (std::size_t b = 0; b < shapes.size(); ++b) {
      sample->costs(static_cast<Index>(b), column) +=
          static_cast<Real>(options.sparsity) *
          (shapes[b].words + coherence * shapes[b].changes);
    }
  }
}

Matrix SelectionStage::GreedyCosts(const Inputs& inputs) const {
  Graph graph(Graph::Mode::kInference);
  const SequenceBatch& sequences = inputs.batch.sequences;
  const Var vectors = model_.Lookup(graph, inputs.batch);
  const Var states = model_.GeneratorStates(graph, vectors, sequences);
  const auto aspects = static_cast<Index>(aspects_);
  const bool competing = model_.options().choice == Choice::kCompeting;
  const Matrix noise = Matrix::Zero(graph.value(states).rows(),
                                    competing ? aspects + 1 : aspects);
  const Var numbers = Numbers(graph, sequences, states, noise);
  Sample greedy;
  const Var chosen = graph.Constant(Selected(graph.value(numbers), noise));
  for (std::size_t a = 0; a < aspects_; ++a) {
    greedy.masks.push_back(Columns(graph, chosen, static_cast<Index>(a), 1));
  }
  Terms unused;
  Encode(graph, inputs, model_.EncoderInputs(graph, vectors), &greedy, &unused);
  return greedy.costs;
}

Matrix SelectionStage::BaselineOf(const Inputs& inputs,
                                  const std::vector<Sample>& samples,
                                  std::size_t own) const {
  const Index rows = inputs.targets.rows();
  const auto aspects = static_cast<Index>(aspects_);
  switch (training_.selection.baseline) {
    case Baseline::kNone:
      return Matrix::Zero(rows, aspects);
    case Baseline::kMovingAverage:
      return state_.value.row(kMeanCost).head(aspects).replicate(rows, 1);
    case Baseline::kSelfCritical:
      return GreedyCosts(inputs);
    case Baseline::kLeaveOneOut: {
      Matrix others = Matrix::Zero(rows, aspects);
      for (std::size_t s = 0; s < samples.size(); ++s) {
        if (s != own) others += samples[s].costs;
      }
      return others / static_cast<Real>(samples.size() - 1);
    }
  }
  return {};
}

Var SelectionStage::Likelihood(Graph& graph, const Inputs& inputs,
                               const std::vector<Sample>& samples) const {
  const Real weight = 1 / (static_cast<Real>(inputs.step.batch_size) *
                           static_cast<Real>(samples.size()));
  const bool leave_one_out =
      training_.selection.baseline == Baseline::kLeaveOneOut;
  Matrix baseline = leave_one_out ? Matrix() : BaselineOf(inputs, samples, 0);
  std::vector<Var> parts;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    if (leave_one_out) baseline = BaselineOf(inputs, samples, s);
    parts.push_back(ScoreFunction(graph, model_.options().choice,
                                  samples[s].numbers, inputs.batch.sequences,
                                  samples[s].drawn, samples[s].costs - baseline,
                                  weight));
  }
  return WeightedSum(graph, parts, std::vector<Real>(parts.size(), Real{1}));
}

std::vector<Var> SelectionStage::Regulated(
    Graph& graph, const std::vector<Sample>& samples) const {
  const Choice choice = model_.options().choice;
  const bool hard = choice != Choice::kHardKuma &&
                    (RegulatesSamples() ||
                     training_.selection.estimator == Estimator::kGradient);
  std::vector<Var> regulated;
  for (const Sample& sample : samples) {
    if (hard) {
      regulated.insert(regulated.end(), sample.masks.begin(),
                       sample.masks.end());
      continue;
    }
    const Var probabilities = choice == Choice::kCompeting
                                  ? Softmax(graph, sample.numbers)
                              : choice == Choice::kIndependent
                                  ? Sigmoid(graph, sample.numbers)
                                  : HardKumaPresence(graph, sample.numbers);
    for (std::size_t a = 0; a < aspects_; ++a) {
      regulated.push_back(
          Columns(graph, probabilities, static_cast<Index>(a), 1));
    }
    // All samples have the same ones unless choices depend on each other.
    if (!model_.depends()) break;
  }
  return regulated;
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
  Inputs inputs{
      .shard = shard,
      .step = step,
      .batch = batch,
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
  std::vector<Sample> samples;
  for (int s = 0; s < options.samples; ++s) {
    Sample& sample = samples.emplace_back(Draw(graph, inputs, states, s));
    Encode(graph, inputs, encoder_words, &sample, &terms);
  }
  if (options.estimator == Estimator::kReinforce) {
    terms.likelihood = Likelihood(graph, inputs, samples);
  }
  const std::vector<Var> regulated = Regulated(graph, samples);
  const auto drawn =
      static_cast<double>(regulated.size()) / static_cast<double>(aspects_);
  for (std::size_t i = 0; i < regulated.size(); ++i) {
    terms.transitions.push_back(
        Transitions(graph, regulated[i], sequences.lengths));
    terms.selected.push_back(
        SumOverWords(graph, regulated[i], sequences.lengths));
    totals[i % aspects_] +=
        static_cast<double>(graph.value(terms.selected.back())(0, 0)) / drawn;
  }
  for (const Sample& sample : samples) {
    for (std::size_t a = 0; a < aspects_; ++a) {
      totals[aspects_ + a] +=
          static_cast<double>(sample.costs.col(static_cast<Index>(a)).sum()) /
          static_cast<double>(samples.size());
    }
  }
  return totals;
}

Var SelectionStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                         const std::vector<double>& totals) {
  const SelectionOptions& options = training_.selection;
  const Terms& terms = terms_[shard.index];
  const double words = std::max(totals.back(), 1.0);
  const auto texts = static_cast<double>(step.batch_size);
  const double ramp = options.coherence_ramp > 0
                          ? Ramp(step.progress, 0, options.coherence_ramp)
                          : 1;
  const double share = static_cast<double>(shard.examples.size()) / texts;
  std::vector<Var> parts = terms.errors;
  std::vector<Real> weights(parts.size(), Real{1});
  if (terms.likelihood) {
    parts.push_back(*terms.likelihood);
    weights.push_back(Real{1});
  }
  double constant = 0;
  const auto drawn = static_cast<double>(terms.selected.size()) /
                     static_cast<double>(aspects_);
  for (std::size_t i = 0; i < terms.selected.size(); ++i) {
    const std::size_t a = i % aspects_;
    const double coherence = training_.targets[a].coherence;
    double a_word = 0;
    double a_change = 0;
    if (options.control == SelectionControl::kFixed) {
      // Of samples it is part of the cost; here for what there is of it to be
      // seen in the loss, as constants have no gradient.
      a_word = options.sparsity / texts;
      a_change = options.sparsity * coherence / texts;
    } else {
      // Both weigh |rate - wanted|, or rate - wanted, over the whole batch, in
      // shares that add up to it.
      const double wanted = Target(a, step.progress);
      const double off = totals[a] / words - wanted;
      const double pull = options.control == SelectionControl::kLagrangian
                              ? static_cast<double>(state_.value(
                                    kMultiplier, static_cast<Index>(a))) +
                                    options.rate_weight * off / wanted
                          : off > 0 ? options.rate_weight
                                    : -options.rate_weight;
      constant -= pull * wanted * share / drawn;
      a_word = pull / words;
      a_change = ramp * coherence / words;
    }
    parts.insert(parts.end(), {terms.transitions[i], terms.selected[i]});
    weights.insert(weights.end(), {static_cast<Real>(a_change / drawn),
                                   static_cast<Real>(a_word / drawn)});
  }
  parts.push_back(
      graph.Constant(Matrix::Constant(1, 1, static_cast<Real>(constant))));
  weights.push_back(Real{1});
  return WeightedSum(graph, parts, weights);
}

void SelectionStage::AfterStep(const Step& step,
                               const std::vector<double>& totals) {
  const SelectionOptions& options = training_.selection;
  const auto last = static_cast<Index>(aspects_);
  const double words = std::max(totals.back(), 1.0);
  const bool first = state_.value(kMeanCost, last) == Real{0};
  const auto follow = [first](Real& mean, double value, Real smoothing) {
    const auto now = static_cast<Real>(value);
    mean = first ? now : smoothing * mean + (1 - smoothing) * now;
  };
  for (std::size_t a = 0; a < aspects_; ++a) {
    const auto column = static_cast<Index>(a);
    follow(state_.value(kMeanCost, column),
           totals[aspects_ + a] / static_cast<double>(step.batch_size),
           kMeanCostSmoothing);
    Real& rate = state_.value(kSmoothedRate, column);
    follow(rate, totals[a] / words,
           static_cast<Real>(options.multiplier_smoothing));
    const auto wanted = static_cast<Real>(Target(a, step.progress));
    Real& multiplier = state_.value(kMultiplier, column);
    multiplier =
        std::clamp(multiplier + static_cast<Real>(options.multiplier_rate) *
                                    (rate - wanted) / wanted,
                   -kMostMultiplier, kMostMultiplier);
    state_.value(kSelected, column) += static_cast<Real>(totals[a]);
  }
  state_.value(kMeanCost, last) = 1;
  state_.value(kSelected, last) += static_cast<Real>(words);
}

Status SelectionStage::Settle(ThreadPool& pool) {
  CalibrateDecoding(model_, dev_, training_, pool);
  return {};
}

Result<nlohmann::ordered_json> SelectionStage::Evaluate(ThreadPool& pool) {
  const auto last = static_cast<Index>(aspects_);
  const auto words = static_cast<double>(state_.value(kSelected, last));
  nlohmann::ordered_json sampled = nlohmann::ordered_json::object();
  const bool selects =
      training_.selection.estimator != Estimator::kAttention && words > 0;
  for (std::size_t a = 0; a < aspects_ && selects; ++a) {
    const std::string& name = model_.options().aspects[a].name;
    const double rate =
        static_cast<double>(state_.value(kSelected, static_cast<Index>(a))) /
        words;
    sampled[name] = rate;
    if (rate >= kCollapsed && rate <= 1 - kCollapsed) continue;
    const bool nothing = rate < kCollapsed;
    return Error{ErrorCode::kInvalidArgument,
                 "the selection has collapsed: of " + Quote(name) + " " +
                     (nothing ? "nothing" : "everything") +
                     " is selected; expected " +
                     std::string(Remedy(training_.selection.control, nothing))};
  }
  state_.value.row(kSelected).setZero();
  const Result<RationaleEvaluation> evaluation = EvaluateRationale(
      model_, dev_reviews_, {.seed = training_.seed, .brief = true}, pool);
  if (!evaluation.ok()) return evaluation.error();
  nlohmann::ordered_json json = EvaluationToJson(evaluation.value());
  json["sampled"] = sampled;
  return json;
}

}  // namespace whylight
