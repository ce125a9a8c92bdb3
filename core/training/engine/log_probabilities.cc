#include "core/training/engine/log_probabilities.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace whylight {

MatrixOf<double> LogProbabilities(const std::vector<std::size_t>& lengths,
                                  Index labels, const LogitsOf& logits,
                                  ThreadPool& pool, const Progress& progress) {
  constexpr std::size_t kBatch = 64;
  std::vector<std::size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) {
                     return lengths[left] < lengths[right];
                   });
  MatrixOf<double> all(static_cast<Index>(order.size()), labels);
  const auto ask = [&](std::size_t i) {
    const std::size_t begin = i * kBatch;
    const std::size_t end = std::min(begin + kBatch, order.size());
    const std::span batch(order.data() + begin, end - begin);
    Graph graph(Graph::Mode::kInference);
    const ConstMatrixView found = graph.value(logits(graph, batch));
    for (std::size_t k = 0; k < batch.size(); ++k) {
      const auto row = found.row(static_cast<Index>(k)).cast<double>();
      const double largest = row.maxCoeff();
      all.row(static_cast<Index>(batch[k])) =
          row.array() - largest - std::log((row.array() - largest).exp().sum());
    }
  };
  pool.ParallelFor((order.size() + kBatch - 1) / kBatch, ask, progress);
  return all;
}

MatrixOf<double> LogMeans(const std::vector<MatrixOf<double>>& models) {
  MatrixOf<double> largest = models.front();
  for (const auto& model : models) largest = largest.cwiseMax(model);
  MatrixOf<double> sum = MatrixOf<double>::Zero(largest.rows(), largest.cols());
  for (const auto& model : models) {
    sum.array() += (model - largest).array().exp();
  }
  return largest.array() +
         (sum.array() / static_cast<double>(models.size())).log();
}

}  // namespace whylight
