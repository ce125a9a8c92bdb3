// The Transformer's block and positions, in double precision.
#include <gtest/gtest.h>

#include <cmath>

#include "core/layers/positions.h"
#include "core/layers/transformer.h"
#include "core/ops/layer_norm.h"
#include "tests/core/gradient_check.h"
#include "tests/core/layers/layer_gradients.h"
#include "tests/core/layers/run_layer.h"
#include "tests/core/random_matrix.h"
#include "tests/core/scalar.h"

namespace whylight {
namespace {

TEST(NormalizeLayerGradientTest, ARowHasTheMeanAndDeviationItIsGiven) {
  const Matrix x = RandomMatrix(5, 8, "x").array() * 3 + 2;
  Graph graph(Graph::Mode::kInference);
  const Matrix y = graph.value(NormalizeLayer(
      graph, graph.Constant(x), graph.Constant(Matrix::Constant(1, 8, 2)),
      graph.Constant(Matrix::Constant(1, 8, 0.5))));
  for (Index r = 0; r < 5; ++r) {
    EXPECT_NEAR(y.row(r).mean(), 0.5, 1e-12);
    EXPECT_NEAR((y.row(r).array() - 0.5).square().mean(), 4, 1e-4);
  }
}

TEST(NormalizeLayerGradientTest, BackwardEqualsCentralDifferences) {
  Parameter x{"x", RandomMatrix(4, 5, "x")};
  // Numbers that are almost the same.
  x.value.row(2).setConstant(0.5);
  x.value(2, 0) += 0.1;
  Parameter gain{"gain", RandomMatrix(1, 5, "gain")};
  Parameter bias{"bias", RandomMatrix(1, 5, "bias")};
  CheckGradients({&x, &gain, &bias}, [&](Graph& graph) {
    return Scalar(graph, NormalizeLayer(graph, graph.Use(x), graph.Use(gain),
                                        graph.Use(bias)));
  });
}

TEST(PositionsGradientTest, AWordGetsTheWavesOfItsPosition) {
  const Matrix words = RandomMatrix(2, 5, "words");
  const Matrix found = RunLayer(PositionsLayer({.inputs = 5}), words,
                                MakeSequences({{1, 0, 1}, {0}}));
  for (Index t = 0; t < 3; ++t) {
    for (Index c = 0; c < 5; ++c) {
      const double angle = static_cast<double>(t) /
                           std::pow(10000, static_cast<double>(c / 2 * 2) / 5);
      const double wave = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
      EXPECT_NEAR(found(2 * t, c), words(t == 1 ? 0 : 1, c) + wave, 1e-12);
    }
  }
  EXPECT_TRUE((found.row(5).array() == 0).all());
}

TEST(PositionsGradientTest, WordsLeftOutAreNotCounted) {
  const Matrix words = RandomMatrix(4, 5, "words");
  const PositionsLayer layer({.inputs = 5});
  const Matrix masked = RunLayer(layer, words, MakeSequences({{0, 1, 2, 3}}),
                                 Matrix{{0}, {1}, {0}, {1}});
  const Matrix selected = RunLayer(layer, words, MakeSequences({{1, 3}}));
  EXPECT_EQ(Matrix(masked.row(1)), Matrix(selected.row(0)));
  EXPECT_EQ(Matrix(masked.row(3)), Matrix(selected.row(1)));
}

TEST(PositionsGradientTest, BackwardEqualsCentralDifferences) {
  const PositionsLayer layer({.inputs = 5});
  Parameter words{"words", RandomMatrix(3, 5, "words")};
  Parameter mask{"mask", RandomMatrix(8, 1, "mask").cwiseAbs()};
  mask.value(2, 0) = 0;
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 1}, {2, 0}});
  CheckGradients({&words, &mask}, [&](Graph& graph) {
    return Scalar(
        graph,
        layer.Apply(graph, {graph.Use(words), batch, graph.Use(mask)}).words);
  });
}

std::vector<TransformerOptions> Transformers() {
  return {{.inputs = 4, .feed_forward = 6, .heads = 2},
          {.inputs = 4,
           .feed_forward = 5,
           .heads = 1,
           .norm = NormPlace::kBefore,
           .activation = Activation::kTanh}};
}

