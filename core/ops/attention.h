// Attention of words to words, of one text or of two (Tay19 section 2.5).
//
// The left text asks with queries, the right one answers with keys and values.
// Words are rows of tables, as everywhere; a head reads columns of its own.
#pragma once

#include <optional>

#include "core/graph/graph.h"
#include "core/ops/sequence.h"
#include "core/ops/word_pairs.h"

namespace whylight {

/// How a query and a key make a score.
struct PairScoring {
  Index heads = 1;  ///< Divides the width h of queries and keys.
  Real scale = 1;   ///< e_ij = scale · q_i · k_j, unless there is a `vector`:
  /// u, [1 x h]: e_ij = u · tanh(q_i + k_j).
  std::optional<Var> vector = std::nullopt;
};

/// The scores of all pairs of words of each pair of texts, where
/// WordPairs(left, right, heads) says: `queries` is [D x h], `keys` [D' x h]
/// -> [size x 1].
Var PairScores(Graph& graph, Var queries, const SequenceBatch& left, Var keys,
               const SequenceBatch& right, const PairScoring& scoring);

/// What is read by attention.
struct AttentionValues {
  Var table;            ///< [D x v]; heads divide v.
  SequenceBatch words;  ///< Which row of the table stands where.
  /// z, [max_length·batch x 1]: a factor of exp(score), all ones if absent. A
  /// word with z = 0 is not read.
  std::optional<Var> mask = std::nullopt;
  /// The text reads itself: whatever its z, a word reads itself in full, as it
  /// would if it were selected.
  bool itself = false;
};

struct Attention {
  /// What each word of the text that asks reads, heads side by side: zeros at
  /// padding and where there is nothing to read, [max_length·batch x v],
  /// time-major.
  Var vectors;
  /// How much of each word it reads, where WordPairs(asks, is read, heads)
  /// says. No gradient flows back from here.
  Var weights;
};

/// The text on whose side words ask.
enum class Asks { kLeft, kRight };

/// For each word that asks, the sum of z_j exp(e_ij) v_j over the sum of
/// z_j exp(e_ij). `scores` stand where `pairs` says.
Attention AttendByScores(Graph& graph, Var scores, const WordPairs& pairs,
                         Asks asks, const AttentionValues& values);

/// The vectors of AttendByScores with PairScores, to the bit. While nothing is
/// recorded it holds the scores of a few words at a time only, so that a long
/// text may read itself.
Var Attend(Graph& graph, Var queries, const SequenceBatch& left, Var keys,
           const AttentionValues& values, const PairScoring& scoring);

}  // namespace whylight
