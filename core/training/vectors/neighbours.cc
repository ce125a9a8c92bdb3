#include "core/training/vectors/neighbours.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace whylight {
namespace {

using Scores = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

std::vector<Neighbour> Best(const Scores& scores, std::size_t count,
                            const std::vector<std::size_t>& left_out) {
  std::vector<Neighbour> best;
  for (Index i = 0; i < scores.size(); ++i) {
    const auto word = static_cast<std::size_t>(i);
    if (std::find(left_out.begin(), left_out.end(), word) == left_out.end()) {
      best.push_back({word, scores(i)});
    }
  }
  count = std::min(count, best.size());
  std::partial_sort(
      best.begin(), best.begin() + static_cast<std::ptrdiff_t>(count),
      best.end(), [](const Neighbour& a, const Neighbour& b) {
        return a.score != b.score ? a.score > b.score : a.word < b.word;
      });
  best.resize(count);
  return best;
}

// Both words' rows, where both have one.
std::optional<std::pair<std::size_t, std::size_t>> FindBoth(
    const Vocabulary& vocabulary, const std::string& a, const std::string& b) {
  const std::int32_t row_a = vocabulary.Find(a);
  const std::int32_t row_b = vocabulary.Find(b);
  if (row_a < 0 || row_b < 0) return std::nullopt;
  return std::pair(static_cast<std::size_t>(row_a),
                   static_cast<std::size_t>(row_b));
}

// The words of `a` that `b` knows too, in the order of `a`.
WordVectors Common(const WordVectors& a, const Vocabulary& b) {
  std::vector<std::string> kept;
  WordVectors common;
  common.vectors.resize(a.vectors.rows(), a.vectors.cols());
  for (std::size_t i = 0; i < a.vocabulary.size(); ++i) {
    if (b.Find(a.vocabulary.word(i)) < 0) continue;
    common.vectors.row(std::ssize(kept)) = a.vectors.row(static_cast<Index>(i));
    kept.emplace_back(a.vocabulary.word(i));
  }
  common.vectors.conservativeResize(std::ssize(kept), Eigen::NoChange);
  // Words of a vocabulary make a vocabulary.
  common.vocabulary = Vocabulary::FromWords(kept).value();
  return common;
}

}  // namespace

NeighbourFinder::NeighbourFinder(const WordVectors& words)
    : directions_(words.vectors) {
  constexpr Real kSmallest = std::numeric_limits<Real>::min();
  for (Index i = 0; i < directions_.rows(); ++i) {
    directions_.row(i) /= std::max(directions_.row(i).norm(), kSmallest);
  }
}

Scores NeighbourFinder::Cosines(std::size_t word) const {
  return directions_ * directions_.row(static_cast<Index>(word)).transpose();
}

std::vector<Neighbour> NeighbourFinder::Nearest(std::size_t word,
                                                std::size_t count) const {
  return Best(Cosines(word), count, {word});
}

std::vector<Neighbour> NeighbourFinder::CompleteBySum(std::size_t a,
                                                      std::size_t b,
                                                      std::size_t c,
                                                      std::size_t count) const {
  return Best(Cosines(b) - Cosines(a) + Cosines(c), count, {a, b, c});
}

std::vector<Neighbour> NeighbourFinder::CompleteByProduct(
    std::size_t a, std::size_t b, std::size_t c, std::size_t count) const {
  constexpr Real kSmall = 1e-3f;
  const auto share = [&](std::size_t word) {
    return ((Cosines(word).array() + 1) / 2).eval();
  };
  const Scores scores = share(b) * share(c) / (share(a) + kSmall);
  return Best(scores, count, {a, b, c});
}

double MeanOverlap(const WordVectors& a, const WordVectors& b,
                   const std::vector<std::string>& words, std::size_t count) {
  const WordVectors common_a = Common(a, b.vocabulary);
  const WordVectors common_b = Common(b, a.vocabulary);
  const NeighbourFinder in_a(common_a);
  const NeighbourFinder in_b(common_b);
  std::size_t shared = 0;
  std::size_t looked_at = 0;
  for (const std::string& word : words) {
    const std::int32_t row_a = common_a.vocabulary.Find(word);
    const std::int32_t row_b = common_b.vocabulary.Find(word);
    if (row_a < 0) continue;
    const auto near_a = in_a.Nearest(static_cast<std::size_t>(row_a), count);
    const auto near_b = in_b.Nearest(static_cast<std::size_t>(row_b), count);
    for (const Neighbour& one : near_a) {
      shared += static_cast<std::size_t>(std::any_of(
          near_b.begin(), near_b.end(), [&](const Neighbour& other) {
            return common_b.vocabulary.word(other.word) ==
                   common_a.vocabulary.word(one.word);
          }));
    }
    looked_at += near_a.size();
  }
  return looked_at == 0
             ? 0
             : static_cast<double>(shared) / static_cast<double>(looked_at);
}

double MeanCosine(const WordVectors& words, std::size_t count) {
  const Index rows = std::min(static_cast<Index>(count), words.vectors.rows());
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(words.vectors.cols());
  double directions = 0;
  for (Index i = 0; i < rows; ++i) {
    const Eigen::RowVectorXd vector = words.vectors.row(i).cast<double>();
    const double length = vector.norm();
    if (length == 0) continue;
    sum += vector / length;
    directions += 1;
  }
  if (directions < 2) return 0;
  // The square of the sum has every pair twice, and each word with itself.
  return (sum.squaredNorm() - directions) / (directions * (directions - 1));
}

PairRecall FindPairs(
    const WordVectors& words,
    const std::vector<std::pair<std::string, std::string>>& pairs,
    std::size_t count) {
  const NeighbourFinder finder(words);
  PairRecall recall;
  double found = 0;
  double reciprocal_ranks = 0;
  const auto look = [&](std::size_t word, std::size_t wanted) {
    const auto all = finder.Nearest(word, words.vocabulary.size());
    const auto place = std::find_if(
        all.begin(), all.end(),
        [&](const Neighbour& neighbour) { return neighbour.word == wanted; });
    const auto rank = static_cast<std::size_t>(place - all.begin()) + 1;
    found += rank <= count ? 0.5 : 0;
    reciprocal_ranks += 0.5 / static_cast<double>(rank);
  };
  for (const auto& [a, b] : pairs) {
    const auto rows = FindBoth(words.vocabulary, a, b);
    if (!rows || rows->first == rows->second) {
      ++recall.missing;
      continue;
    }
    ++recall.pairs;
    look(rows->first, rows->second);
    look(rows->second, rows->first);
  }
  if (recall.pairs > 0) {
    const auto pairs_found = static_cast<double>(recall.pairs);
    recall.found = found / pairs_found;
    recall.mean_reciprocal_rank = reciprocal_ranks / pairs_found;
  }
  return recall;
}

}  // namespace whylight
