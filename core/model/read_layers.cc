#include "core/model/read_layers.h"

#include <optional>

#include "core/base/random.h"
#include "core/model/limits.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

// The same example and position get the same mask in any batch.
std::vector<std::uint64_t> PositionKeys(const SequenceBatch& rows, Index count,
                                        const TextDropout& dropout) {
  constexpr std::uint64_t kPositions = std::uint64_t{1} << 20;
  static_assert(kPositions > kMaxWords);
  std::vector<std::uint64_t> keys(static_cast<std::size_t>(count));
  for (Index t = 0; t < rows.max_length; ++t) {
    for (Index b = 0; b < rows.batch(); ++b) {
      if (rows.row(t, b) == SequenceBatch::kPadding) continue;
      keys[static_cast<std::size_t>(rows.row(t, b))] =
          dropout.examples[static_cast<std::size_t>(b)] * kPositions +
          static_cast<std::uint64_t>(t);
    }
  }
  return keys;
}

// Whether some row stands at more than one position.
bool SharesRows(const SequenceBatch& batch, Index count) {
  std::vector<bool> seen(static_cast<std::size_t>(count));
  for (const std::int32_t row : batch.rows) {
    if (row == SequenceBatch::kPadding) continue;
    if (seen[static_cast<std::size_t>(row)]) return true;
    seen[static_cast<std::size_t>(row)] = true;
  }
  return false;
}

// `visit` gets what each layer gives.
template <typename Visit>
Sequences ReadAndVisit(Graph& graph, const LayerList& layers,
                       Sequences sequences, const TextDropout& dropout,
                       std::uint64_t reader, Visit visit) {
  for (std::size_t k = 0; k < layers.size(); ++k) {
    if (k > 0) {
      sequences = DropOfWords(graph, sequences, dropout, reader + k);
    }
    sequences = ApplyLayer(graph, *layers[k], sequences);
    visit(sequences);
  }
  return sequences;
}

}  // namespace

Var DropElements(Graph& graph, Var x, const TextDropout& dropout,
                 std::uint64_t reader, const std::vector<std::uint64_t>& keys) {
  if (dropout.rate == 0) return x;
  return Dropout(graph, x, static_cast<Real>(dropout.rate),
                 CounterRandom(dropout.seed, RandomPurpose::kDropout,
                               dropout.step, reader),
                 keys);
}

Var DropOfTexts(Graph& graph, Var x, const TextDropout& dropout,
                std::uint64_t reader) {
  return DropElements(graph, x, dropout, reader,
                      {dropout.examples.begin(), dropout.examples.end()});
}

Sequences DropOfWords(Graph& graph, const Sequences& sequences,
                      const TextDropout& dropout, std::uint64_t reader) {
  if (dropout.rate == 0) return sequences;
  const Index rows = graph.value(sequences.words).rows();
  if (SharesRows(sequences.batch, rows)) {
    const Var words = Gather(graph, sequences.words, sequences.batch.rows);
    return DropOfWords(graph, AtEveryPosition(words, sequences), dropout,
                       reader);
  }
  return {DropElements(graph, sequences.words, dropout, reader,
                       PositionKeys(sequences.batch, rows, dropout)),
          sequences.batch, sequences.mask};
}

Var LookUpWords(Graph& graph, const Parameter& vectors, bool trained,
                const WordBatch& batch, const TextDropout& dropout) {
  Var found;
  if (trained) {
    found = graph.UseRows(vectors, batch.words);
  } else {
    found = graph.NewValue(static_cast<Index>(batch.words.size()),
                           vectors.value.cols());
    MatrixView rows = graph.MutableValue(found);
    for (Index i = 0; i < rows.rows(); ++i) {
      const std::int32_t word = batch.words[static_cast<std::size_t>(i)];
      if (word == kUnknownWord) {
        rows.row(i).setZero();
      } else {
        rows.row(i) = vectors.value.row(word);
      }
    }
  }
  std::vector<std::uint64_t> keys;
  for (const std::int32_t word : batch.words) {
    keys.push_back(static_cast<std::uint64_t>(word + 1));
  }
  return DropElements(graph, found, dropout, 0, keys);
}

Sequences ApplyLayer(Graph& graph, const SequenceLayer& layer,
                     const Sequences& words) {
  return words.mask ? layer.ApplyAtEveryWord(graph, words)
                    : layer.Apply(graph, words);
}

Sequences ReadLayers(Graph& graph, const LayerList& layers, Var words,
                     const SequenceBatch& batch, const TextDropout& dropout,
                     std::uint64_t reader) {
  return ReadLayers(graph, layers, {words, batch, std::nullopt}, dropout,
                    reader);
}

Sequences ReadLayers(Graph& graph, const LayerList& layers,
                     const Sequences& words, const TextDropout& dropout,
                     std::uint64_t reader) {
  return ReadAndVisit(graph, layers, words, dropout, reader,
                      [](const Sequences&) {});
}

Var ReadAndPool(Graph& graph, const LayerList& layers, Var words,
                const SequenceBatch& batch, TextPooling pooling,
                StackOutput output, const TextDropout& dropout) {
  return ReadAndPool(graph, layers, {words, batch, std::nullopt}, pooling,
                     output, dropout);
}

Var ReadAndPool(Graph& graph, const LayerList& layers, const Sequences& words,
                TextPooling pooling, StackOutput output,
                const TextDropout& dropout) {
  std::optional<Var> pooled;
  const auto add = [&](const Sequences& given) {
    if (output != StackOutput::kAll) return;
    const Var one = PoolSelectedWords(graph, given, pooling);
    pooled = pooled ? ConcatColumns(graph, *pooled, one) : one;
  };
  const Sequences last = ReadAndVisit(graph, layers, words, dropout, 0, add);
  return pooled ? *pooled : PoolSelectedWords(graph, last, pooling);
}

Index PooledWidth(const LayerList& layers, StackOutput output,
                  Index dimensions) {
  if (layers.empty()) return dimensions;
  if (output == StackOutput::kLast) return layers.back()->outputs();
  Index width = 0;
  for (const auto& layer : layers) width += layer->outputs();
  return width;
}

}  // namespace whylight
