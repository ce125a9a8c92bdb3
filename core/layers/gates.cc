#include "core/layers/gates.h"

#include "core/ops/ops.h"

namespace whylight {
namespace {

Matrix SideBySide(const std::string& name,
                  const std::vector<std::string>& prefixes,
                  const std::string& suffix, Index rows, Index hidden,
                  Initialisation initialisation, std::uint64_t seed) {
  Matrix matrix(rows, static_cast<Index>(prefixes.size()) * hidden);
  Index column = 0;
  for (const std::string& prefix : prefixes) {
    std::string tensor = name;
    tensor.append(".").append(prefix).append(suffix);
    matrix.middleCols(column, hidden) =
        InitialMatrix(initialisation, rows, hidden, seed, tensor);
    column += hidden;
  }
  return matrix;
}

}  // namespace

Gates::Gates(const std::string& name, const std::vector<std::string>& prefixes,
             Index inputs, Index hidden, Initialisation initialisation,
             std::uint64_t seed)
    : prefixes_(prefixes),
      hidden_(hidden),
      weight_{name + ".W", SideBySide(name, prefixes, "W", inputs, hidden,
                                      initialisation, seed)},
      state_weight_{name + ".U", SideBySide(name, prefixes, "U", hidden, hidden,
                                            initialisation, seed)},
      bias_{name + ".b", Matrix::Zero(1, weight_.value.cols())} {}

Var Gates::Project(Graph& graph, Var words) const {
  return Affine(graph, words, graph.Use(weight_), graph.Use(bias_));
}

Var Gates::Apply(Graph& graph, Var projected,
                 std::span<const std::int32_t> rows, Var state) const {
  return Add(graph, Gather(graph, projected, rows),
             MatMul(graph, state, graph.Use(state_weight_)));
}

std::vector<LayerTensor> Gates::Tensors() {
  std::vector<LayerTensor> tensors;
  Index column = 0;
  for (const std::string& prefix : prefixes_) {
    tensors.push_back({prefix + "W", {"h", "d"}, &weight_, column, hidden_});
    tensors.push_back(
        {prefix + "U", {"h", "h"}, &state_weight_, column, hidden_});
    tensors.push_back({prefix + "b", {"h"}, &bias_, column, hidden_});
    column += hidden_;
  }
  return tensors;
}

}  // namespace whylight
