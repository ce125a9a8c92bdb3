#include "core/train/classifier/classifier_evaluation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace whylight {
namespace {

constexpr std::size_t kBatch = 64;

// What is known of one text.
struct Outcome {
  std::size_t predicted = 0;
  double loss = 0;
};

double MacroF1(const std::vector<std::vector<std::size_t>>& confusion) {
  double sum = 0;
  double labels = 0;
  for (std::size_t i = 0; i < confusion.size(); ++i) {
    std::size_t both = 0;  // Texts of the label and texts given it.
    for (std::size_t j = 0; j < confusion.size(); ++j) {
      both += confusion[i][j] + confusion[j][i];
    }
    if (both == 0) continue;
    sum += 2 * static_cast<double>(confusion[i][i]) / static_cast<double>(both);
    labels += 1;
  }
  return labels > 0 ? sum / labels : 0;
}

}  // namespace

ClassifierEvaluation EvaluateClassifier(const Classifier& model,
                                        const ClassifiedTexts& texts,
                                        ThreadPool& pool) {
  // Texts of like length go together, so that little is spent on padding.
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return texts.texts[left].size() < texts.texts[right].size();
      });
  std::vector<Outcome> outcomes(texts.size());
  pool.ParallelFor((order.size() + kBatch - 1) / kBatch, [&](std::size_t i) {
    const std::size_t begin = i * kBatch;
    const std::size_t end = std::min(begin + kBatch, order.size());
    std::vector<const WordIds*> batch;
    for (std::size_t k = begin; k < end; ++k) {
      batch.push_back(&texts.texts[order[k]]);
    }
    Graph graph(Graph::Mode::kInference);
    const ConstMatrixView logits =
        graph.value(model.Logits(graph, MakeWordBatch(batch)));
    for (std::size_t k = begin; k < end; ++k) {
      const auto row = logits.row(static_cast<Index>(k - begin)).cast<double>();
      Outcome& outcome = outcomes[order[k]];
      Index best = 0;
      const double largest = row.maxCoeff(&best);
      outcome.predicted = static_cast<std::size_t>(best);
      outcome.loss = std::log((row.array() - largest).exp().sum()) + largest -
                     row(texts.labels[order[k]]);
    }
  });

  const std::size_t labels = model.labels().size();
  ClassifierEvaluation evaluation;
  evaluation.n = texts.size();
  evaluation.labels = model.labels();
  evaluation.confusion.assign(labels, std::vector<std::size_t>(labels));
  std::size_t right = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto label = static_cast<std::size_t>(texts.labels[i]);
    ++evaluation.confusion[label][outcomes[i].predicted];
    right += outcomes[i].predicted == label ? 1 : 0;
    evaluation.loss += outcomes[i].loss;
  }
  const double n = std::max<double>(1, static_cast<double>(texts.size()));
  evaluation.accuracy = static_cast<double>(right) / n;
  evaluation.loss /= n;
  evaluation.macro_f1 = MacroF1(evaluation.confusion);
  return evaluation;
}

nlohmann::ordered_json EvaluationToJson(
    const ClassifierEvaluation& evaluation) {
  return {{"n", evaluation.n},           {"accuracy", evaluation.accuracy},
          {"loss", evaluation.loss},     {"macro_f1", evaluation.macro_f1},
          {"labels", evaluation.labels}, {"confusion", evaluation.confusion}};
}

}  // namespace whylight
