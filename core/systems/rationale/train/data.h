// Reviews as the rationale task trains on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/systems/rationale/model.h"
#include "core/training/data/reviews.h"
#include "core/training/data/text_templates.h"

namespace whylight {

/// Rated texts as word ids. Ratings are those of `names`, which start with the
/// model's aspects; more may follow, to regress on.
struct RatedTexts {
  std::vector<std::string> names;
  std::vector<WordIds> texts;
  /// [texts x names], in [0, 1]; kUnrated where there is none.
  Matrix ratings;
  /// The texts that are whole reviews come first. Single sentences of them
  /// follow, with the ratings of the review, and last texts made from
  /// templates, which do not speak of the aspects that they do not rate, and
  /// others that speak of nothing.
  std::size_t reviews = 0;
  std::size_t sentences = 0;
  /// Of each of these, and of texts that speak of nothing, the aspect that each
  /// word's clause is about, or one of the values below.
  std::vector<std::vector<std::int16_t>> about = {};

  static constexpr std::int16_t kNoAspect = -1;
  static constexpr std::int16_t kEveryAspect = -2;

  std::size_t size() const { return texts.size(); }
  bool IsTemplate(std::size_t text) const {
    return text >= reviews + sentences;
  }
  const std::vector<std::int16_t>& AboutOf(std::size_t text) const {
    return about[text - reviews - sentences];
  }
};

/// Reads the reviews of several files (VisitReviews) as word ids; their text is
/// not kept.
Result<RatedTexts> ReadRatedTexts(const std::vector<std::string>& paths,
                                  const std::vector<std::string>& names,
                                  const Vocabulary& vocabulary,
                                  const DataOptions& options);

/// Adds single sentences of the reviews: `share` of one for each review in the
/// mean, drawn from `seed`. They have between 3 and 60 words.
void AddSentences(double share, std::uint64_t seed,
                  const Vocabulary& vocabulary, RatedTexts* set);

/// Adds the texts made from the templates that are numbered 0, `step`,
/// 2 `step`, ... below `count`, about the first `aspects` of the set's ratings.
void AddTemplateTexts(const TextTemplates& templates, std::size_t aspects,
                      std::size_t count, std::uint64_t seed,
                      const Vocabulary& vocabulary, RatedTexts* set,
                      std::size_t step = 1);

/// Adds texts that speak of no aspect, as if they were made from templates.
void AddUnratedTexts(const std::vector<WordIds>& texts, RatedTexts* set);

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
