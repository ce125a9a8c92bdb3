#include "core/systems/parser/tree_scorer.h"

#include <algorithm>
#include <numeric>

#include "core/layers/bag.h"
#include "core/layers/initialise.h"
#include "core/model/word_batch.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

// What phrases are called: those that hang on a word with all that they have,
// and those of a word that is still to take others.
enum PhraseLabel : std::int32_t { kWhole, kTaking };

TreeOptions PhraseOptions(const RerankOptions& options, Index inputs) {
  TreeOptions phrases;
  phrases.inputs = inputs;
  phrases.hidden = options.hidden;
  phrases.cell = TreeCell::kUntied;
  phrases.labels = 2;
  // The dependent on the left; the other pair that there is has the matrix of
  // all others.
  phrases.pairs = {{kWhole, kTaking}};
  return phrases;
}

// How many arcs lead to each word, from the root; 0 of the root.
std::vector<std::size_t> DepthsIn(const Heads& heads) {
  std::vector<std::size_t> depths(heads.size() + 1);
  for (std::size_t word = 1; word < depths.size(); ++word) {
    for (std::size_t at = word; at != 0;
         at = static_cast<std::size_t>(heads[at - 1])) {
      ++depths[word];
    }
  }
  return depths;
}

}  // namespace

std::vector<std::int32_t> AddPhrasesOf(const Heads& heads,
                                       const std::vector<std::int32_t>& rows,
                                       Trees* trees) {
  const std::vector<std::size_t> depths = DepthsIn(heads);
  // The words, and the root, each after all that hang on it.
  std::vector<std::size_t> words(depths.size());
  std::iota(words.begin(), words.end(), std::size_t{0});
  std::stable_sort(words.begin(), words.end(),
                   [&depths](std::size_t a, std::size_t b) {
                     return depths[a] > depths[b];
                   });
  std::vector<std::int32_t> whole(words.size());
  std::vector<std::int32_t> arcs;
  std::vector<Trees::Node>& nodes = trees->nodes;
  const auto add = [&nodes](const Trees::Node& node) {
    nodes.push_back(node);
    return static_cast<std::int32_t>(nodes.size() - 1);
  };
  const auto hangs_on = [&heads](std::size_t word, std::size_t head) {
    return heads[word - 1] == static_cast<std::int32_t>(head);
  };
  for (const std::size_t head : words) {
    std::int32_t taking = add({.word = rows[head], .label = kTaking});
    for (std::size_t word = head; word-- > 1;) {
      if (!hangs_on(word, head)) continue;
      taking = add({.left = whole[word], .right = taking, .label = kTaking});
      arcs.push_back(taking);
    }
    for (std::size_t word = head + 1; word < words.size(); ++word) {
      if (!hangs_on(word, head)) continue;
      taking = add({.left = taking, .right = whole[word], .label = kTaking});
      arcs.push_back(taking);
    }
    nodes[static_cast<std::size_t>(taking)].label = kWhole;
    whole[head] = taking;
  }
  return arcs;
}

Var SumsOfRows(Graph& graph, Var table,
               const std::vector<std::vector<std::int32_t>>& lists) {
  std::vector<const WordIds*> texts;
  for (const std::vector<std::int32_t>& list : lists) texts.push_back(&list);
  const WordBatch rows = MakeWordBatch(texts);
  const BagLayer sum(
      {.inputs = graph.value(table).cols(), .mode = BagMode::kSum});
  return sum
      .Apply(graph, {Gather(graph, table, rows.words), rows.sequences, {}})
      .words;
}

TreeScorer::TreeScorer(const RerankOptions& options, Index inputs,
                       std::uint64_t seed)
    : layer_("rerank", PhraseOptions(options, inputs), seed),
      output_{"rerank.output",
              InitialMatrix(Initialisation::kXavier, options.hidden, 1, seed,
                            "rerank.output")} {}

Var TreeScorer::Score(Graph& graph, const SentenceVectors& sentences,
                      const std::vector<std::vector<ScoredTree>>& trees) const {
  Trees phrases;
  std::vector<std::vector<std::int32_t>> arcs;
  for (std::size_t b = 0; b < trees.size(); ++b) {
    const auto sentence = static_cast<Index>(b);
    std::vector<std::int32_t> rows;
    for (Index word = 0; word <= sentences.size(sentence); ++word) {
      rows.push_back(sentences.row(static_cast<std::int32_t>(word), sentence));
    }
    for (const ScoredTree& tree : trees[b]) {
      arcs.push_back(AddPhrasesOf(tree.heads, rows, &phrases));
    }
  }
  const Var vectors = layer_.Apply(graph, {sentences.table, {}}, phrases);
  return MatMul(graph, SumsOfRows(graph, vectors, arcs), graph.Use(output_));
}

std::vector<Parameter*> TreeScorer::Parameters() {
  std::vector<Parameter*> all = layer_.Parameters();
  all.push_back(&output_);
  return all;
}

std::uint64_t TreeScorer::Size(const RerankOptions& options, Index inputs) {
  return ParameterCount(PhraseOptions(options, inputs)) +
         static_cast<std::uint64_t>(options.hidden);
}

}  // namespace whylight
