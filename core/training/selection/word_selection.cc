#include "core/training/selection/word_selection.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/random.h"
#include "core/format/fields.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

// Logistic noise: of log p / (1 - p) and it, the sum is above zero as often as
// p says. Each word of each text draws its own; 0 at padding.
Matrix NoiseOfTexts(std::uint64_t seed, const Step& step,
                    const std::vector<std::size_t>& texts,
                    const std::vector<Index>& lengths, Index rows) {
  Matrix noise = Matrix::Zero(rows, 1);
  const auto count = static_cast<Index>(lengths.size());
  for (Index b = 0; b < count; ++b) {
    const auto text = static_cast<std::size_t>(b);
    const CounterRandom random(seed, RandomPurpose::kSelection, step.number,
                               texts[text]);
    for (Index t = 0; t < lengths[text]; ++t) {
      const double u = random.Uniform(static_cast<std::uint64_t>(t));
      noise(t * count + b, 0) = static_cast<Real>(std::log(u) - std::log1p(-u));
    }
  }
  return noise;
}

double WantedShare(double share, double progress) {
  const double from = (1 + share) / 2;
  return from + (share - from) * std::min(2 * progress, 1.0);
}

}  // namespace

const Fields<WordSelectionTraining>& WordSelectionFields() {
  using Training = WordSelectionTraining;
  static const auto fields =
      Fields<Training>(
          "The training of the selector, which follows `training`.")
          .Include(&Training::stage, StageFields())
          .Number("dropout", &Training::dropout, {0, 0.95},
                  "Dropout rate, as in `training`, and of the words that the "
                  "selector reads.")
          .Number("share", &Training::share, {0.01, 1},
                  "Share of the words to select.")
          .Number("weight", &Training::weight, {0, 1000},
                  "Cost of a share that is off by 1.")
          .Number("coherence", &Training::coherence, {0, 1000},
                  "Cost of changes between selected and unselected words, as a "
                  "share of the words.")
          .Number("temperature", &Training::temperature, {0.01, 100},
                  "Temperature of the sigmoid that gives hard samples their "
                  "gradient.");
  return fields;
}

DrawnWords DrawWords(Graph& graph, Var scores,
                     const std::vector<Index>& lengths, double temperature,
                     std::uint64_t seed, const Step& step,
                     const std::vector<std::size_t>& texts) {
  const Var mask = StraightThroughSigmoid(
      graph, scores,
      NoiseOfTexts(seed, step, texts, lengths, graph.value(scores).rows()),
      static_cast<Real>(temperature));
  const Index words = std::accumulate(lengths.begin(), lengths.end(), Index{0});
  return {mask, SumOverWords(graph, mask, lengths),
          Transitions(graph, mask, lengths), static_cast<std::size_t>(words)};
}

std::vector<double> CountDrawn(const Graph& graph,
                               std::span<const DrawnWords> drawn) {
  std::vector<double> totals = {0, 0};
  for (const DrawnWords& words : drawn) {
    totals[0] += static_cast<double>(graph.value(words.selected)(0, 0));
    totals[1] += static_cast<double>(words.words);
  }
  return totals;
}

Var AddSelectionPrice(Graph& graph, Var outcome,
                      std::span<const DrawnWords> drawn,
                      const WordSelectionTraining& training, const Step& step,
                      const std::vector<double>& totals, double part) {
  const double words = std::max(totals[1], 1.0);
  const double share = WantedShare(training.share, step.progress);
  // |share - wanted| over the whole batch, of which each shard has its part.
  const double pull =
      totals[0] / words > share ? training.weight : -training.weight;
  const Var wanted = graph.Constant(
      Matrix::Constant(1, 1, static_cast<Real>(-pull * share * part)));
  std::vector<Var> terms = {outcome, wanted};
  std::vector<Real> weights = {1, 1};
  for (const DrawnWords& each : drawn) {
    terms.push_back(each.selected);
    weights.push_back(static_cast<Real>(pull / words));
  }
  for (const DrawnWords& each : drawn) {
    terms.push_back(each.changes);
    weights.push_back(static_cast<Real>(training.coherence / words));
  }
  return WeightedSum(graph, terms, weights);
}

}  // namespace whylight
