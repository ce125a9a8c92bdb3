#include "core/ops/copy_mixture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace whylight {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

std::vector<double> PlaceScores(const ConstMatrixView& places, Index length,
                                Index batch, Index text) {
  std::vector<double> scores;
  for (Index t = 0; t < length; ++t) {
    scores.push_back(static_cast<double>(places(t * batch + text, 0)));
  }
  return scores;
}

std::vector<double> WordScores(const ConstMatrixView& words, Index text) {
  const auto row = words.row(text);
  return {row.begin(), row.end()};
}

// log Σ exp(score)
double LogSumExp(const std::vector<double>& scores) {
  if (scores.empty()) return kNever;
  const double highest = *std::max_element(scores.begin(), scores.end());
  if (!std::isfinite(highest)) return highest;
  double sum = 0;
  for (const double score : scores) sum += std::exp(score - highest);
  return highest + std::log(sum);
}

std::vector<double> ShareOfEach(const std::vector<double>& scores) {
  const double all = LogSumExp(scores);
  std::vector<double> shares;
  for (const double score : scores) shares.push_back(std::exp(score - all));
  return shares;
}

double LogSigmoid(double x) {
  return x < 0 ? x - std::log1p(std::exp(x)) : -std::log1p(std::exp(-x));
}

// One text of a loss, with logarithms of sums, so that no share is too small.
struct CopyTerms {
  CopyTarget target;
  std::vector<double> places;  // e
  std::vector<double> words;   // v
  double log_places = kNever;  // log Σ exp(e), of all,
  double log_right = kNever;   // and of those that are right.
  double log_words = kNever;   // log Σ exp(v)
  double copying = 0;          // p
  double log_share = 0;        // log (Σ P(place) + P(word)) of what is right.
  double copied = 0;           // The part of it that is copied.
};

CopyTerms CopyTermsOf(const Graph& graph, const CopyScores& scores,
                      Index length, Index text, const CopyTarget& target) {
  CopyTerms terms;
  terms.target = target;
  const Index batch = graph.value(scores.copying).rows();
  terms.places = PlaceScores(graph.value(scores.places), length, batch, text);
  terms.words = WordScores(graph.value(scores.words), text);
  terms.log_places = LogSumExp(terms.places);
  terms.log_words = LogSumExp(terms.words);
  std::vector<double> right;
  for (const Index place : target.places) {
    right.push_back(terms.places[static_cast<std::size_t>(place)]);
  }
  terms.log_right = LogSumExp(right);
  const auto z = static_cast<double>(graph.value(scores.copying)(text, 0));
  terms.copying = std::exp(LogSigmoid(z));
  double copied = kNever;
  double generated = kNever;
  if (!target.places.empty()) {
    copied = LogSigmoid(z) + terms.log_right - terms.log_places;
  }
  if (target.word >= 0) {
    generated = LogSigmoid(-z) - terms.log_words +
                terms.words[static_cast<std::size_t>(target.word)];
  }
  terms.log_share = LogSumExp({copied, generated});
  terms.copied = std::exp(copied - terms.log_share);
  return terms;
}

// Adds `weight` times the gradient of -log_share.
void SendCopyGradient(Graph& graph, const CopyScores& scores, Index text,
                      const CopyTerms& terms, double weight) {
  const CopyTarget& target = terms.target;
  const Index batch = graph.value(scores.copying).rows();
  if (graph.NeedsGradient(scores.copying)) {
    graph.Gradient(scores.copying)(text, 0) +=
        static_cast<Real>(weight * (terms.copying - terms.copied));
  }
  if (graph.NeedsGradient(scores.places) && !target.places.empty()) {
    MatrixView places = graph.Gradient(scores.places);
    const double share = weight * terms.copied;
    for (std::size_t i = 0; i < terms.places.size(); ++i) {
      places(static_cast<Index>(i) * batch + text, 0) += static_cast<Real>(
          share * std::exp(terms.places[i] - terms.log_places));
    }
    for (const Index place : target.places) {
      places(place * batch + text, 0) -= static_cast<Real>(
          share * std::exp(terms.places[static_cast<std::size_t>(place)] -
                           terms.log_right));
    }
  }
  if (graph.NeedsGradient(scores.words) && target.word >= 0) {
    MatrixView words = graph.Gradient(scores.words);
    const double share = weight * (1 - terms.copied);
    for (std::size_t k = 0; k < terms.words.size(); ++k) {
      words(text, static_cast<Index>(k)) +=
          static_cast<Real>(share * std::exp(terms.words[k] - terms.log_words));
    }
    words(text, target.word) -= static_cast<Real>(share);
  }
}

}  // namespace

CopyMixture CopyMixtureOf(const Graph& graph, const CopyScores& scores,
                          const std::vector<Index>& lengths, Index text) {
  const auto batch = static_cast<Index>(lengths.size());
  const auto z = static_cast<double>(graph.value(scores.copying)(text, 0));
  return {std::exp(LogSigmoid(z)),
          ShareOfEach(PlaceScores(graph.value(scores.places),
                                  lengths[static_cast<std::size_t>(text)],
                                  batch, text)),
          ShareOfEach(WordScores(graph.value(scores.words), text))};
}

Var CopyLoss(Graph& graph, const CopyScores& scores,
             const std::vector<Index>& lengths,
             std::span<const CopyTarget* const> targets,
             std::span<const Real> weights) {
  const Var y = graph.NewValue(1, 1);
  double loss = 0;
  std::vector<std::optional<CopyTerms>> terms(targets.size());
  for (std::size_t b = 0; b < targets.size(); ++b) {
    if (targets[b] == nullptr) continue;
    terms[b] = CopyTermsOf(graph, scores, lengths[b], static_cast<Index>(b),
                           *targets[b]);
    loss -= static_cast<double>(weights[b]) * terms[b]->log_share;
  }
  graph.MutableValue(y)(0, 0) = static_cast<Real>(loss);
  if (graph.recording()) {
    const std::vector<Real> factors(weights.begin(), weights.end());
    graph.OnBackward(y, [&graph, scores, factors, terms = std::move(terms), y] {
      const Real dy = graph.Gradient(y)(0, 0);
      for (std::size_t b = 0; b < terms.size(); ++b) {
        if (!terms[b]) continue;
        SendCopyGradient(graph, scores, static_cast<Index>(b), *terms[b],
                         static_cast<double>(dy * factors[b]));
      }
    });
  }
  return y;
}

}  // namespace whylight
