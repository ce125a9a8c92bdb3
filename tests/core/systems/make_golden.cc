// Writes golden files: a small random model, and what a model says of texts and
// layers give in double precision. Native, wasm and browser must agree with it.
// Run by scripts/golden.sh.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/model_store.h"
#include "core/model/find_words.h"
#include "core/model/model_parts.h"
#include "core/systems/answer_generator/model.h"
#include "core/systems/answer_generator/system.h"
#include "core/systems/classifier/model.h"
#include "core/systems/classifier/system.h"
#include "core/systems/language_model/model.h"
#include "core/systems/language_model/system.h"
#include "core/systems/layers/run_layer.h"
#include "core/systems/pairs/model.h"
#include "core/systems/pairs/system.h"
#include "core/systems/parser/model.h"
#include "core/systems/parser/system.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/system.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/system.h"
#include "core/systems/reader/model.h"
#include "core/systems/reader/system.h"
#include "core/systems/recommender/model.h"
#include "core/systems/recommender/system.h"
#include "core/systems/tagger/model.h"
#include "core/systems/tagger/system.h"
#include "core/systems/tree_classifier/model.h"
#include "core/systems/tree_classifier/system.h"
#include "tests/core/random_matrix.h"
#include "tests/core/systems/golden.h"
#include "tests/core/systems/layers/layer_golden.h"

