// Our layers' tensors among those of PyTorch's modules: other names, gates in
// another order and in one matrix, two biases where we have their sum.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/result.h"
#include "core/math/matrix.h"
#include "core/training/exchange/foreign_tensors.h"

namespace whylight {

/// A part of a state dict that is one layer of ours.
struct ModulePlace {
  std::string module;    ///< What its tensors' names start with, e.g. "lstm".
  int number = 0;        ///< The layer of a module of several: weight_ih_l1.
  bool reverse = false;  ///< Whether it reads backwards: weight_ih_l0_reverse.
};

/// The tensor that a layer of `spec` calls `name` (docs/reference/layers.md),
/// in the shape that the layer has for it, from
///
///   lstm                   nn.LSTM, nn.LSTMCell
///   gru, reset after       nn.GRU, nn.GRUCell
///   elman, irnn            nn.RNN, nn.RNNCell
///   convolution            nn.Conv1d
///   self_attention         nn.MultiheadAttention
///   transformer            nn.TransformerEncoderLayer
///   bidirectional, stacked a module of both directions, of several layers
///
/// or, of any layer, from a tensor `module`.`name` of our own name and shape.
/// Fails with kBadModel, naming what was expected, and with kInvalidArgument
/// where PyTorch's layer computes something else.
Result<Matrix> ReadPyTorchTensor(const nlohmann::json& spec,
                                 const std::string& name,
                                 const ModulePlace& place,
                                 ForeignTensors& theirs);

}  // namespace whylight
