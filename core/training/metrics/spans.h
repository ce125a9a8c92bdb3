// How well selected words agree with those that people marked: the measures of
// Lei17 section 3.4.1 (precision of the selected words, averaged in two ways)
// and of ERASER (DeYoung et al. 2020, section 4.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// One text, with one entry for each token.
struct MarkedText {
  std::vector<std::uint8_t> selected;  ///< 1 where the model selects.
  std::vector<std::uint8_t> gold;      ///< 1 where people marked.
  std::vector<Real> scores;            ///< How much a token is worth selecting.
};

/// Shares, over a set of texts; 0 where there is nothing to divide by.
struct Agreement {
  std::size_t texts = 0;
  /// Of the selected words those that are marked: the mean over texts where
  /// something is selected ...
  double prec1 = 0;
  /// ... and over all words alike.
  double prec2 = 0;
  double recall = 0;    ///< Of the marked words those selected, all alike.
  double f1 = 0;        ///< Of prec2 and recall.
  double f1_macro = 0;  ///< The mean of each text's F1.
  /// F1 of runs: one that is selected is right if it shares at least half of
  /// its union with a run that is marked (IOU at 0.5).
  double iou_f1 = 0;
  double iou_f1_macro = 0;  ///< Of the means of each text's precision, recall.
  /// The area under precision by recall as ever more words are taken by score,
  /// the mean over texts where something is marked.
  double auprc = 0;
};

/// Adds texts up one by one.
class AgreementSum {
 public:
  void Add(const MarkedText& text);
  Agreement Mean() const;

 private:
  struct Counts {
    double selected = 0;
    double gold = 0;
    double hits = 0;
  };
  std::size_t texts_ = 0;
  std::size_t texts_selected_ = 0;
  std::size_t texts_marked_ = 0;
  Counts words_;
  Counts runs_;
  double prec1_ = 0;
  double f1_ = 0;
  double run_precision_ = 0;
  double run_recall_ = 0;
  double auprc_ = 0;
};

/// The area under the curve of precision by recall when tokens are taken in
/// the order of `scores`, equal ones at once, between its points by trapezoids;
/// the curve starts at recall 0 with precision 1. 0 if nothing is marked.
double AreaUnderPrecisionRecall(std::span<const Real> scores,
                                std::span<const std::uint8_t> gold);

/// Its members by their names.
nlohmann::ordered_json AgreementToJson(const Agreement& agreement);

}  // namespace whylight
