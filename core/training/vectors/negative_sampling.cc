#include "core/training/vectors/negative_sampling.h"

#include <algorithm>
#include <array>

#include "core/training/engine/thread_pool.h"
#include "core/training/vectors/window_pairs.h"
#include "core/training/vectors/word_rows.h"

namespace whylight {
namespace {

class NegativeSampling final : public BatchLearner {
 public:
  NegativeSampling(const Corpus& corpus, const VectorOptions& options,
                   const BatchReader& reader)
      : options_(options),
        words_(corpus.vocabulary.size()),
        inputs_(words_, options.dimension, reader.input_slots()),
        outputs_(reader.output_rows(), options.dimension,
                 reader.output_slots()) {
    inputs_.Initialise(words_, options.seed);
  }

  LossSum Differentiate(const Batch& batch, std::size_t shard) override {
    constexpr std::size_t kShardGroups = kGroups / kShards;
    const std::size_t begin = shard * kShardGroups;
    const std::size_t end = std::min(begin + kShardGroups, batch.groups.size());
    WindowPairs& pairs = scratch_[shard].pairs;
    WindowScores& scores = scratch_[shard].scores;
    LossSum loss;
    for (std::size_t i = begin; i < end; ++i) {
      const Group& group = batch.groups[i];
      pairs.objective = options_.objective;
      pairs.own = group.own;
      pairs.windows = group.windows;
      pairs.negatives = options_.negatives;
      pairs.random_outputs = kSharedNegatives;
      inputs_.Gather(group.inputs, pairs.inputs);
      outputs_.Gather(group.outputs, pairs.outputs);
      Score(pairs, scores);
      if (i == begin) loss = LossOf(pairs, scores);
      whylight::Descend(pairs, scores,
                        inputs_.Gradients(i, pairs.inputs.rows()),
                        outputs_.Gradients(i, pairs.outputs.rows()));
    }
    return loss;
  }

  void Descend(const Batch& batch, std::size_t shard, double rate) override {
    inputs_.Descend(batch.inputs, shard, rate);
    outputs_.Descend(batch.outputs, shard, rate);
  }

  Matrix TakeVectors() override { return inputs_.Take(words_); }

 private:
  // The workspace of a shard; kept, so that nothing is allocated twice.
  struct Scratch {
    WindowPairs pairs;
    WindowScores scores;
  };

  static LossSum LossOf(const WindowPairs& pairs, const WindowScores& scores) {
    LossSum loss{.sum = Loss(pairs, scores)};
    for (std::size_t i = 0; i < pairs.windows.size(); ++i) {
      loss.predictions += pairs.PredictionsOf(i);
    }
    return loss;
  }

  const VectorOptions options_;
  const std::size_t words_;
  WordRows inputs_;
  WordRows outputs_;
  std::array<Scratch, kShards> scratch_;
};

}  // namespace

std::unique_ptr<BatchLearner> MakeNegativeSampling(const Corpus& corpus,
                                                   const VectorOptions& options,
                                                   const BatchReader& reader) {
  return std::make_unique<NegativeSampling>(corpus, options, reader);
}

}  // namespace whylight
