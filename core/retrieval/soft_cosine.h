// The cosine of texts whose words may be alike without being the same (Sidorov
// et al. 2014; with word vectors: Charlet and Damnati 2017, first at question
// similarity in SemEval-2017 task 3):
//
//   s(x, y) = xᵀMy / (√xᵀMx · √yᵀMy),  M_ij = max(0, cos(v_i, v_j))²
//
// for weights x and y of words, as TfIdf gives them, and their vectors v. A
// word without a vector is like itself alone.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "core/math/matrix.h"
#include "core/retrieval/tf_idf.h"

namespace whylight {

/// The vector of a word, all of one size; empty for words that have none.
using WordVectorOf = std::function<std::span<const Real>(std::string_view)>;

/// A text made ready to be compared with many.
struct SoftText {
  WeightedTerms words;
  Matrix directions;  ///< The words' vectors of unit length; zeros for none.
  double norm = 0;    ///< √xᵀMx
};

/// Takes time quadratic in the number of distinct words, as the formula does,
/// and memory linear in it.
SoftText MakeSoftText(WeightedTerms words, const WordVectorOf& vectors);

/// s(x, y); 0 if one of them has no words.
double SoftCosine(const SoftText& x, const SoftText& y);

}  // namespace whylight
