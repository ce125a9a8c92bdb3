#include "core/training/vectors/negative_sampling.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/random.h"
#include "core/training/engine/thread_pool.h"
#include "core/training/vectors/batch_reader.h"
#include "core/training/vectors/count_factorisation.h"
#include "core/training/vectors/window_pairs.h"

namespace whylight {
namespace {

// A row that takes part in more terms of a batch than this moves as if it had
// been in this many: that many stale gradients in a sum still shrink the loss.
constexpr double kMostTerms = 128;
// The reported loss is a running mean over about the last hundred batches.
constexpr double kLossDecay = 0.99;
// Rows are filled up with zeros to whole vectors of the widest processors.
constexpr Index kRowMultiple = 16;

struct LossSum {
  double sum = 0;
  double predictions = 0;
};

// A matrix with one row per word, and the gradients of its rows in one batch.
class Rows {
 public:
  Rows(std::size_t words, int dimension, std::size_t slots)
      : parameters_(Matrix::Zero(
            static_cast<Index>(words),
            (dimension + kRowMultiple - 1) / kRowMultiple * kRowMultiple)),
        gradients_(static_cast<Index>(kGroups * slots), parameters_.cols()),
        slots_(slots) {}

  Matrix& parameters() { return parameters_; }

  void Gather(const std::vector<RowUse>& uses, Matrix& rows) const {
    rows.resize(std::ssize(uses), parameters_.cols());
    for (std::size_t i = 0; i < uses.size(); ++i) {
      rows.row(static_cast<Index>(i)) = parameters_.row(uses[i].word);
    }
  }

  // A group belongs to one shard, so shards may fill theirs at once.
  Matrix::RowsBlockXpr Gradients(std::size_t group, Index count) {
    return gradients_.middleRows(static_cast<Index>(group * slots_), count);
  }

  // Moves the rows that belong to `shard` along their gradients, which are
  // added up in the order of their slots.
  void Apply(const RowChains& chains, std::size_t shard, double rate) {
    RowVector sum(parameters_.cols());
    for (std::size_t i = shard; i < chains.chains.size(); i += kShards) {
      const RowChains::Chain& chain = chains.chains[i];
      sum = gradients_.row(chain.first);
      for (std::int32_t slot = Next(chains, chain.first);
           slot != RowChains::kEnd; slot = Next(chains, slot)) {
        sum += gradients_.row(slot);
      }
      const double scale = rate * std::min(1.0, kMostTerms / chain.terms);
      parameters_.row(chain.word) += static_cast<Real>(scale) * sum;
    }
  }

 private:
  static std::int32_t Next(const RowChains& chains, std::int32_t slot) {
    return chains.next[static_cast<std::size_t>(slot)];
  }

  Matrix parameters_;
  Matrix gradients_;
  const std::size_t slots_;  // a group
};

class Trainer {
 public:
  Trainer(const Corpus& corpus, const VectorOptions& options,
          const BatchReader& reader)
      : options_(options),
        inputs_(corpus.vocabulary.size(), options.dimension,
                reader.input_slots()),
        outputs_(corpus.vocabulary.size(), options.dimension,
                 reader.output_slots()) {
    const CounterRandom random(options.seed, RandomPurpose::kInitialise);
    Matrix& vectors = inputs_.parameters();
    for (Index word = 0; word < vectors.rows(); ++word) {
      for (Index i = 0; i < options.dimension; ++i) {
        const double uniform = random.Uniform(
            static_cast<std::uint64_t>(word * options.dimension + i));
        vectors(word, i) =
            static_cast<Real>((uniform - 0.5) / options.dimension);
      }
    }
  }

  // One step on `batch`; meanwhile `next` becomes the one that follows.
  LossSum Step(const Batch& batch, double rate, BatchReader& reader,
               Batch& next, ThreadPool& pool) {
    std::array<LossSum, kShards> losses;
    pool.ParallelFor(kShards + 1, [&](std::size_t task) {
      if (task == 0) {
        reader.Next(next);
      } else {
        losses[task - 1] = DifferentiateShard(batch, task - 1);
      }
    });
    pool.ParallelFor(kShards, [&](std::size_t shard) {
      inputs_.Apply(batch.inputs, shard, rate);
      outputs_.Apply(batch.outputs, shard, rate);
    });
    LossSum total;
    for (const LossSum& loss : losses) {
      total.sum += loss.sum;
      total.predictions += loss.predictions;
    }
    return total;
  }

