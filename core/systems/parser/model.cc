#include "core/systems/parser/model.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/model/find_words.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/model/own_config.h"
#include "core/model/word_forms.h"
#include "core/model/word_layers.h"
#include "core/ops/crf.h"
#include "core/ops/ops.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

// As many as the 10 best trees of the longest sentence need.
constexpr std::size_t kMostDerivations =
    10 * kMaxSentenceWords * kMaxSentenceWords;

// Words of the longest sentence whose `trees` best trees may be found.
std::size_t MostWordsOf(std::size_t trees) {
  return static_cast<std::size_t>(std::sqrt(
      static_cast<double>(kMostDerivations) / static_cast<double>(trees)));
}

constexpr char kParser[] = "parser";
// The prefix of their tensors' names.
constexpr char kLayersAbove[] = "tags.layers";

Error ScoresOverflow() {
  return {ErrorCode::kNotFinite,
          "expected finite scores of trees, found another: numbers of the "
          "model are too large"};
}

// The widths of what tags are told by, and of what arcs are scored by.
Index WidthBelowTags(const ParserOptions& options, const LayerList& layers,
                     Index dimensions) {
  return WidthAtWords(layers, options.InputWidth(dimensions));
}
Index WidthAtArcs(const ParserOptions& options, const LayerList& layers,
                  const LayerList& above, Index dimensions) {
  return WidthAtWords(above, options.WidthWithTags(
                                 WidthBelowTags(options, layers, dimensions)));
}

Index TagRows(const ParserTagOptions& tags) {
  return tags.read() ? static_cast<Index>(tags.labels.size()) : 0;
}

std::optional<Dense> MakeTagger(const ParserTagOptions& tags, Index inputs,
                                std::uint64_t seed) {
  if (!tags.learned()) return {};
  return Dense("tags.output", inputs, static_cast<Index>(tags.labels.size()),
               seed);
}

