// The operations of the graph. Each is in a file of its own name, forward
// beside backward; the recurrences are in rcnn.h and lstm.h, windows in
// convolution.h.
//
// Shapes are [rows x cols]. A backward adds to the gradients of the arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/graph/graph.h"
#include "core/ops/rcnn_form.h"
#include "core/ops/sequence.h"

namespace whylight {

/// x · weight + bias: [n x i], [i x o], [1 x o] -> [n x o].
Var Affine(Graph& graph, Var x, Var weight, Var bias);

/// x · weight: [n x i], [i x o] -> [n x o].
Var MatMul(Graph& graph, Var x, Var weight);

/// x · weightᵀ + bias: [n x i], [o x i], [1 x o] -> [n x o].
Var AffineTransposed(Graph& graph, Var x, Var weight, Var bias);

/// x · yᵀ: [n x i], [m x i] -> [n x m].
Var MatMulTransposed(Graph& graph, Var x, Var y);

/// `bias`, [1 x o], added to every row of `x`, [n x o].
Var AddBias(Graph& graph, Var x, Var bias);

/// left + right and left ⊙ right, element by element, of equal shapes.
Var Add(Graph& graph, Var left, Var right);
Var Multiply(Graph& graph, Var left, Var right);

/// softmax of every row.
Var Softmax(Graph& graph, Var x);

/// 1 / (1 + exp(-x)), tanh(x) and max(0, x), element by element.
Var Sigmoid(Graph& graph, Var x);
Var Tanh(Graph& graph, Var x);
Var Relu(Graph& graph, Var x);
/// The one that `activation` names.
Var Activate(Graph& graph, Var x, Activation activation);

/// Each row over its length; a row of zeros stays so and gets no gradient.
Var NormalizeRows(Graph& graph, Var x);

// Points of the Poincaré ball, one per row (Nickel and Kiela 2017; Tay19
// section 10).

/// Rows of length 1 and more are shortened to just below.
Var IntoUnitBall(Graph& graph, Var x);

/// `x` itself, whose gradient is the one of the ball: that of space times
/// (1 - |x|²)² / 4.
Var RiemannianGradient(Graph& graph, Var x);

/// arcosh(1 + 2 |a - b|² / ((1 - |a|²) (1 - |b|²))) of every row a of `left`
/// with every row b of `right`: [n x d], [m x d] -> [n x m]. Points that are
/// the same are a little apart, where the distance has a slope.
Var PoincareDistances(Graph& graph, Var left, Var right);

/// z ⊙ fresh + (1 - z) ⊙ old, where `z` has the shape of the others, or one
/// column that holds for the whole row. At z = 1 and z = 0 an exact copy.
Var Blend(Graph& graph, Var z, Var fresh, Var old);

/// How dropout scales the elements that stay.
enum class DropoutScaling {
  kMean,          ///< E[x], by 1 / (1 - rate) (inverted dropout)
  kSecondMoment,  ///< E[x²], by 1 / √(1 - rate), as the released code does to
                  ///< word vectors and to the input of the last layer
};

/// Each element of `x` is zero with probability `rate` in [0, 1) and otherwise
/// scaled. Element i of row r draws `random.Bits(keys[r] * cols + i)`: rows of
/// equal key get the same mask.
Var Dropout(Graph& graph, Var x, Real rate, const CounterRandom& random,
            const std::vector<std::uint64_t>& keys,
            DropoutScaling scaling = DropoutScaling::kMean);

/// [n x a], [n x b] -> [n x (a + b)].
Var ConcatColumns(Graph& graph, Var left, Var right);

/// Parts of equal width, at least one, below each other.
Var ConcatRows(Graph& graph, const std::vector<Var>& parts);

/// Row i is row `rows[i]` of `table`, or zeros where that is -1:
/// [D x k] -> [n x k].
Var Gather(Graph& graph, Var table, std::span<const std::int32_t> rows);

/// Columns [start, start + count) of `x`.
Var Columns(Graph& graph, Var x, Index start, Index count);

/// Rows [start, start + count) of `x`.
Var Rows(Graph& graph, Var x, Index start, Index count);

/// The numbers of `x`, row after row, as [rows x cols] of as many.
Var Reshape(Graph& graph, Var x, Index rows, Index cols);

/// A one-hot choice a row from softmax((logits + noise) / temperature); the
/// gradient flows as if the softmax itself had been the output (straight-
/// through Gumbel-softmax, Jang et al. 2017). `noise` is [n x k] and constant.
Var StraightThroughSoftmax(Graph& graph, Var logits, const Matrix& noise,
                           Real temperature);

/// 1 where (logits + noise) / temperature is above zero, else 0, element by
/// element; the gradient flows as if its sigmoid had been the output (straight-
/// through Gumbel-sigmoid). `noise` has the shape of `logits` and is constant.
Var StraightThroughSigmoid(Graph& graph, Var logits, const Matrix& noise,
                           Real temperature);

/// The HardKuma variates (math/kumaraswamy.h) that `uniform`, [n x k] in (0,
/// 1), stands for. `numbers` is [n x 2k]: a of all, then b of all. A gradient
/// reaches them where 0 < z < 1 -> [n x k].
Var HardKuma(Graph& graph, Var numbers, const Matrix& uniform);

/// P(z > 0) of each -> [n x k].
Var HardKumaPresence(Graph& graph, Var numbers);

/// The number of changes along each sequence, over all sequences, when a
/// sequence is thought to be surrounded by zeros: sum_t a + b - 2ab of
/// neighbours a and b, which for selections in {0, 1} is |a - b| and whose
/// gradient is that of the expectation under independent selections (Lei17
/// section 3.3.2). `selection` is [length * batch x 1], time-major; `lengths`
/// has one entry per sequence. -> [1 x 1].
Var Transitions(Graph& graph, Var selection, const std::vector<Index>& lengths);

/// sum of weight · (x - target)^2 where the target is not NaN -> [1 x 1].
Var SquaredError(Graph& graph, Var x, const Matrix& target,
                 const Matrix& weight);

/// sum over rows of weights[r] · -log softmax(logits_r)[targets[r]] -> [1 x 1];
/// no overflow at any size. What a row says whose weight is 0 or whose target
/// is -1 is not looked at. `logits` is [n x k].
Var SoftmaxCrossEntropy(Graph& graph, Var logits,
                        std::span<const std::int32_t> targets,
                        std::span<const Real> weights);

/// A softmax over some of many words (Jean et al. 2015): row r of `x`, [n x h],
/// scores word w with x_r · rows_w + bias_w - log_expected[w], is compared with
/// the first `candidates` of `rows`, [m x h], and has its own target among all
/// of them, once. `bias` is [m x 1]. With log_expected[w], the logarithm of how
/// often w is expected among the candidates, the gradient is about that of the
/// softmax over all words; with all words as candidates, and 0, it is that
/// softmax. -> [1 x 1]: sum over rows of weights[r] · -log share. What a row
/// says whose weight is 0 or whose target is -1 is not looked at.
Var SampledSoftmaxCrossEntropy(Graph& graph, Var x, Var rows, Var bias,
                               Index candidates,
                               std::span<const Real> log_expected,
                               std::span<const std::int32_t> targets,
                               std::span<const Real> weights);

/// sum of weight · -(t log σ(x) + (1 - t) log(1 - σ(x))) over all elements x of
/// `logits` with targets t -> [1 x 1]; no overflow at any size.
Var SigmoidCrossEntropy(Graph& graph, Var logits, const Matrix& targets,
                        const Matrix& weights);

/// sum_i coefficients[i] · terms[i] over [1 x 1] terms -> [1 x 1].
Var WeightedSum(Graph& graph, const std::vector<Var>& terms,
                const std::vector<Real>& coefficients);

/// The sum of a [length * batch x 1] value over the words of each sequence,
/// padding left out -> [1 x 1].
Var SumOverWords(Graph& graph, Var x, const std::vector<Index>& lengths);

/// In each sequence the k largest numbers of every column of `x`, [D x d], in
/// the order of their words: all columns of the first, then of the second, ...
/// (Goldberg15 section 9). Of equal numbers the earlier ones; zeros follow
/// where there are fewer than k words. A gradient reaches what was chosen only.
/// -> [batch x k·d].
Var LargestOverWords(Graph& graph, Var x, const SequenceBatch& words, Index k);

/// In each sequence the expected maximum of every column of `x`, [D x d], if
/// each word were selected independently with the probability z = `mask`,
/// [max_length·batch x 1], time-major; nothing selected counts as 0. Where z is
/// 0 or 1 it is the largest number of the selected words, and the gradient of z
/// at a word is what the maximum gains by selecting it. -> [batch x d].
Var ExpectedMaxOverWords(Graph& graph, Var x, const SequenceBatch& words,
                         Var mask);

/// In each sequence the sum of weight · row over its words: the row of `x`,
/// [D x d], the weight of `weights`, [max_length·batch x 1], time-major. What a
/// word of weight 0 says is not looked at. -> [batch x d].
Var WeightedSumOverWords(Graph& graph, Var x, const SequenceBatch& words,
                         Var weights);

/// Each weight over the sum of its sequence's; all zero if the sum is, and at
/// padding. `weights` is [length * batch x 1], time-major -> the same shape.
Var ShareOverWords(Graph& graph, Var weights,
                   const std::vector<Index>& lengths);

/// z_t exp(score_t) over the sum of its sequence's, with z = `mask`, all ones
/// if absent; all zero if every z is, and at padding. `scores` and `mask` are
/// [length * batch x 1], time-major -> the same shape.
Var SoftmaxOverWords(Graph& graph, Var scores,
                     const std::vector<Index>& lengths,
                     std::optional<Var> mask);

}  // namespace whylight