  Matrix TakeVectors() {
    return inputs_.parameters().leftCols(options_.dimension);
  }

 private:
  // The workspace of a shard; kept, so that nothing is allocated twice.
  struct Scratch {
    WindowPairs pairs;
    WindowScores scores;
  };

  // The loss is that of one group: a sample is enough to watch.
  LossSum DifferentiateShard(const Batch& batch, std::size_t shard) {
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
      Descend(pairs, scores, inputs_.Gradients(i, pairs.inputs.rows()),
              outputs_.Gradients(i, pairs.outputs.rows()));
    }
    return loss;
  }

  static LossSum LossOf(const WindowPairs& pairs, const WindowScores& scores) {
    LossSum loss{.sum = Loss(pairs, scores)};
    for (std::size_t i = 0; i < pairs.windows.size(); ++i) {
      loss.predictions += pairs.PredictionsOf(i);
    }
    return loss;
  }

  const VectorOptions options_;
  Rows inputs_;
  Rows outputs_;
  std::array<Scratch, kShards> scratch_;
};

Status CheckOptions(const VectorOptions& options) {
  const auto invalid = [](const std::string& message) {
    return Status(Error{ErrorCode::kInvalidArgument, message});
  };
  if (options.dimension < 1) return invalid("expected a dimension above 0");
  if (options.window < 1) return invalid("expected a window above 0");
  if (options.negatives < 1) return invalid("expected negatives above 0");
  if (options.epochs < 1) return invalid("expected epochs above 0");
  if (!(options.subsample >= 0)) {
    return invalid("expected a subsample threshold of 0 or above");
  }
  if (!(options.learning_rate > 0)) {
    return invalid("expected a learning rate above 0");
  }
  return {};
}

}  // namespace

Result<WordVectors> TrainWordVectors(Corpus corpus,
                                     const VectorOptions& options,
                                     const VectorHooks& hooks) {
  if (Status status = CheckOptions(options); !status.ok()) {
    return status.error();
  }
  if (options.objective == Objective::kPpmi) {
    return FactoriseCounts(std::move(corpus), options, hooks);
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  ThreadPool pool(hooks.threads);
  BatchReader reader(corpus, options);
  Trainer trainer(corpus, options, reader);
  const auto total = static_cast<double>(reader.words_total());
  Batch batch;
  Batch next;
  LossSum loss;
  for (reader.Next(batch); !batch.groups.empty(); std::swap(batch, next)) {
    if (hooks.stop != nullptr && hooks.stop->load()) {
      return Error{ErrorCode::kInterrupted,
                   "stopped after " + std::to_string(batch.words_before) +
                       " of " + std::to_string(reader.words_total()) +
                       " words"};
    }
    const double done = static_cast<double>(batch.words_before) / total;
    const LossSum step = trainer.Step(batch, options.learning_rate * (1 - done),
                                      reader, next, pool);
    if (!std::isfinite(step.sum)) {
      return Error{ErrorCode::kNotFinite,
                   "expected a finite loss, found " + std::to_string(step.sum) +
                       " in batch " + std::to_string(batch.number) +
                       "; a lower learning rate may help"};
    }
    loss.sum = kLossDecay * loss.sum + step.sum;
    loss.predictions = kLossDecay * loss.predictions + step.predictions;
    if (hooks.progress) {
      const double seconds =
          std::chrono::duration<double>(Clock::now() - start).count();
      const auto words = static_cast<double>(batch.words_after);
      hooks.progress({batch.words_after, reader.words_total(), words / seconds,
                      (total - words) * seconds / words,
                      loss.sum / std::max(loss.predictions, 1.0)});
    }
  }
  Matrix vectors = trainer.TakeVectors();
  if (!vectors.allFinite()) {
    return Error{ErrorCode::kNotFinite,
                 "expected finite word vectors, found a NaN or an infinity; a "
                 "lower learning rate may help"};
  }
  return WordVectors{std::move(corpus.vocabulary), std::move(corpus.counts),
                     std::move(vectors)};
}

}  // namespace whylight
