// Pooling over the words of a text (Goldberg15 section 9).
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

enum class PoolingKind {
  kMax,      ///< The largest number of every column: [d].
  kAverage,  ///< The mean: [d].
  kKMax,     ///< The k largest numbers of every column in the order of their
             ///< words: [k·d]; zeros follow where there are fewer words.
  kRegions,  ///< `reduce` in each of l regions of equal size, side by side:
             ///< [l·d]. Of L words region r = 0 .. l-1 has those from ⌊rL/l⌋
             ///< up to ⌊(r+1)L/l⌋; one without words gives zeros.
  kNeighbours,  ///< `reduce` of the words 1..k, k+1..2k, ..., the last group
                ///< may be smaller: a sequence of ⌈L/k⌉ vectors [d].
  kLast,        ///< The vector at the last word: [d].
};

enum class Reduce { kMax, kAverage };

struct PoolingOptions {
  Index inputs = 0;  ///< Width of a vector, d.
  PoolingKind kind = PoolingKind::kMax;
  Index k = 2;                   ///< Of kKMax and kNeighbours.
  Index regions = 2;             ///< Of kRegions, l.
  Reduce reduce = Reduce::kMax;  ///< Of kRegions and kNeighbours.
};

/// Their fields.
const Fields<PoolingOptions>& PoolingFields();

/// The error in `options`, which names the option, or nothing.
Status CheckPoolingOptions(const PoolingOptions& options);

/// One vector a text, or with kNeighbours a shorter sequence. A text without
/// selected words gives zeros; see `SelectedWords` for what a mask means. The
/// gradient of a maximum reaches the first of the largest numbers only.
class PoolingLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckPoolingOptions.
  explicit PoolingLayer(const PoolingOptions& options) : options_(options) {}

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override;
  std::string OutputDim() const override;
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  std::vector<LayerTensor> Tensors() override { return {}; }

 private:
  PoolingOptions options_;
};

}  // namespace whylight
