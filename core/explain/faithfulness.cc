#include "core/explain/faithfulness.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace whylight {
namespace {

Status CheckSelection(const Selection& selection, std::size_t word_count) {
  if (selection.size() != word_count) {
    return Invalid("selection: expected one entry for each of " +
                   std::to_string(word_count) + " words, found " +
                   std::to_string(selection.size()));
  }
  const auto stray = std::find_if(selection.begin(), selection.end(),
                                  [](std::uint8_t z) { return z > 1; });
  if (stray != selection.end()) {
    return Invalid("selection: expected entries of 0 or 1, found " +
                   std::to_string(*stray));
  }
  if (std::find(selection.begin(), selection.end(), 1) == selection.end()) {
    return Invalid(
        "selection: expected at least one selected word, found "
        "none");
  }
  return {};
}

Selection ComplementOf(const Selection& selection) {
  Selection complement;
  for (const std::uint8_t z : selection) complement.push_back(z == 0);
  return complement;
}

Result<std::vector<Real>> Score(const SelectionScorer& scorer,
                                const std::vector<Selection>& selections) {
  std::vector<Real> scores = scorer(selections);
  if (scores.size() != selections.size()) {
    return Invalid("scorer: expected " + std::to_string(selections.size()) +
                   " scores, found " + std::to_string(scores.size()));
  }
  return scores;
}

Real Mean(const std::vector<Real>& values) {
  return std::accumulate(values.begin(), values.end(), Real{0}) /
         static_cast<Real>(values.size());
}

Status CheckRanking(std::size_t word_count, const std::vector<Real>& ranking,
                    const std::vector<double>& bins) {
  if (word_count == 0 || ranking.size() != word_count) {
    return Invalid("ranking: expected one number for each of " +
                   std::to_string(word_count) + " words, at least one, found " +
                   std::to_string(ranking.size()));
  }
  if (std::any_of(ranking.begin(), ranking.end(),
                  [](Real r) { return std::isnan(r); })) {
    return Invalid("ranking: expected numbers, found a NaN");
  }
  if (bins.empty()) return Invalid("bins: expected at least one fraction");
  for (const double bin : bins) {
    if (!(bin > 0 && bin <= 1)) {
      return Invalid("bins: expected fractions in (0, 1], found " +
                     std::to_string(bin));
    }
  }
  return {};
}

// Rounding must not turn 7 % of 100 words into 8 words.
std::size_t WordsInBin(double bin, std::size_t word_count) {
  const double words = std::ceil(bin * static_cast<double>(word_count) - 1e-9);
  return std::max<std::size_t>(1, static_cast<std::size_t>(words));
}

}  // namespace

Result<Faithfulness> MeasureFaithfulness(const SelectionScorer& scorer,
                                         std::size_t word_count,
                                         const Selection& selection) {
  if (Status status = CheckSelection(selection, word_count); !status.ok()) {
    return status.error();
  }
  const auto scores = Score(
      scorer, {Selection(word_count, 1), selection, ComplementOf(selection)});
  if (!scores.ok()) return scores.error();
  return Faithfulness{scores.value()[0], scores.value()[1], scores.value()[2]};
}

Result<std::vector<Real>> LeaveOneOut(const SelectionScorer& scorer,
                                      std::size_t word_count,
                                      const Selection& base) {
  if (Status status = CheckSelection(base, word_count); !status.ok()) {
    return status.error();
  }
  std::vector<Selection> selections = {base};
  for (std::size_t i = 0; i < word_count; ++i) {
    if (base[i] == 0) continue;
    selections.push_back(base);
    selections.back()[i] = 0;
  }
  const auto scores = Score(scorer, selections);
  if (!scores.ok()) return scores.error();

  std::vector<Real> effects(word_count, 0);
  auto without = scores.value().begin() + 1;
  for (std::size_t i = 0; i < word_count; ++i) {
    if (base[i] != 0) effects[i] = scores.value().front() - *without++;
  }
  return effects;
}

Result<AopcCurves> TraceAopc(const SelectionScorer& scorer,
                             std::size_t word_count,
                             const std::vector<Real>& ranking,
                             const std::vector<double>& bins) {
  if (Status status = CheckRanking(word_count, ranking, bins); !status.ok()) {
    return status.error();
  }
  std::vector<std::size_t> order(word_count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return ranking[a] > ranking[b]; });

  AopcCurves curves;
  std::vector<Selection> selections = {Selection(word_count, 1)};
  for (const double bin : bins) {
    curves.selected.push_back(WordsInBin(bin, word_count));
    Selection top(word_count, 0);
    for (std::size_t r = 0; r < curves.selected.back(); ++r) top[order[r]] = 1;
    selections.push_back(top);
    selections.push_back(ComplementOf(top));
  }
  const auto scores = Score(scorer, selections);
  if (!scores.ok()) return scores.error();

  const Real full = scores.value().front();
  for (std::size_t b = 0; b < bins.size(); ++b) {
    curves.sufficiency.push_back(full - scores.value()[1 + 2 * b]);
    curves.comprehensiveness.push_back(full - scores.value()[2 + 2 * b]);
  }
  curves.mean_sufficiency = Mean(curves.sufficiency);
  curves.mean_comprehensiveness = Mean(curves.comprehensiveness);
  return curves;
}

}  // namespace whylight
