#include "core/systems/questions/train/ranking_examples.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/training/data/batches.h"

namespace whylight {

RankingExamples::RankingExamples(const RetrieverData& data,
                                 const RetrieverConfig& config)
    : data_(data), config_(config) {
  for (std::size_t f = 0; f < data.train.size(); ++f) {
    for (std::size_t q = 0; q < data.train[f].queries.size(); ++q) {
      const std::vector<std::uint8_t>& relevant =
          data.train[f].queries[q].relevant;
      if (std::find(relevant.begin(), relevant.end(), 1) != relevant.end()) {
        examples_.push_back({f, q});
      }
    }
  }
}

std::vector<std::vector<std::size_t>> RankingExamples::Batches(
    int epoch, std::size_t batch, std::uint64_t key) const {
  const CounterRandom random(config_.seed, RandomPurpose::kShuffle,
                             static_cast<std::uint64_t>(epoch), key);
  return Slices(Permutation(examples_.size(), random), batch);
}

std::uint64_t RankingExamples::Words(std::size_t example) const {
  const Example& found = examples_[example];
  const RankedQueries& file = data_.train[found.file];
  const RankedQuery& query = QueryOf(found);
  std::uint64_t words = file.texts[query.query].ids.size();
  for (const std::size_t text : query.candidates) {
    words += file.texts[text].ids.size();
  }
  return words;
}

std::string RankingExamples::Name(std::size_t example) const {
  const Example& found = examples_[example];
  return data_.train[found.file].path + ":" +
         std::to_string(QueryOf(found).line);
}

RankingBatch RankingExamples::Make(const Shard& shard, const Step& step) const {
  RankingBatch batch;
  // The place of each text in the batch, by file and number.
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> places;
  const auto place = [&](std::size_t file, std::size_t text) {
    const auto [entry, is_new] =
        places.try_emplace({file, text}, batch.texts.size());
    if (is_new) batch.texts.push_back(&data_.train[file].texts[text]);
    return entry->second;
  };
  struct Judged {
    std::size_t place;
    Relevance relevance;
  };
  std::vector<std::vector<Judged>> judged;
  for (const std::size_t number : shard.examples) {
    const Example& example = examples_[number];
    const RankedQuery& query = QueryOf(example);
    std::vector<Judged>& row = judged.emplace_back();
    const CounterRandom random(config_.seed, RandomPurpose::kNegative,
                               step.number, number);
    for (std::size_t k = 0; k < config_.training.negatives; ++k) {
      const auto file =
          static_cast<std::size_t>(random.Below(2 * k, data_.train.size()));
      const auto text = static_cast<std::size_t>(
          random.Below(2 * k + 1, data_.train[file].texts.size()));
      row.push_back({place(file, text), Relevance::kNegative});
    }
    // What the file says of a text outdoes chance.
    for (std::size_t k = 0; k < query.candidates.size(); ++k) {
      row.push_back({place(example.file, query.candidates[k]),
                     query.relevant[k] == 1 ? Relevance::kPositive
                                            : Relevance::kNegative});
    }
    row.push_back({place(example.file, query.query), Relevance::kNotCompared});
    batch.queries.push_back(static_cast<std::int32_t>(row.back().place));
  }
  batch.relevance.assign(judged.size() * batch.texts.size(),
                         config_.training.in_batch ? Relevance::kNegative
                                                   : Relevance::kNotCompared);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    for (const Judged& one : judged[i]) {
      batch.relevance[i * batch.texts.size() + one.place] = one.relevance;
    }
  }
  return batch;
}

Var RankingExamples::Loss(Graph& graph, const Retriever& model,
                          const RankingBatch& batch, Var points,
                          const Step& step) const {
  const Var likeness =
      model.Likeness(graph, Gather(graph, points, batch.queries), points);
  const std::vector<Real> weights(
      batch.queries.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  return RankingLoss(graph, likeness, batch.relevance, weights,
                     config_.training.loss);
}

}  // namespace whylight
