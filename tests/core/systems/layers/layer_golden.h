// Golden files of layers: which layers, and what they read. Double precision
// writes down what they give (make_golden.cc).
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/layers/initialise.h"
#include "core/model/layer_spec.h"

namespace whylight {

/// The sizes of a golden input.
struct LayerSizes {
  Index length;  ///< L
  Index inputs;  ///< d
  Index hidden;  ///< h
};

/// A safetensors file for `spec` with every tensor the layer reads, at random
/// as training starts them: a function of the spec, the sizes and `name`, the
/// same in either precision, because the file holds floats.
inline std::string RandomLayerInput(const nlohmann::json& spec,
                                    const LayerSizes& sizes,
                                    const std::string& name,
                                    const std::vector<Real>& mask = {}) {
  constexpr std::uint64_t kSeed = 11;
  std::vector<std::pair<std::string, EncodedMatrix>> encoded;
  const auto add = [&](const std::string& tensor, const Matrix& value) {
    encoded.emplace_back(tensor, EncodeMatrix(value, Dtype::kF32).value());
  };
  const auto add_vector = [&](const std::string& tensor, const Matrix& row) {
    add(tensor, row);
    encoded.back().second.shape.erase(encoded.back().second.shape.begin());
  };
  const auto draw = [&](const std::string& tensor, Index rows, Index columns,
                        double limit) {
    return UniformMatrix(rows, columns, limit, kSeed, name + "/" + tensor);
  };
  add("x", draw("x", sizes.length, sizes.inputs, 1));
  if (!mask.empty()) {
    add_vector("mask", ConstMatrixView(mask.data(), 1,
                                       static_cast<Index>(mask.size())));
  }
  // SCRN has a second width, that of its fast state.
  const auto rows = [&](const std::string& tensor, Index) -> Result<Index> {
    return tensor == "h.W" ? sizes.hidden / 2 : sizes.hidden;
  };
  const auto layer = MakeLayer(spec, sizes.inputs, rows).value();
  for (const LayerTensor& tensor : layer->Tensors()) {
    const Matrix like = TensorValue(tensor);
    const double limit =
        std::sqrt(6.0 / static_cast<double>(like.rows() + like.cols()));
    const Matrix value = draw(tensor.name, like.rows(), like.cols(), limit);
    if (tensor.dims.size() == 1) {
      add_vector(tensor.name, value);
    } else {
      add(tensor.name, value);
    }
  }
  std::vector<Tensor> tensors;
  for (const auto& [tensor, matrix] : encoded) {
    AppendTensors(tensor, matrix, tensors);
  }
  return SerializeSafetensors(std::move(tensors)).value();
}

/// "h" of a layer's output.
inline Matrix ReadStates(const std::string& file) {
  const auto view = SafetensorsView::Parse(file, "output").value();
  return TensorToMatrix(*view.Find("h")).value();
}

/// A folder of golden/layers. Its name decides what is drawn.
struct LayerCase {
  std::string name;
  std::string spec;
  bool square = false;  ///< d = h, as a highway wants it.
  std::vector<Real> mask = {};

