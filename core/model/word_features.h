// Numbers beside the vector of a word that say what it is to two texts (Tay19
// sections 5.3 and 8.3).
#pragma once

#include "core/format/fields_fwd.h"
#include "core/graph/graph.h"
#include "core/layers/sequence_layer.h"
#include "core/math/matrix.h"
#include "core/model/word_batch.h"

namespace whylight {

/// Which of them stand there: whether the word is in the other text, how often
/// it is in its own, and the cosine of its likest in the other.
struct WordFeatureOptions {
  bool match = true;
  bool frequency = true;
  bool similarity = false;

  Index count() const { return match + frequency + similarity; }
};

/// Their fields.
const Fields<WordFeatureOptions>& WordFeatureFields();

/// Those that the options ask for, of each of `words`, [L x count]: 1 if the
/// word is in the other text, else 0; how often it is in its own, over how
/// often the most frequent one is; and the largest cosine with a word of the
/// other. A row of `directions` is a word's vector of length 1 or, of one
/// without, 0. Unknown words are like none.
Matrix WordFeatures(const WordFeatureOptions& options, const WordIds& words,
                    const WordIds& other, const Matrix& directions);

/// Each vector over its length; zeros stay.
Matrix Directions(const Matrix& vectors);

/// Numbers of the words of each text of a batch, `features_of(b)`, [L x count],
/// beside their vectors.
template <typename FeaturesOf>
Sequences WithFeatures(Graph& graph, const Sequences& words, Index count,
                       const FeaturesOf& features_of);

/// The words with `numbers` beside them, a row at every position, time-major.
Sequences Beside(Graph& graph, const Sequences& words, Var numbers);

template <typename FeaturesOf>
Sequences WithFeatures(Graph& graph, const Sequences& words, Index count,
                       const FeaturesOf& features_of) {
  if (count == 0) return words;
  const Index batch = words.batch.batch();
  Matrix all = Matrix::Zero(words.batch.max_length * batch, count);
  for (Index b = 0; b < batch; ++b) {
    const Matrix rows = features_of(static_cast<std::size_t>(b));
    for (Index t = 0; t < rows.rows(); ++t) {
      all.row(t * batch + b) = rows.row(t);
    }
  }
  return Beside(graph, words, graph.Constant(all));
}

}  // namespace whylight
