// Spans of words, scored by their first and last words: how likely each is, the
// loss of that, and the best ones (Tay19 chapters 5 and 8).
//
// Of words 0, ..., L - 1 the span [i, j + 1), of at most `longest` words, has
// the score s_i + e_j, and "none of them" has n. Their softmax is over all at
// once, so that what is given to none is taken from the spans:
//
//   P([i, j + 1)) = exp(s_i + e_j) / Z,   P(none) = exp(n) / Z
#pragma once

#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/ops/sequence.h"

namespace whylight {

/// The words [begin, end) of a text.
struct WordRange {
  Index begin;
  Index end;

  friend bool operator==(const WordRange&, const WordRange&) = default;
};

/// The scores of the spans of each text of a batch.
struct SpanScores {
  Var starts;  ///< s, [max_length·batch x 1], time-major.
  Var ends;    ///< e, the same.
  Var none;    ///< n, [batch x 1].
};

/// Those of one text.
struct TextSpanScores {
  std::vector<double> starts;
  std::vector<double> ends;
  double none = 0;

  double Score(const WordRange& span) const {
    return starts[static_cast<std::size_t>(span.begin)] +
           ends[static_cast<std::size_t>(span.end - 1)];
  }
};

TextSpanScores SpanScoresOf(const Graph& graph, const SpanScores& scores,
                            const std::vector<Index>& lengths, Index text);

/// log Σ exp(score) over all spans, without none; -∞ where there are no words.
double LogSumOfSpans(const TextSpanScores& scores, Index longest);

struct ScoredSpan {
  WordRange words;
  double score;
};

/// The best span, then the best of those that share no word with it, and so on:
/// at most `count`. Of equal ones the first, and of these the shortest. Takes
/// count² · L · longest steps at most.
std::vector<ScoredSpan> BestSpans(const TextSpanScores& scores, Index longest,
                                  std::size_t count);

/// What is right of a text: any of `spans`, of at most `longest` words each and
/// none twice, with the probability 1 - none. No spans: none = 1.
struct SpanTarget {
  std::vector<WordRange> spans;
  double none = 1;
};

/// Σ_b weights[b] · -((1 - none) log P(one of the spans) + none log P(none))
/// -> [1 x 1]. What is right is a sum over spans: which of them is the better
/// answer is left open. Takes L · longest exponentials a text.
Var SpanLoss(Graph& graph, const SpanScores& scores,
             const std::vector<Index>& lengths, Index longest,
             std::span<const SpanTarget* const> targets,
             std::span<const Real> weights);

}  // namespace whylight