namespace whylight {
namespace {

static_assert(sizeof(Real) == sizeof(double), "golden values are in double");

// The words of the texts; every fifth stays unknown to the model.
std::vector<std::string> WordsOf(const std::vector<GoldenText>& texts) {
  std::vector<std::string> words;
  std::set<std::string> seen;
  for (const GoldenText& text : texts) {
    for (const Token& token : Tokenize(text.text)) {
      if (seen.insert(token.text).second && seen.size() % 5 != 0) {
        words.push_back(token.text);
      }
    }
  }
  return words;
}

// With random weights.
RationaleModel MakeRationale(const std::vector<GoldenText>& texts,
                             RationaleOptions options) {
  const std::vector<std::string> words = WordsOf(texts);
  const auto count = static_cast<Index>(words.size());
  const RcnnOptions generator{
      .inputs = 12, .hidden = 8, .order = 2, .decay = Decay::kInputAndState};
  const RcnnOptions encoder{
      .inputs = 12, .hidden = 10, .order = 2, .decay = Decay::kInput};
  options.generator = generator;
  options.encoder = encoder;
  RationaleModel model(options, Vocabulary::FromWords(words).value(),
                       3 * RandomMatrix(count, 12, "vectors"), 5);
  // Fresh weights are too tame to tell mistakes apart.
  for (Parameter* parameter : model.GeneratorParameters()) {
    parameter->value =
        2 * RandomMatrix(parameter->value.rows(), parameter->value.cols(),
                         parameter->name);
  }
  for (Parameter* parameter : model.EncoderParameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return model;
}

RationaleModel MakeModel(const std::vector<GoldenText>& texts) {
  RationaleOptions options;
  options.aspects = {{"appearance", true, {Real(-0.7), Real(0.4)}},
                     {"aroma", true, {Real(-0.5), Real(0.3)}},
                     {"taste", false, {0, 0}}};
  return MakeRationale(texts, std::move(options));
}

// One that says what a text does not mention.
RationaleModel MakeMentionModel(const std::vector<GoldenText>& texts) {
  RationaleOptions options;
  options.aspects = {{"look", true, {Real(-0.7), Real(0.2)}},
                     {"smell", true, {Real(0.5), Real(0.2)}},
                     {"taste", false, {0, 0}}};
  options.aspects[0].mention = Real(0.6);
  options.aspects[0].spread = {0.01, 0.1, 0.03};
  options.aspects[1].mention = Real(0.2);
  options.aspects[1].spread = {0.02, 0.05, 0};
  options.aspects[1].labels = {"dull", "lovely"};
  options.points = {{0.1, {1, 1}, {0.25, 0.5}}, {0.5, {-2, -2}, {0.125, 0.5}}};
  options.boundaries = {.cut_cost = Real(1.5),
                        .breaks = {"but", "and"},
                        .open = {"a", "and", "but", "is", "it", "of", "the"},
                        .negations = {"never", "no", "nor", "not"},
                        .glue = {"a", "all", "at", "very"}};
  RationaleModel model = MakeRationale(texts, std::move(options));
  const Index states = 2 * model.options().generator.hidden;
  model.SetDomain(Real(0.6), RandomMatrix(states, 1, "domain weights"),
                  Real(0.5));
  return model;
}

// One that reads misspelled words. Its texts come in pairs, the second of which
// has misspelled what is right in the first.
RationaleModel MakeSpellingModel(const std::vector<GoldenText>& texts) {
  RationaleOptions options;
  options.aspects = {{"look", true, {Real(-0.7), Real(0.2)}},
                     {"smell", true, {Real(0.2), Real(0.2)}}};
  options.boundaries = {.open = {"a", "and", "the"},
                        .negations = {"never", "not"},
                        .glue = {"very"}};
  options.spelling = true;
  std::vector<GoldenText> right;
  for (std::size_t i = 0; i < texts.size(); i += 2) right.push_back(texts[i]);
  return MakeRationale(right, std::move(options));
}

Classifier MakeClassifier(const std::vector<GoldenText>& texts) {
  const std::vector<std::string> words = WordsOf(texts);
  ClassifierOptions options{
      .labels = {"0", "1", "2", "3", "4"},
      .names = {"very bad", "bad", "fair", "good", "very good"},
      .grades = {-2, -1, 0, 1, 2},
      .layers = {nlohmann::json::parse(
          R"({"type": "tensor_conv", "hidden": 6, "order": 3, "layers": 2})")}};
  Classifier model =
      Classifier::Make(std::move(options), Vocabulary::FromWords(words).value(),
                       RandomMatrix(static_cast<Index>(words.size()), 10,
                                    "classifier vectors"),
                       5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    // More would make products of three words explode, layer upon layer.
    parameter->value =
        Real(0.7) * RandomMatrix(parameter->value.rows(),
                                 parameter->value.cols(), parameter->name);
  }
  return model;
}

Tagger MakeTagger(const std::vector<GoldenText>& texts) {
  const std::vector<std::string> words = WordsOf(texts);
  TaggerOptions options{
      .labels = {"B-place", "B-time", "I-place", "I-time", "O"},
      .layers = {nlohmann::json::parse(R"({"type": "gru", "hidden": 6})")},
      .bio = true};
  Tagger model =
      Tagger::Make(std::move(options), Vocabulary::FromWords(words).value(),
                   3 * RandomMatrix(static_cast<Index>(words.size()), 10,
                                    "tagger vectors"),
                   5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
    // Words say more than the tags beside them.
    if (parameter->name == "output.W") parameter->value *= 4;
  }
  return model;
}

// With the cell that has most of its own to get wrong, and words in pieces.
TreeClassifier MakeTreeClassifier(const std::vector<GoldenText>& texts) {
  const std::vector<std::string> words = WordsOf(texts);
  TreeClassifierOptions options{.labels = {"0", "1", "2", "3"}};
  options.tree = {.hidden = 5, .cell = TreeCell::kLstm};
  TreeClassifier model =
      TreeClassifier::Make(
          std::move(options), Vocabulary::FromWords(words).value(),
          RandomMatrix(static_cast<Index>(words.size()), 8, "tree vectors"), 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return model;
}

// Points at reviews, which its questions give.
Recommender MakeRecommender(const std::vector<GoldenAnswer>& questions) {
  std::vector<GoldenText> texts;
  for (const GoldenAnswer& question : questions) {
    for (const auto& review :
         question.options.value("reviews", nlohmann::json::array())) {
      texts.push_back({review["text"], ""});
    }
  }
  const std::vector<std::string> words = WordsOf(texts);
  const RecommenderOptions options{
      .range = {0, 5}, .factors = 2, .reviews = 3, .pointers = 2};
  Recommender model =
      Recommender::Make(options,
                        {3.25, NameList({"ann", "bob", "7"}),
                         NameList({"ale", "stout", "porter", "9"})},
                        Vocabulary::FromWords(words).value(),
                        RandomMatrix(static_cast<Index>(words.size()), 6,
                                     "recommender vectors"),
                        6, 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    if (parameter->name == kEmbeddingTensor) continue;
    parameter->value =
        Real(0.5) * RandomMatrix(parameter->value.rows(),
                                 parameter->value.cols(), parameter->name);
  }
  return model;
}

nlohmann::json ReaderLayer() {
  return nlohmann::json::parse(
      R"({"type": "bidirectional", "layer": {"type": "rcnn", "hidden": 3}})");
}

// Every fourth word of the texts is unknown to it.
Reader MakeReader(const std::vector<GoldenAnswer>& answers,
                  ReaderOptions options) {
  std::set<std::string> seen;
  std::vector<std::string> words;
  for (const GoldenAnswer& one : answers) {
    for (const std::string& text : one.texts) {
      for (const Token& token : Tokenize(text)) {
        if (!seen.insert(token.text).second || seen.size() % 4 == 0) continue;
        words.push_back(token.text);
      }
    }
  }
  options.beside.similarity = true;
  options.align = 4;
  options.longest = 6;
  Reader model =
      Reader::Make(
          std::move(options), Vocabulary::FromWords(words).value(),
          RandomMatrix(static_cast<Index>(words.size()), 8, "reader vectors"),
          5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
    // Some spans are much better than others.
    if (parameter->name == "start.W" || parameter->name == "end.W") {
      parameter->value *= 4;
    }
  }
  model.SetCalibration({.slope = 0.5, .intercept = -1, .threshold = 0.6});
  return model;
}

Reader MakeReader(const std::vector<GoldenAnswer>& answers) {
  const nlohmann::json layer = ReaderLayer();
  return MakeReader(answers, {.layers = {layer, layer},
                              .connectors = ReaderConnectors::kDecaprop,
                              .factors = 2,
                              .core = {layer},
                              .band = 4,
                              .after = {layer, layer}});
}

Reader MakeSelectingReader(const std::vector<GoldenAnswer>& answers) {
  const nlohmann::json layer = ReaderLayer();
  return MakeReader(answers, {.layers = {layer},
                              .compare = 5,
                              .after = {layer},
                              .selector = {.layers = {layer}, .hidden = 4}});
}

ParserOptions PlainParser() {
  return {.relations = {"det", "nsubj", "obj", "root"},
          .layers = {nlohmann::json::parse(R"({"type": "gru", "hidden": 6})")},
          .hidden = 5};
}

// One that has all that a parser of graphs may have.
ParserOptions CascadedParser() {
  ParserOptions options = PlainParser();
  options.surface = {.width = 3, .longest = 2, .buckets = 20};
  options.tags = {
      .use = TagUse::kCascade,
      .labels = {"DET", "NOUN", "VERB"},
      .width = 2,
      .layers = {nlohmann::json::parse(R"({"type": "gru", "hidden": 4})")}};
  options.rerank = {.best = 11, .hidden = 3};
  return options;
}

Parser MakeParser(ParserOptions options, const std::vector<GoldenText>& texts) {
  const std::vector<std::string> words = WordsOf(texts);
  Parser model =
      Parser::Make(std::move(options), Vocabulary::FromWords(words).value(),
                   3 * RandomMatrix(static_cast<Index>(words.size()), 10,
                                    "parser vectors"),
                   5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return model;
}

LanguageModel MakeLanguageModel() {
  const std::vector<std::string> words = {
      "<eos>", "<unk>", "the", "lamp", "shines", "through", "night", "and",
      "is",    "warm",  "of",  "a",    "long",   "evening", "glow",  "soft"};
  LanguageModel model =
      LanguageModel::Make({.layers = 2, .hidden = 8},
                          Vocabulary::FromWords(words).value(), 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return model;
}

std::vector<GoldenText> TextsOf(const std::vector<GoldenAnswer>& questions) {
  std::vector<GoldenText> texts;
  for (const GoldenAnswer& question : questions) {
    for (const std::string& text : question.texts) texts.push_back({text, ""});
  }
  return texts;
}

// Copies words, generates some, and comes to an end now and then.
AnswerGenerator MakeAnswerGenerator(
    const std::vector<GoldenAnswer>& questions) {
  const std::vector<std::string> words = WordsOf(TextsOf(questions));
  const nlohmann::json layer = ReaderLayer();
  AnswerGenerator model =
      AnswerGenerator::Make({.layers = {layer},
                             .beside = {.similarity = true},
                             .align = 4,
                             .band = 3,
                             .after = {layer},
                             .state = 6,
                             .attention = 5,
                             .generated = 12,
                             .longest = 6,
                             .spelling = true},
                            Vocabulary::FromWords(words).value(),
                            RandomMatrix(static_cast<Index>(words.size()), 8,
                                         "generator vectors"),
                            5)
          .value();
  // Some words are much better than others, and each depends on those before.
  const std::map<std::string, Real> factors = {{"decoder.score", 8},
                                               {"decoder.words.W", 4},
                                               {"decoder.state_keys.W", 3},
                                               {"decoder.lstm.W", 2}};
  for (Parameter* parameter : model.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
    const auto factor = factors.find(parameter->name);
    if (factor != factors.end()) parameter->value *= factor->second;
    if (parameter->name == "decoder.copying.b") parameter->value.setOnes();
    if (parameter->name == "decoder.words.b") parameter->value(0, 0) = 3;
  }
  return model;
}

PairModel MakePairs(const std::vector<GoldenAnswer>& questions,
                    PairOptions options) {
  const std::vector<std::string> words = WordsOf(TextsOf(questions));
  options.labels = {"contradicts", "entails", "neither"};
  options.hidden = 6;
  PairModel model =
      PairModel::Make(
          std::move(options), Vocabulary::FromWords(words).value(),
          RandomMatrix(static_cast<Index>(words.size()), 10, "pair vectors"), 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return model;
}

// Each text becomes a vector by itself.
PairModel MakeSiamese(const std::vector<GoldenAnswer>& questions) {
  return MakePairs(
      questions,
      {.layers = {nlohmann::json::parse(
           R"({"type": "rcnn", "hidden": 8, "activation": "relu"})")}});
}

// Words meet.
PairModel MakeCafe(const std::vector<GoldenAnswer>& questions) {
  return MakePairs(questions,
                   {.kind = PairKind::kCafe,
                    .layers = {nlohmann::json::parse(R"({"type": "highway"})")},
                    .align = 4,
                    .factors = 2,
                    .composition = {nlohmann::json::parse(
                        R"({"type": "lstm", "hidden": 6})")}});
}

PairModel MakeMcan(const std::vector<GoldenAnswer>& questions) {
  return MakePairs(questions, {.kind = PairKind::kMcan,
                               .head = {{{"type", "highway"}}},
                               .align = 4,
                               .compression = Compression::kDense,
                               .composition = {nlohmann::json::parse(
                                   R"({"type": "lstm", "hidden": 4})")}});
}

PairModel MakeCsran(const std::vector<GoldenAnswer>& questions) {
  const nlohmann::json rcnn = {{"type", "rcnn"}, {"hidden", 5u}};
  return MakePairs(questions, {.kind = PairKind::kCsran,
                               .align = 3,
                               .factors = 2,
                               .stack = {rcnn, rcnn}});
}

// Words are selected.
PairModel MakeSelecting(const std::vector<GoldenAnswer>& questions) {
  return MakePairs(questions,
                   {.kind = PairKind::kMcan,
                    .align = 4,
                    .compression = Compression::kDense,
                    .composition = {nlohmann::json::parse(
                        R"({"type": "rcnn", "hidden": 4})")},
                    .selector = {.layers = {nlohmann::json::parse(
                                     R"({"type": "rcnn", "hidden": 4})")},
                                 .hidden = 5}});
}

// Numbers stand beside words.
PairModel MakeMatching(const std::vector<GoldenAnswer>& questions) {
  return MakePairs(
      questions,
      {.kind = PairKind::kDecomposable,
       .beside = {.match = true, .frequency = true, .similarity = true},
       .align = 4,
       .compare = 5});
}

constexpr std::pair<const char*,
                    PairModel (*)(const std::vector<GoldenAnswer>&)>
    kPairModels[] = {{"siamese", MakeSiamese},     {"cafe", MakeCafe},
                     {"mcan", MakeMcan},           {"csran", MakeCsran},
                     {"selecting", MakeSelecting}, {"matching", MakeMatching}};

Retriever MakeRetriever(const std::vector<GoldenAnswer>& questions) {
  const std::vector<GoldenText> texts = TextsOf(questions);
  RetrieverOptions options;
  options.layers = {nlohmann::json::parse(R"({"type": "rcnn", "hidden": 8})")};
  options.with_words = true;
  options.subwords.buckets = 32;
  options.rationale = {.share = 0.4, .threshold = 0.9};
  options.calibration = {
      .slope = 6, .intercept = -3, .hits = {5, 2, -3}, .threshold = 0.4};
  const std::vector<std::string> words = WordsOf(texts);
  Retriever model =
      Retriever::Make(std::move(options), Vocabulary::FromWords(words).value(),
                      RandomMatrix(static_cast<Index>(words.size()), 10,
                                   "question vectors"),
                      RandomMatrix(32, 10, "question subwords"), 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return model;
}

template <typename Saved>
int WriteModel(const std::string& folder, const Saved& model) {
  const ModelFiles files =
      model.Save(Dtype::kI8, Dtype::kF16, R"({"note": "random, for tests"})")
          .value();
  const Status written = WriteModelFolder(folder, files);
  if (written.ok()) return 0;
  std::fprintf(stderr, "%s\n", written.error().message.c_str());
  return 1;
}

// A selection that hangs by a thread would flip on rounding.
bool IsClearCut(RationaleModel& model, const std::string& text) {
  const RationaleExplanation explained = model.Explain(text).value();
  const auto& selection = explained.rationales;
  const std::vector<RationaleAspect> aspects = model.options().aspects;
  bool same = !explained.domain ||
              std::abs(*explained.domain - model.options().domain->threshold) >
                  Real(1e-3);
  for (const Real nudge : {Real(-1e-3), Real(1e-3), Real(0)}) {
    for (std::size_t a = 0; a < aspects.size(); ++a) {
      Decoding decoding = aspects[a].decoding;
      decoding.threshold += nudge;
      model.SetDecoding(a, decoding);
      if (aspects[a].mention) model.SetMention(a, *aspects[a].mention + nudge);
    }
    same = same && model.Explain(text).value().rationales == selection;
  }
  return same;
}

// Tags that others follow too closely would flip as well.
bool IsClearCut(const Tagger& model, const std::string& text) {
  const WordIds ids = FindWords(model.vocabulary(), Tokenize(text));
  const WordIds* const one = &ids;
  Graph graph(Graph::Mode::kInference);
  const Tagger::Scored scored = model.Score(graph, MakeWordBatch({&one, 1}));
  const TagTransitions transitions = TransitionsOf(graph, scored.scores);
  MatrixOf<double> words =
      WordScoresOf(graph, scored.scores.words, scored.batch, 0);
  const TagIds best = BestTags(words, transitions);
  for (std::size_t t = 0; t < best.size(); ++t) {
    words(static_cast<Index>(t), best[t]) -= 1e-3;
  }
  return BestTags(words, transitions) == best;
}

// So would places, and whether the text says it.
bool IsClearCut(const Reader& model, const std::vector<std::string_view>& texts,
                std::size_t places) {
  const FoundAnswer found = model.Find(texts[0], texts[1], places + 1).value();
  constexpr double kClose = 1e-3;
  if (std::abs(found.says - model.options().calibration.threshold) < kClose) {
    return false;
  }
  for (std::size_t i = 1; i < found.places.size(); ++i) {
    const double before = found.places[i - 1].probability;
    if (before < (1 + kClose) * found.places[i].probability) return false;
  }
  if (!model.selects()) return true;
  const QuestionIds ids = {FindWords(model.vocabulary(), Tokenize(texts[0])),
                           FindWords(model.vocabulary(), Tokenize(texts[1]))};
  const QuestionIds* const one = &ids;
  Graph graph(Graph::Mode::kInference);
  const Var scores = model.SelectionScores(graph, {&one, 1});
  return graph.value(scores).cwiseAbs().minCoeff() > kClose;
}

// So would trees, of which more are compared than a question lists.
bool IsClearCut(const Parser& model, const std::string& text) {
  const ParsedText parsed = model.Parse(text, {.best = 11}).value();
  for (std::size_t i = 1; i < parsed.best.size(); ++i) {
    if (parsed.best[i - 1].score - parsed.best[i].score < 1e-3) return false;
  }
  return true;
}

// So would words that are written, and where they were copied from.
bool IsClearCut(const ModelFiles& generator,
                const std::vector<std::string_view>& texts) {
  const auto written_by = [&](Real nudge) {
    AnswerGenerator model = AnswerGenerator::Load(generator).value();
    for (Parameter* parameter : model.Parameters()) {
      parameter->value +=
          nudge * RandomMatrix(parameter->value.rows(), parameter->value.cols(),
                               "nudge of " + parameter->name);
    }
    const WrittenAnswer answer = model.Write(texts[0], texts[1]).value();
    std::string written = answer.ended ? "ended:" : "not ended:";
    for (const WrittenWord& word : answer.words) {
      written += " " + word.text;
      if (!word.source) continue;
      written += "@" + std::to_string(word.source->span.start);
    }
    return written;
  };
  const std::string written = written_by(0);
  return written_by(Real(-1e-3)) == written &&
         written_by(Real(1e-3)) == written;
}

int WriteExpected(const std::string& model_folder, const std::string& texts,
                  const std::string& expected) {
  RationaleModel model =
      RationaleModel::Load(ReadModelFolder(model_folder).value()).value();
  std::string lines;
  for (const GoldenText& text : ReadGolden(texts)) {
    if (!IsClearCut(model, text.text)) {
      std::fprintf(stderr, "left out, too close to the threshold: %s\n",
                   text.text.c_str());
      continue;
    }
    nlohmann::ordered_json line{{"text", text.text}};
    line.update(
        ExplanationToJson(model.options(), model.Explain(text.text).value()));
    lines += DumpJson(line) + "\n";
  }
  std::ofstream(expected, std::ios::binary) << lines;
  return lines.empty() ? 1 : 0;
}

// Writes the answer to the question of each line of `file`, in double
// precision; `question` is that of lines that do not say it.
int WriteAnswers(const std::string& model_folder, const std::string& file,
                 const std::string& question) {
  const System* const systems[] = {
      &RationaleSystem(),      &ClassifierSystem(),     &LanguageModelSystem(),
      &QuestionsSystem(),      &PairsSystem(),          &TaggerSystem(),
      &TreeClassifierSystem(), &RecommenderSystem(),    &ReaderSystem(),
      &ParserSystem(),         &AnswerGeneratorSystem()};
  const ModelFiles files = ReadModelFolder(model_folder).value();
  const System& system = *FindSystem(systems, files).value();
  const std::unique_ptr<Model> model = system.load(files).value();
  std::optional<RationaleModel> rationale;
  if (system.name == RationaleSystem().name) {
    rationale = RationaleModel::Load(files).value();
  }
  std::optional<Tagger> tagger;
  if (system.name == TaggerSystem().name) tagger = Tagger::Load(files).value();
  std::optional<Reader> reader;
  if (system.name == ReaderSystem().name) reader = Reader::Load(files).value();
  std::optional<Parser> parser;
  if (system.name == ParserSystem().name) parser = Parser::Load(files).value();
  const bool generates = system.name == AnswerGeneratorSystem().name;
  std::string lines;
  for (const GoldenText& text : ReadGolden(file)) {
    nlohmann::ordered_json line = nlohmann::ordered_json::parse(text.bytes);
    line["answer"] = nullptr;
    const GoldenAnswer golden =
        ParseGoldenAnswer({model_folder, file, question}, text.bytes);
    const std::vector<std::string_view> texts = golden.views();
    const Result<Answer> answer =
        Ask(system, *model, {golden.question, texts, golden.options});
    if (!answer.ok() || (rationale && !IsClearCut(*rationale, text.text)) ||
        (tagger && !IsClearCut(*tagger, text.text)) ||
        (reader && !IsClearCut(*reader, texts,
                               golden.options.value("alternatives", 3u) + 1)) ||
        (parser && !IsClearCut(*parser, text.text)) ||
        (generates && !IsClearCut(files, texts))) {
      const std::string why =
          answer.ok() ? "too close to the threshold" : answer.error().message;
      std::fprintf(stderr, "%s: %s\n", why.c_str(), text.text.c_str());
      return 1;
    }
    line["answer"] = answer.value().json;
    lines += DumpJson(line) + "\n";
  }
  std::ofstream(file, std::ios::binary) << lines;
  return lines.empty() ? 1 : 0;
}

void WriteBytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

int WriteLayers(const std::string& folder) {
  std::filesystem::remove_all(folder);
  for (const LayerCase& layer : LayerCases()) {
    const auto spec = nlohmann::ordered_json::parse(layer.spec);
    const std::string input = RandomLayerInput(
        nlohmann::json(spec), layer.sizes(), layer.name, layer.mask);
    const Result<LayerOutput> output = RunLayer(layer.spec, input);
    if (!output.ok()) {
      std::fprintf(stderr, "%s: %s\n", layer.name.c_str(),
                   output.error().message.c_str());
      return 1;
    }
    const auto path = std::filesystem::path(folder) / layer.name;
    std::filesystem::create_directories(path);
    WriteBytes(path / "spec.json", spec.dump() + "\n");
    WriteBytes(path / "input.safetensors", input);
    WriteBytes(path / "expected.safetensors", output.value().tensors);
  }
  return 0;
}

int WriteLengths(const std::string& path) {
  std::string lines;
  for (const LengthCase& layer : LengthCases()) {
    for (const Index length : kGoldenLengths) {
      const Matrix states = ReadStates(
          RunLayer(layer.spec, LengthCaseInput(layer, length)).value().tensors);
      const Matrix last = states.bottomRows(1);
      const nlohmann::ordered_json line = {
          {"layer", layer.name},
          {"length", length},
          {"state", std::vector<Real>(last.data(), last.data() + last.size())}};
      lines += (lines.empty() ? "[\n" : ",\n") + line.dump();
    }
  }
  WriteBytes(path, lines + "\n]\n");
  return 0;
}

}  // namespace
}  // namespace whylight

int main(int argc, char** argv) {
  const std::string verb = argc > 1 ? argv[1] : "";
  if (verb == "model" && argc == 3) {
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder,
        whylight::MakeModel(whylight::ReadGolden(folder + "/texts.jsonl")));
  }
  if (verb == "mention" && argc == 3) {
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder, whylight::MakeMentionModel(
                    whylight::ReadGolden(folder + "/texts.jsonl")));
  }
  if (verb == "spelling" && argc == 3) {
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder, whylight::MakeSpellingModel(
                    whylight::ReadGolden(folder + "/texts.jsonl")));
  }
  if (verb == "classifier" && argc == 3) {
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder, whylight::MakeClassifier(
                    whylight::ReadGolden(folder + "/answers.jsonl")));
  }
  if (verb == "tagger" && argc == 3) {
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder,
        whylight::MakeTagger(whylight::ReadGolden(folder + "/answers.jsonl")));
  }
  if (verb == "tree" && argc == 3) {
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder, whylight::MakeTreeClassifier(
                    whylight::ReadGolden(folder + "/answers.jsonl")));
  }
  if (verb == "recommender" && argc == 3) {
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder, whylight::MakeRecommender(whylight::ReadGoldenAnswers(
                    {folder, folder + "/answers.jsonl", "recommend"})));
  }
  if ((verb == "reader" || verb == "selecting-reader") && argc == 3) {
    const std::string folder = argv[2];
    const auto answers = whylight::ReadGoldenAnswers(
        {folder, folder + "/answers.jsonl", "answer"});
    return whylight::WriteModel(
        folder, verb == "reader" ? whylight::MakeReader(answers)
                                 : whylight::MakeSelectingReader(answers));
  }
  if (verb == "answer-generator" && argc == 3) {
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder, whylight::MakeAnswerGenerator(whylight::ReadGoldenAnswers(
                    {folder, folder + "/answers.jsonl", "write-answer"})));
  }
  if ((verb == "parser" || verb == "parser-cascade") && argc == 3) {
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder,
        whylight::MakeParser(verb == "parser" ? whylight::PlainParser()
                                              : whylight::CascadedParser(),
                             whylight::ReadGolden(folder + "/answers.jsonl")));
  }
  if (verb == "questions" && argc == 3) {
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder, whylight::MakeRetriever(whylight::ReadGoldenAnswers(
                    {folder, folder + "/answers.jsonl", "rank"})));
  }
  for (const auto& [kind, make] : whylight::kPairModels) {
    if (verb != kind || argc != 3) continue;
    const std::string folder = argv[2];
    return whylight::WriteModel(
        folder, make(whylight::ReadGoldenAnswers(
                    {folder, folder + "/answers.jsonl", "compare"})));
  }
  if (verb == "expected" && argc == 5) {
    return whylight::WriteExpected(argv[2], argv[3], argv[4]);
  }
  if (verb == "language-model" && argc == 3) {
    return whylight::WriteModel(argv[2], whylight::MakeLanguageModel());
  }
  if (verb == "answers" && argc == 5) {
    return whylight::WriteAnswers(argv[2], argv[3], argv[4]);
  }
  if (verb == "layers" && argc == 3) return whylight::WriteLayers(argv[2]);
  if (verb == "lengths" && argc == 3) return whylight::WriteLengths(argv[2]);
  std::fprintf(stderr,
               "usage: make_golden model FOLDER\n"
               "       make_golden mention FOLDER\n"
               "       make_golden spelling FOLDER\n"
               "       make_golden classifier FOLDER\n"
               "       make_golden tagger FOLDER\n"
               "       make_golden tree FOLDER\n"
               "       make_golden recommender FOLDER\n"
               "       make_golden reader FOLDER\n"
               "       make_golden selecting-reader FOLDER\n"
               "       make_golden answer-generator FOLDER\n"
               "       make_golden parser FOLDER\n"
               "       make_golden parser-cascade FOLDER\n"
               "       make_golden questions FOLDER\n"
               "       make_golden siamese FOLDER\n"
               "       make_golden cafe FOLDER\n"
               "       make_golden mcan FOLDER\n"
               "       make_golden csran FOLDER\n"
               "       make_golden selecting FOLDER\n"
               "       make_golden matching FOLDER\n"
               "       make_golden expected MODEL TEXTS EXPECTED\n"
               "       make_golden language-model FOLDER\n"
               "       make_golden answers MODEL QUESTIONS QUESTION\n"
               "       make_golden layers FOLDER\n"
               "       make_golden lengths FILE\n");
  return 2;
}
