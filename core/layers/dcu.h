// Dilated composition units (Tay, Luu and Hui 2018; Tay19 chapter 8).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/dense.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/gated_average.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

/// The most ranges of a layer, and the most words of a block.
inline constexpr Index kMaxDcuRanges = 16;
inline constexpr Index kMaxDcuRange = 4096;

/// How the gates that were composed of blocks encode the words.
enum class DcuForm {
  kSimple,     ///< Each word by itself.
  kRecurrent,  ///< From word to word, by a cell.
};

struct DcuOptions {
  Index inputs = 0;  ///< Width of a word vector, d; the layer is as wide.
  /// Words in a block of each range, rising.
  std::vector<Index> ranges = {1, 2, 4, 10, 25};
  DcuForm form = DcuForm::kRecurrent;
  /// Of the last dense layer below the gate. With kRelu, as it is printed, σ(g)
  /// is at least 1/2.
  Activation gate = Activation::kRelu;
  /// Of the cell; kLinear as it is printed.
  GateForm output_gate = GateForm::kLinear;
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<DcuOptions>& DcuFields();

/// The error in `options`, which names the option, or nothing.
Status CheckDcuOptions(const DcuOptions& options);

/// For each range r the words are cut into blocks of r, the last one may be
/// shorter. Every word w_t in block B has
///   w̄ʳ_t = ReLU(Wʳ (sum of the words of B) + bʳ),
///   g_t  = gate(W_2 ReLU(W_1 [w̄ʳ_t of all ranges] + b_1) + b_2),
///   z_t  = tanh(W_p w_t + b_p);
/// kSimple gives
///   y_t  = σ(g_t) ⊙ w_t + (1 - σ(g_t)) ⊙ z_t,
/// and kRecurrent, with o_t = W_o w_t + b_o or its logistic function,
///   c_t  = σ(g_t) ⊙ c_{t-1} + (1 - σ(g_t)) ⊙ z_t,   y_t = o_t ⊙ c_t.
/// A block holds words to come. Words that a mask leaves out are read as if
/// they were not there: blocks close up.
class DcuLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckDcuOptions. Parameters are those of the `Dense`
  /// layers `name`.fold.r, `name`.gate.2, `name`.fresh and, with kRecurrent,
  /// `name`.output, and `name`.gate.1.W.r [d x d] and `name`.gate.1.b [1 x d].
  DcuLayer(const std::string& name, const DcuOptions& options,
           std::uint64_t seed);

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.inputs; }
  std::string OutputDim() const override { return "d"; }
  WordOutput word_output() const override { return WordOutput::kHardMasks; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// For each range r fold.r.W [d x d], fold.r.b [d] and gate.1.W.r [d x d],
  /// the columns of W_1 that read it; gate.1.b [d], gate.2.W [d x d], gate.2.b
  /// [d], fresh.W [d x d] and fresh.b [d] (W_p and b_p), and with kRecurrent
  /// output.W [d x d] and output.b [d].
  std::vector<LayerTensor> Tensors() override;

 private:
  struct Composed {
    Index range;
    Dense fold;
    Parameter gate;
  };

  // g at every word: [max_length·batch x d].
  Var Gate(Graph& graph, const Sequences& words) const;

  DcuOptions options_;
  std::vector<Composed> ranges_;
  Parameter gate_bias_;
  Dense gate_;
  Dense fresh_;
  std::vector<Dense> output_;  // One, or none with kSimple.
};

}  // namespace whylight
