#include "core/training/metrics/spans.h"

#include <algorithm>
#include <numeric>

#include "core/base/runs.h"

namespace whylight {
namespace {

constexpr double kLeastIou = 0.5;

double Ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

double F1(double precision, double recall) {
  return Ratio(2 * precision * recall, precision + recall);
}

// The share that two runs have in common of what either has.
double IntersectionOverUnion(const Run& a, const Run& b) {
  const std::size_t first = std::max(a.first, b.first);
  const std::size_t last = std::min(a.last, b.last);
  if (first > last) return 0;
  const auto common = static_cast<double>(last - first + 1);
  const auto both =
      static_cast<double>((a.last - a.first + 1) + (b.last - b.first + 1));
  return common / (both - common);
}

}  // namespace

double AreaUnderPrecisionRecall(std::span<const Real> scores,
                                std::span<const std::uint8_t> gold) {
  const auto marked = static_cast<double>(
      std::count_if(gold.begin(), gold.end(), [](auto z) { return z != 0; }));
  if (marked == 0) return 0;
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return scores[a] > scores[b]; });
  double area = 0;
  double hits = 0;
  double recall = 0;
  double precision = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    hits += gold[order[i]] != 0 ? 1 : 0;
    const bool tied =
        i + 1 < order.size() && scores[order[i + 1]] == scores[order[i]];
    if (tied) continue;
    const double next_recall = hits / marked;
    const double next_precision = hits / static_cast<double>(i + 1);
    area += (next_recall - recall) * (next_precision + precision) / 2;
    recall = next_recall;
    precision = next_precision;
  }
  return area;
}

void AgreementSum::Add(const MarkedText& text) {
  Counts words;
  for (std::size_t t = 0; t < text.gold.size(); ++t) {
    words.selected += text.selected[t];
    words.gold += text.gold[t];
    words.hits += text.selected[t] & text.gold[t];
  }
  const std::vector<Run> selected = SelectedRuns(text.selected);
  const std::vector<Run> gold = SelectedRuns(text.gold);
  const auto right = static_cast<double>(
      std::count_if(selected.begin(), selected.end(), [&](const Run& run) {
        return std::any_of(gold.begin(), gold.end(), [&](const Run& marked) {
          return IntersectionOverUnion(run, marked) >= kLeastIou;
        });
      }));

  ++texts_;
  if (words.selected > 0) {
    ++texts_selected_;
    prec1_ += words.hits / words.selected;
  }
  f1_ += F1(Ratio(words.hits, words.selected), Ratio(words.hits, words.gold));
  words_.selected += words.selected;
  words_.gold += words.gold;
  words_.hits += words.hits;
  runs_.selected += static_cast<double>(selected.size());
  runs_.gold += static_cast<double>(gold.size());
  runs_.hits += right;
  run_precision_ += Ratio(right, static_cast<double>(selected.size()));
  run_recall_ += Ratio(right, static_cast<double>(gold.size()));
  if (words.gold > 0) {
    ++texts_marked_;
    auprc_ += AreaUnderPrecisionRecall(text.scores, text.gold);
  }
}

Agreement AgreementSum::Mean() const {
  const auto texts = static_cast<double>(texts_);
  Agreement mean;
  mean.texts = texts_;
  mean.prec1 = Ratio(prec1_, static_cast<double>(texts_selected_));
  mean.prec2 = Ratio(words_.hits, words_.selected);
  mean.recall = Ratio(words_.hits, words_.gold);
  mean.f1 = F1(mean.prec2, mean.recall);
  mean.f1_macro = Ratio(f1_, texts);
  mean.iou_f1 =
      F1(Ratio(runs_.hits, runs_.selected), Ratio(runs_.hits, runs_.gold));
  mean.iou_f1_macro =
      F1(Ratio(run_precision_, texts), Ratio(run_recall_, texts));
  mean.auprc = Ratio(auprc_, static_cast<double>(texts_marked_));
  return mean;
}

nlohmann::ordered_json AgreementToJson(const Agreement& agreement) {
  return {
      {"texts", agreement.texts},   {"prec1", agreement.prec1},
      {"prec2", agreement.prec2},   {"recall", agreement.recall},
      {"f1", agreement.f1},         {"f1_macro", agreement.f1_macro},
      {"iou_f1", agreement.iou_f1}, {"iou_f1_macro", agreement.iou_f1_macro},
      {"auprc", agreement.auprc}};
}

}  // namespace whylight
