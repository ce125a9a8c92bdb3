// Why a rationale model rates a text as it does: the explanations of this room
// applied to its encoder. Spans count UTF-16 units of the text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/base/steps.h"
#include "core/explain/faithfulness.h"
#include "core/explain/gate_profile.h"
#include "core/explain/linearised_activation.h"
#include "core/explain/ngram_lists.h"
#include "core/explain/string_kernel.h"
#include "core/systems/rationale/model.h"

namespace whylight {

/// Which words the encoder reads. A rating rests on its rationale alone.
enum class WordsRead { kRationale, kAll };

/// A number for a piece of text.
struct SpanNumber {
  Span span;
  double number;
};

/// The logit of a rating as a sum over skip n-grams: of both directions of the
/// encoder together, an n-gram that both read counted once.
struct RatingNgrams {
  double rating;                  ///< 1 / (1 + exp(-logit)), in [0, 1].
  Completeness completeness;      ///< logit = ngrams + bias + residual.
  std::vector<SpanNgram> ngrams;  ///< The strongest, strongest first.
  /// Each of these lies within so many neighbouring words: all, unless those
  /// make too many.
  std::size_t window;
  std::vector<SpanNumber> words;  ///< What each word read adds; sums to ngrams.
};

/// The rating the encoder would give at each word it reads, from its states
/// there.
struct RatingCurve {
  double rating;  ///< The rating it gives, from its last states.
  double logit;
  /// The mean of the local logits. It would be `logit` if the model read the
  /// mean of its states; what it reads instead makes the difference.
  double mean_logit;
  std::vector<SpanNumber> words;  ///< The local ratings, in [0, 1].
};

/// The gates of both directions.
struct RatingGates {
  std::vector<Span> words;
  GateProfile forward;
  GateProfile backward;
};

/// Whether a rating rests on the selected words (in units of the rating).
struct RatingFaithfulness {
  Faithfulness scores;
  AopcCurves aopc;  ///< Words ranked by their probability for the aspect.
  /// Of the whole text, what the rating loses without each word; empty if not
  /// asked for.
  std::vector<SpanNumber> leave_one_out;
};

struct FaithfulnessOptions {
  /// The words that overlap these; the rationale at the explainer's point if
  /// absent.
  std::optional<std::vector<Span>> selection;
  std::vector<double> bins = kAopcBins;
  bool leave_one_out = false;  ///< Takes a run a word.
};

/// One text and what the model found in it at one operating point. The model
/// must outlive it.
class RationaleExplainer {
 public:
  /// The longest text whose n-grams are listed, or whose words are left out one
  /// by one, in words.
  static constexpr std::size_t kMaxWordsCompared = 1000;

  /// `point` chooses the words of rationales, as in RationaleModel::Explain,
  /// and this fails as that does.
  static Result<RationaleExplainer> Make(const RationaleModel& model,
                                         std::string_view utf8,
                                         PointIndex point = {});

  // Each fails with kInvalidArgument, naming what is wrong, and with
  // kTextTooLong where time grows with the square of the text. All but
  // MeasureSelection want an encoder that is a recurrent convolution.

  /// The sum behind the rating of an aspect, from the gates of its forward
  /// run, with tanh replaced by its tangent; `top` n-grams of it.
  Result<RatingNgrams> Ngrams(std::size_t aspect, WordsRead read,
                              std::size_t top) const;
  Result<RatingCurve> Curve(std::size_t aspect, WordsRead read) const;
  Result<RatingGates> Gates(std::size_t aspect, WordsRead read) const;
  Result<RatingFaithfulness> MeasureSelection(
      std::size_t aspect, const FaithfulnessOptions& options) const;

  // The same in steps, which outlive the explainer.

  Begun<RatingNgrams> BeginNgrams(std::size_t aspect, WordsRead read,
                                  std::size_t top) const;
  Begun<RatingFaithfulness> BeginMeasuring(
      std::size_t aspect, const FaithfulnessOptions& options) const;

 private:
  RationaleExplainer(const RationaleModel& model, std::string_view utf8,
                     RationaleExplanation explanation);

  std::vector<std::size_t> Read(std::size_t aspect, WordsRead read) const;
  Span SpanOf(std::size_t token) const { return tokens_[token].span; }

  const RationaleModel* model_;
  std::uint32_t length_;  // Of the text, in UTF-16 units.
  std::vector<Token> tokens_;
  WordIds ids_;
  RationaleExplanation explanation_;
};

/// An n-gram of one text aligned with one of another.
struct SpanMatch {
  std::vector<Span> x;
  std::vector<Span> y;
  std::vector<double> similarities;  ///< Of the words aligned.
  double contribution;
  double share;  ///< Of the kernel.
};

struct TextMatches {
  double kernel;
  std::vector<SpanMatch> matches;  ///< Strongest first.
};

/// The string kernel of two texts and its `count` strongest terms. Words are as
/// alike as the cosine of the model's vectors, and 1 if they are spelled alike.
Result<TextMatches> MatchTexts(const RationaleModel& model,
                               std::string_view utf8_x, std::string_view utf8_y,
                               const StringKernelOptions& options,
                               std::size_t count);

/// The same in steps.
Begun<TextMatches> BeginMatchingTexts(const RationaleModel& model,
                                      std::string_view utf8_x,
                                      std::string_view utf8_y,
                                      const StringKernelOptions& options,
                                      std::size_t count);

}  // namespace whylight
