// Word vectors without a network: how often words stand in contexts is counted,
// and the matrix of what these counts are beyond chance is factorised.
//
// A window of reach n around each word gives a context at distance d the weight
// (n - d + 1) / n, which is how often a window whose reach is drawn from 1 to n
// holds it. With n(w, c) the weights of word w in context c, the matrix is the
// positive pointwise mutual information
//   max(0, log(n(w, c) / (n(w) P(c))) - log k),
// where P(c) is the share of n(c)^0.75 (Goldberg15 section 5; O. Levy, Y.
// Goldberg, "Neural word embedding as implicit matrix factorization", NIPS
// 2014: skip-gram with k negatives factorises the same without the bound). With
// the singular values S and left singular vectors U of it, the vectors are the
// first columns of U S^(1/2).
#pragma once

#include <Eigen/SparseCore>
#include <atomic>
#include <cstdint>

#include "core/base/result.h"
#include "core/math/matrix.h"
#include "core/training/vectors/corpus.h"
#include "core/training/vectors/options.h"
#include "core/training/vectors/train_word_vectors.h"
#include "core/training/vectors/word_vectors.h"

namespace whylight {

/// A row for each word, a column for each context.
using ContextMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// The weights n(w, c). A context is a word or, with positions, a word c at one
/// of the places -n, ..., -1, 1, ..., n, the p-th of which is column
/// p · words + c; or it is one of the corpus's ContextLists, which counts 1.
/// Fails where these are more columns than can be counted, and when `stop`
/// becomes true.
Result<ContextMatrix> CountContexts(const Corpus& corpus, int window,
                                    ContextKind kind,
                                    const std::atomic<bool>* stop = nullptr);

/// The positive pointwise mutual information of such weights, where `k` is
/// `shift`.
ContextMatrix PositiveInformation(const ContextMatrix& counts, double shift);

/// U S^(1/2) of the `count` largest singular values, by random projections and
/// a few power iterations (Halko, Martinsson and Tropp 2011): exact where the
/// rank is at most `count` + 10, else the nearer the faster the values after
/// these fall. Each column's largest number is positive; columns beyond the
/// rank are 0.
Eigen::MatrixXd LargestFactors(const ContextMatrix& matrix, Index count,
                               std::uint64_t seed);

/// All of it: the vectors of `corpus`, whose vocabulary and counts move into
/// the result.
Result<WordVectors> FactoriseCounts(Corpus corpus, const VectorOptions& options,
                                    const VectorHooks& hooks = {});

}  // namespace whylight
