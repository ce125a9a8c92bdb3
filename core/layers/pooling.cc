#include "core/layers/pooling.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

// Words [start, end) of text b.
struct Piece {
  Index b;
  Index start;
  Index end;
};

// The pieces as sequences of their own.
SequenceBatch Cut(const SequenceBatch& words,
                  const std::vector<Piece>& pieces) {
  SequenceBatch cut;
  for (const Piece& piece : pieces) {
    cut.lengths.push_back(piece.end - piece.start);
    cut.max_length = std::max(cut.max_length, cut.lengths.back());
  }
  cut.rows.assign(static_cast<std::size_t>(cut.max_length * cut.batch()),
                  SequenceBatch::kPadding);
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const auto& [b, start, end] = pieces[p];
    for (Index t = start; t < end; ++t) {
      cut.rows[static_cast<std::size_t>(t - start) * pieces.size() + p] =
          words.row(t, b);
    }
  }
  return cut;
}

// One vector per sequence.
Var ReduceWords(Graph& graph, Var x, const SequenceBatch& words,
                Reduce reduce) {
  if (reduce == Reduce::kMax) return LargestOverWords(graph, x, words, 1);
  const Var ones =
      graph.Constant(Matrix::Ones(words.max_length * words.batch(), 1));
  return WeightedSumOverWords(graph, x, words,
                              ShareOverWords(graph, ones, words.lengths));
}

Var ReduceRegions(Graph& graph, const Sequences& input, Index regions,
                  Reduce reduce) {
  const SequenceBatch& words = input.batch;
  std::vector<Piece> pieces;
  for (Index b = 0; b < words.batch(); ++b) {
    const Index length = words.lengths[static_cast<std::size_t>(b)];
    for (Index r = 0; r < regions; ++r) {
      // Of many words and regions the product has more than 32 bits.
      const auto end_of = [&](std::int64_t count) {
        return static_cast<Index>(count * length / regions);
      };
      pieces.push_back({b, end_of(r), end_of(std::int64_t{r} + 1)});
    }
  }
  const Var pooled =
      ReduceWords(graph, input.words, Cut(words, pieces), reduce);
  return Reshape(graph, pooled, words.batch(),
                 regions * graph.value(pooled).cols());
}

Sequences ReduceNeighbours(Graph& graph, const Sequences& input, Index k,
                           Reduce reduce) {
  const SequenceBatch& words = input.batch;
  SequenceBatch groups;
  for (const Index length : words.lengths) {
    groups.lengths.push_back((length + k - 1) / k);
    groups.max_length = std::max(groups.max_length, groups.lengths.back());
  }
  std::vector<Piece> pieces;
  for (Index g = 0; g < groups.max_length; ++g) {
    for (Index b = 0; b < words.batch(); ++b) {
      const Index length = words.lengths[static_cast<std::size_t>(b)];
      if (g * k >= length) {
        groups.rows.push_back(SequenceBatch::kPadding);
        continue;
      }
      groups.rows.push_back(static_cast<std::int32_t>(pieces.size()));
      pieces.push_back({b, g * k, std::min((g + 1) * k, length)});
    }
  }
  return {ReduceWords(graph, input.words, Cut(words, pieces), reduce),
          std::move(groups), std::nullopt};
}

// Vectors of the inputs' width that are given side by side.
Index VectorsGiven(const PoolingOptions& options) {
  switch (options.kind) {
    case PoolingKind::kKMax:
      return options.k;
    case PoolingKind::kRegions:
      return options.regions;
    case PoolingKind::kMax:
    case PoolingKind::kAverage:
    case PoolingKind::kNeighbours:
    case PoolingKind::kLast:
      break;
  }
  return 1;
}

}  // namespace

const Fields<PoolingOptions>& PoolingFields() {
  constexpr double kMost = 1 << 16;
  static const Names<PoolingKind> kinds = {
      {"max", PoolingKind::kMax},
      {"average", PoolingKind::kAverage},
      {"k_max", PoolingKind::kKMax},
      {"regions", PoolingKind::kRegions},
      {"neighbours", PoolingKind::kNeighbours},
      {"last", PoolingKind::kLast}};
  static const Names<Reduce> reductions = {{"max", Reduce::kMax},
                                           {"average", Reduce::kAverage}};
  static const auto fields =
      Fields<PoolingOptions>("Pooling over the words (Goldberg15 section 9).")
          .Fixed("type", "pooling", "Pooling.")
          .Choice("kind", &PoolingOptions::kind, kinds,
                  "`k_max`: the k largest of every column in order; "
                  "`regions`: of each of so many regions; `neighbours`: of "
                  "every k words.")
          .Count("k", &PoolingOptions::k, {1, kMost}, "Number of words.")
          .When("kind is k_max or neighbours")
          .Count("regions", &PoolingOptions::regions, {1, kMost},
                 "Number of regions.")
          .When("kind is regions")
          .Choice("reduce", &PoolingOptions::reduce, reductions,
                  "How each group is reduced.")
          .When("kind is regions or neighbours");
  return fields;
}

Status CheckPoolingOptions(const PoolingOptions& options) {
  Status sizes = CheckSize("pooling", "inputs", options.inputs);
  if (!sizes.ok()) return sizes;
  switch (options.kind) {
    case PoolingKind::kKMax:
    case PoolingKind::kNeighbours:
      sizes = CheckSize("pooling", "k", options.k);
      break;
    case PoolingKind::kRegions:
      sizes = CheckSize("pooling", "regions", options.regions);
      break;
    case PoolingKind::kMax:
    case PoolingKind::kAverage:
    case PoolingKind::kLast:
      break;
  }
  if (!sizes.ok()) return sizes;
  const std::int64_t outputs =
      std::int64_t{VectorsGiven(options)} * options.inputs;
  if (outputs <= kMaxOutputs) return {};
  return Error{ErrorCode::kInvalidArgument,
               "pooling: expected at most " + std::to_string(kMaxOutputs) +
                   " numbers at each word, found " + std::to_string(outputs)};
}

Index PoolingLayer::outputs() const {
  return VectorsGiven(options_) * options_.inputs;
}

std::string PoolingLayer::OutputDim() const {
  const Index count = VectorsGiven(options_);
  return count == 1 ? "d" : std::to_string(count) + "d";
}

Sequences PoolingLayer::Apply(Graph& graph, const Sequences& input) const {
  const Sequences selected = SelectedWords(graph, input);
  const auto& [x, words, mask] = selected;
  switch (options_.kind) {
    case PoolingKind::kAverage:
      return OneVectorEach(graph,
                           ReduceWords(graph, x, words, Reduce::kAverage));
    case PoolingKind::kKMax:
      return OneVectorEach(graph,
                           LargestOverWords(graph, x, words, options_.k));
    case PoolingKind::kRegions:
      return OneVectorEach(
          graph,
          ReduceRegions(graph, selected, options_.regions, options_.reduce));
    case PoolingKind::kNeighbours:
      return ReduceNeighbours(graph, selected, options_.k, options_.reduce);
    case PoolingKind::kLast:
      return OneVectorEach(graph, LastVectors(graph, selected));
    case PoolingKind::kMax:
      break;
  }
  return OneVectorEach(graph, ReduceWords(graph, x, words, Reduce::kMax));
}

}  // namespace whylight
