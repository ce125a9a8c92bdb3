// The findings of an evaluation in one review (evaluation.h adds reviews up).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"
#include "core/base/runs.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/training/metrics/kappa.h"

namespace whylight {

/// Sums over reviews.
struct Tally {
  double words = 0;
  double selected = 0;
  double selected_share = 0;  ///< Macro.
  double texts_with_words = 0;
  double runs = 0;
  double mean_run = 0;  ///< Macro.
  double texts_with_runs = 0;
  double sufficiency = 0;
  double comprehensiveness = 0;
  double clean_runs = 0;
  double keyword_runs = 0;
  double random_runs = 0;
  double clean_random_runs = 0;
  double keyword_random_runs = 0;
  /// Words that are selected (first) and keywords (second), and those of random
  /// spans; and of as many random words of each text, on average.
  MarkCounts keywords;
  MarkCounts random_span_keywords;
  MarkCounts random_word_keywords;
  double punctuation = 0;
  std::array<double, 10> positions{};

  Tally& operator+=(const Tally& other);
};

/// The ratings that the encoder predicts from some of the words.
struct Predictions {
  double rationale = 0;
  double all_words = 0;
  double random_spans = 0;
  // Not of a brief evaluation:
  double complement = 0;
  std::optional<double> full_text;
};

/// One aspect of a review.
struct AspectFinding {
  Tally tally;
  Predictions predictions;
  bool mentioned = false;  ///< Whether the model rates it.
  std::optional<double> spread;
  std::vector<std::uint8_t> selected;      ///< By word.
  std::vector<std::uint8_t> random_spans;  ///< By word.
  std::vector<std::string> words;          ///< That were selected.
  std::vector<double> both;          ///< By aspect: words selected for both,
  std::vector<double> either;        ///< or for one of the two.
  std::optional<MarkedText> gold;    ///< If people marked the review.
  std::vector<std::uint8_t> random;  ///< By token, as in `gold`.
};

/// A review: its words, and a finding for each aspect.
struct ReviewFinding {
  bool in_domain = true;
  WordIds words;
  std::vector<AspectFinding> aspects;
};

class ReviewEvaluator {
 public:
  /// `means` are those of each aspect's ratings. The rest must outlive it.
  ReviewEvaluator(const RationaleModel& model, const EvaluationOptions& options,
                  std::vector<double> means);

  bool HasKeywords(std::size_t aspect) const {
    return !keywords_[aspect].empty();
  }

  /// `number` is the review's, from which its random spans are drawn.
  Result<ReviewFinding> Evaluate(const Review& review,
                                 std::size_t number) const;

 private:
  std::vector<std::uint8_t> RandomRunsLike(
      const std::vector<std::uint8_t>& selected, std::uint64_t key) const;
  void CountRuns(const std::vector<Token>& tokens,
                 const std::vector<std::uint8_t>& selected, std::size_t aspect,
                 Tally* tally) const;
  void CountRandomRuns(const std::vector<Token>& tokens,
                       const std::vector<std::uint8_t>& random,
                       std::size_t aspect, Tally* tally) const;
  MarkCounts CountKeywords(const std::vector<Token>& tokens,
                           const std::vector<std::uint8_t>& selected,
                           std::size_t aspect) const;
  double KeywordRuns(const std::vector<Token>& tokens,
                     const std::vector<Run>& runs, std::size_t aspect) const;

  const RationaleModel& model_;
  const EvaluationOptions& options_;
  std::vector<double> means_;
  std::vector<std::unordered_set<std::string>> keywords_;
};

}  // namespace whylight
