#include "core/ops/crf.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/ops/ops.h"

namespace whylight {
namespace {

// By how much a loss grows with the score of each part.
struct PartCounts {
  MatrixOf<double> words;
  TagTransitions transitions;
};

using TagsOfTexts = std::span<const std::vector<std::int32_t>* const>;

// log Σ exp of a row; -∞ where all are.
template <typename Row>
double LogSumExp(const Row& row) {
  const double largest = row.maxCoeff();
  if (largest == -std::numeric_limits<double>::infinity()) return largest;
  return largest + std::log((row.array() - largest).exp().sum());
}

// Adds `weight` for each part of a sequence of tags.
void CountParts(const SequenceBatch& batch, Index b,
                const std::vector<std::int32_t>& tags, double weight,
                PartCounts* counts) {
  counts->transitions.start(0, tags.front()) += weight;
  counts->transitions.end(0, tags.back()) += weight;
  for (std::size_t t = 0; t < tags.size(); ++t) {
    counts->words(batch.row(static_cast<Index>(t), b), tags[t]) += weight;
    if (t == 0) continue;
    counts->transitions.between(tags[t - 1], tags[t]) += weight;
  }
}

// log Σ exp(score) over all sequences of tags. Adds `weight` times how often
// each part is to be expected to `counts`, unless it is null.
double LogPartition(const MatrixOf<double>& words,
                    const TagTransitions& transitions,
                    const SequenceBatch& batch, Index b, double weight,
                    PartCounts* counts) {
  const Index length = words.rows();
  const Index tags = words.cols();
  // Row k: the scores of each tag before tag k.
  const MatrixOf<double> into = transitions.between.transpose();
  // Of what ends in a tag at a word, and of what goes on after it.
  MatrixOf<double> forward(length, tags);
  forward.row(0) = transitions.start + words.row(0);
  for (Index t = 1; t < length; ++t) {
    for (Index k = 0; k < tags; ++k) {
      forward(t, k) = words(t, k) + LogSumExp(forward.row(t - 1) + into.row(k));
    }
  }
  const double all = LogSumExp(forward.row(length - 1) + transitions.end);
  if (counts == nullptr) return all;
  MatrixOf<double> backward(length, tags);
  backward.row(length - 1) = transitions.end;
  for (Index t = length - 1; t > 0; --t) {
    const MatrixOf<double> next = words.row(t) + backward.row(t);
    for (Index j = 0; j < tags; ++j) {
      const MatrixOf<double> scores = transitions.between.row(j) + next;
      backward(t - 1, j) = LogSumExp(scores);
      counts->transitions.between.row(j).array() +=
          weight * (scores.array() + (forward(t - 1, j) - all)).exp();
    }
  }
  const MatrixOf<double> expected =
      weight * ((forward + backward).array() - all).exp();
  for (Index t = 0; t < length; ++t) {
    counts->words.row(batch.row(t, b)) += expected.row(t);
  }
  counts->transitions.start += expected.row(0);
  counts->transitions.end += expected.row(length - 1);
  return all;
}

void SendCounts(Graph& graph, Var scores, const MatrixOf<double>& counts,
                double scale) {
  graph.AddGradient(scores, (scale * counts).cast<Real>());
}

// The sum over the sequences of `loss(words, b, counts)`, which adds to
// `counts`, that are null where nobody asks for them.
template <typename Loss>
Var SumOverTexts(Graph& graph, const TagScores& scores,
                 const SequenceBatch& batch, const Loss& loss) {
  const Index tags = graph.value(scores.words).cols();
  PartCounts counts;
  if (graph.recording()) {
    counts = {
        MatrixOf<double>::Zero(graph.value(scores.words).rows(), tags),
        {MatrixOf<double>::Zero(1, tags), MatrixOf<double>::Zero(tags, tags),
         MatrixOf<double>::Zero(1, tags)}};
  }
  double total = 0;
  for (Index b = 0; b < batch.batch(); ++b) {
    if (batch.lengths[static_cast<std::size_t>(b)] == 0) continue;
    total += loss(WordScoresOf(graph, scores.words, batch, b), b,
                  graph.recording() ? &counts : nullptr);
  }
  const Var y = graph.NewValue(1, 1);
  graph.MutableValue(y)(0, 0) = static_cast<Real>(total);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, scores, counts = std::move(counts), y] {
      const double dy = graph.Gradient(y)(0, 0);
      SendCounts(graph, scores.words, counts.words, dy);
      SendCounts(graph, scores.start, counts.transitions.start, dy);
      SendCounts(graph, scores.between, counts.transitions.between, dy);
      SendCounts(graph, scores.end, counts.transitions.end, dy);
    });
  }
  return y;
}

}  // namespace

