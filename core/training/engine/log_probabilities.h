// The probabilities that models give the labels of many examples.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/math/kernels.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// One logit per label for each of some examples: [examples x labels].
using LogitsOf =
    std::function<Var(Graph& graph, std::span<const std::size_t> examples)>;

/// The logarithms of the probabilities of the `labels` labels of each example,
/// [examples x labels]; `lengths` are those of the examples, so that little is
/// spent on padding. The same on any number of threads.
MatrixOf<double> LogProbabilities(const std::vector<std::size_t>& lengths,
                                  Index labels, const LogitsOf& logits,
                                  ThreadPool& pool,
                                  const Progress& progress = nullptr);

/// The logarithms of the means of the probabilities that several models give,
/// one matrix or more, all of one size.
MatrixOf<double> LogMeans(const std::vector<MatrixOf<double>>& models);

}  // namespace whylight
