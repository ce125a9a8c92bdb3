// Two texts that meet word by word: each word is compared with what it reads of
// the other text, and what is found becomes one vector of the pair.
//
//   decomposable  v = Σ_i ReLU([a; β; a ⊙ β; a - β]_i · W + c) of both texts,
//                 [v_first; v_second] (Parikh et al. 2016; Tay19 section 11)
//   esim          the same words through further layers, their mean and
//                 maximum side by side (Chen et al. 2017)
//   cafe          words with six numbers beside them, which factorisation
//                 machines make of what they read of both texts, through
//                 further layers (Tay19 section 3.2)
//   mcan          as cafe, with three numbers more for each of two sums of a
//                 text's own words: by the largest and by the mean of each
//                 word's scores with the other text (Tay19 section 4.1)
//   csran         words from all layers of a stack, with what they read of the
//                 other text by the best of these layers (stack_comparison.h),
//                 through further layers, and the sums over both texts side by
//                 side (Tay19 section 3.3)
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/alignment.h"
#include "core/layers/sequence_layer.h"
#include "core/model/layer_list.h"
#include "core/model/model_parts.h"
#include "core/systems/pairs/options.h"
#include "core/systems/pairs/word_comparison.h"

namespace whylight {

class WordMeeting {
 public:
  /// To be trained, for words of width `inputs`; `options` are those of a kind
  /// whose words meet. Fails as MakeNewLayers.
  static Result<WordMeeting> Make(const PairOptions& options, Index inputs,
                                  std::uint64_t seed);

  /// As it was saved. Trusts nothing.
  static Result<WordMeeting> Load(const PairOptions& options, Index inputs,
                                  const SafetensorsView& tensors,
                                  std::string_view file);

  Status Save(Dtype dtype, TensorCollector* tensors) const;

  /// The width of the vector of a pair.
  Index outputs() const;

  /// How many readers have dropout of their own.
  std::uint64_t readers() const {
    return comparison_->readers() + composition_.size() + 1;
  }

  /// [pairs x outputs]; dropout counts readers from `reader`.
  Var Apply(Graph& graph, const PairSide& first, const PairSide& second,
            std::uint64_t reader) const;

  /// What the words of each pair read of the other text.
  Alignment Align(Graph& graph, const PairSide& first,
                  const PairSide& second) const {
    return comparison_->Align(graph, first, second);
  }

  /// The numbers beside the words of one pair; none where words get none.
  SplitFeatures Split(Graph& graph, const PairSide& first,
                      const PairSide& second) const {
    return comparison_->Split(graph, first, second);
  }

  /// Each once.
  std::vector<Parameter*> Parameters();

 private:
  WordMeeting(PairKind kind, std::unique_ptr<WordComparison> comparison,
              LayerList composition)
      : kind_(kind),
        comparison_(std::move(comparison)),
        composition_(std::move(composition)) {}

  Var PoolSide(Graph& graph, const Sequences& words, const TextDropout& dropout,
               std::uint64_t reader) const;

  PairKind kind_;
  std::unique_ptr<WordComparison> comparison_;
  LayerList composition_;  // Not of the decomposable.
};

}  // namespace whylight
