// Whether selected words tell what is an aspect's own in its rating.
//
// The ratings of a review go together. So all that a reviewer liked or not
// tells of every rating, and the words that are not selected, which are many
// more, predict a rating well whether the selected ones mean something or not.
// What sets a rating apart from the others, the residual of its regression on
// them, is told by words about the aspect alone. It shows a selection that
// means nothing: one from which the encoder can read the rating by the places
// or the number of its words, or one of another aspect's words.
//
// Words are read by neither encoder nor generator, which may have agreed on a
// code, but by a ridge regression from the mean word vector of whole reviews to
// the residual: it learns what words say where all are read, remembers them all
// alike, and has no way to read a code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/math/matrix.h"
#include "core/model/word_batch.h"
#include "core/training/engine/thread_pool.h"
#include "core/training/metrics/bootstrap.h"

namespace whylight {

/// The words of a review, and for each aspect which of them are selected (1)
/// and which random spans of the same lengths hold.
struct SelectedReview {
  WordIds words;
  std::vector<std::vector<std::uint8_t>> selected;
  std::vector<std::vector<std::uint8_t>> random_spans;
};

/// Correlations with the aspect's own part of what is read, over reviews from
/// which the reader did not learn.
struct OwnPart {
  std::size_t n = 0;  ///< Reviews that give every rating.
  /// Of the rating's variance, which the other ratings leave; 1 of a single
  /// aspect.
  double share = 1;
  double all_words = 0;
  double rationale = 0;
  double complement = 0;
  double random_spans = 0;
  PairedDifference complement_above_rationale;
  PairedDifference rationale_above_random_spans;

  /// Whether the own part is told by the words that are not selected rather
  /// than by those that are: beyond chance better by the former, and not beyond
  /// chance better by the latter than by random spans. A short selection that
  /// means something leaves much to the other words but tells more than random
  /// ones of its size.
  bool IsMissed() const {
    return complement_above_rationale.low > 0 &&
           rationale_above_random_spans.low <= 0;
  }
};

/// For each aspect, a column of `ratings` (NaN where a rating is missing), the
/// own part; nothing where fewer than 100 reviews give every rating, or where
/// the others leave nothing of it. `vectors` has a row for each word.
std::vector<std::optional<OwnPart>> MeasureOwnParts(
    const std::vector<SelectedReview>& reviews, const Matrix& ratings,
    const Matrix& vectors, std::uint64_t seed, ThreadPool& pool);

/// Its members by their names.
nlohmann::ordered_json OwnPartToJson(const OwnPart& own);

}  // namespace whylight