  LayerSizes sizes() const { return {6, square ? 4 : 3, 4}; }
};

inline std::vector<LayerCase> LayerCases() {
  const std::vector<Real> soft = {1, 0, Real(0.25), 1, 0, Real(0.75)};
  const std::vector<Real> hard = {0, 1, 1, 0, 1, 0};
  return {
      {"rcnn", R"({"type": "rcnn"})"},
      {"rcnn-order-1", R"({"type": "rcnn", "order": 1})"},
      {"rcnn-order-3", R"({"type": "rcnn", "order": 3})"},
      {"rcnn-order-4", R"({"type": "rcnn", "order": 4})"},
      {"rcnn-unnormalized", R"({"type": "rcnn", "normalized": false})"},
      {"rcnn-unnormalized-order-4",
       R"({"type": "rcnn", "normalized": false, "order": 4})"},
      {"rcnn-multiplicative",
       R"({"type": "rcnn", "mapping": "multiplicative"})"},
      {"rcnn-multiplicative-order-3",
       R"({"type": "rcnn", "mapping": "multiplicative", "order": 3})"},
      {"rcnn-multiplicative-unnormalized",
       R"({"type": "rcnn", "mapping": "multiplicative",
           "normalized": false})"},
      {"rcnn-same-step",
       R"({"type": "rcnn", "mapping": "multiplicative", "order": 3,
           "same_step": true})"},
      {"rcnn-same-step-unnormalized",
       R"({"type": "rcnn", "mapping": "multiplicative", "normalized": false,
           "same_step": true})"},
      {"rcnn-state-z", R"({"type": "rcnn", "state": "z"})"},
      {"rcnn-state-sum-c", R"({"type": "rcnn", "order": 3, "state": "sum_c"})"},
      {"rcnn-state-sum-z", R"({"type": "rcnn", "order": 3, "state": "sum_z"})"},
      {"rcnn-state-mix", R"({"type": "rcnn", "order": 3, "state": "mix"})"},
      {"rcnn-relu", R"({"type": "rcnn", "activation": "relu"})"},
      {"rcnn-identity", R"({"type": "rcnn", "activation": "identity"})"},
      {"rcnn-decay-zero",
       R"({"type": "rcnn", "decay": {"type": "constant", "value": 0}})"},
      {"rcnn-decay-constant",
       R"({"type": "rcnn", "decay": {"type": "constant", "value": 0.9}})"},
      {"rcnn-decay-trained",
       R"({"type": "rcnn", "decay": {"type": "trained"}})"},
      {"rcnn-decay-trained-scalar",
       R"({"type": "rcnn", "decay": {"type": "trained", "scalar": true}})"},
      {"rcnn-decay-x", R"({"type": "rcnn", "decay": {"type": "x"}})"},
      {"rcnn-decay-x-scalar",
       R"({"type": "rcnn", "decay": {"type": "x", "scalar": true}})"},
      {"rcnn-decay-xh-scalar",
       R"({"type": "rcnn", "decay": {"type": "xh", "scalar": true}})"},
      {"rcnn-output-matrix", R"({"type": "rcnn", "output_matrix": true})"},
      {"rcnn-output-gate", R"({"type": "rcnn", "output_gate": true})"},
      {"rcnn-highway", R"({"type": "rcnn", "highway": true})", true},
      {"rcnn-no-bias", R"({"type": "rcnn", "bias": false})"},
      {"rcnn-max",
       R"({"type": "rcnn", "pooling": "max", "order": 3,
           "decay": {"type": "constant", "value": 0.7}})"},
      {"rcnn-max-multiplicative",
       R"({"type": "rcnn", "pooling": "max", "mapping": "multiplicative",
           "decay": {"type": "constant", "value": 0.7}})"},
      {"rcnn-max-mask",
       R"({"type": "rcnn", "pooling": "max", "state": "sum_z",
           "decay": {"type": "constant", "value": 0.7}})",
       false, hard},
      {"rcnn-mask", R"({"type": "rcnn"})", false, soft},
      {"rcnn-everything",
       R"({"type": "rcnn", "order": 3, "normalized": false, "state": "mix",
           "output_matrix": true, "output_gate": true, "highway": true})",
       true, soft},
      {"rcnn-everything-multiplicative",
       R"({"type": "rcnn", "order": 3, "mapping": "multiplicative",
           "state": "sum_c", "activation": "relu",
           "decay": {"type": "x", "scalar": true}, "output_matrix": true,
           "output_gate": true, "highway": true})",
       true, soft},

      {"tensor-convolution",
       R"({"type": "tensor_conv", "order": 3, "layers": 2, "decay": 0.4})"},
      {"tensor-convolution-pooled",
       R"({"type": "tensor_conv", "order": 2, "layers": 2, "pooled": true})"},

      {"convolution", R"({"type": "convolution", "order": 3})"},
      {"convolution-narrow",
       R"({"type": "convolution", "order": 3, "border": "narrow",
           "activation": "relu"})"},
      {"convolution-wide",
       R"({"type": "convolution", "order": 3, "border": "wide",
           "activation": "identity", "bias": false})"},
      {"convolution-multiplicative",
       R"({"type": "convolution", "order": 2, "mapping": "multiplicative"})"},
      {"convolution-multiplicative-narrow",
       R"({"type": "convolution", "order": 2, "mapping": "multiplicative",
           "border": "narrow"})"},
      {"convolution-multiplicative-wide",
       R"({"type": "convolution", "order": 2, "mapping": "multiplicative",
           "border": "wide"})"},
      {"convolution-mask", R"({"type": "convolution", "order": 2})", false,
       hard},

      {"pooling-max", R"({"type": "pooling", "kind": "max"})"},
      {"pooling-average", R"({"type": "pooling", "kind": "average"})"},
      {"pooling-k-max", R"({"type": "pooling", "kind": "k_max", "k": 2})"},
      {"pooling-regions-max",
       R"({"type": "pooling", "kind": "regions", "regions": 4,
           "reduce": "max"})"},
      {"pooling-regions-average",
       R"({"type": "pooling", "kind": "regions", "regions": 8,
           "reduce": "average"})"},
      {"pooling-neighbours-max",
       R"({"type": "pooling", "kind": "neighbours", "reduce": "max"})"},
      {"pooling-neighbours-average",
       R"({"type": "pooling", "kind": "neighbours", "reduce": "average"})"},
      {"pooling-last", R"({"type": "pooling", "kind": "last"})"},
      {"pooling-mask", R"({"type": "pooling", "kind": "average"})", false,
       hard},

      {"elman", R"({"type": "elman"})"},
      {"elman-relu", R"({"type": "elman", "activation": "relu"})"},
      {"elman-identity", R"({"type": "elman", "activation": "identity"})"},
      {"irnn", R"({"type": "irnn"})"},
      {"lstm", R"({"type": "lstm"})"},
      {"lstm-mask", R"({"type": "lstm"})", false, soft},
      {"lstm-cells", R"({"type": "lstm", "state": "c"})"},
      {"gru", R"({"type": "gru", "update_gate": "new_state"})"},
      {"gru-old-state", R"({"type": "gru", "update_gate": "old_state"})"},
      {"gru-reset-after",
       R"({"type": "gru", "update_gate": "old_state", "reset": "after"})"},
      {"scrn", R"({"type": "scrn", "alpha": 0.9})"},

      {"bag", R"({"type": "bag", "mode": "mean"})"},
      {"bag-sum", R"({"type": "bag", "mode": "sum"})"},
      {"bag-mask", R"({"type": "bag", "mode": "mean"})", false, soft},
      {"dan", R"({"type": "dan", "layers": 2, "activation": "tanh"})"},
      {"attention", R"({"type": "attention"})"},
      {"attention-projection", R"({"type": "attention", "projection": true})"},
      {"attention-mask", R"({"type": "attention", "projection": true})", false,
       soft},

      {"self-attention", R"({"type": "self_attention"})"},
      {"self-attention-heads",
       R"({"type": "self_attention", "heads": 2, "output_matrix": true})"},
      {"self-attention-dot",
       R"({"type": "self_attention", "score": "dot", "heads": 4})"},
      {"self-attention-additive",
       R"({"type": "self_attention", "score": "additive", "heads": 2})"},
      {"self-attention-bilinear",
       R"({"type": "self_attention", "score": "bilinear"})"},
      {"self-attention-mask", R"({"type": "self_attention", "heads": 2})",
       false, soft},
      {"self-attention-quaternion",
       R"({"type": "self_attention", "quaternion": true, "heads": 2,
           "output_matrix": true})",
       true},
      {"positions", R"({"type": "positions"})"},
      {"positions-mask", R"({"type": "positions"})", false, soft},
      {"transformer", R"({"type": "transformer"})"},
      {"transformer-before",
       R"({"type": "transformer", "heads": 2, "norm": "before",
           "activation": "tanh"})",
       true},
      {"transformer-mask", R"({"type": "transformer", "heads": 2})", true,
       soft},
      {"transformer-partial",
       R"({"type": "transformer", "quaternion": "partial"})", true, soft},
      {"transformer-full",
       R"({"type": "transformer", "quaternion": "full", "norm": "before"})",
       true},
      {"transformer-two",
       R"({"type": "stacked", "layers": [
           {"type": "positions"}, {"type": "transformer"},
           {"type": "transformer"}, {"type": "attention"}]})"},
      {"factorisation-machine", R"({"type": "factorisation_machine"})"},
      {"dcu", R"({"type": "dcu", "ranges": [1, 2, 4]})"},
      {"dcu-simple",
       R"({"type": "dcu", "ranges": [2, 4, 25], "form": "simple"})"},
      {"dcu-gates",
       R"({"type": "dcu", "ranges": [1, 4], "gate": "identity",
           "output_gate": "logistic"})",
       false, soft},
      {"dcu-lstm",
       R"({"type": "stacked", "layers": [
           {"type": "bidirectional", "layer": {"type": "lstm"}},
           {"type": "dcu", "ranges": [1, 2, 4]}]})"},

      {"quaternion", R"({"type": "quaternion"})", true},
      {"quaternion-stacked",
       R"({"type": "stacked", "layers": [
           {"type": "quaternion", "activation": "tanh"},
           {"type": "quaternion", "activation": "identity", "bias": false}]})",
       true, soft},

      {"bidirectional",
       R"({"type": "bidirectional", "layer": {"type": "lstm"}})"},
      {"bidirectional-rcnn",
       R"({"type": "bidirectional", "layer": {"type": "rcnn", "order": 3}})",
       false, soft},
      {"rcrn",
       R"({"type": "rcrn", "layer":
           {"type": "bidirectional", "layer": {"type": "lstm"}}})"},
      {"rcrn-gru",
       R"({"type": "rcrn", "gain": 3, "layer":
           {"type": "gru", "update_gate": "old_state"}})"},
      {"rcrn-rcnn",
       R"({"type": "rcrn", "layer":
           {"type": "bidirectional", "layer": {"type": "rcnn"}}})",
       false, soft},
      {"rcrn-printed",
       R"({"type": "rcrn", "output": "printed", "layer": {"type": "lstm"}})"},
      {"stacked",
       R"({"type": "stacked", "layers": [
           {"type": "rcnn", "mapping": "multiplicative"},
           {"type": "bidirectional", "layer": {"type": "gru"}},
           {"type": "attention"}]})"},
      {"stacked-all",
       R"({"type": "stacked", "output": "all", "layers": [
           {"type": "rcnn"}, {"type": "lstm"}]})"},
  };
}

