#include "core/ops/ops.h"

namespace whylight {

Var Activate(Graph& graph, Var x, Activation activation) {
  switch (activation) {
    case Activation::kTanh:
      return Tanh(graph, x);
    case Activation::kRelu:
      return Relu(graph, x);
    case Activation::kIdentity:
      break;
  }
  return x;
}

}  // namespace whylight
