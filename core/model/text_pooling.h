// How the vectors at a text's words become one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "core/layers/sequence_layer.h"

namespace whylight {

enum class TextPooling { kMean, kMax, kLast };

/// Their names in configs.
inline const std::vector<std::pair<std::string, TextPooling>>&
TextPoolingNames() {
  static const std::vector<std::pair<std::string, TextPooling>> names = {
      {"mean", TextPooling::kMean},
      {"max", TextPooling::kMax},
      {"last", TextPooling::kLast}};
  return names;
}

/// One vector per text, in the order of the texts: [batch x d]. Of layers that
/// pool themselves the vector stays as it is.
Var PoolWords(Graph& graph, const Sequences& sequences, TextPooling pooling);

/// The same of the words that `sequences.mask` selects, with a gradient to it:
/// the mean weighs words by it, the maximum is the expected one
/// (ExpectedMaxOverWords); then not kLast. Hard masks select what the other
/// would be given. Without a mask, the same of all words.
Var PoolSelectedWords(Graph& graph, const Sequences& sequences,
                      TextPooling pooling);

}  // namespace whylight
