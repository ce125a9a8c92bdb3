// The factorisation machine and what it compresses, in double precision.
#include <gtest/gtest.h>

#include "core/layers/factorisation_machine.h"
#include "core/layers/pair_compression.h"
#include "core/ops/ops.h"
#include "core/ops/subtract.h"
#include "tests/core/gradient_check.h"
#include "tests/core/layers/run_layer.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kVectors = 5;
constexpr Index kMachineInputs = 4;

template <typename Layer>
std::vector<Parameter*> Randomised(Layer& layer) {
  std::vector<Parameter*> parameters;
  for (const LayerTensor& tensor : layer.Tensors()) {
    Matrix& value = tensor.parameter->value;
    value = RandomMatrix(value.rows(), value.cols(), tensor.name);
    parameters.push_back(tensor.parameter);
  }
  return parameters;
}

Matrix RunMachine(const FactorisationMachineLayer& layer, const Matrix& x) {
  Graph graph(Graph::Mode::kInference);
  return graph.value(layer.Apply(graph, graph.Constant(x)));
}

TEST(FactorisationMachineGradientTest, EqualsTheSumOverPairs) {
  const Matrix x = 2 * RandomMatrix(kVectors, kMachineInputs, "x");
  FactorisationMachineLayer layer("l", {.inputs = kMachineInputs, .factors = 3},
                                  5);
  Randomised(layer);
  const Matrix v = TensorOf(layer, "V");
  const Matrix found = RunMachine(layer, x);
  for (Index r = 0; r < kVectors; ++r) {
    Real expected =
        TensorOf(layer, "w0")(0, 0) + TensorOf(layer, "w").row(0).dot(x.row(r));
    for (Index i = 0; i < kMachineInputs; ++i) {
      for (Index j = i + 1; j < kMachineInputs; ++j) {
        expected += v.col(i).dot(v.col(j)) * x(r, i) * x(r, j);
      }
    }
    EXPECT_NEAR(found(r, 0), expected, 1e-12);
  }
}

TEST(FactorisationMachineGradientTest, WithoutFactorsItIsLinear) {
  FactorisationMachineLayer layer("l", {.inputs = kMachineInputs, .factors = 3},
                                  5);
  Randomised(layer);
  SetTensor(layer, "V", Matrix::Zero(3, kMachineInputs));
  const Matrix x = RandomMatrix(kVectors, kMachineInputs, "x");
  const Matrix linear = (x * TensorOf(layer, "w").transpose()).array() +
                        TensorOf(layer, "w0")(0, 0);
  EXPECT_LT((RunMachine(layer, x) - linear).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(FactorisationMachineGradientTest, BackwardEqualsCentralDifferences) {
  for (const Index factors : {1, 3, 20}) {
    FactorisationMachineLayer layer(
        "l", {.inputs = kMachineInputs, .factors = factors}, 5);
    std::vector<Parameter*> parameters = Randomised(layer);
    Parameter x{"x", RandomMatrix(kVectors, kMachineInputs, "x")};
    parameters.push_back(&x);
    CheckGradients(parameters, [&](Graph& graph) {
      return SquaredError(graph, layer.Apply(graph, graph.Use(x)),
                          RandomMatrix(kVectors, 1, "target"),
                          Matrix::Ones(kVectors, 1));
    });
  }
}

std::vector<PairCompressionOptions> Compressions() {
  return {{.inputs = kMachineInputs, .factors = 3},
          {.inputs = kMachineInputs, .compression = Compression::kDense},
          {.inputs = kMachineInputs, .compression = Compression::kSum}};
}

TEST(PairCompressionGradientTest, ComparesByWhatIsBesideLessAndTimes) {
  const Matrix a = RandomMatrix(kVectors, kMachineInputs, "a");
  const Matrix b = RandomMatrix(kVectors, kMachineInputs, "b");
  for (const PairCompressionOptions& options : Compressions()) {
    PairCompression layer("l", options, 5);
    Randomised(layer);
    Graph graph(Graph::Mode::kInference);
    const Matrix found =
        graph.value(layer.Apply(graph, graph.Constant(a), graph.Constant(b)));
    ASSERT_EQ(found.cols(), PairCompression::kOutputs);
    Matrix both(kVectors, 2 * kMachineInputs);
    both << a, b;
    const std::vector<Matrix> parts = {both, a - b, a.cwiseProduct(b)};
    const std::vector<std::string> names = {"c", "s", "m"};
    for (std::size_t part = 0; part < 3; ++part) {
      const Matrix& x = parts[part];
      Matrix expected = x.rowwise().sum();
      if (options.compression == Compression::kDense) {
        expected =
            ((x * TensorOf(layer, names[part] + ".W").transpose()).array() +
             TensorOf(layer, names[part] + ".b")(0, 0))
                .cwiseMax(0);
      } else if (options.compression == Compression::kFactorisation) {
        FactorisationMachineLayer machine(
            "m", {.inputs = x.cols(), .factors = options.factors}, 1);
        for (const char* tensor : {"w0", "w", "V"}) {
          SetTensor(machine, tensor,
                    TensorOf(layer, names[part] + "." + tensor));
        }
        expected = RunMachine(machine, x);
      }
      EXPECT_LT((found.col(static_cast<Index>(part)) - expected).norm(), 1e-12);
    }
  }
}

TEST(PairCompressionGradientTest, BackwardEqualsCentralDifferences) {
  for (const PairCompressionOptions& options : Compressions()) {
    PairCompression layer("l", options, 5);
    std::vector<Parameter*> parameters = Randomised(layer);
    Parameter a{"a", RandomMatrix(kVectors, kMachineInputs, "a")};
    Parameter b{"b", RandomMatrix(kVectors, kMachineInputs, "b")};
    parameters.push_back(&a);
    parameters.push_back(&b);
    CheckGradients(parameters, [&](Graph& graph) {
      return SquaredError(graph, layer.Apply(graph, graph.Use(a), graph.Use(b)),
                          RandomMatrix(kVectors, 3, "target"),
                          Matrix::Ones(kVectors, 3));
    });
  }
}

TEST(PairCompressionGradientTest, BadOptionsAreNamed) {
  EXPECT_TRUE(CheckPairCompressionOptions({.inputs = 2}).ok());
  EXPECT_EQ(CheckPairCompressionOptions({}).error().message,
            "compression: \"inputs\": expected a whole number of at least 1, "
            "found 0");
  EXPECT_EQ(
      CheckPairCompressionOptions({.inputs = 2, .factors = 0}).error().message,
      "compression: \"factors\": expected a whole number of at least 1, "
      "found 0");
  EXPECT_EQ(CheckFactorisationMachineOptions({.inputs = 2}).error().message,
            "factorisation_machine: \"factors\": expected a whole number of at "
            "least 1, found 0");
}

}  // namespace
}  // namespace whylight
