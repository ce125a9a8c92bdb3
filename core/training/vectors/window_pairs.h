// The losses of skip-gram and of the continuous bag of words over a few
// neighbouring words, and their gradients, as small matrix products.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// Half-open range of positions; a window of a text leaves out the one in its
/// middle.
struct Window {
  std::size_t begin;
  std::size_t end;
};

/// The window of the word at `position` in a document that takes [start, end):
/// with reach 2 in "a b c d" the word c is paired with a, b and d.
Window WindowAt(std::size_t position, std::size_t reach, Window document);

/// What is learned: which side predicts the other, or no prediction at all.
enum class Objective {
  kSkipGram,  ///< A word predicts each word of its window.
  kCbow,      ///< The mean of the words of a window predicts the word.
  kRanking,   ///< Windows are scored above others: see window_ranking.h.
  kPpmi,      ///< Counts are factorised: see count_factorisation.h.
};

/// Neighbouring words of a text, the text around them, and the random words
/// they share.
///
/// For the words "c d" of "a b c d e", each with a reach of 1, and two random
/// words r and s, the text is b c d e; own = 1 (c is there) and windows =
/// {[0, 3), [1, 4)}: c is paired with b and d, d with c and e. Then
///   skip-gram: inputs c d,     outputs b c d e r s
///   CBOW:      inputs b c d e, outputs c d r s
///
/// Of skip-gram there may be lists of contexts in place of the text, one list
/// after another. A window is then all of a list, and no word is left out.
struct WindowPairs {
  Objective objective = Objective::kSkipGram;
  Matrix inputs;   ///< Rows of the input matrix.
  Matrix outputs;  ///< Rows of the output matrix.
  /// Place of word 0 in the text, where that is what is around words.
  std::optional<std::size_t> own = 0;
  std::vector<Window> windows;  ///< Of each word, as places in the text.
  int negatives = 0;            ///< Random words a prediction.

  /// Rows of `outputs` that are not random.
  Index real_outputs() const { return outputs.rows() - random_outputs; }
  Index random_outputs = 0;

  double ContextsOf(std::size_t word) const {
    return static_cast<double>(windows[word].end - windows[word].begin) -
           (own ? 1 : 0);
  }
  /// How often the vector of a word, or the mean of its window, predicts: once
  /// for each word of the window, or once for all of them.
  double PredictionsOf(std::size_t word) const {
    const double contexts = ContextsOf(word);
    return objective == Objective::kSkipGram || contexts == 0 ? contexts : 1;
  }
  /// How many draws each of the shared random words stands for.
  double NegativeWeight(std::size_t word) const {
    return PredictionsOf(word) * negatives /
           static_cast<double>(random_outputs);
  }
};

/// The workspace of the functions below. The caller's, so that its memory
/// serves again.
struct WindowScores {
  Matrix scores;        ///< Predictors · outputs transposed.
  Matrix coefficients;  ///< -d(loss)/d(scores)
  // Of CBOW alone.
  Matrix shares;         ///< Of each input in the mean of each word's window.
  Matrix means;          ///< shares · inputs
  Matrix means_descent;  ///< -d(loss)/d(means), times the words of the window
};

/// Fills `scores`.
void Score(const WindowPairs& pairs, WindowScores& scores);

/// The sum over all predictions, of c by w, of
///   -log s(w . c) - negatives · mean over the random words r of log s(-w . r)
/// once `scores` are filled.
double Loss(const WindowPairs& pairs, const WindowScores& scores);

/// Writes -d(loss)/d(inputs) and -d(loss)/d(outputs) once `scores` are filled.
/// Of CBOW what a window adds to the inputs is times the words in it, as in
/// word2vec: every word moves as far as the mean should, not a share of it.
void Descend(const WindowPairs& pairs, WindowScores& scores,
             Eigen::Ref<Matrix> inputs, Eigen::Ref<Matrix> outputs);

}  // namespace whylight
