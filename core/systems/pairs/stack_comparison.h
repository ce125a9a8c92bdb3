// Words compared by all layers of a stack, as in CSRAN (Tay19 section 3.3).
//
//   h⁰ = the words; hᵏ = layer k of the stack, of [hᵏ⁻¹; its WordNumbers] from
//   the second layer on; s_ij = the largest aᵖ_i · b^q_j over all layers p and
//   q; β_i = Σ_j softmax_j(s_ij) b_j with a and b the vectors of all layers
//   side by side; [β; a; β ⊙ a; β - a]_i is what a word becomes.
//
// The thesis leaves open what is compared. Here it is what the layers give, not
// the numbers beside it; each gap between two layers has numbers with
// parameters of its own; and the first layer reads the words as they are.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/layer_list.h"
#include "core/systems/pairs/options.h"
#include "core/systems/pairs/word_comparison.h"
#include "core/systems/pairs/word_numbers.h"

namespace whylight {

class StackComparison : public WordComparison {
 public:
  /// Fails as MakeNewLayers, and unless all layers of the stack are of one
  /// width and give a vector for each word.
  static Result<std::unique_ptr<WordComparison>> Make(
      const PairOptions& options, Index inputs, std::uint64_t seed);

  /// As it was saved. Trusts nothing.
  static Result<std::unique_ptr<WordComparison>> Load(
      const PairOptions& options, Index inputs, const SafetensorsView& tensors,
      std::string_view file);

  Index outputs() const override;
  std::uint64_t readers() const override { return stack_.size(); }
  Alignment Align(Graph& graph, const PairSide& first,
                  const PairSide& second) const override;
  ComparedWords Compare(Graph& graph, const PairSide& first,
                        const PairSide& second,
                        std::uint64_t reader) const override;
  /// Of all layers but the last, one after the other.
  SplitFeatures Split(Graph& graph, const PairSide& first,
                      const PairSide& second) const override;
  std::vector<Parameter*> Parameters() override;
  Status Save(Dtype dtype, TensorCollector* tensors) const override;

 private:
  // The vectors of all layers side by side.
  struct Stacked {
    Sequences first;
    Sequences second;
    Alignment aligned;
  };

  StackComparison(LayerList stack, std::vector<WordNumbers> numbers,
                  bool drops_inputs);

  // What each layer gives of both texts.
  std::vector<ComparedWords> ReadStack(Graph& graph, const PairSide& first,
                                       const PairSide& second,
                                       std::uint64_t reader) const;
  Stacked Read(Graph& graph, const PairSide& first, const PairSide& second,
               std::uint64_t reader) const;
  std::vector<Parameter*> NumbersParameters();

  LayerList stack_;
  std::vector<WordNumbers> numbers_;  // Between each layer and the next.
  bool drops_inputs_;  // Whether the first layer reads those of other layers.
};

}  // namespace whylight
