#include "core/systems/parser/arc_scorer.h"

#include "core/ops/attention.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

template <typename Parameters, typename... Layers>
Parameters Together(Layers&... layers) {
  Parameters all;
  (all.insert(all.end(), {&layers.weight(), &layers.bias()}), ...);
  return all;
}

Parameter PairParameter(const ParserOptions& options, std::uint64_t seed) {
  const Index hidden = options.hidden;
  const std::string name = "arcs.pair";
  if (options.arcs == ArcScoring::kMlp) {
    return {name, InitialMatrix(Initialisation::kXavier, hidden, 1, seed, name)
                      .transpose()};
  }
  return {name, InitialMatrix(Initialisation::kXavier, hidden, hidden + 1, seed,
                              name)};
}

// Sentences with the root before their words.
SequenceBatch AfterRoot(const SentenceVectors& sentences) {
  SequenceBatch heads;
  heads.max_length = sentences.words.max_length + 1;
  heads.rows.assign(
      static_cast<std::size_t>(heads.max_length * sentences.sentences()),
      SequenceBatch::kPadding);
  for (Index b = 0; b < sentences.sentences(); ++b) {
    heads.lengths.push_back(sentences.size(b) + 1);
    for (Index word = 0; word <= sentences.size(b); ++word) {
      heads.rows[static_cast<std::size_t>(word * sentences.sentences() + b)] =
          sentences.row(static_cast<std::int32_t>(word), b);
    }
  }
  return heads;
}

}  // namespace

ArcRows RowsOfArcs(const SentenceVectors& sentences,
                   const std::vector<const Heads*>& heads) {
  ArcRows rows;
  for (std::size_t b = 0; b < heads.size(); ++b) {
    const auto sentence = static_cast<Index>(b);
    for (std::size_t m = 0; m < heads[b]->size(); ++m) {
      rows.heads.push_back(sentences.row((*heads[b])[m], sentence));
      rows.words.push_back(
          sentences.row(static_cast<std::int32_t>(m) + 1, sentence));
    }
  }
  return rows;
}

ArcScorer::ArcScorer(const ParserOptions& options, Index inputs,
                     std::uint64_t seed)
    : biaffine_(options.arcs == ArcScoring::kBiaffine),
      head_("arcs.head", inputs, options.hidden, seed),
      word_("arcs.word", inputs, options.hidden, seed),
      pair_(PairParameter(options, seed)) {}

ArcScores ArcScorer::Score(Graph& graph,
                           const SentenceVectors& sentences) const {
  Var heads = head_.Apply(graph, sentences.table);
  Var words = word_.Apply(graph, sentences.table);
  PairScoring scoring;
  if (biaffine_) {
    // (hᵀ [U u]) · [m 1].
    heads = MatMul(graph, Tanh(graph, heads), graph.Use(pair_));
    words = ConcatColumns(
        graph, Tanh(graph, words),
        graph.Constant(Matrix::Ones(graph.value(words).rows(), 1)));
  } else {
    scoring.vector = graph.Use(pair_);
  }
  const SequenceBatch of_heads = AfterRoot(sentences);
  return {PairScores(graph, heads, of_heads, words, sentences.words, scoring),
          WordPairs(of_heads, sentences.words)};
}

std::vector<Parameter*> ArcScorer::Parameters() {
  auto all = Together<std::vector<Parameter*>>(head_, word_);
  all.push_back(&pair_);
  return all;
}

std::vector<const Parameter*> ArcScorer::Parameters() const {
  auto all = Together<std::vector<const Parameter*>>(head_, word_);
  all.push_back(&pair_);
  return all;
}

std::uint64_t ArcScorer::Size(const ParserOptions& options, Index inputs) {
  const auto hidden = static_cast<std::uint64_t>(options.hidden);
  const std::uint64_t pair =
      options.arcs == ArcScoring::kBiaffine ? hidden * (hidden + 1) : hidden;
  return 2 * hidden * (static_cast<std::uint64_t>(inputs) + 1) + pair;
}

RelationScorer::RelationScorer(const ParserOptions& options, Index inputs,
                               std::uint64_t seed)
    : head_("relations.head", inputs, options.hidden, seed),
      word_("relations.word", inputs, options.hidden, seed),
      output_("relations.output", options.hidden,
              static_cast<Index>(options.relations.size()), seed) {}

Var RelationScorer::Score(Graph& graph, const SentenceVectors& sentences,
                          const ArcRows& arcs) const {
  const Var heads =
      Gather(graph, head_.Apply(graph, sentences.table), arcs.heads);
  const Var words =
      Gather(graph, word_.Apply(graph, sentences.table), arcs.words);
  return output_.Apply(graph, Tanh(graph, Add(graph, heads, words)));
}

std::vector<Parameter*> RelationScorer::Parameters() {
  return Together<std::vector<Parameter*>>(head_, word_, output_);
}

std::vector<const Parameter*> RelationScorer::Parameters() const {
  return Together<std::vector<const Parameter*>>(head_, word_, output_);
}

std::uint64_t RelationScorer::Size(const ParserOptions& options, Index inputs) {
  const auto hidden = static_cast<std::uint64_t>(options.hidden);
  return 2 * hidden * (static_cast<std::uint64_t>(inputs) + 1) +
         options.relations.size() * (hidden + 1);
}

}  // namespace whylight
