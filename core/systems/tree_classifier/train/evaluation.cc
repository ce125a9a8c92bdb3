#include "core/systems/tree_classifier/train/evaluation.h"

#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "core/ops/ops.h"
#include "core/training/data/batches.h"
#include "core/training/metrics/classification.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// Of phrases that have a label.
class PhraseCounts {
 public:
  explicit PhraseCounts(const std::vector<std::string>& labels)
      : labels_(labels.size()),
        graded_(labels == std::vector<std::string>{"0", "1", "2", "3", "4"}) {}

  void Add(std::int32_t target, const Eigen::Ref<const RowVector>& shares) {
    if (target < 0) return;
    Index label = 0;
    shares.maxCoeff(&label);
    actual_.push_back(target);
    predicted_.push_back(static_cast<std::int32_t>(label));
    if (!graded_ || target == kNeutral) return;
    const bool found = shares.tail(2).sum() > shares.head(2).sum();
    ++sided_;
    right_ += found == (target > kNeutral);
  }

  ordered_json ToJson() const {
    const Confusion confusion = CountConfusion(actual_, predicted_, labels_);
    ordered_json json{{"n", actual_.size()},
                      {"accuracy", Accuracy(confusion)},
                      {"macro_f1", MacroF1(confusion)}};
    if (graded_) {
      json["binary"] = {
          {"n", sided_},
          {"accuracy", sided_ == 0 ? 0
                                   : static_cast<double>(right_) /
                                         static_cast<double>(sided_)}};
    }
    return json;
  }

 private:
  static constexpr std::int32_t kNeutral = 2;

  std::size_t labels_;
  bool graded_;
  std::vector<std::int32_t> actual_;
  std::vector<std::int32_t> predicted_;
  std::size_t sided_ = 0;
  std::size_t right_ = 0;
};

}  // namespace

std::vector<Matrix> PredictPhrases(const TreeClassifier& model,
                                   const TrainingTrees& trees, ThreadPool& pool,
                                   const Progress& progress) {
  constexpr std::size_t kTreesAtOnce = 32;
  std::vector<std::size_t> order(trees.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::vector<std::vector<std::size_t>> batches =
      Slices(order, kTreesAtOnce);
  std::vector<Matrix> predicted(trees.size());
  const auto predict = [&](std::size_t i) {
    std::vector<const TreeInput*> inputs;
    for (const std::size_t tree : batches[i]) {
      inputs.push_back(&trees.inputs[tree]);
    }
    Graph graph(Graph::Mode::kInference);
    const ConstMatrixView shares =
        graph.value(Softmax(graph, model.Score(graph, inputs)));
    Index start = 0;
    for (const std::size_t tree : batches[i]) {
      const TreeInput& input = trees.inputs[tree];
      Matrix& of_phrases = predicted[tree];
      of_phrases.resize(static_cast<Index>(input.nodes.size()), shares.cols());
      for (Index p = 0; p < of_phrases.rows(); ++p) {
        of_phrases.row(p) =
            shares.row(start + static_cast<Index>(
                                   input.nodes[static_cast<std::size_t>(p)]));
      }
      start += static_cast<Index>(input.trees.nodes.size());
    }
  };
  pool.ParallelFor(batches.size(), predict, progress);
  return predicted;
}

ordered_json MeasurePhrases(const std::vector<Matrix>& predicted,
                            const TrainingTrees& trees,
                            const std::vector<std::string>& labels) {
  PhraseCounts roots(labels);
  PhraseCounts all(labels);
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const std::vector<std::int32_t>& targets = trees.targets[i];
    roots.Add(targets.front(), predicted[i].row(0));
    for (std::size_t p = 0; p < targets.size(); ++p) {
      all.Add(targets[p], predicted[i].row(static_cast<Index>(p)));
    }
  }
  ordered_json figures = roots.ToJson();
  figures["phrases"] = all.ToJson();
  return figures;
}

ordered_json EvaluateTreeClassifier(const TreeClassifier& model,
                                    const TrainingTrees& trees,
                                    ThreadPool& pool,
                                    const Progress& progress) {
  return MeasurePhrases(PredictPhrases(model, trees, pool, progress), trees,
                        model.labels());
}

}  // namespace whylight
