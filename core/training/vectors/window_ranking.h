// The loss of a network that is to score windows of a text above the same
// windows with another word in the middle, and its gradients (R. Collobert, J.
// Weston, "A unified architecture for natural language processing", ICML 2008;
// Goldberg15 section 5).
#pragma once

#include <cstddef>
#include <vector>

#include "core/math/matrix.h"
#include "core/training/vectors/window_pairs.h"

namespace whylight {

/// The network. A window scores tanh(x W + b) · u, where x is the vectors of
/// its words, one after another.
struct WindowScorer {
  Matrix weights;    ///< W: a row a number of the window, a column a unit.
  RowVector bias;    ///< b
  RowVector output;  ///< u

  void SetZero(Index numbers, Index units);
};

/// Neighbouring words of a text, the text around them, and the random words
/// they share.
///
/// For the words "c d" of "a b c d" with a reach of 1, and two random words r
/// and s, the vectors are those of b c d, the edge, r and s; own = 1 (c is
/// there) and windows = {[0, 3), [1, 3)}: the scorer reads b c d and c d edge,
/// and these with r and s in place of c and of d.
struct RankedWindows {
  Matrix vectors;               ///< Of the text, the edge and random words.
  std::size_t reach = 0;        ///< Words on either side.
  std::size_t own = 0;          ///< Place of word 0 in the text.
  std::vector<Window> windows;  ///< Of each word, as far as the text goes.
  int negatives = 0;            ///< Random words a window.
  Index random_words = 0;

  Index edge() const { return vectors.rows() - random_words - 1; }
  /// How many draws each of the shared random words stands for.
  double NegativeWeight() const {
    return negatives / static_cast<double>(random_words);
  }
  /// The row of `vectors` that is at `place` of a window, from 0.
  Index RowAt(std::size_t word, std::size_t place) const;
};

/// The workspace of the functions below. The caller's, so that its memory
/// serves again.
struct RankingScores {
  Matrix read;       ///< Of each window its vectors in a row.
  Matrix middles;    ///< The vectors of the words in the middle.
  Matrix hidden;     ///< tanh(x W + b) of each window,
  Matrix corrupted;  ///< and of each with each random word.
  Matrix margins;    ///< 1 - score + score with the random word.
  // What the middle word and each random word add to x W.
  Matrix of_middles;
  Matrix of_random;
  // -d(loss) by what tanh reads, of_middles and of_random.
  Matrix hidden_descent;
  Matrix middles_descent;
  Matrix random_descent;
  Matrix rows_descent;  ///< By vectors, of one place of each window.
};

/// Fills `scores`.
void Score(const RankedWindows& ranked, const WindowScorer& scorer,
           RankingScores& scores);

/// The sum over all windows of negatives · mean over the random words of
/// max(0, margin), once `scores` are filled.
double Loss(const RankedWindows& ranked, const RankingScores& scores);

/// Writes -d(loss)/d(vectors) and adds -d(loss)/d(scorer), once `scores` are
/// filled.
void Descend(const RankedWindows& ranked, const WindowScorer& scorer,
             RankingScores& scores, Eigen::Ref<Matrix> vectors,
             WindowScorer& descent);

}  // namespace whylight
