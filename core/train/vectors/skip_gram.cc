#include "core/train/vectors/skip_gram.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/train/engine/thread_pool.h"
#include "core/train/vectors/skip_gram_pairs.h"

namespace whylight {
namespace {

// Words whose gradients are taken at the same parameters. Larger batches keep
// threads busier, and their sums are staler.
constexpr std::size_t kBatchWords = 512;
// Neighbouring words that share their random words and a matrix product.
constexpr std::size_t kGroupWords = 16;
constexpr std::size_t kGroups = kBatchWords / kGroupWords;
constexpr std::size_t kSharedNegatives = 32;
// A row that takes part in more pairs of a batch than this moves as if it had
// been in this many: that many stale gradients in a sum still shrink the loss.
constexpr double kMostPairs = 128;
// The reported loss is a running mean over about the last hundred batches.
constexpr double kLossDecay = 0.99;

constexpr std::int32_t kNone = -1;

// Words drawn in proportion to count^0.75 (Mikolov et al. 2013).
class NoiseDistribution {
 public:
  explicit NoiseDistribution(const std::vector<std::uint64_t>& counts) {
    double sum = 0;
    for (const std::uint64_t count : counts) {
      sum += std::pow(static_cast<double>(count), 0.75);
      cumulative_.push_back(sum);
    }
  }

  std::uint32_t Draw(double uniform) const {
    const auto above = std::upper_bound(cumulative_.begin(), cumulative_.end(),
                                        uniform * cumulative_.back());
    const auto word = static_cast<std::size_t>(above - cumulative_.begin());
    return static_cast<std::uint32_t>(std::min(word, cumulative_.size() - 1));
  }

 private:
  std::vector<double> cumulative_;
};

// A piece of the text as it is read: documents in a new order every epoch, the
// frequent words thinned out before windows are laid.
struct Batch {
  std::vector<std::uint32_t> words;
  std::vector<Window> documents;  // For each word the positions it may see.

  void Clear() {
    words.clear();
    documents.clear();
  }
};

class Stream {
 public:
  Stream(const Corpus& corpus, const SkipGramOptions& options)
      : corpus_(corpus), seed_(options.seed), epochs_(options.epochs) {
    const auto total = static_cast<double>(corpus.words.size());
    for (const std::uint64_t count : corpus.counts) {
      const double ratio =
          options.subsample * total / static_cast<double>(count);
      keep_.push_back(options.subsample > 0 ? std::sqrt(ratio) + ratio : 1.0);
    }
  }

  // Fills `batch` with the next kBatchWords words; fewer at the very end, and
  // at last none. A document at the edge is cut in two.
  void Next(Batch& batch) {
    batch.Clear();
    while (batch.words.size() < kBatchWords) {
      if (place_ == order_.size()) {
        if (epoch_ == epochs_) return;
        order_ = Permutation(corpus_.documents(),
                             CounterRandom(seed_, RandomPurpose::kShuffle,
                                           static_cast<std::uint64_t>(epoch_)));
        place_ = 0;
        ++epoch_;
      }
      ReadDocument(order_[place_], batch);
    }
  }

  std::uint64_t words_read() const { return words_read_; }

 private:
  void ReadDocument(std::size_t document, Batch& batch) {
    const CounterRandom random(seed_, RandomPurpose::kSubsample,
                               static_cast<std::uint64_t>(epoch_), document);
    const std::size_t begin = batch.words.size();
    std::size_t i = corpus_.starts[document] + offset_;
    const std::size_t end = corpus_.starts[document + 1];
    for (; i < end && batch.words.size() < kBatchWords; ++i, ++offset_) {
      const std::uint32_t word = corpus_.words[i];
      if (random.Uniform(offset_) < keep_[word]) batch.words.push_back(word);
      ++words_read_;
    }
    batch.documents.resize(batch.words.size(), {begin, batch.words.size()});
    if (i == end) {
      ++place_;
      offset_ = 0;
    }
  }

  const Corpus& corpus_;
  const std::uint64_t seed_;
  const int epochs_;
  std::vector<double> keep_;
  std::vector<std::size_t> order_;
  std::size_t place_ = 0;   // in order_
  std::size_t offset_ = 0;  // in the document there
  int epoch_ = 0;           // from 1, the one being read
  std::uint64_t words_read_ = 0;
};

// The gradients of one matrix in one batch: many rows, a word often in several
// of them. Rows are added up a word at a time, in the order of their slots.
class RowGradients {
 public:
  RowGradients(std::size_t slots, Index dimension, std::size_t vocabulary)
      : rows_(static_cast<Index>(slots), dimension),
        words_(slots, kNone),
        pairs_(slots, 0),
        next_(slots, kNone),
        first_(vocabulary, kNone) {}

