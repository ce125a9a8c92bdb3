// A linear functional of the states of one RCNN as an exact sum over the skip
// n-grams of the text (Lei17 theorem 1 and appendix A.1).
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/math/matrix.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

/// The run of one RCNN of order n with h units on one text of L words. `form`
/// says which recurrence it was, with sum pooling; its `state` and
/// `activation` are not read here. Rows are the words it read in the order it
/// read them: selected words only, and from last to first for a backward run.
struct RcnnRecord {
  RcnnForm form;
  Matrix products;  ///< u, [L x n·h]: W_1 x_t, ..., W_n x_t side by side.
  Matrix decays;    ///< λ_t of the forward run in [0, 1], [L x h], held fixed.
};

/// The functional to explain: the sum over words t and levels j of
/// c_weights_j[t] · c_j[t] + z_weights_j[t] · z_j[t]. Each matrix is [L x n·h],
/// level by level like the products, or empty for zero. A logit read from the
/// last state has weights in the last row only, one read from the mean state in
/// every row.
struct StateFunctional {
  Matrix c_weights;
  Matrix z_weights;
};

/// The functional that weighs the exposed state s[t] of `form` by
/// `weights` [L x h]. `mix` holds α_1..α_n and is read for kMix only.
StateFunctional OnExposedState(const RcnnForm& form, Index order,
                               const Matrix& weights, const RowVector& mix);

/// s[t] itself, [L x h], of levels [L x n·h] each.
Matrix ExposedStates(const RcnnForm& form, const Matrix& c, const Matrix& z,
                     Index order, const RowVector& mix);

/// One skip n-gram of the text and what it adds to the functional.
struct NgramContribution {
  /// The positions of its words, from left to right. A form with `same_step`
  /// may have one word at two neighbouring places of an n-gram.
  std::vector<Index> words;
  double contribution;
};

struct NgramAttribution {
  /// The functional: the sum over all n-grams, those not in `top` included.
  double total = 0;
  /// [L], adds up to `total`. With additive mapping a word's own terms u_k[i];
  /// with multiplicative mapping an n-gram goes in equal parts to its places.
  /// Both are Shapley values of the game in which an absent word has u = 0 and
  /// the gates stay (but for n-grams with one word at several places).
  std::vector<double> word_marginals;
  /// [h], adds up to `total`: what the functional has of each unit.
  std::vector<double> unit_totals;
  /// The number of n-grams in the sum: those of a length that occurs, ending
  /// at a word whose states have weight; within a window or not.
  double ngram_count = 0;
  /// The n-grams of largest absolute contribution, largest first; at a tie the
  /// shorter one, then the one further left.
  std::vector<NgramContribution> top;
};

struct NgramAttributionOptions {
  /// How many n-grams to list. With 0 none is enumerated, and total and
  /// marginals come at O(L n h) for any order and length.
  std::size_t top = 10;
  /// Only n-grams within so many neighbouring words are listed, gaps included.
  Index window = std::numeric_limits<Index>::max();
  /// The most n-grams that may be enumerated for the list, at O(h) each.
  double max_ngrams = 5e6;
  /// Whether a walk through more narrows its window instead of failing.
  bool narrows = false;
};

/// Expands `functional` into contributions of skip n-grams of 1..n words.
///
/// The n-gram i_1 < ... < i_n of level n has the feature f = u_1[i_1] ⊙ ... ⊙
/// u_n[i_n] (multiplicative) or u_1[i_1] + ... + u_n[i_n] (additive). In c_n[t]
/// it has the weight Π q over its members times Π λ over the other words from
/// i_1 to t; in z_n[t], where i_n = t, the same without q of i_n. Here
/// q = 1 - λ if normalised, else 1. Levels j < n hold j-grams of the same kind.
/// With `same_step` members may coincide, i_1 <= ... <= i_n, and λ is that of
/// all words after i_1 up to t, members or not.
///
/// The additive normalised form sees zero vectors left of the text, and an
/// n-gram may begin there: one with m < n members in the text has the feature
/// u_{n-m+1}[i_1] + ... + u_n[i_m] and, summed over all ways to begin in the
/// padding (whose weights at each level add up to 1), the weight Π q over its
/// members times Π λ over all other words of the text up to t. Together these
/// give u_k[i_k] the weight of the n-gram's tail from place k on, which is the
/// recurrence's. The other forms have no such terms: a product with a zero
/// vector is zero, and the un-normalised sum counts n-grams of the text alone.
///
/// Contributions of the same words at several levels are added up.
///
/// kInvalidArgument if the shapes do not fit, a number is not finite, a decay
/// is outside [0, 1], the form pools by maximum or is additive with
/// `same_step`, or more than `max_ngrams` would have to be enumerated.
Result<NgramAttribution> AttributeToNgrams(
    const RcnnRecord& record, const StateFunctional& functional,
    const NgramAttributionOptions& options = {});

/// Goes through the n-grams that AttributeToNgrams makes its list of, one after
/// the other, and keeps none.
class NgramWalk {
 public:
  /// Gets the positions of an n-gram's words in ascending order.
  using Visit =
      std::function<void(const std::vector<Index>& words, double contribution)>;

  /// The positions are those of the text, whose last word the recurrence reads
  /// first if it is `reversed`. Fails as AttributeToNgrams does.
  static Result<NgramWalk> Begin(const RcnnRecord& record,
                                 const StateFunctional& functional,
                                 bool reversed,
                                 const NgramAttributionOptions& options = {});

  NgramWalk(NgramWalk&&) noexcept;
  NgramWalk& operator=(NgramWalk&&) noexcept;
  ~NgramWalk();

  /// How many n-grams it goes through,
  double Count() const;
  /// and within how many neighbouring words they are.
  Index window() const;

  /// Visits those that end at the next word read. False where none was left.
  bool Next(const Visit& visit);

 private:
  struct State;
  explicit NgramWalk(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace whylight
