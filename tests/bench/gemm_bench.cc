// Times square matrix products on one thread: gemm_bench [--benchmark_...]
//
// "whylight/512" multiplies two 512 x 512 matrices as the core does, the second
// of them packed. "quaternion/512" multiplies 512 vectors of 128 quaternions by
// a matrix of quaternions: as many multiplications and additions, with laying
// out the real matrix from a quarter of its numbers, and packing it.
// "eigen/512" is Eigen with the core's flags, "openblas/512" the kernels that
// OpenBLAS picks for this processor; it is there if the build found OpenBLAS.
#include <benchmark/benchmark.h>

#include "core/math/kernels.h"
#include "core/math/matrix.h"
#include "core/ops/ops.h"
#include "core/ops/quaternion.h"

#ifdef WHYLIGHT_OPENBLAS
#include <cblas.h>
#endif

namespace whylight {
namespace {

struct Product {
  explicit Product(Index n)
      : left(Matrix::Constant(n, n, Real(0.5))),
        right(Matrix::Constant(n, n, Real(0.25))),
        result(Matrix::Zero(n, n)) {}
  Matrix left;
  Matrix right;
  Matrix result;
};

void BenchWhylight(benchmark::State& state) {
  Product product(state.range(0));
  const PackedMatrix<Real> right(product.right);
  for ([[maybe_unused]] auto _ : state) {
    Gemm<Real>(product.left, right, product.result, Into::kReplace);
    benchmark::ClobberMemory();
  }
}

void BenchQuaternion(benchmark::State& state) {
  const Index n = state.range(0);
  const Product product(n);
  Graph graph(Graph::Mode::kInference);
  const Parameter left{"left", product.left};
  const Parameter weight{"weight", product.right.topRows(n / kQuaternionParts)};
  for ([[maybe_unused]] auto _ : state) {
    graph.Clear();
    benchmark::DoNotOptimize(
        graph
            .value(MatMul(graph, graph.Use(left),
                          TiedBlocks(graph, graph.Use(weight))))
            .data());
    benchmark::ClobberMemory();
  }
}

void BenchEigen(benchmark::State& state) {
  Product product(state.range(0));
  for ([[maybe_unused]] auto _ : state) {
    product.result.noalias() = product.left * product.right;
    benchmark::DoNotOptimize(product.result.data());
    benchmark::ClobberMemory();
  }
}

#ifdef WHYLIGHT_OPENBLAS
void BenchOpenBlas(benchmark::State& state) {
  Product product(state.range(0));
  const auto n = static_cast<blasint>(state.range(0));
  for ([[maybe_unused]] auto _ : state) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1,
                product.left.data(), n, product.right.data(), n, 0,
                product.result.data(), n);
    benchmark::ClobberMemory();
  }
}
#endif

void Register(const char* name, void (*bench)(benchmark::State&)) {
  benchmark::RegisterBenchmark(name, bench)
      ->Unit(benchmark::kMillisecond)
      ->Arg(256)
      ->Arg(512)
      ->Arg(1024);
}

}  // namespace
}  // namespace whylight

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  whylight::Register("whylight", whylight::BenchWhylight);
  whylight::Register("quaternion", whylight::BenchQuaternion);
  whylight::Register("eigen", whylight::BenchEigen);
#ifdef WHYLIGHT_OPENBLAS
  openblas_set_num_threads(1);
  benchmark::AddCustomContext("openblas", openblas_get_config());
  whylight::Register("openblas", whylight::BenchOpenBlas);
#endif
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
