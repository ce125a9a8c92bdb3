#include "core/layers/positions.h"

#include "core/format/fields.h"
#include "core/ops/positions.h"

namespace whylight {

const Fields<PositionsOptions>& PositionsFields() {
  static const auto fields =
      Fields<PositionsOptions>(
          "Each word plus sines and cosines of its position (Vaswani et al. "
          "2017).")
          .Fixed("type", "positions", "Positions.");
  return fields;
}

Sequences PositionsLayer::Apply(Graph& graph, const Sequences& input) const {
  return AtEveryPosition(
      AddPositions(graph, input.words, input.batch, input.mask), input);
}

}  // namespace whylight
