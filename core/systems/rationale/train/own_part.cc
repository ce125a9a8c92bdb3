#include "core/systems/rationale/train/own_part.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "core/systems/rationale/train/data.h"
#include "core/training/baselines/ridge_regression.h"
#include "core/training/metrics/regression.h"

namespace whylight {
namespace {

constexpr std::size_t kLeastReviews = 100;
// Each part of the reviews is read by what the others taught.
constexpr std::size_t kParts = 5;
constexpr std::size_t kSamples = 1000;
// Of a rating that is a sum of others rounding leaves something.
constexpr double kNothingLeft = 1e-6;

// What may be read of a review for an aspect.
enum Piece : std::size_t {
  kAllWords,
  kRationale,
  kComplement,
  kRandomSpans,
  kPieces
};

bool IsIn(Piece piece, const SelectedReview& review, std::size_t aspect,
          std::size_t word) {
  switch (piece) {
    case kRationale:
      return review.selected[aspect][word] != 0;
    case kComplement:
      return review.selected[aspect][word] == 0;
    case kRandomSpans:
      return review.random_spans[aspect][word] != 0;
    default:
      return true;
  }
}

// What no words say: the mean of what is said elsewhere, which is no news.
void FillGaps(std::vector<double>& said) {
  double sum = 0;
  double n = 0;
  for (const double one : said) {
    if (std::isnan(one)) continue;
    sum += one;
    ++n;
  }
  for (double& one : said) {
    if (std::isnan(one)) one = n > 0 ? sum / n : 0;
  }
}

double Variance(const Eigen::VectorXd& numbers) {
  return (numbers.array() - numbers.mean()).square().mean();
}

class OwnPartReader {
 public:
  OwnPartReader(const std::vector<SelectedReview>& reviews,
                const Matrix& ratings, const Matrix& vectors)
      : reviews_(reviews), vectors_(vectors.cast<double>()) {
    for (Index row = 0; row < ratings.rows(); ++row) {
      if (!ratings.row(row).hasNaN()) rows_.push_back(row);
    }
    ratings_ = Matrix(ratings(rows_, Eigen::all)).cast<double>();
    if (rows_.size() < kLeastReviews) return;
    own_ = PartialResiduals(ratings(rows_, Eigen::all), 1, 1).cast<double>();
    said_.resize(static_cast<std::size_t>(ratings.cols()));
    for (auto& pieces : said_) {
      pieces.fill(std::vector<double>(
          rows_.size(), std::numeric_limits<double>::quiet_NaN()));
    }
    features_ = Eigen::MatrixXd::Zero(own_.rows(), vectors.cols());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      double known = 0;
      auto mean = features_.row(static_cast<Index>(i));
      for (const std::int32_t word : At(i).words) {
        if (word == kUnknownWord) continue;
        mean += vectors_.row(word);
        ++known;
      }
      mean /= std::max(known, 1.0);
    }
  }

  bool HasEnough() const { return rows_.size() >= kLeastReviews; }

  // Learns from all parts but one, and reads that.
  void Read(std::size_t part) {
    std::vector<Index> others;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (i % kParts != part) others.push_back(static_cast<Index>(i));
    }
    const RidgeRegression reader = RidgeRegression::Train(
        features_(others, Eigen::all), own_(others, Eigen::all));
    // It is linear: of some words it says the mean of what it says of each.
    const Eigen::MatrixXd by_word = reader.Predict(vectors_);
    for (std::size_t i = part; i < rows_.size(); i += kParts) {
      const SelectedReview& review = At(i);
      for (std::size_t a = 0; a < said_.size(); ++a) {
        for (std::size_t piece = 0; piece < kPieces; ++piece) {
          double sum = 0;
          double known = 0;
          for (std::size_t t = 0; t < review.words.size(); ++t) {
            const std::int32_t word = review.words[t];
            if (word == kUnknownWord ||
                !IsIn(static_cast<Piece>(piece), review, a, t)) {
              continue;
            }
            sum += by_word(word, static_cast<Index>(a));
            ++known;
          }
          if (known > 0) said_[a][piece][i] = sum / known;
        }
      }
    }
  }

  // After all parts were read.
  std::optional<OwnPart> Describe(std::size_t aspect, std::uint64_t seed) {
    const auto column = static_cast<Index>(aspect);
    const Eigen::VectorXd own = own_.col(column);
    const double whole = Variance(ratings_.col(column));
    const double left = Variance(own);
    if (left <= kNothingLeft * whole) return {};
    const std::span<const double> wanted(own.data(), rows_.size());
    std::array<std::vector<double>, kPieces>& said = said_[aspect];
    for (std::vector<double>& piece : said) FillGaps(piece);
    // There are as many of each, none NaN.
    const auto correlation = [&](Piece piece) {
      return PearsonCorrelation(said[piece], wanted).value();
    };
    const auto above = [&](Piece first, Piece second) {
      return BootstrapCorrelations(said[first], said[second], wanted, kSamples,
                                   seed)
          .value();
    };
    return OwnPart{
        .n = rows_.size(),
        .share = left / whole,
        .all_words = correlation(kAllWords),
        .rationale = correlation(kRationale),
        .complement = correlation(kComplement),
        .random_spans = correlation(kRandomSpans),
        .complement_above_rationale = above(kComplement, kRationale),
        .rationale_above_random_spans = above(kRationale, kRandomSpans)};
  }

 private:
  const SelectedReview& At(std::size_t i) const {
    return reviews_[static_cast<std::size_t>(rows_[i])];
  }

  const std::vector<SelectedReview>& reviews_;
  const Eigen::MatrixXd vectors_;
  std::vector<Index> rows_;   // Reviews that give every rating.
  Eigen::MatrixXd ratings_;   // Of these, as all that follows.
  Eigen::MatrixXd own_;       // What the other ratings leave.
  Eigen::MatrixXd features_;  // Of all words.
  // By aspect and piece what the reader says of each review.
  std::vector<std::array<std::vector<double>, kPieces>> said_;
};

}  // namespace

std::vector<std::optional<OwnPart>> MeasureOwnParts(
    const std::vector<SelectedReview>& reviews, const Matrix& ratings,
    const Matrix& vectors, std::uint64_t seed, ThreadPool& pool) {
  std::vector<std::optional<OwnPart>> parts(
      static_cast<std::size_t>(ratings.cols()));
  OwnPartReader reader(reviews, ratings, vectors);
  if (!reader.HasEnough()) return parts;
  pool.ParallelFor(kParts, [&](std::size_t part) { reader.Read(part); });
  pool.ParallelFor(parts.size(), [&](std::size_t aspect) {
    parts[aspect] = reader.Describe(aspect, seed);
  });
  return parts;
}

nlohmann::ordered_json OwnPartToJson(const OwnPart& own) {
  return {{"n", own.n},
          {"share", own.share},
          {"all_words", own.all_words},
          {"rationale", own.rationale},
          {"complement", own.complement},
          {"random_spans", own.random_spans},
          {"complement_above_rationale",
           PairedDifferenceToJson(own.complement_above_rationale, 1)},
          {"rationale_above_random_spans",
           PairedDifferenceToJson(own.rationale_above_random_spans, 1)}};
}

}  // namespace whylight
