// Learns word vectors by negative sampling: scores tell the words of the text
// from words drawn at random.
//
// Y. Goldberg, "A Primer on Neural Network Models for Natural Language
// Processing", 2015, section 5; T. Mikolov et al., "Distributed representations
// of words and phrases and their compositionality", NIPS 2013. The loss of a
// prediction of c by w is
//   -log s(w . c) - sum over k random words c' of log s(-w . c'),
// s the logistic function and c, c' rows of the output matrix. Skip-gram: w is
// a row of the input matrix, c each word of its window. CBOW: w is the mean of
// the rows of a window, c the word in its middle.
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
  double loss;  ///< Of a prediction: a running mean over a sample of them.
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
