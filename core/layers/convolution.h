// Convolution over windows of words, the layer the recurrent convolution is
// compared with (Lei17 section 2.3.1, Lei15 section 6, Goldberg15 section 9).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/convolution.h"

namespace whylight {

struct ConvolutionOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  Index hidden = 0;  ///< Number of filters, h.
  Index order = 2;   ///< Words in a window, n >= 1.
  Mapping mapping = Mapping::kAdditive;
  Border border = Border::kCausal;
  Activation activation = Activation::kTanh;
  bool bias = true;
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<ConvolutionOptions>& ConvolutionFields();

/// The error in `options`, which names the option, or nothing.
Status CheckConvolutionOptions(const ConvolutionOptions& options);

/// For the window of words x_1 .. x_n, with g the activation and where a window
/// reaches past the text zero vectors for x:
///
///   h = g(W_1 x_1 + ... + W_n x_n + b)    additive (linear)
///   h = g(W_1 x_1 ⊙ ... ⊙ W_n x_n + b)    multiplicative
///
/// Gives a sequence of windows: as many as there are selected words, n - 1
/// fewer (none, for a text shorter than the window) or n - 1 more, as the
/// border says; see `SelectedWords` for what a mask means.
class ConvolutionLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckConvolutionOptions. Parameters are `name`.W [d x
  /// n·h] and `name`.b [1 x h]; each W_k starts as a matrix of its own, b at
  /// zero.
  ConvolutionLayer(const std::string& name, const ConvolutionOptions& options,
                   std::uint64_t seed);

  Index inputs() const override { return weight_.value.rows(); }
  Index outputs() const override { return weight_.value.cols() / form_.order; }
  WordOutput word_output() const override {
    if (form_.border != Border::kCausal) return WordOutput::kOther;
    return form_.order <= kMaxOrder + 1 ? WordOutput::kCandidate
                                        : WordOutput::kHardMasks;
  }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// The window that ends at each word, of it and the selected ones before it.
  Sequences ApplyAtEveryWord(Graph& graph,
                             const Sequences& input) const override;
  /// "W.1" .. "W.n" [h x d], "b" [h].
  std::vector<LayerTensor> Tensors() override;

 private:
  WindowForm form_;
  Activation activation_;
  Parameter weight_;
  std::optional<Parameter> bias_;
};

}  // namespace whylight