  // A slot belongs to one shard at a time, so shards may fill theirs at once.
  Matrix::RowsBlockXpr Rows(std::size_t slot, Index count) {
    return rows_.middleRows(static_cast<Index>(slot), count);
  }
  void SetWord(std::size_t slot, std::uint32_t word, double pairs) {
    words_[slot] = static_cast<std::int32_t>(word);
    pairs_[slot] = pairs;
  }
  void SetUnused(std::size_t slot) { words_[slot] = kNone; }

  // Chains the slots of each word, in rising order.
  void Link() {
    touched_.clear();
    for (std::size_t slot = words_.size(); slot-- > 0;) {
      if (words_[slot] == kNone) continue;
      std::int32_t& first = first_[static_cast<std::size_t>(words_[slot])];
      if (first == kNone) touched_.push_back(words_[slot]);
      next_[slot] = first;
      first = static_cast<std::int32_t>(slot);
    }
  }

  // Moves the rows of `parameters` that belong to `shard` along their summed
  // gradients, and forgets those.
  void Apply(std::size_t shard, double rate, Matrix& parameters) {
    RowVector sum(parameters.cols());
    for (std::size_t i = shard; i < touched_.size(); i += kShards) {
      const auto word = static_cast<std::size_t>(touched_[i]);
      sum.setZero();
      double pairs = 0;
      for (std::int32_t slot = first_[word]; slot != kNone;
           slot = next_[static_cast<std::size_t>(slot)]) {
        sum += rows_.row(slot);
        pairs += pairs_[static_cast<std::size_t>(slot)];
      }
      first_[word] = kNone;
      const double scale = rate * std::min(1.0, kMostPairs / pairs);
      parameters.row(static_cast<Index>(word)) +=
          static_cast<Real>(scale) * sum;
    }
  }

 private:
  Matrix rows_;
  std::vector<std::int32_t> words_;    // of each slot
  std::vector<double> pairs_;          // each slot's gradient is a sum of
  std::vector<std::int32_t> next_;     // slot of the same word
  std::vector<std::int32_t> first_;    // slot of each word
  std::vector<std::int32_t> touched_;  // words that have a slot
};

struct Loss {
  double sum = 0;
  double pairs = 0;
};

class Trainer {
 public:
  Trainer(const Corpus& corpus, const SkipGramOptions& options)
      : options_(options),
        window_(static_cast<std::size_t>(options.window)),
        group_outputs_(kGroupWords + 2 * window_ + kSharedNegatives),
        noise_(corpus.counts),
        input_(static_cast<Index>(corpus.vocabulary.size()), options.dimension),
        output_(Matrix::Zero(input_.rows(), input_.cols())),
        input_gradients_(kBatchWords, input_.cols(), corpus.vocabulary.size()),
        output_gradients_(kGroups * group_outputs_, input_.cols(),
                          corpus.vocabulary.size()) {
    const CounterRandom random(options.seed, RandomPurpose::kInitialise);
    for (Index i = 0; i < input_.size(); ++i) {
      const double uniform = random.Uniform(static_cast<std::uint64_t>(i));
      input_.data()[i] = static_cast<Real>((uniform - 0.5) / options.dimension);
    }
  }

  // One step on `batch`, the `number`-th of the run.
  Loss Step(const Batch& batch, std::uint64_t number, double rate,
            ThreadPool& pool) {
    std::array<Loss, kShards> losses;
    pool.ParallelFor(kShards, [&](std::size_t shard) {
      losses[shard] = DifferentiateShard(batch, number, shard);
    });
    input_gradients_.Link();
    output_gradients_.Link();
    pool.ParallelFor(kShards, [&](std::size_t shard) {
      input_gradients_.Apply(shard, rate, input_);
      output_gradients_.Apply(shard, rate, output_);
    });
    Loss total;
    for (const Loss& loss : losses) {
      total.sum += loss.sum;
      total.pairs += loss.pairs;
    }
    return total;
  }

  Matrix& input() { return input_; }