// How many numbers all of it takes, at words of so wide vectors.
std::uint64_t TagSize(const ParserTagOptions& tags, Index inputs) {
  const std::uint64_t labels = tags.labels.size();
  std::uint64_t numbers = 0;
  if (tags.read()) numbers += labels * static_cast<std::uint64_t>(tags.width);
  if (tags.learned()) {
    numbers += labels * (static_cast<std::uint64_t>(inputs) + 1);
  }
  return numbers;
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

// The best tag of each word of sentence `b`.
std::vector<std::int32_t> BestTagsOf(const Graph& graph,
                                     const Parser::Scored::Tags& tags,
                                     Index b) {
  std::vector<std::int32_t> best;
  const ConstMatrixView scores = graph.value(tags.scores);
  for (Index m = 0; m < tags.batch.lengths[static_cast<std::size_t>(b)]; ++m) {
    Index tag = 0;
    scores.row(tags.batch.row(m, b)).maxCoeff(&tag);
    best.push_back(static_cast<std::int32_t>(tag));
  }
  return best;
}

std::size_t WrongHeads(const Heads& heads, const Heads& right) {
  std::size_t wrong = 0;
  for (std::size_t m = 0; m < heads.size(); ++m) wrong += heads[m] != right[m];
  return wrong;
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
               LayerList layers, LayerList above, std::uint64_t seed)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      surface_(SurfaceTable(options_.surface)),
      tags_{"tags.vectors",
            InitialMatrix(Initialisation::kXavier, TagRows(options_.tags),
                          options_.tags.width, seed, "tags.vectors")},
      layers_(std::move(layers)),
      tagger_(MakeTagger(
          options_.tags,
          WidthBelowTags(options_, layers_, vectors_.value.cols()), seed)),
      above_(std::move(above)),
      root_{"root", InitialMatrix(Initialisation::kXavier, 1,
                                  WidthAtArcs(options_, layers_, above_,
                                              vectors_.value.cols()),
                                  seed, "root")},
      relations_(options_, root_.value.cols(), seed) {
  if (options_.method == ParserMethod::kGraph) {
    arcs_.emplace(options_, root_.value.cols(), seed);
  } else {
    transitions_.emplace(options_, root_.value.cols(), seed);
  }
  if (options_.reranks()) {
    trees_.emplace(options_.rerank, root_.value.cols(), seed);
  }
  vocabulary_.ReadMisspelled(options_.spelling);
}

Result<Parser> Parser::Make(ParserOptions options, Vocabulary vocabulary,
                            Matrix vectors, std::uint64_t seed) {
  if (Status checked = CheckParserOptions(options); !checked.ok()) {
    return checked.error();
  }
  Result<LayerList> layers =
      MakeWordLayers(options.layers, options.InputWidth(vectors.cols()), seed);
  if (!layers.ok()) return layers.error();
  const Index below = WidthBelowTags(options, layers.value(), vectors.cols());
  Result<LayerList> above = MakeWordLayers(
      options.tags.layers, options.WidthWithTags(below), seed, kLayersAbove);
  if (!above.ok()) return above.error();
  return Parser(std::move(options), std::move(vocabulary), std::move(vectors),
                std::move(layers).value(), std::move(above).value(), seed);
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
  Result<WordLayers> loaded =
      LoadWordLayers(files, options.layers, dimensions.value(),
                     options.InputWidth(dimensions.value()));
  if (!loaded.ok()) return loaded.error();
  auto& [lexicon, layers] = loaded.value();
  auto& [vocabulary, vectors, tensors] = lexicon;
  const Index below = WidthBelowTags(options, layers, dimensions.value());
  Result<LayerList> above = LoadLayersAtWords(
      options.tags.layers, options.WidthWithTags(below), tensors, kLayersAbove);
  if (!above.ok()) return above.error();
  // Before memory is taken for as many.
  const Index width = WidthAtWords(above.value(), options.WidthWithTags(below));
  std::uint64_t numbers = static_cast<std::uint64_t>(width) +
                          SurfaceSize(options.surface) +
                          TagSize(options.tags, below) +
                          (options.method == ParserMethod::kGraph
                               ? ArcScorer::Size(options, width)
                               : TransitionScorer::Size(options, width)) +
                          RelationScorer::Size(options, width);
  if (options.reranks()) numbers += TreeScorer::Size(options.rerank, width);
  if (Status fits = CheckModelSize(numbers, files.tensors); !fits.ok()) {
    return fits.error();
  }
  Parser model(std::move(options), std::move(vocabulary), std::move(vectors),
               std::move(layers), std::move(above).value(), 0);
  read = ReadParameters(tensors, model.OwnParameters());
  if (!read.ok()) return read.error();
  return model;
}

Result<ModelFiles> Parser::Save(Dtype vectors, Dtype network,
                                std::string_view about) const {
  std::vector<const Parameter*> own = Scorers(arcs_, transitions_, relations_);
  own.push_back(&root_);
  if (options_.has_surface()) own.push_back(&surface_);
  if (options_.tags.read()) own.push_back(&tags_);
  if (tagger_) own.insert(own.end(), {&tagger_->weight(), &tagger_->bias()});
  std::optional<TreeScorer> trees = trees_;  // Whose parameters can be listed.
  if (trees) {
    for (const Parameter* parameter : trees->Parameters()) {
      own.push_back(parameter);
    }
  }
  nlohmann::ordered_json options = ParserOptionsFields().Write(options_);
  if (options_.tags.learned()) LeaveOutWidths(&options["tags"]["layers"]);
  return SaveWordModel({.task = kParser,
                        .options = std::move(options),
                        .vocabulary = vocabulary_,
                        .vectors = vectors_,
                        .layers = layers_,
                        .own = std::move(own),
                        .more = {{kLayersAbove, above_}}},
                       vectors, network, about);
}

Result<std::vector<std::int32_t>> Parser::FindTags(
    const std::vector<std::string>& tags, std::size_t words) const {
  const bool given = options_.tags.use == TagUse::kGiven;
  if (!given && !tags.empty()) {
    return Invalid(
        "expected no \"tags\" of a model that is given none, found " +
        std::to_string(tags.size()));
  }
  if (given && tags.size() != words) {
    return Invalid("expected \"tags\", one for each of " +
                   std::to_string(words) + " words, found " +
                   std::to_string(tags.size()));
  }
  std::vector<std::int32_t> numbers;
  for (const std::string& tag : tags) {
    const auto found = std::find(this->tags().begin(), this->tags().end(), tag);
    if (found == this->tags().end()) {
      return Invalid("expected \"tags\" of the model, found " + Quote(tag));
    }
    numbers.push_back(static_cast<std::int32_t>(found - this->tags().begin()));
  }
  return numbers;
}

Var Parser::LookUp(Graph& graph, const WordBatch& texts,
                   const TextDropout& dropout,
                   std::span<const WordForm> forms) const {
  if (!options_.reads_forms()) {
    return LookUpWords(graph, vectors_, options_.train_vectors, texts, dropout);
  }
  const Var words =
      LookUpForms(graph, vectors_, options_.train_vectors, surface_, texts,
                  forms, dropout, layers_.size() + 2);
  if (options_.tags.use != TagUse::kGiven) return words;
  std::vector<std::int32_t> tags;
  for (const std::int32_t form : texts.words) {
    tags.push_back(forms[static_cast<std::size_t>(form)].tag);
  }
  return ConcatColumns(graph, words, Gather(graph, graph.Use(tags_), tags));
}

Parser::Scored Parser::Score(Graph& graph, const WordBatch& texts,
                             const TextDropout& dropout,
                             std::span<const WordForm> forms) const {
  Sequences read = ReadWords(graph, LookUp(graph, texts, dropout, forms),
                             layers_, texts.sequences, dropout);
  std::optional<Scored::Tags> tags;
  if (tagger_) {
    tags = {tagger_->Apply(graph, read.words), read.batch};
    if (options_.tags.read()) {
      const Var expected =
          MatMul(graph, Softmax(graph, tags->scores), graph.Use(tags_));
      read.words = ConcatColumns(graph, read.words, expected);
    }
    if (!above_.empty()) {
      // As readers of their own, after those of words.
      const std::uint64_t reader = layers_.size() + 3;
      read =
          DropOfWords(graph, ReadLayers(graph, above_, read, dropout, reader),
                      dropout, reader + above_.size());
    }
  }
  SentenceVectors sentences{ConcatRows(graph, {graph.Use(root_), read.words}),
                            read.batch};
  for (std::int32_t& row : sentences.words.rows) {
    if (row != SequenceBatch::kPadding) ++row;
  }
  Scored scored{std::move(sentences), {}, {}, std::move(tags)};
  if (arcs_) {
    scored.arcs = arcs_->Score(graph, scored.sentences);
  } else {
    scored.projected = transitions_->Project(graph, scored.sentences);
  }
  return scored;
}

std::vector<std::vector<ScoredTree>> Parser::CandidatesOf(
    const Graph& graph, const Scored& texts) const {
  std::vector<std::vector<ScoredTree>> candidates;
  for (Index b = 0; b < texts.sentences.sentences(); ++b) {
    candidates.push_back(
        BestTrees(ArcScoresOf(graph, *texts.arcs, b), options_.rerank.best));
    // Of no words there is one tree.
    if (candidates.back().empty()) candidates.back() = {{{}, 0}};
  }
  return candidates;
}

Var Parser::ScoreAnew(
    Graph& graph, const Scored& texts,
    const std::vector<std::vector<ScoredTree>>& candidates) const {
  const auto& [column, places] = *texts.arcs;
  const ConstMatrixView scores = graph.value(column);
  // Where the scores of the arcs of each tree stand.
  std::vector<std::vector<std::int32_t>> arcs;
  for (std::size_t b = 0; b < candidates.size(); ++b) {
    const ConstMatrixView own = places.Of(scores, static_cast<Index>(b));
    const auto start = own.data() - scores.data();
    for (const ScoredTree& tree : candidates[b]) {
      std::vector<std::int32_t>& of_tree = arcs.emplace_back();
      for (std::size_t m = 0; m < tree.heads.size(); ++m) {
        of_tree.push_back(static_cast<std::int32_t>(
            start + tree.heads[m] * own.cols() + static_cast<Index>(m)));
      }
    }
  }
  return Add(graph, SumsOfRows(graph, column, arcs),
             trees_->Score(graph, texts.sentences, candidates));
}

std::vector<std::vector<ScoredTree>> Parser::RankedTreesOf(
    Graph& graph, const Scored& texts) const {
  std::vector<std::vector<ScoredTree>> ranked = CandidatesOf(graph, texts);
  const ConstMatrixView scores = graph.value(ScoreAnew(graph, texts, ranked));
  Index next = 0;
  for (std::vector<ScoredTree>& trees : ranked) {
    for (ScoredTree& tree : trees) {
      tree.score = static_cast<double>(scores(next++, 0));
    }
    std::stable_sort(trees.begin(), trees.end(),
                     [](const ScoredTree& a, const ScoredTree& b) {
                       // What is no number comes first, and is noticed.
                       if (std::isnan(a.score)) return !std::isnan(b.score);
                       return a.score > b.score;
                     });
  }
  return ranked;
}

Var Parser::LossOfRanks(Graph& graph, const Scored& texts,
                        const std::vector<const Heads*>& heads,
                        std::span<const Real> weights) const {
  const std::vector<std::vector<ScoredTree>> candidates =
      CandidatesOf(graph, texts);
  const Var scores = ScoreAnew(graph, texts, candidates);
  std::vector<Var> terms;
  std::vector<Real> of_terms;
  Index start = 0;
  for (std::size_t b = 0; b < candidates.size(); ++b) {
    const auto count = static_cast<Index>(candidates[b].size());
    Matrix costs(count, 1);
    for (Index k = 0; k < count; ++k) {
      costs(k, 0) = static_cast<Real>(WrongHeads(
          candidates[b][static_cast<std::size_t>(k)].heads, *heads[b]));
    }
    Index right = 0;
    costs.col(0).minCoeff(&right);
    costs.array() -= Real(costs(right, 0));
    const Var all =
        Add(graph, Rows(graph, scores, start, count), graph.Constant(costs));
    Index best = 0;
    graph.value(all).col(0).maxCoeff(&best);
    terms.insert(terms.end(),
                 {Rows(graph, all, best, 1), Rows(graph, all, right, 1)});
    of_terms.insert(of_terms.end(), {weights[b], -weights[b]});
    start += count;
  }
  return WeightedSum(graph, terms, of_terms);
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
  Var loss = Add(graph, LossOfHeads(graph, texts, heads, weights, draws),
                 SoftmaxCrossEntropy(graph, relations, right, of_words));
  if (trees_) {
    loss = Add(graph, loss, LossOfRanks(graph, texts, heads, weights));
  }
  if (!texts.tags) return loss;
  std::vector<const std::vector<std::int32_t>*> tags;
  for (const DependencyTree* tree : trees) tags.push_back(&tree->tags);
  const Var of_tags = TagSoftmaxLoss(graph, texts.tags->scores,
                                     texts.tags->batch, tags, weights);
  const std::vector<Real> shares = {1, static_cast<Real>(options_.tags.weight)};
  return WeightedSum(graph, {loss, of_tags}, shares);
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
  if (trees_) {
    for (std::vector<ScoredTree>& ranked : RankedTreesOf(graph, texts)) {
      trees.push_back({std::move(ranked.front().heads), {}});
    }
  } else {
    for (Index b = 0; b < texts.sentences.sentences(); ++b) {
      trees.push_back({BestTreeOf(graph, texts, b).heads, {}});
    }
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
  if (!texts.tags) return trees;
  for (std::size_t b = 0; b < trees.size(); ++b) {
    trees[b].tags = BestTagsOf(graph, *texts.tags, static_cast<Index>(b));
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
  // Memory for the best trees grows with their number and the square of this.
  if (trees_ &&
      tokens.size() * tokens.size() * options_.rerank.best > kMostDerivations) {
    return Error{ErrorCode::kTextTooLong,
                 "expected a sentence of at most " +
                     std::to_string(MostWordsOf(options_.rerank.best)) +
                     " words where " + std::to_string(options_.rerank.best) +
                     " trees are scored again, found " +
                     std::to_string(tokens.size())};
  }
  if (transitions_ && (wanted.margins || wanted.best > 0)) {
    return Invalid(
        "expected no \"margins\" and no \"best\" of a model whose "
        "method is \"transition\", which does not score all trees");
  }
  if (trees_ && wanted.margins) {
    return Invalid(
        "expected no \"margins\" of a model with \"rerank\", which does not "
        "score all trees");
  }
  const Result<std::vector<std::int32_t>> tags =
      FindTags(wanted.tags, tokens.size());
  if (!tags.ok()) return tags.error();
  ParsedText parsed;
  if (tokens.empty()) return parsed;
  for (const Token& token : tokens) parsed.words.push_back(token.span);
  WordIds ids = FindWords(vocabulary_, tokens);
  std::vector<WordForm> forms;
  if (options_.reads_forms()) {
    ids = ReadForms(ids, utf8, tokens, options_.surface, &forms);
    for (std::size_t m = 0; m < tags.value().size(); ++m) {
      forms[m].tag = tags.value()[m];
    }
  }
  const WordIds* const text = &ids;
  Graph graph(Graph::Mode::kInference);
  const Scored scored = Score(graph, MakeWordBatch({&text, 1}), {}, forms);
  if (arcs_ && !graph.value(scored.arcs->column).allFinite()) {
    return ScoresOverflow();
  }
  if (scored.tags && !graph.value(scored.tags->scores).allFinite()) {
    return ScoresOverflow();
  }
  std::vector<ScoredTree> ranked;
  if (trees_) {
    ranked = RankedTreesOf(graph, scored).front();
    for (const ScoredTree& tree : ranked) {
      if (!std::isfinite(tree.score)) return ScoresOverflow();
    }
  }
  auto [heads, score] = trees_ ? ranked.front() : BestTreeOf(graph, scored, 0);
  if (!std::isfinite(score)) return ScoresOverflow();
  const ConstMatrixView relations =
      graph.value(ScoreRelations(graph, scored.sentences, {&heads}));
  if (!relations.allFinite()) return ScoresOverflow();
  parsed.tree.relations = BestOfEach(relations);
  parsed.tree.heads = std::move(heads);
  if (scored.tags) parsed.tree.tags = BestTagsOf(graph, *scored.tags, 0);
  parsed.score = score;
  if (transitions_) return parsed;
  if (trees_) {
    ranked.resize(std::min(ranked.size(), wanted.best));
    parsed.best = std::move(ranked);
    return parsed;
  }
  const MatrixOf<double> arcs = ArcScoresOf(graph, *scored.arcs, 0);
  if (wanted.margins) parsed.margins = ArcMargins(arcs, parsed.tree.heads);
  parsed.best = BestTrees(arcs, wanted.best);
  return parsed;
}

std::vector<Parameter*> Parser::OwnParameters() {
  std::vector<Parameter*> parameters = Scorers(arcs_, transitions_, relations_);
  parameters.push_back(&root_);
  if (options_.has_surface()) parameters.push_back(&surface_);
  if (options_.tags.read()) parameters.push_back(&tags_);
  if (tagger_) {
    parameters.insert(parameters.end(), {&tagger_->weight(), &tagger_->bias()});
  }
  if (trees_) {
    for (Parameter* parameter : trees_->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

std::vector<Parameter*> Parser::Parameters() {
  std::vector<Parameter*> parameters;
  if (options_.train_vectors) parameters.push_back(&vectors_);
  for (const LayerList* layers : {&layers_, &above_}) {
    for (const auto& layer : *layers) {
      for (Parameter* parameter : layer->Parameters()) {
        parameters.push_back(parameter);
      }
    }
  }
  for (Parameter* parameter : OwnParameters()) parameters.push_back(parameter);
  return parameters;
}

}  // namespace whylight
