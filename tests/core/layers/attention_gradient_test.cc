// Gradients of attention, of the words of one text and of two.
#include <gtest/gtest.h>

#include "core/layers/alignment.h"
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

TEST(AlignmentGradientTest, BackwardEqualsCentralDifferences) {
  const std::vector<AlignmentOptions> variants = {
      {.inputs = 3},
      {.inputs = 3, .hidden = 4, .activation = Activation::kTanh},
      {.inputs = 3, .hidden = 4, .score = AttentionScore::kScaled},
      {.inputs = 3, .hidden = 4, .score = AttentionScore::kAdditive},
      {.inputs = 3, .score = AttentionScore::kBilinear}};
  // Words of both texts are rows of one table, whose gradients must meet; a
  // side may be empty.
  const SequenceBatch left = MakeSequences({{0, 1, 2, 1}, {4}, {}, {2, 3}});
  const SequenceBatch right = MakeSequences({{1, 3}, {0, 2, 4}, {1}, {}});
  for (const AlignmentOptions& options : variants) {
    for (const bool masked : {false, true}) {
      AlignmentLayer layer("layer", options, 11);
      std::vector<Parameter*> parameters;
      for (const LayerTensor& tensor : layer.Tensors()) {
        parameters.push_back(tensor.parameter);
      }
      RandomiseAll(parameters);
      Parameter words{"words", RandomMatrix(5, 3, "words")};
      Parameter left_mask{"left mask", RandomMask(16, "left mask")};
      Parameter right_mask{"right mask", RandomMask(12, "right mask")};
      parameters.push_back(&words);
      if (masked) {
        parameters.push_back(&left_mask);
        parameters.push_back(&right_mask);
      }
      CheckGradients(parameters, [&](Graph& graph) {
        Sequences a{graph.Use(words), left, std::nullopt};
        Sequences b{graph.Use(words), right, std::nullopt};
        if (masked) {
          a.mask = graph.Use(left_mask);
          b.mask = graph.Use(right_mask);
        }
        const Alignment alignment = layer.Align(graph, a, b);
        // What is explained may be learned from as well.
        return WeightedSum(graph,
                           {Scalar(graph, alignment.scores),
                            Scalar(graph, alignment.left.vectors),
                            Scalar(graph, alignment.right.vectors),
                            Scalar(graph, layer.AlignToItself(graph, a).words)},
                           {Real{0.3}, 1, 1, 1});
      });
    }
  }
}

}  // namespace
}  // namespace whylight