 private:
  // Neighbouring words, and the columns of their products: the words that some
  // window may hold, one a position, then the random words.
  struct Group {
    Group(std::size_t number, std::size_t window, std::size_t batch_size)
        : index(number),
          begin(std::min(number * kGroupWords, batch_size)),
          end(std::min(begin + kGroupWords, batch_size)),
          context_begin(begin - std::min(begin, window)),
          contexts(std::min(end + window, batch_size) - context_begin) {}

    Index rows() const { return static_cast<Index>(end - begin); }
    Index columns() const {
      return static_cast<Index>(contexts + kSharedNegatives);
    }

    std::size_t index;  // in the batch
    std::size_t begin;  // positions of the words
    std::size_t end;
    std::size_t context_begin;
    std::size_t contexts;
  };

  // What a shard computes with; kept, so that nothing is allocated twice.
  struct Scratch {
    std::vector<std::uint32_t> words;  // of the columns
    std::vector<double> counts;        // of pairs that a column takes part in
    SkipGramPairs pairs;
    Matrix scores;        // input . output
    Matrix coefficients;  // how far each score should rise
  };

  Loss DifferentiateShard(const Batch& batch, std::uint64_t number,
                          std::size_t shard) {
    constexpr std::size_t kShardGroups = kGroups / kShards;
    Scratch& scratch = scratch_[shard];
    Loss loss;
    for (std::size_t i = 0; i < kShardGroups; ++i) {
      const Group group(shard * kShardGroups + i, window_, batch.words.size());
      ForgetSlots(group);
      if (group.begin == group.end) continue;
      Gather(batch, number, group, scratch);
      DrawWindows(batch, number, group, scratch.pairs);
      if (i == 0) loss = LossOf(scratch);
      Differentiate(batch, group, scratch);
    }
    return loss;
  }

  void ForgetSlots(const Group& group) {
    for (std::size_t i = 0; i < kGroupWords; ++i) {
      input_gradients_.SetUnused(group.index * kGroupWords + i);
    }
    for (std::size_t i = 0; i < group_outputs_; ++i) {
      output_gradients_.SetUnused(group.index * group_outputs_ + i);
    }
  }

  void Gather(const Batch& batch, std::uint64_t number, const Group& group,
              Scratch& scratch) const {
    const auto context =
        batch.words.begin() + static_cast<std::ptrdiff_t>(group.context_begin);
    scratch.words.assign(context,
                         context + static_cast<std::ptrdiff_t>(group.contexts));
    const CounterRandom random(options_.seed, RandomPurpose::kNegative, number,
                               group.index);
    for (std::size_t i = 0; i < kSharedNegatives; ++i) {
      scratch.words.push_back(noise_.Draw(random.Uniform(i)));
    }
    SkipGramPairs& pairs = scratch.pairs;
    pairs.contexts = group.contexts;
    pairs.own = group.begin - group.context_begin;
    pairs.negatives = options_.negatives;
    pairs.inputs.resize(group.rows(), input_.cols());
    for (std::size_t i = group.begin; i < group.end; ++i) {
      pairs.inputs.row(static_cast<Index>(i - group.begin)) =
          input_.row(batch.words[i]);
    }
    pairs.outputs.resize(group.columns(), input_.cols());
    for (std::size_t j = 0; j < scratch.words.size(); ++j) {
      pairs.outputs.row(static_cast<Index>(j)) = output_.row(scratch.words[j]);
    }
    scratch.scores.noalias() = pairs.inputs * pairs.outputs.transpose();
  }

  void DrawWindows(const Batch& batch, std::uint64_t number, const Group& group,
                   SkipGramPairs& pairs) const {
    const CounterRandom random(options_.seed, RandomPurpose::kWindow, number);
    pairs.windows.clear();
    for (std::size_t i = group.begin; i < group.end; ++i) {
      const Window window =
          WindowAt(i, 1 + random.Below(i, window_), batch.documents[i]);
      pairs.windows.push_back({window.begin - group.context_begin,
                               window.end - group.context_begin});
    }
  }

  static Loss LossOf(const Scratch& scratch) {
    Loss loss{.sum = SkipGramLoss(scratch.pairs, scratch.scores)};
    for (std::size_t i = 0; i < scratch.pairs.windows.size(); ++i) {
      loss.pairs += scratch.pairs.PairsOf(i);
    }
    return loss;
  }

