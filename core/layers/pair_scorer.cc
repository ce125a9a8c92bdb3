#include "core/layers/pair_scorer.h"

#include <cmath>

#include "core/ops/ops.h"

namespace whylight {
namespace {

void AddTensors(const std::string& name, Dense& dense, bool bias,
                std::vector<LayerTensor>* tensors) {
  const Index h = dense.weight().value.cols();
  tensors->push_back({name + ".W", {"h", "d"}, &dense.weight(), 0, h});
  if (bias) tensors->push_back({name + ".b", {"h"}, &dense.bias(), 0, h});
}

}  // namespace

PairScorer::PairScorer(const std::string& name,
                       const PairScorerOptions& options, std::uint64_t seed)
    : options_(options) {
  const auto dense = [&](const char* part) {
    return Dense(name + part, options.inputs, options.hidden, seed,
                 options.initialisation);
  };
  if (options.score == AttentionScore::kBilinear) {
    bilinear_ = Parameter{name + ".M",
                          InitialMatrix(options.initialisation, options.inputs,
                                        options.inputs, seed, name + ".M")};
    return;
  }
  if (options.hidden == 0) return;
  query_ = dense(options.shared ? ".f" : ".q");
  if (!options.shared) key_ = dense(".k");
  if (options.score == AttentionScore::kAdditive) {
    vector_ = Parameter{name + ".u",
                        InitialMatrix(options.initialisation, options.hidden, 1,
                                      seed, name + ".u")
                            .transpose()};
  }
}

Var PairScorer::Queries(Graph& graph, Var words) const {
  if (bilinear_) return MatMul(graph, words, graph.Use(*bilinear_));
  if (!query_) return words;
  const Var dense = query_->Apply(graph, words);
  return vector_ ? dense : Activate(graph, dense, options_.activation);
}

Var PairScorer::Keys(Graph& graph, Var words) const {
  if (bilinear_ || !query_) return words;
  if (!key_) return Queries(graph, words);
  // The query's bias is there already.
  if (vector_) return MatMul(graph, words, graph.Use(key_->weight()));
  return Activate(graph, key_->Apply(graph, words), options_.activation);
}

PairScorer::Projected PairScorer::Project(Graph& graph, Var asking,
                                          Var asked) const {
  const Var queries = Queries(graph, asking);
  const bool same = asking.index == asked.index && !bilinear_ && !key_;
  return {queries, same ? queries : Keys(graph, asked)};
}

PairScoring PairScorer::Scoring(Graph& graph) const {
  PairScoring scoring{.heads = options_.heads};
  if (vector_) scoring.vector = graph.Use(*vector_);
  if (options_.score == AttentionScore::kScaled) {
    const Index width = options_.hidden > 0 ? options_.hidden : options_.inputs;
    scoring.scale = 1 / std::sqrt(static_cast<Real>(width / options_.heads));
  }
  return scoring;
}

std::vector<LayerTensor> PairScorer::Tensors() {
  std::vector<LayerTensor> tensors;
  const Index d = options_.inputs;
  if (bilinear_) {
    tensors.push_back(
        {"M", {"d", "d"}, &*bilinear_, 0, d, /*transposed=*/false});
  }
  if (query_) AddTensors(key_ ? "q" : "f", *query_, true, &tensors);
  if (key_) AddTensors("k", *key_, !vector_, &tensors);
  if (vector_) {
    tensors.push_back({"u", {"h"}, &*vector_, 0, options_.hidden});
  }
  return tensors;
}

}  // namespace whylight
