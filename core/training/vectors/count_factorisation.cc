#include "core/training/vectors/count_factorisation.h"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/random.h"

namespace whylight {
namespace {

// Contexts that are seen seldom count for more than their share, as the random
// words of skip-gram do.
constexpr double kSmoothing = 0.75;
// Beyond the values that are wanted, and how often these are sharpened.
constexpr Index kMoreColumns = 10;
constexpr int kPowerIterations = 4;

Eigen::MatrixXd Orthonormal(const Eigen::MatrixXd& columns) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(columns);
  return qr.householderQ() *
         Eigen::MatrixXd::Identity(columns.rows(), columns.cols());
}

Eigen::MatrixXd RandomColumns(Index rows, Index columns, std::uint64_t seed) {
  const CounterRandom random(seed, RandomPurpose::kInitialise);
  Eigen::MatrixXd drawn(rows, columns);
  for (Index i = 0; i < drawn.size(); ++i) {
    drawn.data()[i] = random.Uniform(static_cast<std::uint64_t>(i)) - 0.5;
  }
  return drawn;
}

}  // namespace

Result<ContextMatrix> CountContexts(const Corpus& corpus, int window,
                                    ContextKind kind,
                                    const std::atomic<bool>* stop) {
  const std::uint64_t words = corpus.vocabulary.size();
  const auto reach = static_cast<std::size_t>(window);
  const bool positions = kind == ContextKind::kPositions;
  const bool listed = kind == ContextKind::kDependencies;
  const std::uint64_t contexts = listed      ? corpus.contexts.names.size()
                                 : positions ? words * 2 * reach
                                             : words;
  constexpr auto kMost =
      static_cast<std::uint64_t>(std::numeric_limits<int>::max());
  if (contexts > kMost) {
    return Invalid("expected at most " + std::to_string(kMost) +
                   " contexts, found " + std::to_string(contexts) +
                   "; fewer \"max_words\" may help");
  }
  std::unordered_map<std::uint64_t, double> weights;
  for (std::size_t document = 0; document < corpus.documents(); ++document) {
    if (stop != nullptr && stop->load()) {
      return Error{ErrorCode::kInterrupted, "stopped while counting"};
    }
    const Window all{corpus.starts[document], corpus.starts[document + 1]};
    for (std::size_t at = all.begin; at < all.end; ++at) {
      if (listed) {
        for (std::size_t i = corpus.contexts.starts[at];
             i < corpus.contexts.starts[at + 1]; ++i) {
          weights[corpus.words[at] * contexts + corpus.contexts.contexts[i]] +=
              1;
        }
        continue;
      }
      const Window around = WindowAt(at, reach, all);
      for (std::size_t other = around.begin; other < around.end; ++other) {
        if (other == at) continue;
        const std::size_t distance = other > at ? other - at : at - other;
        std::uint64_t context = corpus.words[other];
        if (positions) {
          const std::size_t place =
              other < at ? reach - distance : reach + distance - 1;
          context += place * words;
        }
        weights[corpus.words[at] * contexts + context] +=
            static_cast<double>(reach - distance + 1) /
            static_cast<double>(reach);
      }
    }
  }
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(weights.size());
  for (const auto& [key, weight] : weights) {
    entries.emplace_back(static_cast<int>(key / contexts),
                         static_cast<int>(key % contexts), weight);
  }
  ContextMatrix counts(static_cast<Index>(words), static_cast<Index>(contexts));
  counts.setFromTriplets(entries.begin(), entries.end());
  return counts;
}

ContextMatrix PositiveInformation(const ContextMatrix& counts, double shift) {
  const Eigen::VectorXd of_words =
      counts * Eigen::VectorXd::Ones(counts.cols());
  Eigen::ArrayXd shares =
      (counts.transpose() * Eigen::VectorXd::Ones(counts.rows()))
          .array()
          .pow(kSmoothing);
  shares /= shares.sum();
  ContextMatrix information = counts;
  for (Index word = 0; word < information.outerSize(); ++word) {
    for (ContextMatrix::InnerIterator it(information, word); it; ++it) {
      const double beyond =
          std::log(it.value() / (of_words(word) * shares(it.col()))) -
          std::log(shift);
      it.valueRef() = std::max(0.0, beyond);
    }
  }
  return information.pruned();
}

Eigen::MatrixXd LargestFactors(const ContextMatrix& matrix, Index count,
                               std::uint64_t seed) {
  const Index columns =
      std::min({count + kMoreColumns, matrix.rows(), matrix.cols()});
  Eigen::MatrixXd range =
      Orthonormal(matrix * RandomColumns(matrix.cols(), columns, seed));
  for (int i = 0; i < kPowerIterations; ++i) {
    range = Orthonormal(matrix * Orthonormal(matrix.transpose() * range));
  }
  // That of the transpose: its right singular vectors are in the range's terms.
  const Eigen::MatrixXd projected = matrix.transpose() * range;
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(projected, Eigen::ComputeThinV);
  const Index kept = std::min(count, columns);
  Eigen::MatrixXd factors = Eigen::MatrixXd::Zero(matrix.rows(), count);
  factors.leftCols(kept) =
      range * svd.matrixV().leftCols(kept) *
      svd.singularValues().head(kept).cwiseSqrt().asDiagonal();
  for (Index k = 0; k < kept; ++k) {
    Index largest = 0;
    factors.col(k).cwiseAbs().maxCoeff(&largest);
    if (factors(largest, k) < 0) factors.col(k) *= -1;
  }
  return factors;
}

Result<WordVectors> FactoriseCounts(Corpus corpus, const VectorOptions& options,
                                    const VectorHooks& hooks) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  Result<ContextMatrix> counts =
      CountContexts(corpus, options.window, options.contexts, hooks.stop);
  if (!counts.ok()) return counts.error();
  const ContextMatrix information =
      PositiveInformation(counts.value(), options.negatives);
  const Eigen::MatrixXd factors =
      LargestFactors(information, options.dimension, options.seed);
  if (hooks.progress) {
    const std::uint64_t words = corpus.words.size();
    const double seconds =
        std::chrono::duration<double>(Clock::now() - start).count();
    hooks.progress(
        {words, words, static_cast<double>(words) / seconds, 0, 0, true});
  }
  return WordVectors{std::move(corpus.vocabulary), std::move(corpus.counts),
                     factors.cast<Real>()};
}

}  // namespace whylight
