// What the words of two texts become when they meet, before they are read on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/alignment.h"
#include "core/layers/sequence_layer.h"
#include "core/model/model_parts.h"
#include "core/model/sides.h"
#include "core/systems/pairs/options.h"

namespace whylight {

/// The words of both texts of each pair, compared, at every position.
struct ComparedWords {
  Sequences first;
  Sequences second;
};

/// The sum of words that a word is compared with.
enum class WordSum {
  kOwn,    ///< Of its own text, by how they fit the word.
  kOther,  ///< Of the other text, in the same way.
  kMax,    ///< Of its own text, by the largest of each one's scores with the
           ///< words of the other: the same for all words of a text.
  kMean,   ///< By the mean of these scores.
};

/// A number beside each word of a text, as a sum: alone_i + Σ_j parts_ij over
/// the words j of the sum that word i is compared with. It is exact with the
/// weights of that sum as they are.
struct SplitFeature {
  WordSum sum;
  std::size_t part = 0;   ///< Of PairCompression: c, s or m.
  std::size_t layer = 0;  ///< Of a stack, from 1: whose words these are; 0: the
                          ///< words of no stack.
  RowVector values = {};  ///< The numbers themselves.
  RowVector alone = {};
  Matrix parts = {};
};

/// Of the two texts of a pair.
struct SplitFeatures {
  std::vector<SplitFeature> first;
  std::vector<SplitFeature> second;
};

/// Compares each word with what it reads; each kind of model does it in its own
/// way.
class WordComparison {
 public:
  virtual ~WordComparison() = default;

  /// The width of a word that was compared.
  virtual Index outputs() const = 0;

  /// How many readers have dropout of their own.
  virtual std::uint64_t readers() const { return 1; }

  /// What the words of each pair read of the other text.
  virtual Alignment Align(Graph& graph, const PairSide& first,
                          const PairSide& second) const = 0;

  /// Dropout counts readers from `reader`.
  virtual ComparedWords Compare(Graph& graph, const PairSide& first,
                                const PairSide& second,
                                std::uint64_t reader) const = 0;

  /// The numbers beside the words of one pair; none where words get none.
  virtual SplitFeatures Split(Graph& /*graph*/, const PairSide& /*first*/,
                              const PairSide& /*second*/) const {
    return {};
  }

  /// Each once.
  virtual std::vector<Parameter*> Parameters() = 0;

  virtual Status Save(Dtype dtype, TensorCollector* tensors) const;
};

/// To be trained, for words of width `inputs`; `options` are those of a kind
/// whose words meet. Fails with kInvalidArgument, naming the option.
Result<std::unique_ptr<WordComparison>> MakeWordComparison(
    const PairOptions& options, Index inputs, std::uint64_t seed);

/// As it was saved. Trusts nothing.
Result<std::unique_ptr<WordComparison>> LoadWordComparison(
    const PairOptions& options, Index inputs, const SafetensorsView& tensors,
    std::string_view file);

/// The alignment of words of width `inputs`.
AlignmentOptions AlignmentOf(const PairOptions& options, Index inputs);

}  // namespace whylight
