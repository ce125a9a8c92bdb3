// A linear support vector machine over the n-grams of texts: what classifiers
// that learn their features are compared with (Lei15 section 6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/systems/classifier/train/data.h"
#include "core/training/baselines/ngram_table.h"

namespace whylight {

struct LinearSvmOptions {
  int order = 2;                ///< N-grams of 1 to so many words
  std::uint32_t min_texts = 1;  ///< that so many texts have.
  double cost = 1;              ///< C of the losses beside ½‖w‖².
};

/// One machine for each label against all others. A text is the set of its
/// n-grams, as a vector of length 1, and a constant 1.
class LinearSvm {
 public:
  /// Minimises ½‖w‖² + C Σ max(0, 1 - y w·x)² for each of `labels` labels, at
  /// least two. `texts` are what `ngrams` finds in the texts to learn from,
  /// whose labels are `text_labels`; every label has a text.
  static LinearSvm Train(const NgramTable& ngrams,
                         const std::vector<NgramIds>& texts,
                         const std::vector<std::int32_t>& text_labels,
                         std::size_t labels, const LinearSvmOptions& options);

  /// The number of n-grams that count.
  std::size_t features() const { return features_; }

  /// The label of a text with the n-grams `text`.
  std::int32_t Predict(const NgramIds& text) const;

  /// The `count` n-grams that speak most for `label`, the strongest first, and
  /// their weights, which are above 0.
  std::vector<std::pair<std::int32_t, double>> Strongest(
      std::int32_t label, std::size_t count) const;

 private:
  LinearSvm(std::size_t labels, std::size_t ngrams)
      : labels_(labels), feature_of_(ngrams, kNoFeature) {}

  static constexpr std::int32_t kNoFeature = -1;

  std::size_t labels_;
  std::size_t features_ = 0;
  std::vector<std::int32_t> feature_of_;  // Of each n-gram.
  // Of each feature, and last of the constant, a number per label.
  std::vector<double> weights_;
};

/// Texts in the words, labels and n-grams of those that are learnt from.
struct SvmTexts {
  std::vector<NgramIds> texts;
  std::vector<std::int32_t> labels;
};

/// The data on which options are searched.
class SvmTask {
 public:
  /// N-grams of up to `order` words are looked at. Fails where `train` has
  /// fewer than two labels.
  static Result<SvmTask> Make(const LabelledFile& train, int order);

  /// Fails where `file` has a label that no text of `train` has.
  Result<SvmTexts> Read(const LabelledFile& file) const;

  LinearSvm Train(const LinearSvmOptions& options) const;

  const std::vector<std::string>& labels() const { return labels_; }
  std::string NgramText(std::int32_t ngram) const {
    return ngrams_.Text(ngram, vocabulary_);
  }

 private:
  SvmTask(Vocabulary vocabulary, std::vector<std::string> labels,
          const ClassifiedTexts& train, int order);

  Vocabulary vocabulary_;
  std::vector<std::string> labels_;
  NgramTable ngrams_;
  SvmTexts train_;
};

/// The share of texts that get their label.
double Accuracy(const LinearSvm& svm, const SvmTexts& texts);

/// The grid of Lei15 section 6: C of 0.01 to 10, n-grams of at least 1 to 5
/// texts, and `orders`, simpler ones first.
std::vector<LinearSvmOptions> SvmGrid(const std::vector<int>& orders);

struct SvmChoice {
  LinearSvmOptions options;
  LinearSvm svm;
  double accuracy;  ///< On dev.
};

/// The most accurate on `dev` of all in `grid`, which has one; of equals the
/// first.
SvmChoice ChooseSvm(const SvmTask& task, const SvmTexts& dev,
                    const std::vector<LinearSvmOptions>& grid);

}  // namespace whylight
