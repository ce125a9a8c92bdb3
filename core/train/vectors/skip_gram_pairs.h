// The loss of skip-gram over a few neighbouring words, and its gradients.
#pragma once

#include <cstddef>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// Half-open range of positions; a window leaves out the one in its middle.
struct Window {
  std::size_t begin;
  std::size_t end;
};

/// The window of the word at `position` in a document that takes [start, end):
/// with reach 2 in "a b c d" the word c is paired with a, b and d.
Window WindowAt(std::size_t position, std::size_t reach, Window document);

/// Neighbouring words of a text with the words they are compared with, so that
/// all their scores are one matrix product.
///
/// For the words "c d" of "a b c d e", each with a reach of 1, and two random
/// words, `outputs` may hold b c d e and then the random ones; contexts = 4,
/// own = 1 (c is there) and windows = {[0, 3), [1, 4)}: c is paired with b and
/// d, d with c and e.
struct SkipGramPairs {
  Matrix inputs;                ///< A row of the input matrix a word.
  Matrix outputs;               ///< Rows of the output matrix.
  std::size_t contexts = 0;     ///< Rows of `outputs` that stand in the text.
  std::size_t own = 0;          ///< Row of `outputs` where word 0 stands.
  std::vector<Window> windows;  ///< Of each word, as rows of `outputs`.
  int negatives = 0;            ///< Random words a pair.

  double PairsOf(std::size_t word) const {
    return static_cast<double>(windows[word].end - windows[word].begin) - 1;
  }
  /// How many draws each of the shared random words stands for.
  double NegativeWeight(std::size_t word) const {
    return PairsOf(word) * negatives /
           static_cast<double>(static_cast<std::size_t>(outputs.rows()) -
                               contexts);
  }
};

/// The sum over all pairs (w, c) of
///   -log s(w . c) - negatives · mean over the random words r of log s(-w . r).
/// `scores` is inputs · outputs transposed.
double SkipGramLoss(const SkipGramPairs& pairs, const Matrix& scores);

/// Writes -d(loss)/d(inputs) and -d(loss)/d(outputs). `coefficients` becomes
/// -d(loss)/d(scores); it is the caller's so that its memory serves again.
void SkipGramDescent(const SkipGramPairs& pairs, const Matrix& scores,
                     Matrix& coefficients, Eigen::Ref<Matrix> inputs,
                     Eigen::Ref<Matrix> outputs);

}  // namespace whylight
