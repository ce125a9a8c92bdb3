#include "core/systems/classifier/train/linear_svm.h"

#include <linear.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "core/training/baselines/feature_rows.h"
#include "core/training/data/labels.h"

namespace whylight {

LinearSvm LinearSvm::Train(const NgramTable& ngrams,
                           const std::vector<NgramIds>& texts,
                           const std::vector<std::int32_t>& text_labels,
                           std::size_t labels,
                           const LinearSvmOptions& options) {
  LinearSvm svm(labels, ngrams.size());
  for (std::size_t i = 0; i < ngrams.size(); ++i) {
    const auto ngram = static_cast<std::int32_t>(i);
    if (ngrams.words(ngram) <= options.order &&
        ngrams.texts(ngram) >= options.min_texts) {
      svm.feature_of_[i] = static_cast<std::int32_t>(svm.features_++);
    }
  }
  const auto constant = static_cast<int>(svm.features_);
  FeatureRows rows;
  for (const NgramIds& text : texts) {
    rows.Add(text, svm.feature_of_, constant);
  }
  std::vector<feature_node*> pointers = rows.Pointers();
  std::vector<double> targets(text_labels.begin(), text_labels.end());

  problem given{};
  given.l = static_cast<int>(pointers.size());
  given.n = constant + 1;
  given.x = pointers.data();
  given.y = targets.data();
  // The constant is a feature of ours.
  given.bias = -1;
  parameter how{};
  // Of its solvers for this loss the one that draws no random numbers.
  how.solver_type = L2R_L2LOSS_SVC;
  how.C = options.cost;
  how.eps = 0.01;
  set_print_string_function([](const char*) {});
  const std::unique_ptr<model, FreeLinearModel> trained(train(&given, &how));

  svm.weights_.resize(static_cast<std::size_t>(given.n) * labels);
  // Of two labels it has one machine, for the first that it met.
  const bool two = labels == 2;
  const std::size_t machines = two ? 1 : labels;
  for (std::size_t feature = 0; feature <= svm.features_; ++feature) {
    for (std::size_t k = 0; k < labels; ++k) {
      const double weight = trained->w[feature * machines + (two ? 0 : k)];
      const auto label = static_cast<std::size_t>(trained->label[k]);
      svm.weights_[feature * labels + label] = two && k == 1 ? -weight : weight;
    }
  }
  return svm;
}

std::int32_t LinearSvm::Predict(const NgramIds& text) const {
  std::vector<double> scores(labels_, 0);
  std::size_t count = 0;
  const auto add = [&](std::size_t feature, double value) {
    for (std::size_t label = 0; label < labels_; ++label) {
      scores[label] += value * weights_[feature * labels_ + label];
    }
  };
  for (const std::int32_t ngram : text) {
    const std::int32_t feature = feature_of_[static_cast<std::size_t>(ngram)];
    if (feature == kNoFeature) continue;
    add(static_cast<std::size_t>(feature), 1);
    ++count;
  }
  if (count > 0) {
    for (double& score : scores) score /= std::sqrt(static_cast<double>(count));
  }
  add(features_, 1);
  return static_cast<std::int32_t>(
      std::max_element(scores.begin(), scores.end()) - scores.begin());
}

std::vector<std::pair<std::int32_t, double>> LinearSvm::Strongest(
    std::int32_t label, std::size_t count) const {
  std::vector<std::pair<std::int32_t, double>> strongest;
  for (std::size_t i = 0; i < feature_of_.size(); ++i) {
    if (feature_of_[i] == kNoFeature) continue;
    const double weight =
        weights_[static_cast<std::size_t>(feature_of_[i]) * labels_ +
                 static_cast<std::size_t>(label)];
    if (weight > 0)
      strongest.emplace_back(static_cast<std::int32_t>(i), weight);
  }
  std::stable_sort(strongest.begin(), strongest.end(),
                   [](const auto& left, const auto& right) {
                     return left.second > right.second;
                   });
  strongest.resize(std::min(count, strongest.size()));
  return strongest;
}

SvmTask::SvmTask(Vocabulary vocabulary, std::vector<std::string> labels,
                 const ClassifiedTexts& train, int order)
    : vocabulary_(std::move(vocabulary)),
      labels_(std::move(labels)),
      ngrams_(train.texts, order) {
  for (const WordIds& text : train.texts) {
    train_.texts.push_back(ngrams_.Find(text));
  }
  train_.labels = train.labels;
}

Result<SvmTask> SvmTask::Make(const LabelledFile& train, int order) {
  if (train.labels.size() < 2) {
    return Error{ErrorCode::kBadData,
                 train.path + ": expected at least 2 labels, found " +
                     std::to_string(train.labels.size())};
  }
  Result<Vocabulary> vocabulary =
      FrequentWords(train.counts(), /*min_count=*/1, /*most=*/0);
  if (!vocabulary.ok()) return vocabulary.error();
  const std::vector<std::string> labels = SortedLabels(train.labels);
  const Result<ClassifiedTexts> texts =
      ToClassifiedTexts(train, vocabulary.value(), labels);
  if (!texts.ok()) return texts.error();
  return SvmTask(std::move(vocabulary).value(), labels, texts.value(), order);
}

Result<SvmTexts> SvmTask::Read(const LabelledFile& file) const {
  Result<ClassifiedTexts> texts = ToClassifiedTexts(file, vocabulary_, labels_);
  if (!texts.ok()) return texts.error();
  SvmTexts read;
  for (const WordIds& text : texts.value().texts) {
    read.texts.push_back(ngrams_.Find(text));
  }
  read.labels = std::move(texts.value().labels);
  return read;
}

LinearSvm SvmTask::Train(const LinearSvmOptions& options) const {
  return LinearSvm::Train(ngrams_, train_.texts, train_.labels, labels_.size(),
                          options);
}

double Accuracy(const LinearSvm& svm, const SvmTexts& texts) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < texts.texts.size(); ++i) {
    if (svm.Predict(texts.texts[i]) == texts.labels[i]) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(texts.texts.size());
}

std::vector<LinearSvmOptions> SvmGrid(const std::vector<int>& orders) {
  std::vector<LinearSvmOptions> grid;
  for (const int order : orders) {
    for (const std::uint32_t min_texts : {5U, 3U, 2U, 1U}) {
      for (const double cost : {0.01, 0.1, 1.0, 10.0}) {
        grid.push_back({order, min_texts, cost});
      }
    }
  }
  return grid;
}

SvmChoice ChooseSvm(const SvmTask& task, const SvmTexts& dev,
                    const std::vector<LinearSvmOptions>& grid) {
  std::optional<SvmChoice> best;
  for (const LinearSvmOptions& options : grid) {
    LinearSvm svm = task.Train(options);
    const double accuracy = Accuracy(svm, dev);
    if (!best || accuracy > best->accuracy) {
      best = {options, std::move(svm), accuracy};
    }
  }
  return *std::move(best);
}

}  // namespace whylight
