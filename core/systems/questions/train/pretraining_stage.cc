#include "core/systems/questions/train/pretraining_stage.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/random.h"
#include "core/systems/questions/train/evaluation.h"
#include "core/training/data/batches.h"

namespace whylight {
namespace {

constexpr std::size_t kPairsAtOnce = 64;

WordIds TitleOf(const QuestionWords& text, std::size_t longest) {
  const std::size_t words = std::min(text.title, longest);
  return {text.ids.begin(),
          text.ids.begin() + static_cast<std::ptrdiff_t>(words)};
}

QuestionWords BodyOf(const QuestionWords& text) {
  QuestionWords body{
      {text.ids.begin() + static_cast<std::ptrdiff_t>(text.title),
       text.ids.end()},
      0};
  body.title = body.ids.size();
  return body;
}

}  // namespace

std::vector<DecodedPair> MakePairs(const RankedQueries& queries,
                                   const std::vector<PretrainingPairs>& kinds,
                                   std::size_t longest) {
  std::vector<DecodedPair> pairs;
  const auto add = [&](QuestionWords context, const QuestionWords& target) {
    DecodedPair pair{std::move(context), TitleOf(target, longest)};
    if (pair.context.ids.empty() || pair.target.empty()) return;
    pairs.push_back(std::move(pair));
  };
  for (const PretrainingPairs kind : kinds) {
    if (kind == PretrainingPairs::kQuestion) {
      for (const RankedQuery& query : queries.queries) {
        for (std::size_t k = 0; k < query.candidates.size(); ++k) {
          if (query.relevant[k] == 0) continue;
          const QuestionWords& one = queries.texts[query.query];
          const QuestionWords& other = queries.texts[query.candidates[k]];
          add(one, other);
          add(other, one);
        }
      }
      continue;
    }
    for (const QuestionWords& text : queries.texts) {
      add(kind == PretrainingPairs::kBody ? BodyOf(text) : text, text);
    }
  }
  return pairs;
}

PretrainingStage::PretrainingStage(Retriever& model, const RetrieverData& data,
                                   const RetrieverConfig& config,
                                   QuestionDecoder decoder)
    : model_(model),
      data_(data),
      config_(config),
      decoder_(std::move(decoder)) {}

std::vector<Parameter*> PretrainingStage::Parameters() {
  std::vector<Parameter*> parameters = decoder_.Parameters();
  for (Parameter* parameter : model_.EncoderParameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<std::vector<std::size_t>> PretrainingStage::Batches(
    int epoch) const {
  const CounterRandom random(config_.seed, RandomPurpose::kShuffle,
                             static_cast<std::uint64_t>(epoch), 2);
  return Slices(Permutation(data_.pairs.size(), random), options().batch);
}

Var PretrainingStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                           const std::vector<double>& /*totals*/) {
  std::vector<const QuestionWords*> contexts;
  std::vector<const WordIds*> targets;
  for (const std::size_t example : shard.examples) {
    contexts.push_back(&data_.pairs[example].context);
    targets.push_back(&data_.pairs[example].target);
  }
  const Var vectors = model_.Vectors(graph, contexts, data_.unknown,
                                     {.rate = config_.pretraining.dropout,
                                      .place = config_.training.dropout_place,
                                      .seed = config_.seed,
                                      .step = step.number,
                                      .shard = kShards + shard.index});
  return decoder_.Loss(
      graph, model_, data_.unknown, vectors, targets,
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
}

Result<nlohmann::ordered_json> PretrainingStage::Evaluate(ThreadPool& pool) {
  const std::size_t batches =
      (data_.dev_pairs.size() + kPairsAtOnce - 1) / kPairsAtOnce;
  std::vector<double> losses(batches, 0);
  double words = 0;
  for (const DecodedPair& pair : data_.dev_pairs) {
    words += static_cast<double>(pair.target.size()) + 1;
  }
  pool.ParallelFor(batches, [&](std::size_t i) {
    std::vector<const QuestionWords*> contexts;
    std::vector<const WordIds*> targets;
    const std::size_t end =
        std::min((i + 1) * kPairsAtOnce, data_.dev_pairs.size());
    for (std::size_t k = i * kPairsAtOnce; k < end; ++k) {
      contexts.push_back(&data_.dev_pairs[k].context);
      targets.push_back(&data_.dev_pairs[k].target);
    }
    Graph graph(Graph::Mode::kInference);
    const Var vectors = model_.Vectors(graph, contexts, data_.unknown);
    losses[i] = static_cast<double>(graph.value(decoder_.Loss(
        graph, model_, data_.unknown, vectors, targets, 1))(0, 0));
  });
  double loss = 0;
  for (const double each : losses) loss += each;
  nlohmann::ordered_json figures{
      {"perplexity", words > 0 ? std::exp(loss / words) : 0.0}};
  Result<nlohmann::ordered_json> ranked = MeanRankingFigures(
      model_, data_.dev, data_.unknown, config_.without_positives, pool);
  if (!ranked.ok()) return ranked;
  figures.update(ranked.value());
  return figures;
}

}  // namespace whylight
