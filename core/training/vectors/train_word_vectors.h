// Learns word vectors from a corpus, by the objective of its options.
//
// Unlike the usual lock-free training this one gives the same bits on any
// number of threads: the gradients of a small batch are computed side by side
// from the same parameters and added in a fixed order. Neighbouring words share
// their random words (weighted, so the expected loss stays the same), which
// turns the work into small matrix products.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "core/base/result.h"
#include "core/training/vectors/corpus.h"
#include "core/training/vectors/options.h"
#include "core/training/vectors/word_vectors.h"

namespace whylight {

struct VectorProgress {
  std::uint64_t words_done;  ///< Counts every epoch and the words left out.
  std::uint64_t words_total;
  double words_per_second;
  double seconds_left;
  double loss;   ///< Of a prediction: a running mean over a sample of them.
  bool learned;  ///< Whether any prediction has been made.
};

/// Lets a caller watch and stop a run; neither changes its result.
struct VectorHooks {
  int threads = 1;
  /// Called often (every few milliseconds), always from the caller's thread.
  std::function<void(const VectorProgress&)> progress;
  /// When it becomes true the run ends with ErrorCode::kInterrupted.
  const std::atomic<bool>* stop = nullptr;
};

/// Trains on `corpus`, or factorises its counts if the objective is kPpmi; its
/// vocabulary and counts move into the result.
/// `min_count` and `max_words` are the corpus builder's affair.
Result<WordVectors> TrainWordVectors(Corpus corpus,
                                     const VectorOptions& options,
                                     const VectorHooks& hooks = {});

}  // namespace whylight
