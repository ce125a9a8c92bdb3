// Learns word vectors by skip-gram with negative sampling: the vector of a word
// tells the words around it from words drawn at random.
//
// Y. Goldberg, "A Primer on Neural Network Models for Natural Language
// Processing", 2015, section 5; T. Mikolov et al., "Distributed representations
// of words and phrases and their compositionality", NIPS 2013. For each word w
// and each word c of its window the loss is
//   -log s(w . c) - sum over k random words c' of log s(-w . c'),
// s the logistic function, w a row of the input and c, c' of the output matrix.
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
#include "core/train/vectors/corpus.h"
#include "core/train/vectors/word_vectors.h"

namespace whylight {

struct SkipGramOptions {
  int dimension = 200;
  int window = 5;     ///< The reach is drawn from 1..window for each word.
  int negatives = 5;  ///< Random words for each word of the window.
  std::uint64_t min_count = 5;
  std::size_t max_words = 0;  ///< Keep the most frequent; 0: all.
  int epochs = 3;
  /// A word with a share f of the text above this threshold t is read with
  /// probability sqrt(t / f) + t / f; 0: all are read.
  double subsample = 1e-3;
  double learning_rate = 0.025;  ///< Falls linearly to zero.
  std::uint64_t seed = 1;
};

struct SkipGramProgress {
  std::uint64_t words_done;  ///< Counts every epoch and the words left out.
  std::uint64_t words_total;
  double words_per_second;
  double seconds_left;
  double loss;  ///< Of a pair: a running mean over a sample of recent ones.
};

/// What a caller may watch and stop a run with; neither changes its result.
struct SkipGramHooks {
  int threads = 1;
  /// Called often (every few milliseconds), always from the caller's thread.
  std::function<void(const SkipGramProgress&)> progress;
  /// When it becomes true the run ends with ErrorCode::kInterrupted.
  const std::atomic<bool>* stop = nullptr;
};

/// Trains on `corpus`, whose vocabulary and counts move into the result.
/// `min_count` and `max_words` are the corpus builder's affair.
Result<WordVectors> TrainSkipGram(Corpus corpus, const SkipGramOptions& options,
                                  const SkipGramHooks& hooks = {});

}  // namespace whylight
