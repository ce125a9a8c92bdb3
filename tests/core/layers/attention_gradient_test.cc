// Gradients of attention, of the words of one text and of two.
#include <gtest/gtest.h>

#include "core/layers/self_attention.h"
#include "core/ops/ops.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"
#include "tests/core/scalar.h"

namespace whylight {
namespace {

// Biases start at zero, where mistakes hide.
void RandomiseAll(const std::vector<Parameter*>& parameters) {
  for (Parameter* parameter : parameters) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
}

// A mask in [0, 1], zero at some words.
Matrix RandomMask(Index positions, const std::string& name) {
  Matrix mask = RandomMatrix(positions, 1, name).cwiseAbs();
  mask(0, 0) = 0;
  mask(positions / 2, 0) = 0;
  return mask;
}

TEST(SelfAttentionGradientTest, BackwardEqualsCentralDifferences) {
  for (const AttentionScore score :
       {AttentionScore::kScaled, AttentionScore::kDot,
        AttentionScore::kAdditive, AttentionScore::kBilinear}) {
    for (const bool masked : {false, true}) {
      const bool bilinear = score == AttentionScore::kBilinear;
      SelfAttentionLayer layer("layer",
                               {.inputs = 3,
                                .hidden = 4,
                                .score = score,
                                .heads = bilinear ? 1 : 2,
                                .output_matrix = bilinear},
                               11);
      std::vector<Parameter*> parameters = layer.Parameters();
      RandomiseAll(parameters);
      Parameter words{"words", RandomMatrix(5, 3, "words")};
      // Word 1 occurs twice in one text: its gradients must meet.
      const SequenceBatch batch =
          MakeSequences({{0, 1, 2, 1, 3}, {4, 3}, {}, {2}});
      Parameter mask{"mask",
                     RandomMask(static_cast<Index>(batch.rows.size()), "mask")};
      parameters.push_back(&words);
      if (masked) parameters.push_back(&mask);
      CheckGradients(parameters, [&](Graph& graph) {
        Sequences input{graph.Use(words), batch, std::nullopt};
        if (masked) input.mask = graph.Use(mask);
        return Scalar(graph, layer.Apply(graph, input).words);
      });
    }
  }
}

}  // namespace
}  // namespace whylight
