// Reviews as the rationale task trains on them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/systems/rationale/model.h"
#include "core/training/data/reviews.h"

namespace whylight {

/// Rated texts as word ids. Ratings are those of `names`, which start with the
/// model's aspects; more may follow, to regress on.
struct RatedTexts {
  std::vector<std::string> names;
  std::vector<WordIds> texts;
  /// [texts x names], in [0, 1]; kUnrated where there is none.
  Matrix ratings;

  std::size_t size() const { return texts.size(); }
};

/// Reads reviews (VisitReviews) as word ids; their text is not kept.
Result<RatedTexts> ReadRatedTexts(const std::string& path,
                                  const std::vector<std::string>& names,
                                  const Vocabulary& vocabulary,
                                  const DataOptions& options);

RatedTexts ToRatedTexts(const std::vector<Review>& reviews,
                        const std::vector<std::string>& names,
                        const Vocabulary& vocabulary);

/// The part of each rating that the others do not tell:
///   y' = mean + stretch · (y - mean - share · (regression - mean))
/// where the regression predicts y linearly from the other ratings (least
/// squares over the rows that give all). share = 1 leaves nothing but the
/// residual, share = 0 and stretch = 1 the rating itself. In a row that lacks a
/// rating the others stay as they are. Decorrelates the
/// targets of aspects whose ratings go together (compare Lei17 section 3.4.1).
Matrix PartialResiduals(const Matrix& ratings, double share, double stretch);

/// The rows on which the ratings disagree most with each other: the sum over
/// the first `aspects` columns of (y - regression)² / variance, largest first.
/// Rows that lack a rating come after all others, in their order.
std::vector<std::size_t> MostDecorrelated(const Matrix& ratings,
                                          std::size_t aspects,
                                          std::size_t count);

}  // namespace whylight
