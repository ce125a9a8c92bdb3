// From the words of questions and texts to what writes answers (Tay19 chapter
// 6). `layers` read both; each word p of a text reads the question as
// β = Σ_j softmax_j(F(p) · F(q_j)) q_j, and with x = [p; β; p ⊙ β; p - β] those
// of its own text at most `band` words away, as
// Σ_j softmax_j(G(x) · G(x_j) / √w) x_j, where w is the width of G(x). `after`
// reads both side by side; the decoder (decoder.h) writes of what it gives. F
// and G are ReLU of a linear map; without `align` F(p) is p.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/alignment.h"
#include "core/layers/dense.h"
#include "core/model/layer_list.h"
#include "core/model/sides.h"
#include "core/systems/answer_generator/decoder.h"
#include "core/systems/answer_generator/options.h"

namespace whylight {

class AnswerNetwork {
 public:
  /// To be trained, for word vectors of width `vectors`, beside which stand the
  /// numbers of the options. Fails with kInvalidArgument, naming the option.
  static Result<AnswerNetwork> Make(const AnswerGeneratorOptions& options,
                                    Index vectors, std::uint64_t seed);

  /// As it was saved. Trusts nothing.
  static Result<AnswerNetwork> Load(const AnswerGeneratorOptions& options,
                                    Index vectors,
                                    const SafetensorsView& tensors,
                                    std::string_view file);

  Status Save(Dtype dtype, TensorCollector* tensors) const;

  /// The elements of words have been dropped; further dropout counts readers
  /// from 1.
  PointerDecoder::Reading Read(Graph& graph, PairSide questions,
                               PairSide texts) const;

  const PointerDecoder& decoder() const { return decoder_; }
  std::vector<Parameter*> Parameters();

 private:
  /// Makes or loads the layers of an option, for words of a width.
  using LayerSource = std::function<Result<LayerList>(
      const std::vector<nlohmann::json>&, const std::string&, Index)>;

  struct Lists {
    LayerList layers;
    LayerList after;
  };
  static Result<Lists> TakeLists(const AnswerGeneratorOptions& options,
                                 Index vectors, const LayerSource& source);
  static std::string FindProblem(const AnswerGeneratorOptions& options,
                                 const Lists& lists);
  static PointerDecoderWidths WidthsOf(const AnswerGeneratorOptions& options,
                                       const Lists& lists, Index vectors);

  AnswerNetwork(const AnswerGeneratorOptions& options, Lists lists,
                Index vectors, std::uint64_t seed);
  std::vector<Parameter*> OwnParameters();

  Index band_;
  Lists lists_;
  AlignmentLayer align_;
  std::optional<Dense> near_;
  PointerDecoder decoder_;
};

}  // namespace whylight
