#include "core/systems/parser/model.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/model/find_words.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/model/own_config.h"
#include "core/model/word_layers.h"
#include "core/ops/ops.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

constexpr char kParser[] = "parser";

Error ScoresOverflow() {
  return {ErrorCode::kNotFinite,
          "expected finite scores of trees, found another: numbers of the "
          "model are too large"};
}

// The column with the largest number of each row.
std::vector<std::int32_t> BestOfEach(const ConstMatrixView& scores) {
  std::vector<std::int32_t> best;
  for (Index row = 0; row < scores.rows(); ++row) {
    Index column = 0;
    scores.row(row).maxCoeff(&column);
    best.push_back(static_cast<std::int32_t>(column));
  }
  return best;
}

// Its parameters, of one of both and of relations.
template <typename Arcs, typename Transitions, typename Relations>
auto Scorers(Arcs& arcs, Transitions& transitions, Relations& relations) {
  auto all = relations.Parameters();
  const auto of_heads = arcs ? arcs->Parameters() : transitions->Parameters();
  all.insert(all.begin(), of_heads.begin(), of_heads.end());
  return all;
}

}  // namespace

Parser::Parser(ParserOptions options, Vocabulary vocabulary, Matrix vectors,
               LayerList layers, std::uint64_t seed)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      layers_(std::move(layers)),
      root_{"root", InitialMatrix(Initialisation::kXavier, 1,
                                  WidthAtWords(layers_, vectors_.value.cols()),
                                  seed, "root")},
      relations_(options_, root_.value.cols(), seed) {
  if (options_.method == ParserMethod::kGraph) {
    arcs_.emplace(options_, root_.value.cols(), seed);
  } else {
    transitions_.emplace(options_, root_.value.cols(), seed);
  }
  vocabulary_.ReadMisspelled(options_.spelling);
}

Result<Parser> Parser::Make(ParserOptions options, Vocabulary vocabulary,
                            Matrix vectors, std::uint64_t seed) {
  if (Status checked = CheckParserOptions(options); !checked.ok()) {
    return checked.error();
  }
  Result<LayerList> layers =
      MakeWordLayers(options.layers, vectors.cols(), seed);
  if (!layers.ok()) return layers.error();
  return Parser(std::move(options), std::move(vocabulary), std::move(vectors),
                std::move(layers).value(), seed);
}

Result<Parser> Parser::Load(const ModelFiles& files) {
  Result<nlohmann::json> config = ReadOwnConfig(files, kParser);
  if (!config.ok()) return config.error();
  const Result<Index> dimensions = TakeDimensions(&config.value());
  if (!dimensions.ok()) return dimensions.error();
  ParserOptions options;
  Status read = ParserOptionsFields().Read(config.value(), "config", &options);
  if (read.ok()) read = CheckParserOptions(options);
  if (!read.ok()) return BadConfig(read.error().message);
  Result<WordLayers> loaded = LoadWordLayers(
      files, options.layers, dimensions.value(), dimensions.value());
  if (!loaded.ok()) return loaded.error();
  auto& [lexicon, layers] = loaded.value();
  auto& [vocabulary, vectors, tensors] = lexicon;
  // Before memory is taken for as many.
  const Index width = WidthAtWords(layers, dimensions.value());
  const std::uint64_t numbers = static_cast<std::uint64_t>(width) +
                                (options.method == ParserMethod::kGraph
                                     ? ArcScorer::Size(options, width)
                                     : TransitionScorer::Size(options, width)) +
                                RelationScorer::Size(options, width);
  if (Status fits = CheckModelSize(numbers, files.tensors); !fits.ok()) {
    return fits.error();
  }
  Parser model(std::move(options), std::move(vocabulary), std::move(vectors),
               std::move(layers), 0);
  read = ReadParameters(tensors, model.OwnParameters());
  if (!read.ok()) return read.error();
  return model;
}

Result<ModelFiles> Parser::Save(Dtype vectors, Dtype network,
                                std::string_view about) const {
  std::vector<const Parameter*> own = Scorers(arcs_, transitions_, relations_);
  own.push_back(&root_);
  return SaveWordModel({kParser, ParserOptionsFields().Write(options_),
                        vocabulary_, vectors_, layers_, std::move(own)},
                       vectors, network, about);
}

Parser::Scored Parser::Score(Graph& graph, const WordBatch& texts,
                             const TextDropout& dropout) const {
  const Sequences read = ReadWords(graph, vectors_, options_.train_vectors,
                                   layers_, texts, dropout);
  SentenceVectors sentences{ConcatRows(graph, {graph.Use(root_), read.words}),
                            read.batch};
  for (std::int32_t& row : sentences.words.rows) {
    if (row != SequenceBatch::kPadding) ++row;
  }
  Scored scored{std::move(sentences), {}, {}};
  if (arcs_) {
    scored.arcs = arcs_->Score(graph, scored.sentences);
  } else {
    scored.projected = transitions_->Project(graph, scored.sentences);
  }
  return scored;
}

