#include "tests/bench/train/gemm_peak.h"

#include <algorithm>
#include <array>
#include <barrier>
#include <chrono>
#include <ctime>
#include <functional>
#include <thread>

#include "core/math/kernels.h"

#ifdef WHYLIGHT_OPENBLAS
#include <cblas.h>
#endif

namespace whylight {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSecondsARun = 0.08;
constexpr std::size_t kRuns = 5;

/// c = a · b for one b.
using Product = std::function<void(const Matrix& a, Matrix& c)>;

struct Library {
  std::string name;
  std::function<Product(const Matrix& b)> prepare;
};

Product PrepareWhylight(const Matrix& b) {
  return [packed = PackedMatrix<Real>(b)](const Matrix& a, Matrix& c) {
    Gemm<Real>(a, packed, c, Into::kReplace);
  };
}

Product PrepareEigen(const Matrix& b) {
  return [&b](const Matrix& a, Matrix& c) { c.noalias() = a * b; };
}

#ifdef WHYLIGHT_OPENBLAS
Product PrepareOpenBlas(const Matrix& b) {
  return [&b](const Matrix& a, Matrix& c) {
    const auto m = static_cast<blasint>(a.rows());
    const auto k = static_cast<blasint>(a.cols());
    const auto n = static_cast<blasint>(b.cols());
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a.data(),
                k, b.data(), n, 0, c.data(), n);
  };
}
#endif

std::vector<Library> Libraries() {
  std::vector<Library> libraries = {{"whylight", PrepareWhylight},
                                    {"eigen", PrepareEigen}};
#ifdef WHYLIGHT_OPENBLAS
  openblas_set_num_threads(1);
  libraries.push_back({"openblas", PrepareOpenBlas});
#endif
  return libraries;
}

double ThreadSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) / 1e9;
}

// The rate of one thread in one run, or of all of them together.
struct Rate {
  double wall = 0;
  double cpu = 0;
};

// All threads start a run together, and each makes its own products until the
// time is over.
Rate Measure(const Library& library, const ProductShape& shape, int threads) {
  const double gigaflop = 2e-9 * static_cast<double>(shape.m) *
                          static_cast<double>(shape.k) *
                          static_cast<double>(shape.n);
  std::vector<std::array<Rate, kRuns>> rates(static_cast<std::size_t>(threads));
  std::barrier start(threads);
  const auto stream = [&](std::size_t thread) {
    const Matrix a = Matrix::Constant(shape.m, shape.k, Real(0.5));
    const Matrix b = Matrix::Constant(shape.k, shape.n, Real(0.25));
    Matrix c = Matrix::Zero(shape.m, shape.n);
    const Product multiply = library.prepare(b);
    multiply(a, c);
    for (Rate& rate : rates[thread]) {
      start.arrive_and_wait();
      const Clock::time_point begin = Clock::now();
      const double cpu_begin = ThreadSeconds();
      double seconds = 0;
      double done = 0;
      while (seconds < kSecondsARun) {
        multiply(a, c);
        done += gigaflop;
        seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      }
      rate = {done / seconds, done / (ThreadSeconds() - cpu_begin)};
    }
  };
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t) {
    others.emplace_back(stream, static_cast<std::size_t>(t));
  }
  stream(0);
  for (std::thread& other : others) other.join();
  Rate best;
  for (std::size_t run = 0; run < kRuns; ++run) {
    Rate sum;
    for (const auto& of_thread : rates) {
      sum.wall += of_thread[run].wall;
      sum.cpu += of_thread[run].cpu;
    }
    best.wall = std::max(best.wall, sum.wall);
    best.cpu = std::max(best.cpu, sum.cpu);
  }
  return best;
}

}  // namespace

std::vector<ProductShape> TrainingShapes() {
  // All inputs of a layer of A, and its step for a batch; the softmax of C.
  return {{4096, 200, 800}, {256, 200, 200}, {700, 360, 10000}};
}

std::vector<ProductRate> MeasureProducts(
    const std::vector<ProductShape>& shapes, int threads) {
  std::vector<ProductRate> rates;
  for (const Library& library : Libraries()) {
    for (const ProductShape& shape : shapes) {
      const Rate rate = Measure(library, shape, threads);
      rates.push_back({library.name, shape, rate.wall, rate.cpu});
    }
  }
  return rates;
}

}  // namespace whylight
