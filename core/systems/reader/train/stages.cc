#include "core/systems/reader/train/stages.h"

#include <algorithm>

#include "core/ops/span_scores.h"
#include "core/systems/reader/train/evaluation.h"
#include "core/training/data/batches.h"

namespace whylight {

using nlohmann::ordered_json;

std::vector<std::vector<std::size_t>> ReaderStage::Batches(int epoch) const {
  std::vector<std::size_t> lengths;
  for (const QuestionIds& ids : examples_.train.ids) {
    lengths.push_back(ids.text.size());
  }
  return LengthBatches(lengths, options().batch, seed_,
                       static_cast<std::uint64_t>(epoch));
}

std::string ReaderStage::ExampleName(std::size_t example) const {
  const Place& place = examples_.train.questions[example].place;
  return place.path + ":" + std::to_string(place.line);
}

Status ReaderStage::Settle(ThreadPool& pool) {
  const std::vector<BestAnswers> found =
      PredictAnswers(model_, examples_.dev, SelectionsOfDev(pool), pool);
  const bool finite =
      std::all_of(found.begin(), found.end(),
                  [](const BestAnswers& best) { return !best.spans.empty(); });
  if (finite) {
    model_.SetCalibration(FitAnswerCalibration(found, examples_.dev));
  }
  return {};
}

Result<ordered_json> ReaderStage::Evaluate(ThreadPool& pool) {
  return EvaluateReader(model_, examples_.dev, SelectionsOfDev(pool), pool);
}

std::vector<const QuestionIds*> ReaderStage::QuestionsOf(
    const Shard& shard) const {
  std::vector<const QuestionIds*> questions;
  for (const std::size_t example : shard.examples) {
    questions.push_back(&examples_.train.ids[example]);
  }
  return questions;
}

TextDropout ReaderStage::DropoutOf(double rate, const Shard& shard,
                                   const Step& step) const {
  return {.rate = rate,
          .seed = seed_,
          .step = step.number,
          .examples = shard.examples};
}

Var ReaderStage::AnswerLoss(Graph& graph, const ReaderNetwork::Scored& scored,
                            const Shard& shard, const Step& step) const {
  std::vector<const SpanTarget*> targets;
  for (const std::size_t example : shard.examples) {
    targets.push_back(&examples_.targets[example]);
  }
  const std::vector<Real> weights(
      targets.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  return SpanLoss(graph, scored.scores, scored.texts.lengths,
                  model_.options().longest, targets, weights);
}

Var ReaderReadingStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                             const std::vector<double>& /*totals*/) {
  return AnswerLoss(graph,
                    model_.Score(graph, QuestionsOf(shard),
                                 DropoutOf(training_.dropout, shard, step)),
                    shard, step);
}

std::vector<double> ReaderSelectionStage::Forward(Graph& graph,
                                                  const Shard& shard,
                                                  const Step& step) {
  const std::vector<const QuestionIds*> questions = QuestionsOf(shard);
  const TextDropout dropout = DropoutOf(training_.dropout, shard, step);
  std::vector<Index> lengths;
  for (const QuestionIds* ids : questions) {
    lengths.push_back(static_cast<Index>(ids->text.size()));
  }
  Terms& terms = terms_[shard.index];
  terms.drawn =
      DrawWords(graph, model_.SelectionScores(graph, questions, dropout),
                lengths, training_.temperature, seed_, step, shard.examples);
  terms.answers = AnswerLoss(
      graph, model_.Score(graph, questions, dropout, terms.drawn.mask), shard,
      step);
  return CountDrawn(graph, {&terms.drawn, 1});
}

Var ReaderSelectionStage::Loss(Graph& graph, const Shard& shard,
                               const Step& step,
                               const std::vector<double>& totals) {
  const Terms& terms = terms_[shard.index];
  return AddSelectionPrice(graph, terms.answers, {&terms.drawn, 1}, training_,
                           step, totals,
                           static_cast<double>(shard.examples.size()) /
                               static_cast<double>(step.batch_size));
}

std::vector<WordSelection> ReaderSelectionStage::SelectionsOfDev(
    ThreadPool& pool) const {
  return SelectWords(model_, examples_.dev, pool);
}

}  // namespace whylight
