// String kernels between two texts, and the skip n-grams that make them up: how
// alike two texts are to the RCNN, and which of their words match (Lei17
// section 2.4.1).
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/result.h"
#include "core/base/steps.h"
#include "core/math/matrix.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

/// The weight of a skip n-gram of the words i_1 < ... < i_n = 1..L.
enum class GapWeighting {
  kToEnd,  ///< λ^(L - i_1 - n + 1): λ for each word it leaves out after i_1, to
           ///< the text's end (Eq 2.6 and 2.7), as in the RCNN's c_n.
  kSpan,  ///< λ^(i_n - i_1 - n + 1): λ for each word it leaves out between its
          ///< own (Eq 2.5).
};

struct StringKernelOptions {
  Index order = 2;     ///< n >= 1
  double decay = 0.5;  ///< λ in [0, 1), with 0^0 = 1.
  /// How alike two n-grams are: multiplicative, the product of ⟨x_{i_m},
  /// y_{k_m}⟩ over m = 1..n (Table 2.3 a, b); additive, their sum (partial
  /// matching, Table 2.3 c).
  Mapping mapping = Mapping::kMultiplicative;
  GapWeighting weighting = GapWeighting::kToEnd;
  /// Divides by Z = Z'(x) Z'(y), what all n-grams of each text weigh together
  /// (Table 2.3 b, c).
  bool normalized = false;
};

/// K_n(x, y), the sum over all n-grams i of x and k of y of
///   weight(i) · weight(k) · likeness(i, k)  [/ Z]
/// It is ⟨φ(x), φ(y)⟩ with φ(x) = Σ weight(i) x_{i_1} ⊗ ... ⊗ x_{i_n} or, for
/// the additive mapping, Σ weight(i) [x_{i_1}; ...; x_{i_n}]; hence symmetric
/// and positive semi-definite. 0 if a text is shorter than n.
///
/// `similarities` [L x M] holds ⟨x_i, y_k⟩. O(n·L·M) for every option. Fails
/// with kInvalidArgument naming the option, and with kNotFinite if the kernel
/// is beyond what a double holds.
Result<double> StringKernel(const Eigen::Ref<const Matrix>& similarities,
                            const StringKernelOptions& options);

/// The same of texts given as word vectors: x [L x d], y [M x d].
Result<double> StringKernel(const Eigen::Ref<const Matrix>& x,
                            const Eigen::Ref<const Matrix>& y,
                            const StringKernelOptions& options);

/// An n-gram of x aligned with one of y: a term of the kernel's sum.
struct NgramMatch {
  std::vector<Index> x;              ///< i_1 < ... < i_n, from 0.
  std::vector<Index> y;              ///< k_1 < ... < k_n, from 0.
  std::vector<double> similarities;  ///< ⟨x_{i_m}, y_{k_m}⟩
  double contribution = 0;           ///< The term, weights, 1/Z and all.
  /// contribution / K_n(x, y); 0 if that is 0. With terms of both signs a share
  /// may be negative or beyond 1; all shares add up to 1.
  double share = 0;
};

struct NgramMatches {
  double kernel = 0;                ///< K_n(x, y)
  std::vector<NgramMatch> matches;  ///< Strongest first.
};

/// The `count` terms of K_n(x, y) of the largest magnitude, without those that
/// are 0; of equals, the one whose positions in x, then y, come first.
///
/// Exact, though it never lists the terms: the best ways to end an alignment
/// are kept for each pair of words it may go on from. O(n·L·M·count) at worst,
/// in time and in memory.
///
/// Partial matching is weighted to the end only: span weights decay the sum of
/// an alignment by its own gaps, so the best ends are no parts of the best
/// alignments. Fails as StringKernel does.
Result<NgramMatches> StrongestMatches(
    const Eigen::Ref<const Matrix>& similarities,
    const StringKernelOptions& options, std::size_t count);

/// The same, in a step for each word of x.
Begun<NgramMatches> BeginStrongestMatches(
    const Eigen::Ref<const Matrix>& similarities,
    const StringKernelOptions& options, std::size_t count);

}  // namespace whylight