/// A line of golden/lengths.json.
struct LengthCase {
  std::string name;
  std::string spec;
};

/// One RCNN of each way to sum. Un-normalised sums add hundreds of numbers, so
/// they decay slowly: rounding has room to gather.
inline std::vector<LengthCase> LengthCases() {
  return {
      {"additive", R"({"type": "rcnn", "order": 2})"},
      {"additive, un-normalised",
       R"({"type": "rcnn", "order": 3, "normalized": false,
           "activation": "identity",
           "decay": {"type": "constant", "value": 0.9}})"},
      {"multiplicative",
       R"({"type": "rcnn", "order": 3, "mapping": "multiplicative",
           "decay": {"type": "x"}})"},
      {"multiplicative, un-normalised",
       R"({"type": "rcnn", "order": 2, "mapping": "multiplicative",
           "normalized": false, "activation": "identity",
           "decay": {"type": "constant", "value": 0.99}})"},
      {"sum of z through O",
       R"({"type": "rcnn", "order": 3, "state": "sum_z",
           "output_matrix": true})"},
  };
}

inline const std::vector<Index> kGoldenLengths = {1,   2,   3,    10,
                                                  100, 500, 1000, 2000};

inline std::string LengthCaseInput(const LengthCase& length_case,
                                   Index length) {
  return RandomLayerInput(nlohmann::json::parse(length_case.spec),
                          {length, 8, 16}, length_case.name);
}

}  // namespace whylight
