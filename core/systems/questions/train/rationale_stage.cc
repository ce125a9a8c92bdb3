#include "core/systems/questions/train/rationale_stage.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/systems/questions/train/evaluation.h"

namespace whylight {
namespace {

constexpr double kRamp = 0.5;

// Logistic noise: where a score and it are above 0, as often as the score's
// probability says.
Matrix LogisticNoise(const SequenceBatch& sequences,
                     const CounterRandom& random) {
  Matrix noise(sequences.max_length * sequences.batch(), 1);
  for (Index i = 0; i < noise.rows(); ++i) {
    const double u = random.Uniform(static_cast<std::uint64_t>(i));
    noise(i, 0) = static_cast<Real>(std::log(u) - std::log1p(-u));
  }
  return noise;
}

// The share of the words that is to be chosen so far: from kStartShare down to
// the wanted one in the first half of the stage.
double ShareAt(double progress, double wanted) {
  return kStartShare + (wanted - kStartShare) * std::min(progress / kRamp, 1.0);
}

}  // namespace

QuestionRationaleStage::QuestionRationaleStage(
    Retriever& model, const RetrieverData& data, const RetrieverConfig& config,
    const std::vector<JudgedSearch>& searches)
    : model_(model),
      data_(data),
      config_(config),
      searches_(searches),
      examples_(data, config) {}

std::vector<Parameter*> QuestionRationaleStage::Parameters() {
  std::vector<Parameter*> parameters = model_.ChooserParameters();
  if (!config_.selection.train_encoder) return parameters;
  for (Parameter* parameter : model_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<std::vector<std::size_t>> QuestionRationaleStage::Batches(
    int epoch) const {
  return examples_.Batches(epoch, options().batch, 3);
}

Var QuestionRationaleStage::Loss(Graph& graph, const Shard& shard,
                                 const Step& step,
                                 const std::vector<double>& /*totals*/) {
  const WordChoiceTraining& selection = config_.selection;
  const RankingBatch batch = examples_.Make(shard, step);
  const QuestionBatch texts = MakeQuestionBatch(batch.texts);
  const SequenceBatch& sequences = texts.words.sequences;
  const Var words = model_.Lookup(graph, texts.words.words, data_.unknown);
  const Var scores =
      model_.chooser().Scores(graph, {words, sequences, std::nullopt});
  const Var mask = StraightThroughSigmoid(
      graph, scores,
      LogisticNoise(sequences,
                    CounterRandom(config_.seed, RandomPurpose::kSelection,
                                  step.number, shard.index)),
      static_cast<Real>(selection.temperature));
  const Var points =
      model_.Points(graph, model_.Vectors(graph, texts, words, mask));
  std::vector<Var> parts = {examples_.Loss(graph, model_, batch, points, step)};
  if (selection.train_encoder) {
    parts.push_back(examples_.Loss(
        graph, model_, batch,
        model_.Points(graph, model_.Vectors(graph, texts, words, std::nullopt)),
        step));
  }

  Index count = 0;
  for (const Index length : sequences.lengths) count += length;
  const Real per_word = 1 / static_cast<Real>(std::max<Index>(count, 1));
  const Var rate = WeightedSum(
      graph, {SumOverWords(graph, Sigmoid(graph, scores), sequences.lengths)},
      {per_word});
  const auto share =
      static_cast<Real>(static_cast<double>(shard.examples.size()) /
                        static_cast<double>(step.batch_size));
  const Var off = SquaredError(
      graph, rate,
      Matrix::Constant(1, 1,
                       static_cast<Real>(ShareAt(
                           step.progress, model_.options().rationale.share))),
      Matrix::Constant(1, 1, static_cast<Real>(selection.rate_weight)));
  const Var changes = Transitions(graph, mask, sequences.lengths);
  std::vector<Real> weights(parts.size(), Real{1});
  parts.insert(parts.end(), {off, changes});
  weights.insert(
      weights.end(),
      {share, share * per_word * static_cast<Real>(selection.coherence)});
  return WeightedSum(graph, parts, weights);
}

Status QuestionRationaleStage::Settle(ThreadPool& pool) {
  std::vector<Real> probabilities;
  for (const RankedQueries& file : data_.dev) {
    for (const std::vector<Real>& text :
         AllWordProbabilities(model_, file.texts, data_.unknown, pool)) {
      probabilities.insert(probabilities.end(), text.begin(), text.end());
    }
  }
  if (!probabilities.empty()) {
    std::sort(probabilities.begin(), probabilities.end(), std::greater<>());
    const auto chosen = static_cast<std::size_t>(
        std::ceil(model_.options().rationale.share *
                  static_cast<double>(probabilities.size())));
    model_.set_threshold(static_cast<double>(
        probabilities[std::min(chosen, probabilities.size()) - 1]));
  }
  // Also of an encoder that does not learn here: the stage before settled its
  // last epoch, not its best, and a run that goes on here has no curve at all.
  Calibrate(data_.dev, searches_, data_.unknown, pool, &model_);
  return {};
}

Result<nlohmann::ordered_json> QuestionRationaleStage::Evaluate(
    ThreadPool& pool) {
  const ReadOf read{.query = QuestionPart::kRationale,
                    .candidates = QuestionPart::kRationale};
  Result<nlohmann::ordered_json> figures = MeanRankingFigures(
      model_, data_.dev, data_.unknown, config_.without_positives, pool, read);
  if (!figures.ok()) return figures;
  std::vector<QuestionWords> all;
  std::vector<QuestionWords> chosen;
  for (const RankedQueries& file : data_.dev) {
    all.insert(all.end(), file.texts.begin(), file.texts.end());
    for (QuestionWords& text :
         ReadPart(model_, file.texts, data_.unknown, read.query, pool)) {
      chosen.push_back(std::move(text));
    }
  }
  figures.value()["words_read"] = ShareRead(all, chosen);
  return figures;
}

}  // namespace whylight
