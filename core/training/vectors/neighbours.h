// Who is near whom: what there is to look at in word vectors.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/training/vectors/word_vectors.h"

namespace whylight {

struct Neighbour {
  std::size_t word;
  Real score;
};

/// Answers many questions about the same vectors: keeps them scaled to length
/// one. A vector of zeros is near nobody.
class NeighbourFinder {
 public:
  explicit NeighbourFinder(const WordVectors& words);

  /// The `count` words whose vectors have the largest cosine with that of
  /// `word`, nearest first, without the word itself.
  std::vector<Neighbour> Nearest(std::size_t word, std::size_t count) const;

  /// The words d that best complete "a is to b as c is to d", without a, b and
  /// c: by cos(d, b) - cos(d, a) + cos(d, c) (3CosAdd, Mikolov et al. 2013).
  std::vector<Neighbour> CompleteBySum(std::size_t a, std::size_t b,
                                       std::size_t c, std::size_t count) const;
  /// By cos'(d, b) · cos'(d, c) / (cos'(d, a) + 0.001), with cosines moved to
  /// [0, 1] (3CosMul, Levy and Goldberg 2014).
  std::vector<Neighbour> CompleteByProduct(std::size_t a, std::size_t b,
                                           std::size_t c,
                                           std::size_t count) const;

 private:
  Eigen::Matrix<Real, Eigen::Dynamic, 1> Cosines(std::size_t word) const;

  Matrix directions_;
};

/// Of the `count` nearest words in two sets of vectors of each of `words`, the
/// mean share that are the same. Only words of both sets are looked at.
double MeanOverlap(const WordVectors& a, const WordVectors& b,
                   const std::vector<std::string>& words, std::size_t count);

/// The mean cosine of all pairs of different words among the first `count`.
/// Words whose vectors are zero are passed over; 0 if fewer than two are left.
double MeanCosine(const WordVectors& words, std::size_t count);

struct PairRecall {
  std::size_t pairs = 0;    ///< Both words of which have vectors.
  std::size_t missing = 0;  ///< The other pairs.
  /// Mean over both words of each pair: whether the other one is among its
  /// `count` nearest words,
  double found = 0;
  /// and 1 / its rank among them all.
  double mean_reciprocal_rank = 0;
};

PairRecall FindPairs(
    const WordVectors& words,
    const std::vector<std::pair<std::string, std::string>>& pairs,
    std::size_t count);

}  // namespace whylight
