// How word vectors are learned.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/format/fields.h"
#include "core/training/vectors/phrases.h"
#include "core/training/vectors/window_pairs.h"

namespace whylight {

/// What contexts words are counted in.
enum class ContextKind {
  kWords,      ///< The words around them,
  kPositions,  ///< each by itself at each distance on each side.
};

struct VectorOptions {
  Objective objective = Objective::kSkipGram;
  ContextKind contexts = ContextKind::kWords;  ///< Of kPpmi.
  int dimension = 200;
  /// The reach is drawn from 1..window for each word; of kRanking it is this.
  int window = 5;
  int negatives = 5;  ///< Random words a prediction; of kPpmi the shift k.
  int hidden = 100;   ///< Hidden units of kRanking.
  std::uint64_t min_count = 5;
  std::size_t max_words = 0;  ///< Keep the most frequent; 0: all.
  int epochs = 3;
  /// A word with a share f of the text above this threshold t is read with
  /// probability sqrt(t / f) + t / f; 0: all are read.
  double subsample = 1e-3;
  double learning_rate = 0.025;  ///< Falls linearly to zero.
  std::uint64_t seed = 1;
  PhraseOptions phrases;
};

const Fields<VectorOptions>& VectorFields();

}  // namespace whylight
