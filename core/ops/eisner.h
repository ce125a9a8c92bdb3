// Projective trees over the words of a sentence whose arcs are scored, by the
// dynamic programmes of Eisner (1996).
//
// A tree is the head of each word: heads[m] of word m, from 0, is h where its
// head is word h - 1, and 0 where it is the root. One word hangs on the root,
// and arcs do not cross. Row h, column m of a matrix of scores, [L + 1 x L], is
// the score of the arc from head h to word m; what it says of a word as its own
// head is not looked at. A tree scores the sum of its arcs.
//
// All take L³ steps and the memory of L² numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/math/kernels.h"
#include "core/math/matrix.h"

namespace whylight {

/// The head of each word.
using Heads = std::vector<std::int32_t>;

/// The tree with the largest score, which must be finite; nothing of no words.
Heads BestTree(const MatrixOf<double>& scores);

/// The sum over its arcs.
double ScoreOfTree(const MatrixOf<double>& scores, const Heads& heads);

/// The score of the best of the trees that have each arc: -∞ where a word would
/// be its own head.
MatrixOf<double> BestScoresWithArcs(const MatrixOf<double>& scores);

/// By how much the best tree `best` leads the best without each of its arcs,
/// at the word the arc leads to; ∞ where every tree has it.
std::vector<double> ArcMargins(const MatrixOf<double>& scores,
                               const Heads& best);

/// log Σ exp(score) over all trees. Unless null, `marginals` becomes the share
/// of each arc: Σ exp(score - log Σ) over the trees that have it. At least one
/// word.
double LogTreePartition(const MatrixOf<double>& scores,
                        MatrixOf<double>* marginals);

struct ScoredTree {
  Heads heads;
  double score;
};

/// The `count` best trees, from the best on, or all if there are fewer. Takes
/// count · log count times the steps and the memory.
std::vector<ScoredTree> BestTrees(const MatrixOf<double>& scores,
                                  std::size_t count);

/// Whether no arc crosses another, or reaches over the word at the root. The
/// heads must be those of a tree.
bool IsProjective(const Heads& heads);

/// The tree with arcs that cross others lifted, the shortest first: the word
/// hangs on the head of its head instead (Nivre and Nilsson 2005).
Heads MakeProjective(Heads heads);

}  // namespace whylight
