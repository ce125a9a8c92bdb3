// The long short-term memory (Goldberg15 section 11.2, Tay19 section 2.5).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/layers/gates.h"
#include "core/layers/initialise.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/lstm.h"

namespace whylight {

/// The state that an LSTM gives.
enum class LstmOutput { kH, kC };

struct LstmOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  Index hidden = 0;  ///< Width of the state, h.
  LstmOutput state = LstmOutput::kH;
  Initialisation initialisation = Initialisation::kXavier;
};

/// Their fields.
const Fields<LstmOptions>& LstmFields();

/// The error in `options`, which names the option, or nothing.
Status CheckLstmOptions(const LstmOptions& options);

/// How many numbers such a layer learns.
std::uint64_t ParameterCount(const LstmOptions& options);

/// The recurrence of RunLstm with W, U and b of each gate's own. It gives h,
/// or c.
class LstmLayer : public SequenceLayer {
 public:
  /// `options` must pass CheckLstmOptions. Parameters are those of `Gates`; the
  /// bias of f starts at 1, so that at first c is remembered.
  LstmLayer(const std::string& name, const LstmOptions& options,
            std::uint64_t seed);

  Index inputs() const override { return options_.inputs; }
  Index outputs() const override { return options_.hidden; }
  WordOutput word_output() const override { return WordOutput::kState; }
  Sequences Apply(Graph& graph, const Sequences& input) const override;
  /// h and c.
  Result<std::vector<Index>> CarriedWidths() const override;
  Sequences ApplyFrom(Graph& graph, const Sequences& input,
                      std::span<Matrix> state) const override;
  /// i.W [h x d], i.U [h x h], i.b [h]; the same for f, o and g.
  std::vector<LayerTensor> Tensors() override { return gates_.Tensors(); }

 private:
  LstmInputs Inputs(Graph& graph, const Sequences& input) const;
  Sequences Output(const LstmRun& run, const Sequences& input) const;

  LstmOptions options_;
  Gates gates_;  // i, f, o and g.
};

}  // namespace whylight
