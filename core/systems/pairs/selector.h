// Which words of two texts an outcome rests on: a generator as for one text
// (Lei17 chapter 3), whose words know what they read of the other text.
//
//   score_i = u · ReLU([a; β; a ⊙ β; a - β]_i · W + c) + b
//
// a_i is what the layers give at a word, and β_i what it reads of the other
// text (AlignmentLayer). The word is selected with probability σ(score_i).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
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
#include "core/systems/pairs/options.h"

namespace whylight {

class WordSelector {
 public:
  /// To be trained, for words of width `inputs`. Fails as MakeNewLayers, and
  /// where a layer does not give a vector at each word.
  static Result<WordSelector> Make(const SelectorOptions& options, Index inputs,
                                   std::uint64_t seed);

  /// As it was saved. Trusts nothing.
  static Result<WordSelector> Load(const SelectorOptions& options, Index inputs,
                                   const SafetensorsView& tensors,
                                   std::string_view file);

  Status Save(Dtype dtype, TensorCollector* tensors) const;

  /// The score of each word of either text: [max_length·pairs x 1] each,
  /// time-major. Dropout counts readers from `reader`.
  std::array<Var, 2> Scores(Graph& graph, const PairSide& first,
                            const PairSide& second, std::uint64_t reader) const;

  /// Each once.
  std::vector<Parameter*> Parameters();

 private:
  WordSelector(const SelectorOptions& options, LayerList layers, Index width,
               std::uint64_t seed);

  std::vector<Parameter*> OwnParameters();

  LayerList layers_;
  // They stay where they are when this moves.
  std::unique_ptr<AlignmentLayer> align_;
  Dense hidden_;
  Dense score_;
};

/// The error of the first layer, made of its spec, that gives less than `least`
/// at each word or, in a model that selects, cannot read selected words alone;
/// or nothing. `where` starts its name.
std::string FindUnfitReader(const PairOptions& options,
                            const std::vector<nlohmann::json>& specs,
                            const std::string& where, const LayerList& layers,
                            WordOutput least = WordOutput::kOther);

}  // namespace whylight
