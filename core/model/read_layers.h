// Texts through word vectors and layers, with dropout in training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/sequence_layer.h"
#include "core/layers/stacked.h"
#include "core/model/layer_list.h"
#include "core/model/text_pooling.h"
#include "core/model/word_batch.h"

namespace whylight {

/// Dropout in training: of elements of each layer's input and of what comes
/// after the layers.
struct TextDropout {
  double rate = 0;
  std::uint64_t seed = 0;
  std::uint64_t step = 0;
  std::vector<std::size_t> examples;  ///< The number of each text.
};

/// `x` with elements dropped, unless the rate is 0. Each `reader` of a model,
/// from 0, draws numbers of its own; rows of equal key get the same mask.
Var DropElements(Graph& graph, Var x, const TextDropout& dropout,
                 std::uint64_t reader, const std::vector<std::uint64_t>& keys);

/// The same of a row for each text.
Var DropOfTexts(Graph& graph, Var x, const TextDropout& dropout,
                std::uint64_t reader);

/// The same of the words of sequences, wherever a row of theirs stands.
Sequences DropOfWords(Graph& graph, const Sequences& sequences,
                      const TextDropout& dropout, std::uint64_t reader);

/// The vectors of the distinct words of `batch`, rows of `vectors`; a gradient
/// reaches them if they are `trained`. With dropout as reader 0.
Var LookUpWords(Graph& graph, const Parameter& vectors, bool trained,
                const WordBatch& batch, const TextDropout& dropout = {});

/// What a layer gives; of words with a mask, which gradients reach, a vector at
/// every word (SequenceLayer::ApplyAtEveryWord).
Sequences ApplyLayer(Graph& graph, const SequenceLayer& layer,
                     const Sequences& words);

/// What the last layer gives; each reads with dropout, as `reader` and so on.
/// `words` are those of LookUpWords, or others with dropout done.
Sequences ReadLayers(Graph& graph, const LayerList& layers, Var words,
                     const SequenceBatch& batch,
                     const TextDropout& dropout = {}, std::uint64_t reader = 0);

/// The same of words that may have a mask.
Sequences ReadLayers(Graph& graph, const LayerList& layers,
                     const Sequences& words, const TextDropout& dropout = {},
                     std::uint64_t reader = 0);

/// The same, pooled: a row for each text, of the last layer or of all side by
/// side; of the words themselves where there is no layer. Of words with a mask,
/// as PoolSelectedWords has it.
Var ReadAndPool(Graph& graph, const LayerList& layers, Var words,
                const SequenceBatch& batch, TextPooling pooling,
                StackOutput output, const TextDropout& dropout = {});
Var ReadAndPool(Graph& graph, const LayerList& layers, const Sequences& words,
                TextPooling pooling, StackOutput output,
                const TextDropout& dropout = {});

/// How wide that is, of word vectors of width `dimensions`.
Index PooledWidth(const LayerList& layers, StackOutput output,
                  Index dimensions);

}  // namespace whylight
