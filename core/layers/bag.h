// Texts as bags of words (Goldberg15 section 3, Lei15 section 6).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/dense.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

enum class BagMode { kMean, kSum };

struct BagOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  BagMode mode = BagMode::kMean;
};

/// Their fields.
const Fields<BagOptions>& BagFields();

/// The error in `options`, which names the option, or nothing.
Status CheckBagOptions(const BagOptions& options);

/// The sum of a text's word vectors, or their mean (CBOW, the neural bag of
/// words): one vector a text, zeros for an empty one. A mask is the weight of
/// its word in both, so a gradient reaches it; zero leaves a word out.
class BagLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckBagOptions.
  explicit BagLayer(const BagOptions& options) : options_(options) {}

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.inputs; }
  std::string OutputDim() const override { return "d"; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  std::vector<LayerTensor> Tensors() override { return {}; }

 private:
  BagOptions options_;
};

struct DanOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  Index hidden = 0;  ///< Width of each layer, h.
  Index layers = 2;  ///< Dense layers above the mean.
  Activation activation = Activation::kTanh;
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<DanOptions>& DanFields();

/// The error in `options`, which names the option, or nothing.
Status CheckDanOptions(const DanOptions& options);

/// A deep averaging network: g(W_k ... g(W_1 x + b_1) ... + b_k) of the mean x
/// of a text's word vectors, which is `BagLayer`'s.
class DanLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckDanOptions. Parameters are those of the `Dense`
  /// layers `name`.1, `name`.2, ...
  DanLayer(const std::string& name, const DanOptions& options,
           std::uint64_t seed);

  Index inputs() const override { return mean_.inputs(); }
  Index outputs() const override { return hidden_; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// "1.W" [h x d], "1.b" [h], "2.W" [h x h], "2.b" [h], ...
  std::vector<LayerTensor> Tensors() override;

 private:
  BagLayer mean_;
  Index hidden_;
  Activation activation_;
  std::vector<Dense> layers_;
};

}  // namespace whylight
