#include "core/train/rationale/rationale_data.h"

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>

#include "core/base/random.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

// Least-squares predictions of every column from all others and a constant.
Matrix Regressions(const Matrix& ratings) {
  const Eigen::MatrixXd y = ratings.cast<double>();
  Eigen::MatrixXd predicted(y.rows(), y.cols());
  for (Index column = 0; column < y.cols(); ++column) {
    Eigen::MatrixXd x = y;
    x.col(column).setOnes();
    // A column that is a combination of others has no unique solution; the
    // pseudo-inverse still predicts.
    const Eigen::MatrixXd normal = x.transpose() * x;
    predicted.col(column) = x * normal.completeOrthogonalDecomposition().solve(
                                    x.transpose() * y.col(column));
  }
  return predicted.cast<Real>();
}

}  // namespace

RatedTexts ToRatedTexts(const std::vector<Review>& reviews,
                        const std::vector<std::string>& names,
                        const Vocabulary& vocabulary) {
  RatedTexts rated{.names = names,
                   .texts = {},
                   .ratings = Matrix(static_cast<Index>(reviews.size()),
                                     static_cast<Index>(names.size()))};
  rated.texts.reserve(reviews.size());
  for (std::size_t i = 0; i < reviews.size(); ++i) {
    WordIds& ids = rated.texts.emplace_back();
    for (const Token& token : Tokenize(reviews[i].text)) {
      ids.push_back(vocabulary.Find(token.text));
    }
    for (std::size_t a = 0; a < names.size(); ++a) {
      rated.ratings(static_cast<Index>(i), static_cast<Index>(a)) =
          reviews[i].ratings[a];
    }
  }
  return rated;
}

Matrix PartialResiduals(const Matrix& ratings, double share, double stretch) {
  const RowVector mean = ratings.colwise().mean();
  const Matrix centred = ratings.rowwise() - mean;
  const Matrix regression = Regressions(ratings).rowwise() - mean;
  return (static_cast<Real>(stretch) *
          (centred - static_cast<Real>(share) * regression))
             .rowwise() +
         mean;
}

std::vector<std::size_t> MostDecorrelated(const Matrix& ratings,
                                          std::size_t aspects,
                                          std::size_t count) {
  const RowVector mean = ratings.colwise().mean();
  const RowVector variance =
      (ratings.rowwise() - mean).array().square().colwise().mean();
  const Matrix residual = ratings - Regressions(ratings);
  std::vector<double> score(static_cast<std::size_t>(ratings.rows()));
  for (std::size_t i = 0; i < score.size(); ++i) {
    for (std::size_t a = 0; a < aspects; ++a) {
      const auto column = static_cast<Index>(a);
      if (variance(column) == Real{0}) continue;
      const Real r = residual(static_cast<Index>(i), column);
      score[i] += static_cast<double>(r * r / variance(column));
    }
  }
  std::vector<std::size_t> order(score.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&score](std::size_t left, std::size_t right) {
                     return score[left] > score[right];
                   });
  order.resize(std::min(count, order.size()));
  return order;
}

std::vector<std::vector<std::size_t>> LengthBatches(
    const std::vector<std::size_t>& rows, const std::vector<WordIds>& texts,
    std::size_t batch, std::uint64_t seed, std::uint64_t epoch) {
  constexpr std::size_t kStretch = 16;
  std::vector<std::size_t> shuffled(rows.size());
  const auto order = Permutation(
      rows.size(), CounterRandom(seed, RandomPurpose::kShuffle, epoch, 0));
  for (std::size_t i = 0; i < order.size(); ++i) shuffled[i] = rows[order[i]];

  std::vector<std::vector<std::size_t>> batches;
  for (std::size_t start = 0; start < rows.size(); start += kStretch * batch) {
    const std::size_t end = std::min(start + kStretch * batch, rows.size());
    const auto begin = shuffled.begin();
    const auto at = [begin](std::size_t i) {
      return begin + static_cast<std::ptrdiff_t>(i);
    };
    std::stable_sort(at(start), at(end),
                     [&texts](std::size_t left, std::size_t right) {
                       return texts[left].size() < texts[right].size();
                     });
    for (std::size_t i = start; i < end; i += batch) {
      batches.emplace_back(at(i), at(std::min(i + batch, end)));
    }
  }
  std::vector<std::vector<std::size_t>> drawn;
  drawn.reserve(batches.size());
  for (const std::size_t i :
       Permutation(batches.size(),
                   CounterRandom(seed, RandomPurpose::kShuffle, epoch, 1))) {
    drawn.push_back(std::move(batches[i]));
  }
  return drawn;
}

}  // namespace whylight
