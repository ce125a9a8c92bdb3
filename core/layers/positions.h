// Tells words where they stand (Vaswani et al. 2017, section 3.5).
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

struct PositionsOptions {
  Index inputs = 0;  ///< Width of a word vector, d; the layer is as wide.
};

/// Their fields.
const Fields<PositionsOptions>& PositionsFields();

/// Adds to each word sines and cosines of its position (AddPositions), by which
/// layers of attention tell words apart that stand elsewhere. Words that a mask
/// leaves out do not count.
class PositionsLayer : public SequenceLayer {
 public:
  explicit PositionsLayer(const PositionsOptions& options)
      : inputs_(options.inputs) {}

  Index inputs() const override { return inputs_; }
  Index outputs() const override { return inputs_; }
  std::string OutputDim() const override { return "d"; }
  WordOutput word_output() const override { return WordOutput::kCandidate; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// None.
  std::vector<LayerTensor> Tensors() override { return {}; }

 private:
  Index inputs_;
};

}  // namespace whylight