TransformerLayer MakeTransformerLayer(const TransformerOptions& options) {
  TransformerLayer layer("l", options, 3);
  for (Parameter* parameter : layer.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return layer;
}

Matrix NormalizedRows(TransformerLayer& layer, const std::string& name,
                      Matrix x) {
  for (Index r = 0; r < x.rows(); ++r) {
    x.row(r).array() -= x.row(r).mean();
    x.row(r) /= std::sqrt(x.row(r).squaredNorm() / 4 + 1e-5);
  }
  return (x.array().rowwise() * TensorOf(layer, name + ".g").row(0).array())
             .rowwise() +
         TensorOf(layer, name + ".b").row(0).array();
}

Matrix DenseRows(TransformerLayer& layer, const std::string& name,
                 const Matrix& x) {
  return (x * TensorOf(layer, name + ".W").transpose()).rowwise() +
         TensorOf(layer, name + ".b").row(0);
}

TEST(TransformerGradientTest,
     IsAttentionThenDenseLayersEachAddedAndNormalised) {
  const Matrix words = RandomMatrix(5, 4, "words");
  const SequenceBatch batch = MakeSequences({{0, 1, 2, 3, 4}});
  for (const TransformerOptions& options : Transformers()) {
    TransformerLayer layer = MakeTransformerLayer(options);
    SelfAttentionLayer attention("a",
                                 {.inputs = 4,
                                  .hidden = 4,
                                  .heads = options.heads,
                                  .output_matrix = true},
                                 1);
    for (const LayerTensor& tensor : attention.Tensors()) {
      SetTensor(tensor, TensorOf(layer, "attention." + tensor.name));
    }
    const bool before = options.norm == NormPlace::kBefore;
    const auto norm = [&](bool now, const std::string& name, const Matrix& x) {
      return now ? NormalizedRows(layer, name, x) : x;
    };
    const Matrix attended =
        norm(!before, "attention_norm",
             words + RunLayer(attention, norm(before, "attention_norm", words),
                              batch));
    Matrix inner = DenseRows(layer, "1", norm(before, "norm", attended));
    inner = before ? Matrix(inner.array().tanh()) : inner.cwiseMax(0);
    const Matrix expected =
        norm(!before, "norm", attended + DenseRows(layer, "2", inner));
    EXPECT_LT((RunLayer(layer, words, batch) - expected).cwiseAbs().maxCoeff(),
              1e-12);
  }
}

TEST(TransformerGradientTest, BackwardEqualsCentralDifferences) {
  for (const TransformerOptions& options : Transformers()) {
    for (const bool masked : {false, true}) {
      TransformerLayer layer = MakeTransformerLayer(options);
      CheckLayerGradients(layer, masked);
    }
  }
}

TEST(TransformerGradientTest, WordsLeftOutChangeNothingElse) {
  const Matrix words = RandomMatrix(4, 4, "words");
  for (const TransformerOptions& options : Transformers()) {
    const TransformerLayer layer = MakeTransformerLayer(options);
    const Matrix masked = RunLayer(layer, words, MakeSequences({{0, 1, 2, 3}}),
                                   Matrix{{0}, {1}, {0}, {1}});
    const Matrix selected = RunLayer(layer, words, MakeSequences({{1, 3}}));
    EXPECT_LT((masked.row(1) - selected.row(0)).norm(), 1e-12);
    EXPECT_LT((masked.row(3) - selected.row(1)).norm(), 1e-12);
    // Without positions order does not matter; padding never does.
    const Matrix turned =
        RunLayer(layer, words, MakeSequences({{3, 1}, {0, 2, 1}}));
    EXPECT_LT((turned.row(0) - selected.row(1)).norm(), 1e-12);
  }
}

TEST(TransformerGradientTest, BadOptionsAreNamed) {
  const auto message = [](const TransformerOptions& options) {
    const Status status = CheckTransformerOptions(options);
    return status.ok() ? "" : status.error().message;
  };
  EXPECT_EQ(message({.inputs = 4, .feed_forward = 6, .heads = 2}), "");
  EXPECT_EQ(message({.inputs = 4, .feed_forward = 6, .heads = 3}),
            "transformer: \"heads\": expected a number that divides the width "
            "4, found 3");
  EXPECT_EQ(message({.inputs = 4}),
            "transformer: \"feed_forward\": expected a whole number of at "
            "least 1, found 0");
}

}  // namespace
}  // namespace whylight
