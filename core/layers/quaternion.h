// The quaternion feed-forward layer (Tay et al. 2019; Tay19 chapter 11).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/linear_map.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

struct QuaternionOptions {
  Index inputs = 0;  ///< Width of a word vector, d, a multiple of 4.
  Index hidden = 0;  ///< Width of the output, h, a multiple of 4.
  Activation activation = Activation::kRelu;
  bool bias = true;
  QuaternionInitialisation initialisation = QuaternionInitialisation::kXavier;
};

/// Their fields.
const Fields<QuaternionOptions>& QuaternionFields();

/// The error in `options`, which names the option, or nothing.
Status CheckQuaternionOptions(const QuaternionOptions& options);

/// For each word, g(W ⊗ x + b): the word is a vector of d / 4 quaternions, W a
/// matrix of them, and g acts on each part. It is a dense layer with a quarter
/// of the weights. Words do not see each other, so a mask changes nothing.
class QuaternionLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckQuaternionOptions. Parameters are those of the
  /// LinearMap `name`.
  QuaternionLayer(const std::string& name, const QuaternionOptions& options,
                  std::uint64_t seed);

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.hidden; }
  WordOutput word_output() const override { return WordOutput::kCandidate; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// W.r, W.x, W.y and W.z [h/4 x d/4], b [h].
  std::vector<LayerTensor> Tensors() override;

 private:
  QuaternionOptions options_;
  LinearMap map_;
};

}  // namespace whylight
