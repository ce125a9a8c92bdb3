#include "core/training/vectors/ranking.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/layers/initialise.h"
#include "core/training/engine/thread_pool.h"
#include "core/training/vectors/window_ranking.h"
#include "core/training/vectors/word_rows.h"

namespace whylight {
namespace {

class Ranking final : public BatchLearner {
 public:
  Ranking(const Corpus& corpus, const VectorOptions& options,
          const BatchReader& reader)
      : options_(options),
        words_(corpus.vocabulary.size()),
        rows_(words_ + 1, options.dimension, reader.input_slots()) {
    rows_.Initialise(words_ + 1, options.seed);
    const Index places = 2 * options.window + 1;
    const Index width = rows_.parameters().cols();
    scorer_.SetZero(places * width, options.hidden);
    const Matrix weights =
        InitialMatrix(Initialisation::kXavier, places * options.dimension,
                      options.hidden, options.seed, "W");
    for (Index place = 0; place < places; ++place) {
      scorer_.weights.middleRows(place * width, options.dimension) =
          weights.middleRows(place * options.dimension, options.dimension);
    }
    scorer_.output = InitialMatrix(Initialisation::kXavier, options.hidden, 1,
                                   options.seed, "u")
                         .transpose();
  }

  LossSum Differentiate(const Batch& batch, std::size_t shard) override {
    constexpr std::size_t kShardGroups = kGroups / kShards;
    const std::size_t begin = shard * kShardGroups;
    const std::size_t end = std::min(begin + kShardGroups, batch.groups.size());
    Scratch& scratch = scratch_[shard];
    RankedWindows& ranked = scratch.ranked;
    scratch.descent.SetZero(scorer_.weights.rows(), scorer_.weights.cols());
    LossSum loss;
    for (std::size_t i = begin; i < end; ++i) {
      const Group& group = batch.groups[i];
      ranked.reach = static_cast<std::size_t>(options_.window);
      ranked.own = *group.own;
      ranked.windows = group.windows;
      ranked.negatives = options_.negatives;
      ranked.random_words = kSharedNegatives;
      rows_.Gather(group.inputs, ranked.vectors);
      Score(ranked, scorer_, scratch.scores);
      if (i == begin) {
        loss = {Loss(ranked, scratch.scores),
                static_cast<double>(ranked.windows.size())};
      }
      whylight::Descend(ranked, scorer_, scratch.scores,
                        rows_.Gradients(i, ranked.vectors.rows()),
                        scratch.descent);
    }
    return loss;
  }

  void Descend(const Batch& batch, std::size_t shard, double rate) override {
    rows_.Descend(batch.inputs, shard, rate);
    double terms = 0;
    for (const Group& group : batch.groups) {
      terms += static_cast<double>(group.windows.size()) * options_.negatives;
    }
    const auto scale = static_cast<Real>(rate * ShareOfTerms(terms));
    for (const Scratch& scratch : scratch_) {
      const WindowScorer& descent = scratch.descent;
      for (Index row = static_cast<Index>(shard); row < descent.weights.rows();
           row += kShards) {
        scorer_.weights.row(row) += scale * descent.weights.row(row);
      }
      if (shard != 0) continue;
      scorer_.bias += scale * descent.bias;
      scorer_.output += scale * descent.output;
    }
  }

  Matrix TakeVectors() override { return rows_.Take(words_); }

 private:
  // The workspace of a shard; kept, so that nothing is allocated twice.
  struct Scratch {
    RankedWindows ranked;
    RankingScores scores;
    WindowScorer descent;
  };

  const VectorOptions options_;
  const std::size_t words_;
  WordRows rows_;  // Of words, and of the edge of a document.
  WindowScorer scorer_;
  std::array<Scratch, kShards> scratch_;
};

}  // namespace

std::unique_ptr<BatchLearner> MakeRanking(const Corpus& corpus,
                                          const VectorOptions& options,
                                          const BatchReader& reader) {
  return std::make_unique<Ranking>(corpus, options, reader);
}

}  // namespace whylight
