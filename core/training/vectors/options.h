// How word vectors are learned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/format/fields.h"
#include "core/training/vectors/phrases.h"
#include "core/training/vectors/window_pairs.h"

namespace whylight {

/// What contexts words are counted in, or predict.
enum class ContextKind {
  kWords,      ///< The words around them,
  kPositions,  ///< each by itself at each distance on each side.
  /// The words that depend on it and that it depends on, with the relation
  /// (dependency_contexts.h).
  kDependencies,
};

struct VectorOptions {
  Objective objective = Objective::kSkipGram;
  /// kCbow and kRanking have words alone, kPpmi all, kSkipGram no positions.
  ContextKind contexts = ContextKind::kWords;
  /// Of kDependencies: whether prepositions are not collapsed (see
  /// DependencyContexts).
  bool keep_prepositions = false;
  int dimension = 200;
  /// The reach is drawn from 1..window for each word; of kRanking it is this.
  int window = 5;
  int negatives = 5;  ///< Random words a prediction; of kPpmi the shift k.
  int hidden = 100;   ///< Hidden units of kRanking.
  std::uint64_t min_count = 5;
  std::size_t max_words = 0;  ///< Keep the most frequent; 0: all.
  int epochs = 0;             ///< 0: by the length of the text (EpochsOf).
  /// A word with a share f of the text above this threshold t is read with
  /// probability sqrt(t / f) + t / f; 0: all are read.
  double subsample = 1e-3;
  double learning_rate = 0.025;  ///< Falls linearly to zero.
  std::uint64_t seed = 1;
  PhraseOptions phrases;
};

/// How often a text of `words` words is read: of kPpmi once, else as often as
/// the options say or, where they do not, until about 2 million words have
/// been, 3 to 100 times.
int EpochsOf(const VectorOptions& options, std::size_t words);

/// Why these contexts do not go with the rest of the options; empty if they do.
std::string ContextProblem(const VectorOptions& options);

const Fields<VectorOptions>& VectorFields();

}  // namespace whylight