  // Leaves the gradients, negated, in the slots of the group.
  void Differentiate(const Batch& batch, const Group& group, Scratch& scratch) {
    const SkipGramPairs& pairs = scratch.pairs;
    scratch.counts.assign(scratch.words.size(), 0);
    double negatives = 0;
    for (std::size_t i = 0; i < pairs.windows.size(); ++i) {
      const Window& window = pairs.windows[i];
      for (std::size_t j = window.begin; j < window.end; ++j) {
        if (j != pairs.own + i) scratch.counts[j] += 1;
      }
      negatives += pairs.NegativeWeight(i);
      input_gradients_.SetWord(group.begin + i, batch.words[group.begin + i],
                               pairs.PairsOf(i) * (1 + options_.negatives));
    }
    const std::size_t first_output = group.index * group_outputs_;
    for (std::size_t j = 0; j < scratch.words.size(); ++j) {
      output_gradients_.SetWord(
          first_output + j, scratch.words[j],
          j < group.contexts ? scratch.counts[j] : negatives);
    }
    SkipGramDescent(pairs, scratch.scores, scratch.coefficients,
                    input_gradients_.Rows(group.begin, group.rows()),
                    output_gradients_.Rows(first_output, group.columns()));
  }

  const SkipGramOptions options_;
  const std::size_t window_;
  const std::size_t group_outputs_;  // slots a group has for output rows
  const NoiseDistribution noise_;
  Matrix input_;
  Matrix output_;
  RowGradients input_gradients_;
  RowGradients output_gradients_;
  std::array<Scratch, kShards> scratch_;
};

Status CheckOptions(const SkipGramOptions& options) {
  const auto complaint = [](const std::string& message) {
    return Status(Error{ErrorCode::kInvalidArgument, message});
  };
  if (options.dimension < 1) return complaint("expected a dimension above 0");
  if (options.window < 1) return complaint("expected a window above 0");
  if (options.negatives < 1) return complaint("expected negatives above 0");
  if (options.epochs < 1) return complaint("expected epochs above 0");
  if (!(options.subsample >= 0)) {
    return complaint("expected a subsample threshold of 0 or above");
  }
  if (!(options.learning_rate > 0)) {
    return complaint("expected a learning rate above 0");
  }
  return {};
}

}  // namespace

Result<WordVectors> TrainSkipGram(Corpus corpus, const SkipGramOptions& options,
                                  const SkipGramHooks& hooks) {
  if (Status status = CheckOptions(options); !status.ok()) {
    return status.error();
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto total = static_cast<std::uint64_t>(corpus.words.size()) *
                     static_cast<std::uint64_t>(options.epochs);
  ThreadPool pool(hooks.threads);
  Trainer trainer(corpus, options);
  Stream stream(corpus, options);
  Batch batch;
  Loss loss;
  for (std::uint64_t number = 0;; ++number) {
    const double done =
        static_cast<double>(stream.words_read()) / static_cast<double>(total);
    stream.Next(batch);
    if (batch.words.empty()) break;
    if (hooks.stop != nullptr && hooks.stop->load()) {
      return Error{ErrorCode::kInterrupted,
                   "stopped after " + std::to_string(stream.words_read()) +
                       " of " + std::to_string(total) + " words"};
    }
    const Loss step =
        trainer.Step(batch, number, options.learning_rate * (1 - done), pool);
    if (!std::isfinite(step.sum)) {
      return Error{ErrorCode::kNotFinite,
                   "expected a finite loss, found " + std::to_string(step.sum) +
                       " in batch " + std::to_string(number) +
                       "; a lower learning rate may help"};
    }
    loss.sum = kLossDecay * loss.sum + step.sum;
    loss.pairs = kLossDecay * loss.pairs + step.pairs;
    if (hooks.progress) {
      const double seconds =
          std::chrono::duration<double>(Clock::now() - start).count();
      const auto words = static_cast<double>(stream.words_read());
      hooks.progress({stream.words_read(), total, words / seconds,
                      (static_cast<double>(total) - words) * seconds / words,
                      loss.sum / std::max(loss.pairs, 1.0)});
    }
  }
  if (!trainer.input().allFinite()) {
    return Error{ErrorCode::kNotFinite,
                 "expected finite word vectors, found a NaN or an infinity; a "
                 "lower learning rate may help"};
  }
  return WordVectors{std::move(corpus.vocabulary), std::move(corpus.counts),
                     std::move(trainer.input())};
}

}  // namespace whylight
