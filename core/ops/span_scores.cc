#include "core/ops/span_scores.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace whylight {
namespace {

constexpr double kNothing = -std::numeric_limits<double>::infinity();

// How much a loss grows with the scores of a text.
struct SpanSlopes {
  std::vector<double> starts;
  std::vector<double> ends;
  double none = 0;
};

// Calls `visit` with every span of at most `longest` words.
template <typename Visit>
void VisitSpans(const TextSpanScores& scores, Index longest,
                const Visit& visit) {
  const auto length = static_cast<Index>(scores.starts.size());
  for (Index begin = 0; begin < length; ++begin) {
    const Index last = std::min(length, begin + longest);
    for (Index end = begin + 1; end <= last; ++end)
      visit(WordRange{begin, end});
  }
}

// log Σ exp over what `visit_all` visits. Adds `weight` times the share of each
// span to `slopes`, unless that is null.
template <typename VisitAll>
double LogSum(const TextSpanScores& scores, const VisitAll& visit_all,
              double weight, SpanSlopes* slopes) {
  double largest = kNothing;
  visit_all([&](const WordRange& span) {
    largest = std::max(largest, scores.Score(span));
  });
  if (largest == kNothing) return kNothing;
  double sum = 0;
  visit_all([&](const WordRange& span) {
    sum += std::exp(scores.Score(span) - largest);
  });
  if (slopes != nullptr) {
    visit_all([&](const WordRange& span) {
      const double share =
          weight * std::exp(scores.Score(span) - largest) / sum;
      slopes->starts[static_cast<std::size_t>(span.begin)] += share;
      slopes->ends[static_cast<std::size_t>(span.end - 1)] += share;
    });
  }
  return largest + std::log(sum);
}

double LogAdd(double x, double y) {
  const double largest = std::max(x, y);
  if (largest == kNothing) return kNothing;
  return largest + std::log(std::exp(x - largest) + std::exp(y - largest));
}

// The loss of one text.
double LossOfText(const TextSpanScores& scores, Index longest,
                  const SpanTarget& target, double weight, SpanSlopes* slopes) {
  const auto all = [&](const auto& visit) {
    VisitSpans(scores, longest, visit);
  };
  const auto right = [&](const auto& visit) {
    for (const WordRange& span : target.spans) visit(span);
  };
  const double spans = LogSum(scores, all, 0, nullptr);
  const double total = LogAdd(spans, scores.none);
  const double some = 1 - target.none;
  double loss = total - target.none * scores.none;
  if (some > 0) {
    loss -= some * LogSum(scores, right, -weight * some, slopes);
  }
  if (slopes != nullptr) {
    LogSum(scores, all, weight * std::exp(spans - total), slopes);
    slopes->none += weight * (std::exp(scores.none - total) - target.none);
  }
  return weight * loss;
}

bool Meet(const WordRange& x, const WordRange& y) {
  return x.begin < y.end && y.begin < x.end;
}

}  // namespace

TextSpanScores SpanScoresOf(const Graph& graph, const SpanScores& scores,
                            const std::vector<Index>& lengths, Index text) {
  const auto batch = static_cast<Index>(lengths.size());
  const Index length = lengths[static_cast<std::size_t>(text)];
  const auto column = [&](Var var) {
    std::vector<double> numbers;
    for (Index t = 0; t < length; ++t) {
      numbers.push_back(graph.value(var)(t * batch + text, 0));
    }
    return numbers;
  };
  return {column(scores.starts), column(scores.ends),
          static_cast<double>(graph.value(scores.none)(text, 0))};
}

double LogSumOfSpans(const TextSpanScores& scores, Index longest) {
  return LogSum(
      scores, [&](const auto& visit) { VisitSpans(scores, longest, visit); }, 0,
      nullptr);
}

std::vector<ScoredSpan> BestSpans(const TextSpanScores& scores, Index longest,
                                  std::size_t count) {
  std::vector<ScoredSpan> best;
  while (best.size() < count) {
    ScoredSpan next{{0, 0}, kNothing};
    VisitSpans(scores, longest, [&](const WordRange& span) {
      const double score = scores.Score(span);
      if (!(score > next.score)) return;
      const bool taken = std::any_of(
          best.begin(), best.end(),
          [&](const ScoredSpan& other) { return Meet(span, other.words); });
      if (!taken) next = {span, score};
    });
    if (next.words.end == 0) break;
    best.push_back(next);
  }
  return best;
}

Var SpanLoss(Graph& graph, const SpanScores& scores,
             const std::vector<Index>& lengths, Index longest,
             std::span<const SpanTarget* const> targets,
             std::span<const Real> weights) {
  std::vector<SpanSlopes> slopes(lengths.size());
  double total = 0;
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    const TextSpanScores text =
        SpanScoresOf(graph, scores, lengths, static_cast<Index>(b));
    if (graph.recording()) {
      slopes[b].starts.resize(text.starts.size());
      slopes[b].ends.resize(text.ends.size());
    }
    total += LossOfText(text, longest, *targets[b], weights[b],
                        graph.recording() ? &slopes[b] : nullptr);
  }
  const Var y = graph.NewValue(1, 1);
  graph.MutableValue(y)(0, 0) = static_cast<Real>(total);
  if (graph.recording()) {
    graph.OnBackward(y, [&graph, scores, slopes = std::move(slopes), y] {
      const double dy = graph.Gradient(y)(0, 0);
      const auto batch = static_cast<Index>(slopes.size());
      for (Index b = 0; b < batch; ++b) {
        const SpanSlopes& text = slopes[static_cast<std::size_t>(b)];
        const auto send = [&](Var var, const std::vector<double>& of_words) {
          if (!graph.NeedsGradient(var)) return;
          MatrixView gradient = graph.Gradient(var);
          for (std::size_t t = 0; t < of_words.size(); ++t) {
            gradient(static_cast<Index>(t) * batch + b, 0) +=
                static_cast<Real>(dy * of_words[t]);
          }
        };
        send(scores.starts, text.starts);
        send(scores.ends, text.ends);
        if (!graph.NeedsGradient(scores.none)) continue;
        graph.Gradient(scores.none)(b, 0) += static_cast<Real>(dy * text.none);
      }
    });
  }
  return y;
}

}  // namespace whylight