Var Parser::LossOfHeads(Graph& graph, const Scored& texts,
                        const std::vector<const Heads*>& heads,
                        std::span<const Real> weights,
                        const TextDropout& draws) const {
  if (transitions_) {
    return transitions_->Loss(graph, texts.sentences, *texts.projected, heads,
                              weights, draws);
  }
  switch (options_.loss) {
    case ParserLoss::kHinge:
      return TreeMarginLoss(graph, *texts.arcs, heads, weights, 1);
    case ParserLoss::kPerceptron:
      return TreeMarginLoss(graph, *texts.arcs, heads, weights, 0);
    case ParserLoss::kCrf:
      return TreeCrfLoss(graph, *texts.arcs, heads, weights);
    case ParserLoss::kSoftmax:
      break;
  }
  return HeadSoftmaxLoss(graph, *texts.arcs, heads, weights);
}

Var Parser::Loss(Graph& graph, const Scored& texts,
                 std::span<const DependencyTree* const> trees,
                 std::span<const Real> weights,
                 const TextDropout& draws) const {
  std::vector<const Heads*> heads;
  std::vector<std::int32_t> right;
  std::vector<Real> of_words;
  for (std::size_t b = 0; b < trees.size(); ++b) {
    const std::vector<std::int32_t>& relations = trees[b]->relations;
    heads.push_back(&trees[b]->heads);
    right.insert(right.end(), relations.begin(), relations.end());
    of_words.insert(of_words.end(), relations.size(), weights[b]);
  }
  const Var relations = ScoreRelations(graph, texts.sentences, heads);
  return Add(graph, LossOfHeads(graph, texts, heads, weights, draws),
             SoftmaxCrossEntropy(graph, relations, right, of_words));
}

ScoredTree Parser::BestTreeOf(const Graph& graph, const Scored& texts,
                              Index b) const {
  if (transitions_) {
    return transitions_->BestTreeOf(graph, texts.sentences, *texts.projected,
                                    b);
  }
  const MatrixOf<double> arcs = ArcScoresOf(graph, *texts.arcs, b);
  Heads heads = BestTree(arcs);
  const double score = ScoreOfTree(arcs, heads);
  return {std::move(heads), score};
}

Var Parser::ScoreRelations(Graph& graph, const SentenceVectors& sentences,
                           const std::vector<const Heads*>& heads) const {
  return relations_.Score(graph, sentences, RowsOfArcs(sentences, heads));
}

std::vector<DependencyTree> Parser::BestTreesOf(Graph& graph,
                                                const Scored& texts) const {
  std::vector<DependencyTree> trees;
  for (Index b = 0; b < texts.sentences.sentences(); ++b) {
    trees.push_back({BestTreeOf(graph, texts, b).heads, {}});
  }
  std::vector<const Heads*> heads;
  for (const DependencyTree& tree : trees) heads.push_back(&tree.heads);
  const std::vector<std::int32_t> relations =
      BestOfEach(graph.value(ScoreRelations(graph, texts.sentences, heads)));
  auto next = relations.begin();
  for (DependencyTree& tree : trees) {
    const auto end = next + static_cast<std::ptrdiff_t>(tree.heads.size());
    tree.relations.assign(next, end);
    next = end;
  }
  return trees;
}

Result<ParsedText> Parser::Parse(std::string_view utf8,
                                 const ParseWanted& wanted) const {
  const std::vector<Token> tokens = Tokenize(utf8);
  if (tokens.size() > kMaxSentenceWords) {
    return Error{ErrorCode::kTextTooLong,
                 "expected a sentence of at most " +
                     std::to_string(kMaxSentenceWords) + " words, found " +
                     std::to_string(tokens.size())};
  }
  if (transitions_ && (wanted.margins || wanted.best > 0)) {
    return Invalid(
        "expected no \"margins\" and no \"best\" of a model whose "
        "method is \"transition\", which does not score all trees");
  }
  ParsedText parsed;
  if (tokens.empty()) return parsed;
  for (const Token& token : tokens) parsed.words.push_back(token.span);
  const WordIds ids = FindWords(vocabulary_, tokens);
  const WordIds* const text = &ids;
  Graph graph(Graph::Mode::kInference);
  const Scored scored = Score(graph, MakeWordBatch({&text, 1}));
  if (arcs_ && !graph.value(scored.arcs->column).allFinite()) {
    return ScoresOverflow();
  }
  auto [heads, score] = BestTreeOf(graph, scored, 0);
  if (!std::isfinite(score)) return ScoresOverflow();
  const ConstMatrixView relations =
      graph.value(ScoreRelations(graph, scored.sentences, {&heads}));
  if (!relations.allFinite()) return ScoresOverflow();
  parsed.tree.relations = BestOfEach(relations);
  parsed.tree.heads = std::move(heads);
  parsed.score = score;
  if (transitions_) return parsed;
  const MatrixOf<double> arcs = ArcScoresOf(graph, *scored.arcs, 0);
  if (wanted.margins) parsed.margins = ArcMargins(arcs, parsed.tree.heads);
  parsed.best = BestTrees(arcs, wanted.best);
  return parsed;
}

std::vector<Parameter*> Parser::OwnParameters() {
  std::vector<Parameter*> parameters = Scorers(arcs_, transitions_, relations_);
  parameters.push_back(&root_);
  return parameters;
}

std::vector<Parameter*> Parser::Parameters() {
  std::vector<Parameter*> parameters;
  if (options_.train_vectors) parameters.push_back(&vectors_);
  for (const auto& layer : layers_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  for (Parameter* parameter : OwnParameters()) parameters.push_back(parameter);
  return parameters;
}

}  // namespace whylight
