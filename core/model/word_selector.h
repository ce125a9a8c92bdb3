// Which words of two texts an outcome rests on: a generator as for one text
// (Lei17 chapter 3), whose words know what they read of the other text.
//
//   score_i = u · ReLU([a; β; a ⊙ β; a - β]_i · W + c) + b
//
// a_i is what the layers give at a word, and β_i what it reads of the other
// text (AlignmentLayer). The word is selected with probability σ(score_i).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/alignment.h"
#include "core/layers/dense.h"
#include "core/model/layer_list.h"
#include "core/model/sides.h"
#include "core/model/word_batch.h"

namespace whylight {

/// How words are selected.
struct SelectorOptions {
  /// Specifications of layers that read each text; none: the word vectors.
  std::vector<nlohmann::json> layers = {};
  /// Units that score a word, and those by which it finds its likes in the
  /// other text; 0: there is no selector, and all words are read.
  Index hidden = 0;
};

/// Their fields.
const Fields<SelectorOptions>& SelectorFields();

/// 1 for each word of a text that is selected, else 0.
using WordSelection = std::vector<std::uint8_t>;

/// The words of text `text` of a batch of `texts`, of which it has `words`:
/// those that score above 0, that is with p > 1/2, or the best where none does.
/// `scores` is [max_length·texts x 1], time-major.
WordSelection SelectByScores(const ConstMatrixView& scores, Index texts,
                             Index text, std::size_t words);

/// The other words of the text.
WordSelection OthersOf(WordSelection selection);

/// The words that are selected.
WordIds KeepWords(const WordIds& ids, const WordSelection& selection);

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

  /// Those of the first one alone.
  Var ScoresOfFirst(Graph& graph, const PairSide& first, const PairSide& second,
                    std::uint64_t reader) const;

  /// Each once.
  std::vector<Parameter*> Parameters();

 private:
  WordSelector(const SelectorOptions& options, LayerList layers, Index width,
               std::uint64_t seed);

  Sequences Read(Graph& graph, const PairSide& side,
                 std::uint64_t reader) const;
  // Of words that have read the other text.
  Var Score(Graph& graph, const Sequences& words, const Attention& other) const;
  std::vector<Parameter*> OwnParameters();

  LayerList layers_;
  // They stay where they are when this moves.
  std::unique_ptr<AlignmentLayer> align_;
  Dense hidden_;
  Dense score_;
};

}  // namespace whylight
