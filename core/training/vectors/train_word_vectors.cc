#include "core/training/vectors/train_word_vectors.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "core/training/engine/thread_pool.h"
#include "core/training/vectors/batch_learner.h"
#include "core/training/vectors/batch_reader.h"
#include "core/training/vectors/count_factorisation.h"
#include "core/training/vectors/negative_sampling.h"
#include "core/training/vectors/ranking.h"

namespace whylight {
namespace {

// The reported loss is a running mean over about the last hundred batches.
constexpr double kLossDecay = 0.99;

// One step on `batch`; meanwhile `next` becomes the one that follows.
LossSum LearnBatch(const Batch& batch, double rate, BatchLearner& learner,
                   BatchReader& reader, Batch& next, ThreadPool& pool) {
  std::array<LossSum, kShards> losses;
  pool.ParallelFor(kShards + 1, [&](std::size_t task) {
    if (task == 0) {
      reader.Next(next);
    } else {
      losses[task - 1] = learner.Differentiate(batch, task - 1);
    }
  });
  pool.ParallelFor(
      kShards, [&](std::size_t shard) { learner.Descend(batch, shard, rate); });
  LossSum total;
  for (const LossSum& loss : losses) {
    total.sum += loss.sum;
    total.predictions += loss.predictions;
  }
  return total;
}

Status CheckOptions(const VectorOptions& options, const Corpus& corpus) {
  const auto invalid = [](const std::string& message) {
    return Status(Error{ErrorCode::kInvalidArgument, message});
  };
  if (std::string problem = ContextProblem(options); !problem.empty()) {
    return invalid(problem);
  }
  if (options.contexts == ContextKind::kDependencies &&
      corpus.contexts.empty()) {
    return invalid("expected parsed sentences with dependencies, found none");
  }
  if (options.dimension < 1) return invalid("expected a dimension above 0");
  if (options.window < 1) return invalid("expected a window above 0");
  if (options.negatives < 1) return invalid("expected negatives above 0");
  if (options.hidden < 1) return invalid("expected hidden units above 0");
  if (options.epochs < 0) return invalid("expected 0 epochs or more");
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
  if (Status status = CheckOptions(options, corpus); !status.ok()) {
    return status.error();
  }
  if (options.objective == Objective::kPpmi) {
    return FactoriseCounts(std::move(corpus), options, hooks);
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  ThreadPool pool(hooks.threads);
  BatchReader reader(corpus, options);
  const std::unique_ptr<BatchLearner> learner =
      options.objective == Objective::kRanking
          ? MakeRanking(corpus, options, reader)
          : MakeNegativeSampling(corpus, options, reader);
  const auto total = static_cast<double>(reader.words_total());
  Batch batch;
  Batch next;
  LossSum loss;
  bool learned = false;
  for (reader.Next(batch); !batch.groups.empty(); std::swap(batch, next)) {
    if (hooks.stop != nullptr && hooks.stop->load()) {
      return Error{ErrorCode::kInterrupted,
                   "stopped after " + std::to_string(batch.words_before) +
                       " of " + std::to_string(reader.words_total()) +
                       " words"};
    }
    const double done = static_cast<double>(batch.words_before) / total;
    const LossSum step = LearnBatch(batch, options.learning_rate * (1 - done),
                                    *learner, reader, next, pool);
    if (!std::isfinite(step.sum)) {
      return Error{ErrorCode::kNotFinite,
                   "expected a finite loss, found " + std::to_string(step.sum) +
                       " in batch " + std::to_string(batch.number) +
                       "; a lower learning rate may help"};
    }
    loss.sum = kLossDecay * loss.sum + step.sum;
    loss.predictions = kLossDecay * loss.predictions + step.predictions;
    // The loss is of a sample of the groups only.
    learned = learned || std::any_of(batch.groups.begin(), batch.groups.end(),
                                     [](const Group& group) {
                                       return group.predictions > 0;
                                     });
    if (hooks.progress) {
      const double seconds =
          std::chrono::duration<double>(Clock::now() - start).count();
      const auto words = static_cast<double>(batch.words_after);
      hooks.progress({batch.words_after, reader.words_total(), words / seconds,
                      (total - words) * seconds / words,
                      loss.sum / std::max(loss.predictions, 1.0), learned});
    }
  }
  Matrix vectors = learner->TakeVectors();
  if (!vectors.allFinite()) {
    return Error{ErrorCode::kNotFinite,
                 "expected finite word vectors, found a NaN or an infinity; a "
                 "lower learning rate may help"};
  }
  return WordVectors{std::move(corpus.vocabulary), std::move(corpus.counts),
                     std::move(vectors)};
}

}  // namespace whylight
