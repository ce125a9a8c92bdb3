// Why a classifier sorts a text as it does: what it would say at each word, and
// the skip n-grams its answer is the sum of. Spans count UTF-16 units of the
// text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/base/steps.h"
#include "core/explain/linearised_activation.h"
#include "core/explain/ngram_lists.h"
#include "core/systems/classifier/model.h"

namespace whylight {

struct ClassifierQuestion {
  std::size_t ngrams = 5;  ///< How many n-grams to list.
  /// The label whose logit the n-grams add up to. By default they add up to
  /// what the text's grade rests on or, where labels have no grades, to the
  /// logit of the likeliest label.
  std::optional<std::size_t> label = {};
};

/// A text sorted, with reasons.
struct Classification {
  std::size_t label;                ///< As GradeScale reads it.
  std::vector<Real> probabilities;  ///< Of each label.
  /// As GradeScale reads it; none where labels have no grades.
  std::optional<Real> grade;
  double known = 0;  ///< The share of its words that the model knows.
  std::vector<Span> words;

  /// The softmax of the states at each word alone (PositionCurve, Lei17 figure
  /// 2-4), and its grade: [L x labels] and [L].
  /// Empty unless the model reads vectors of the words, their mean or the last;
  /// the grades, unless labels have them. If it reads the last, and its layers
  /// only read forwards, this is what it says of the text up to each word.
  Matrix local_probabilities;
  std::vector<Real> local_grades;

  /// The strongest n-grams, of either sign, strongest first, of those within
  /// `window` neighbouring words: all, unless they are too many.
  std::vector<SpanNgram> ngrams;
  std::size_t window;
  /// `logit` = ngrams + bias + residual, where `logit` is that of a label, or
  /// Σ_k (grade_k - mean grade) logit_k. The residual is what tangents leave
  /// out, which is nothing for ReLU, and what is no sum over n-grams at all.
  Completeness completeness;
};

/// Texts of more words are sorted, but not taken apart into n-grams.
inline constexpr std::size_t kMaxWordsTakenApart = 2000;

/// Sorts a text and says why, exactly and without a gradient. A linear
/// functional of the logits is one of the states that are pooled. What
/// recurrent convolutions give is, with an activation g as a line through the
/// point the run went through and gates held fixed, linear in their levels, so
/// it is a sum over the skip n-grams of the positions they read
/// (AttributeToNgrams). A layer on top of others reads their states, so its
/// n-grams are made of the states at these words. What several layers say of
/// the same words is added up.
///
/// Word vectors that are pooled, or carried past a layer by a highway, are
/// n-grams of one word. Layers of other kinds, and max-pooling, are no sums
/// over n-grams: what they say is in the residual.
///
/// Fails beyond kMaxWords.
Result<Classification> ClassifyWithReasons(const Classifier& model,
                                           std::string_view utf8,
                                           const ClassifierQuestion& question);

/// The same in steps, which the model must outlive.
Begun<Classification> BeginClassifying(const Classifier& model,
                                       std::string_view utf8,
                                       const ClassifierQuestion& question);

}  // namespace whylight
