// What a model recommends, and why: the reviews that its pointers choose.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/base/steps.h"
#include "core/systems/recommender/bank.h"
#include "core/systems/recommender/model.h"

namespace whylight {

/// A review as whoever asks gives it. A name may be missing: the review is then
/// nobody's, or of nothing.
struct GivenReview {
  std::string user;
  std::string item;
  std::string text;
};

/// Reviews as a model reads them, numbered in the order in which they are
/// added.
class KnownReviews {
 public:
  /// Adds none where it fails: with kTextTooLong, naming the review.
  Status Add(const Recommender& model, const std::vector<GivenReview>& reviews);

  const ReviewBank& bank() const { return bank_; }
  /// Where the words of a review stand that the bank has.
  const std::vector<Span>& spans(std::size_t review) const {
    return spans_[review];
  }

 private:
  ReviewBank bank_;
  std::vector<std::vector<Span>> spans_;
};

/// A review that is a reason: its number, what it weighs among those of the
/// same side that were read, which add up to 1 (the softmax of the pointer's
/// scores), and how much each word that was read weighs, if words are weighed;
/// those add up to 1 as well.
struct PointedReview {
  struct Word {
    Span span;
    Real weight;
  };
  std::size_t review;
  double weight;
  std::vector<Word> words;
};

/// What one pointer chose; nothing on a side without reviews.
struct ChosenPair {
  std::optional<PointedReview> of_user;
  std::optional<PointedReview> of_item;
};

struct Recommendation {
  std::string item;
  double rating;     ///< Within the range of the model. Without it, the sum of
  double mean;       ///< the mean of all ratings,
  double user_bias;  ///< what the user adds by name,
  double item_bias;  ///< the item,
  double match;      ///< and what the kind of the model finds between them.
  std::size_t user_reviews;  ///< How many were read.
  std::size_t item_reviews;
  std::vector<ChosenPair> pointers;
};

/// What `user` would rate `item`, or, without an item, the `count` items with
/// the highest ratings among those that the model or `reviews` name and the
/// user has no review of, from the highest; of equal ones in the order in which
/// they are named. A review of the user of the item itself is not read. Fails
/// with kInvalidArgument where nobody names any item, and with kNotFinite. The
/// steps, each of some items, want the model to outlive them; reviews may be
/// added in between, and then count for the items that are left.
Begun<std::vector<Recommendation>> BeginRecommending(
    const Recommender& model, std::shared_ptr<const KnownReviews> reviews,
    const std::string& user, const std::string& item, std::size_t count);

/// The same at once, of reviews that are yet to be read. Fails as adding them
/// does, too.
Result<std::vector<Recommendation>> Recommend(
    const Recommender& model, const std::vector<GivenReview>& reviews,
    const std::string& user, const std::string& item, std::size_t count);

}  // namespace whylight
