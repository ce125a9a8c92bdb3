#include "core/train/rationale/refit_stage.h"

#include <numeric>
#include <optional>

#include "core/ops/ops.h"
#include "core/train/data/batches.h"
#include "core/train/rationale/rationale_evaluation.h"

namespace whylight {
namespace {

// Its steps draw other random numbers than those of stage 1.
constexpr std::uint64_t kFirstKey = std::uint64_t{1} << 40;

}  // namespace

RefitStage::RefitStage(RationaleModel& model, const RatedTexts& train,
                       const RatedTexts& dev,
                       const std::vector<whylight::Review>& dev_reviews,
                       const RationaleTraining& training)
    : model_(model),
      train_(train),
      dev_(dev),
      dev_reviews_(dev_reviews),
      training_(training),
      aspects_(model.options().aspects.size()) {
  std::vector<std::size_t> reviews(train.size());
  std::iota(reviews.begin(), reviews.end(), std::size_t{0});
  variances_ = RatingVariances(train.ratings, reviews, aspects_);
}

Status RefitStage::Settle(ThreadPool& pool) {
  CalibrateDecoding(model_, dev_, training_, pool);
  return {};
}

Status RefitStage::Begin(ThreadPool& pool) {
  if (Status settled = Settle(pool); !settled.ok()) return settled;
  const RationaleScores scores = ScoreWords(model_, train_, pool);
  rationales_.clear();
  for (std::size_t i = 0; i < train_.size(); ++i) {
    for (std::size_t a = 0; a < aspects_; ++a) {
      const std::vector<std::uint8_t> selected =
          DecodeSelection(scores[a][i], model_.options().aspects[a].decoding);
      WordIds& words = rationales_.emplace_back();
      for (std::size_t t = 0; t < selected.size(); ++t) {
        if (selected[t]) words.push_back(train_.texts[i][t]);
      }
    }
  }
  return {};
}

std::vector<std::vector<std::size_t>> RefitStage::Batches(int epoch) const {
  std::vector<std::size_t> examples(rationales_.size());
  std::iota(examples.begin(), examples.end(), std::size_t{0});
  return LengthBatches(examples, rationales_, options().batch, training_.seed,
                       kFirstKey + static_cast<std::uint64_t>(epoch));
}

std::string RefitStage::ExampleName(std::size_t example) const {
  return model_.options().aspects[Aspect(example)].name + " of example " +
         std::to_string(Review(example) + 1);
}

Var RefitStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                     const std::vector<double>& /*totals*/) {
  std::vector<const WordIds*> texts;
  const auto count = static_cast<Index>(shard.examples.size());
  const auto width = static_cast<Index>(aspects_);
  Matrix target = Matrix::Zero(count, width);
  Matrix weight = Matrix::Zero(count, width);
  for (std::size_t i = 0; i < shard.examples.size(); ++i) {
    const std::size_t example = shard.examples[i];
    texts.push_back(&rationales_[example]);
    const std::size_t aspect = Aspect(example);
    const auto row = static_cast<Index>(i);
    const auto column = static_cast<Index>(aspect);
    target(row, column) =
        train_.ratings(static_cast<Index>(Review(example)), column);
    weight(row, column) = static_cast<Real>(
        1 / (variances_[aspect] * static_cast<double>(step.batch_size)));
  }
  const WordBatch words = MakeWordBatch(texts);
  const Var vectors = DropWords(graph, words, model_.Lookup(graph, words),
                                training_.refit.dropout, training_.seed,
                                kFirstKey + step.number, 1);
  const Var ratings =
      model_.EncoderRatings(graph, model_.EncoderInputs(graph, vectors),
                            words.sequences, std::nullopt);
  return SquaredError(graph, ratings, target, weight);
}

Result<nlohmann::ordered_json> RefitStage::Evaluate(ThreadPool& pool) {
  const Result<RationaleEvaluation> evaluation = EvaluateRationale(
      model_, dev_reviews_, {.seed = training_.seed, .brief = true}, pool);
  if (!evaluation.ok()) return evaluation.error();
  return EvaluationToJson(evaluation.value());
}

}  // namespace whylight