TagTransitions TransitionsOf(const Graph& graph, const TagScores& scores) {
  return {graph.value(scores.start).cast<double>(),
          graph.value(scores.between).cast<double>(),
          graph.value(scores.end).cast<double>()};
}

MatrixOf<double> WordScoresOf(const Graph& graph, Var words,
                              const SequenceBatch& batch, Index b) {
  const ConstMatrixView values = graph.value(words);
  MatrixOf<double> scores(batch.lengths[static_cast<std::size_t>(b)],
                          values.cols());
  for (Index t = 0; t < scores.rows(); ++t) {
    scores.row(t) = values.row(batch.row(t, b)).cast<double>();
  }
  return scores;
}

Var CrfLoss(Graph& graph, const TagScores& scores, const SequenceBatch& batch,
            TagsOfTexts tags, std::span<const Real> weights) {
  const TagTransitions transitions = TransitionsOf(graph, scores);
  return SumOverTexts(
      graph, scores, batch,
      [&](const MatrixOf<double>& words, Index b, PartCounts* counts) {
        const auto text = static_cast<std::size_t>(b);
        const double weight = weights[text];
        const double all =
            LogPartition(words, transitions, batch, b, weight, counts);
        if (counts != nullptr) {
          CountParts(batch, b, *tags[text], -weight, counts);
        }
        return weight * (all - ScoreOfTags(words, transitions, *tags[text]));
      });
}

Var MarginLoss(Graph& graph, const TagScores& scores,
               const SequenceBatch& batch, TagsOfTexts tags,
               std::span<const Real> weights, double margin) {
  const TagTransitions transitions = TransitionsOf(graph, scores);
  return SumOverTexts(
      graph, scores, batch,
      [&](MatrixOf<double> words, Index b, PartCounts* counts) {
        const auto text = static_cast<std::size_t>(b);
        const double weight = weights[text];
        const std::vector<std::int32_t>& right = *tags[text];
        // A wrong tag costs the margin: the right ones are worth less by it.
        for (std::size_t t = 0; t < right.size(); ++t) {
          words(static_cast<Index>(t), right[t]) -= margin;
        }
        const std::vector<std::int32_t> best = BestTags(words, transitions);
        if (best == right) return 0.0;
        if (counts != nullptr) {
          CountParts(batch, b, best, weight, counts);
          CountParts(batch, b, right, -weight, counts);
        }
        return weight * (ScoreOfTags(words, transitions, best) -
                         ScoreOfTags(words, transitions, right));
      });
}

Var TagSoftmaxLoss(Graph& graph, Var words, const SequenceBatch& batch,
                   std::span<const std::vector<std::int32_t>* const> tags,
                   std::span<const Real> weights) {
  std::vector<std::int32_t> at_words(batch.rows.size(), -1);
  std::vector<Real> of_words(batch.rows.size(), 0);
  for (std::size_t b = 0; b < tags.size(); ++b) {
    for (std::size_t t = 0; t < tags[b]->size(); ++t) {
      at_words[t * tags.size() + b] = (*tags[b])[t];
      of_words[t * tags.size() + b] = weights[b];
    }
  }
  return SoftmaxCrossEntropy(graph, Gather(graph, words, batch.rows), at_words,
                             of_words);
}

}  // namespace whylight
