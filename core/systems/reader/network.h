// From the words of questions and texts to the scores of answers.
//
//   alignment  x_i = ReLU([p; β; p ⊙ β; p - β]_i · W + c) of each word p of a
//              text, after all layers, and what it reads of the question, β =
//              Σ_j softmax_j(F(p_i) · F(q_j) / √width) q_j (Tay19 section 8.3)
//   bac        the same of words with three numbers beside them, those of a
//              connector (connector.h) after each layer, which the next layer
//              reads, too (Tay19 section 5.2)
//   decaprop   words of all layers p¹, ..., pⁿ side by side, with the numbers
//              of connectors between each p^i and each q^j; then
//              u = core(σ([p; β] · V + d) ⊙ p), from that the same with what
//              each word reads of its own text, and beside it the numbers of
//              connectors between both u and each q^j (Tay19 section 5.3)
//
// With a band, words of the first two have beside them Σ_j softmax_j(G(x_i) ·
// G(x_j) / √width) x_j of the words j near them (Tay19 section 6.3); in
// decaprop it bounds how far the second attention reads, which is left out
// without. Then come the layers `after`, y, of which s = y · w_s + b_s and
// e = y · w_e + b_e score where an answer starts and ends, and the maximum of y
// beside the mean of q that there is none (core/ops/span_scores.h).
//
// Of texts with a mask only the selected words are read, as if there were no
// others, and answers start and end with them: at other words s and e are -
// kUnread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/alignment.h"
#include "core/layers/dense.h"
#include "core/model/layer_list.h"
#include "core/model/pretrained_layers.h"
#include "core/model/sides.h"
#include "core/ops/span_scores.h"
#include "core/systems/reader/connector.h"
#include "core/systems/reader/options.h"

namespace whylight {

class ReaderNetwork {
 public:
  /// What an answer costs at either end that is no selected word: enough for it
  /// to be unlikely, and little enough to learn from.
  static constexpr Real kUnread = 10;

  /// To be trained, for words of width `inputs`. Fails with kInvalidArgument,
  /// naming the option.
  static Result<ReaderNetwork> Make(const ReaderOptions& options, Index inputs,
                                    std::uint64_t seed);

  /// As it was saved. Trusts nothing.
  static Result<ReaderNetwork> Load(const ReaderOptions& options, Index inputs,
                                    const SafetensorsView& tensors,
                                    std::string_view file);

  Status Save(Dtype dtype, TensorCollector* tensors) const;

  /// PretrainedLayers::CopyInto of the layers that `specs` make, which read
  /// `beside` numbers beside words.
  Status StartFrom(const PretrainedLayers& learned,
                   const std::vector<nlohmann::json>& specs, Index beside,
                   const std::string& source);

  struct Scored {
    SpanScores scores;
    SequenceBatch texts;
    /// How much each word of a text reads of each word of its question, where
    /// WordPairs(texts, questions) says.
    Var weights;
  };
  /// The elements of words have been dropped; further dropout counts readers
  /// from 1. `texts` may have a mask, which gradients reach, if the options
  /// have a selector.
  Scored Apply(Graph& graph, const PairSide& questions,
               const PairSide& texts) const;

  /// Each once.
  std::vector<Parameter*> Parameters();

 private:
  /// Makes or loads the layers of an option: their specifications, its key, and
  /// what MakeNewLayers calls `inputs` and `beside`.
  using LayerSource = std::function<Result<LayerList>(
      const std::vector<nlohmann::json>&, const std::string&, Index, Index)>;

  struct Lists {
    LayerList layers;
    LayerList gated;  // Of kDecaprop, those of the first core
    LayerList own;    // and of the second.
    LayerList after;
  };
  // How wide words are after each of the parts.
  struct Widths {
    Index read;  // Of all layers together, with numbers.
    Index met;   // After the meeting, and what is beside it.
    Index last_but_one;
    Index last;
  };

  static Result<Lists> TakeLists(const ReaderOptions& options, Index inputs,
                                 const LayerSource& source);
  static std::string FindProblem(const ReaderOptions& options,
                                 const Lists& lists);
  static Widths WidthsOf(const ReaderOptions& options, const Lists& lists,
                         Index inputs);
  // How many numbers are in the matrices of what is no layer.
  static std::uint64_t Size(const ReaderOptions& options, const Lists& lists,
                            const Widths& widths, Index inputs);

  ReaderNetwork(const ReaderOptions& options, Lists lists, const Widths& widths,
                Index inputs, std::uint64_t seed);

  // The words of both sides after all layers, and of each layer.
  struct Read {
    PairSide questions;
    PairSide texts;
    std::vector<Sequences> question_levels;
    std::vector<Sequences> text_levels;
  };
  Read ReadSides(Graph& graph, const PairSide& questions, const PairSide& texts,
                 std::uint64_t* reader) const;
  // The words of texts that have met those of questions.
  Var Compare(Graph& graph, const Read& read, Var attended,
              std::uint64_t* reader) const;
  Var Gate(Graph& graph, const Read& read, Var attended,
           std::uint64_t* reader) const;
  // What each word reads of its own text.
  Var ReadNear(Graph& graph, const Sequences& words) const;
  std::vector<Parameter*> OwnParameters();

  ReaderConnectors connectors_;
  Index band_;
  Lists lists_;
  std::vector<Connector> between_;  // After each layer.
  std::vector<Connector> across_;   // Of each layer with each,
  std::vector<Connector> core_;     // and of the cores with each.
  AlignmentLayer align_;
  std::optional<Dense> compare_;
  std::optional<Dense> gate_;
  std::optional<Dense> near_;
  std::optional<Dense> near_gate_;
  Dense start_;
  Dense end_;
  Dense none_;
};

}  // namespace whylight
