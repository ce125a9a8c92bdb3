#include "core/layers/pair_scorer.h"

#include <cmath>

#include "core/ops/ops.h"
#include "core/ops/quaternion.h"

namespace whylight {

PairScorer::PairScorer(const std::string& name,
                       const PairScorerOptions& options, std::uint64_t seed)
    : options_(options) {
  const auto map = [&](const char* part, bool bias) {
    return LinearMap(name + part, options.inputs, options.hidden, bias, seed,
                     options.initialisation);
  };
  const auto start = [&](const char* part, Index rows, Index cols) -> Matrix {
    return InitialMatrix(std::get<Initialisation>(options.initialisation), rows,
                         cols, seed, name + part);
  };
  if (options.score == AttentionScore::kBilinear) {
    bilinear_ =
        Parameter{name + ".M", start(".M", options.inputs, options.inputs)};
    return;
  }
  if (options.hidden == 0) return;
  const bool additive = options.score == AttentionScore::kAdditive;
  query_ = map(options.shared ? ".f" : ".q", true);
  // The query's bias is there already.
  if (!options.shared) key_ = map(".k", !additive);
  if (additive) {
    options_.activation = Activation::kIdentity;
    vector_ =
        Parameter{name + ".u", start(".u", options.hidden, 1).transpose()};
  }
}

Var PairScorer::Queries(Graph& graph, Var words) const {
  if (bilinear_) return MatMul(graph, words, graph.Use(*bilinear_));
  if (!query_) return words;
  return Activate(graph, query_->Apply(graph, words), options_.activation);
}

Var PairScorer::Keys(Graph& graph, Var words) const {
  if (bilinear_ || !query_) return words;
  if (!key_) return Queries(graph, words);
  return Activate(graph, key_->Apply(graph, words), options_.activation);
}

PairScorer::Projected PairScorer::Project(Graph& graph, Var asking,
                                          Var asked) const {
  const Var queries = Queries(graph, asking);
  const bool same = asking.index == asked.index && !bilinear_ && !key_;
  const Var keys = same ? queries : Keys(graph, asked);
  if (!of_quaternions()) return {queries, keys};
  return {LeftFactors(graph, queries, options_.heads),
          RightFactors(graph, keys, options_.heads)};
}

PairScoring PairScorer::Scoring(Graph& graph) const {
  PairScoring scoring{.heads = options_.heads};
  if (of_quaternions()) scoring.heads *= kQuaternionParts;
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
  if (query_) query_->AddTensors(key_ ? "q." : "f.", "h", "d", &tensors);
  if (key_) key_->AddTensors("k.", "h", "d", &tensors);
  if (vector_) {
    tensors.push_back({"u", {"h"}, &*vector_, 0, options_.hidden});
  }
  return tensors;
}

}  // namespace whylight
