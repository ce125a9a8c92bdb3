#include "core/systems/rationale/fast/engine.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/base/memory.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/inference/edit.h"
#include "core/math/gemm_with_bias.h"
#include "core/model/find_words.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/systems/rationale/choice.h"
#include "core/systems/rationale/decoding.h"
#include "core/systems/rationale/selection.h"

namespace whylight {
namespace {

// A text of more words is read without keeping its states for an edit, which
// would take much more memory.
constexpr std::size_t kMaxWordsKept = 8192;

// Words of a batch of texts, as long as one of them is no longer by itself.
constexpr std::size_t kBatchWords = 4096;

// Rows of states that are judged at once.
constexpr Index kJudgedRows = 64;

// Memory is asked for before it is taken from this many bytes on.
constexpr std::size_t kMemoryUnasked = std::size_t{1} << 20;

// The states of both directions, of `width` numbers each, side by side.
void CopyBoth(const Real* forward, const Real* backward, Index width,
              Real* both) {
  std::copy_n(forward, width, both);
  std::copy_n(backward, width, both + width);
}

// Where the longest is, the next, and so on.
std::vector<std::size_t> LongestFirst(const std::vector<std::size_t>& lengths) {
  std::vector<std::size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) {
    return lengths[a] > lengths[b];
  };
  // By a heap, which takes a third of the code of std::sort.
  std::make_heap(order.begin(), order.end(), before);
  std::sort_heap(order.begin(), order.end(), before);
  return order;
}

}  // namespace

ProjectionBytes::ProjectionBytes(std::size_t bytes, Index generator_width,
                                 Index encoder_width) {
  constexpr std::size_t kGeneratorWords = 4;
  const auto generator_row =
      static_cast<std::size_t>(generator_width) * sizeof(Real);
  const auto encoder_row =
      static_cast<std::size_t>(encoder_width) * sizeof(Real);
  encoder =
      bytes / (kGeneratorWords * generator_row + encoder_row) * encoder_row;
  generator = bytes - encoder;
}

// The layers of a model from its tensors.
class RationaleEngine::LayerReader {
 public:
  // `vectors` points into `file`, the bytes of `tensors`.
  LayerReader(std::shared_ptr<const std::string> file,
              const SafetensorsView& tensors, StoredMatrix vectors,
              WeightMaker make_weight)
      : file_(std::move(file)),
        tensors_(tensors),
        vectors_(vectors),
        make_weight_(make_weight) {}

  // What a layer projects a word to: of each direction the levels and, beside
  // them, the decay.
  static Index ProjectionWidth(const RcnnOptions& options) {
    return 2 * (options.order + 1) * options.hidden;
  }

  // Keeps at most `bytes` of projections.
  Result<Layer> ReadBoth(const std::string& name, const RcnnOptions& options,
                         std::size_t bytes) const {
    const Index width = ProjectionWidth(options);
    Columns read{Matrix(vectors_.cols(), width), RowVector(width), 0, {}};
    std::array<Index, 2> columns;
    Result<RcnnCell> forward =
        Read(name + ".forward", options, &columns[0], &read);
    if (!forward.ok()) return forward.error();
    Result<RcnnCell> backward =
        Read(name + ".backward", options, &columns[1], &read);
    if (!backward.ok()) return backward.error();
    return Layer{{std::move(forward).value(), std::move(backward).value()},
                 columns,
                 std::make_shared<WordProjections>(
                     file_, vectors_,
                     Projection{make_weight_(read.weight), std::move(read.bias),
                                std::move(read.sigmoids)},
                     bytes)};
  }

  // Cells of its own that read what the layer of that name, `like`, projects.
  Result<Layer> ReadAgain(const std::string& name, const RcnnOptions& options,
                          const Layer& like) const {
    Result<RcnnCell> forward = ReadCell(name + ".forward", options);
    if (!forward.ok()) return forward.error();
    Result<RcnnCell> backward = ReadCell(name + ".backward", options);
    if (!backward.ok()) return backward.error();
    return Layer{{std::move(forward).value(), std::move(backward).value()},
                 like.columns,
                 like.projections};
  }

  // A score of each word of the vocabulary, linear in its vector.
  Result<std::unique_ptr<WordProjections>> ReadWordScores(
      const std::string& name) const {
    const Result<Matrix> weight = Tensor(name, vectors_.cols(), 1);
    if (!weight.ok()) return weight.error();
    return std::make_unique<WordProjections>(
        file_, vectors_,
        Projection{MakeFloatWeight(weight.value()), RowVector::Zero(1), {}},
        static_cast<std::size_t>(vectors_.rows()) * sizeof(Real));
  }

  // Outputs of the same inputs, side by side.
  struct OutputPart {
    std::string weight;
    std::string bias;
    Index outputs;
  };
  Result<Output> ReadOutput(Index inputs,
                            std::span<const OutputPart> parts) const {
    Index outputs = 0;
    for (const OutputPart& part : parts) outputs += part.outputs;
    Matrix weights(inputs, outputs);
    RowVector biases(outputs);
    Index column = 0;
    for (const OutputPart& part : parts) {
      const Result<Matrix> weight = Tensor(part.weight, inputs, part.outputs);
      if (!weight.ok()) return weight.error();
      const Result<Matrix> bias = Tensor(part.bias, 1, part.outputs);
      if (!bias.ok()) return bias.error();
      weights.middleCols(column, part.outputs) = weight.value();
      biases.segment(column, part.outputs) = bias.value().row(0);
      column += part.outputs;
    }
    return Output{PackedMatrix<Real>(weights), std::move(biases)};
  }

 private:
  // A projection's, the first `count` of which have been read.
  struct Columns {
    Matrix weight;
    RowVector bias;
    Index count;
    std::vector<Projection::Columns> sigmoids;
  };

  Result<RcnnCell> ReadCell(const std::string& name,
                            const RcnnOptions& options) const {
    const Index hidden = options.hidden;
    const Result<Matrix> bias = Tensor(name + ".b", 1, hidden);
    if (!bias.ok()) return bias.error();
    std::unique_ptr<Weight> state_decay;
    if (options.decay == Decay::kInputAndState) {
      const Result<Matrix> state = Tensor(name + ".gate.U", hidden, hidden);
      if (!state.ok()) return state.error();
      state_decay = make_weight_(state.value());
    }
    return RcnnCell(hidden, options.order, std::move(state_decay),
                    bias.value().row(0));
  }

  Result<RcnnCell> Read(const std::string& name, const RcnnOptions& options,
                        Index* column, Columns* columns) const {
    const Index hidden = options.hidden;
    const Index levels = options.order * hidden;
    *column = columns->count;
    Real* const bias = columns->bias.data() + columns->count;
    std::fill_n(bias, levels, Real{0});
    if (Status read = Append(name + ".W", levels, columns); !read.ok()) {
      return read.error();
    }
    if (options.decay != Decay::kInputAndState) {
      columns->sigmoids.push_back({columns->count, hidden});
    }
    if (Status read = Append(name + ".gate.W", hidden, columns); !read.ok()) {
      return read.error();
    }
    if (Status read = Fill(name + ".gate.b", 1, hidden, bias + levels, 0);
        !read.ok()) {
      return read.error();
    }
    return ReadCell(name, options);
  }

  Result<Matrix> Tensor(const std::string& name, Index rows, Index cols) const {
    return ReadMatrix(tensors_, name, rows, cols);
  }

  // Reads the next `cols` of them.
  Status Append(const std::string& name, Index cols, Columns* columns) const {
    Matrix& weight = columns->weight;
    Real* const numbers = weight.data() + columns->count;
    columns->count += cols;
    return Fill(name, weight.rows(), cols, numbers, weight.cols());
  }

  // Reads a tensor to rows that are `stride` numbers apart.
  Status Fill(const std::string& name, Index rows, Index cols, Real* numbers,
              Index stride) const {
    const Result<StoredMatrix> stored =
        StoredMatrix::Find(tensors_, name, rows, cols);
    if (!stored.ok()) return stored.error();
    for (Index r = 0; r < rows; ++r) {
      stored.value().ExpandRow(r, numbers + r * stride);
    }
    return {};
  }

  std::shared_ptr<const std::string> file_;
  const SafetensorsView& tensors_;
  StoredMatrix vectors_;
  WeightMaker make_weight_;
};

RationaleEngine::RationaleEngine(RationaleOptions&& options,
                                 Vocabulary vocabulary, Layer generator,
                                 Output judge,
                                 std::unique_ptr<WordProjections> domain_words,
                                 Layer encoder, Output output)
    : options_(std::move(options)),
      names_(ReportedNames(options_)),
      vocabulary_(std::move(vocabulary)),
      flags_(vocabulary_.size(), kUnasked),
      generator_(std::move(generator)),
      judge_(std::move(judge)),
      domain_words_(std::move(domain_words)),
      encoder_(std::move(encoder)),
      output_(std::move(output)) {
  vocabulary_.ReadMisspelled(options_.spelling);
  last_.judgement = MakeJudgement(0);
  last_.rationales.resize(names_.size());
  const Matrix priors = Rate(Matrix::Zero(1, 2 * encoder_.cells[0].hidden()));
  priors_.assign(priors.data(), priors.data() + names_.size());
}

Result<RationaleEngine> RationaleEngine::Load(
    ModelFiles files, const RationaleEngineOptions& engine_options,
    DocumentParser parse) {
  const Result<Document> config = ReadModelConfig(files, parse);
  if (!config.ok()) return config.error();
  Result<RationaleOptions> options = ReadRationaleOptions(config.value());
  if (!options.ok()) return options.error();
  if (options.value().dependent > 0) {
    return BadConfig(
        "expected choices that do not depend on each other, found "
        "\"dependent\", which only the native program reads");
  }
  if (!ReadsByRcnns(options.value())) {
    return BadConfig(
        "expected a generator and an encoder of the type \"rcnn\", found "
        "\"layers\", which only the native program reads");
  }
  const std::uint64_t parameters = ParameterCount(options.value());
  if (Status fits = CheckModelSize(parameters, files.tensors); !fits.ok()) {
    return fits.error();
  }
  // Weights as they are read and packed; words in their table.
  const std::size_t needed =
      static_cast<std::size_t>(parameters) * 3 * sizeof(Real) +
      files.vocabulary.size() * 12;
  if (Status memory = CheckMemory(needed, "the model"); !memory.ok()) {
    return memory.error();
  }
  Result<Vocabulary> vocabulary = Vocabulary::Parse(files.vocabulary);
  if (!vocabulary.ok()) return vocabulary.error();

  const auto file =
      std::make_shared<const std::string>(std::move(files.tensors));
  const Result<SafetensorsView> tensors =
      SafetensorsView::Parse(*file, kTensorsFile, parse);
  if (!tensors.ok()) return tensors.error();
  const RcnnOptions& generator = options.value().generator;
  const RcnnOptions& encoder = options.value().encoder;
  const Result<StoredMatrix> vectors = StoredMatrix::Find(
      tensors.value(), kEmbeddingTensor,
      static_cast<Index>(vocabulary.value().size()), generator.inputs);
  if (!vectors.ok()) return vectors.error();

  const bool shared = options.value().shared;
  const ProjectionBytes bytes(
      engine_options.projection_bytes, LayerReader::ProjectionWidth(generator),
      shared ? 0 : LayerReader::ProjectionWidth(encoder));
  const LayerReader reader(file, tensors.value(), vectors.value(),
                           engine_options.make_weight);
  const auto aspects = static_cast<Index>(options.value().aspects.size());
  Result<Layer> generator_layer =
      reader.ReadBoth("generator", generator, bytes.generator);
  if (!generator_layer.ok()) return generator_layer.error();
  std::vector<LayerReader::OutputPart> judged = {
      {"generator.choice.W", "generator.choice.b",
       ChoiceWidth(options.value().choice, aspects)}};
  if (options.value().domain) {
    judged.push_back({"domain.weight", "domain.bias", 1});
  }
  Result<Output> judge = reader.ReadOutput(2 * generator.hidden, judged);
  if (!judge.ok()) return judge.error();
  std::unique_ptr<WordProjections> domain_words;
  if (options.value().domain && options.value().domain->words) {
    Result<std::unique_ptr<WordProjections>> read =
        reader.ReadWordScores("domain.words");
    if (!read.ok()) return read.error();
    domain_words = std::move(read).value();
  }
  Result<Layer> encoder_layer =
      shared ? reader.ReadAgain("generator", generator, generator_layer.value())
             : reader.ReadBoth("encoder", encoder, bytes.encoder);
  if (!encoder_layer.ok()) return encoder_layer.error();
  const LayerReader::OutputPart ratings = {"encoder.output.W",
                                           "encoder.output.b", aspects};
  Result<Output> output = reader.ReadOutput(2 * encoder.hidden, {&ratings, 1});
  if (!output.ok()) return output.error();

  return RationaleEngine(
      std::move(options).value(), std::move(vocabulary).value(),
      std::move(generator_layer).value(), std::move(judge).value(),
      std::move(domain_words), std::move(encoder_layer).value(),
      std::move(output).value());
}

Result<std::vector<Token>> RationaleEngine::Read(std::string_view utf8) const {
  const auto check = [&](std::size_t count, std::size_t each) -> Status {
    // What has more bits than a size is asked for as the largest.
    const std::size_t bytes = std::min(count, SIZE_MAX / each) * each;
    // Little is there, or nothing works.
    if (bytes < kMemoryUnasked) return {};
    return CheckMemory(bytes,
                       "a text of " + std::to_string(utf8.size()) + " bytes");
  };
  // At worst every byte is a word, in a list that doubles as it grows.
  if (Status memory = check(utf8.size(), 3 * sizeof(Token)); !memory.ok()) {
    return memory.error();
  }
  std::vector<Token> tokens = Tokenize(utf8);
  if (tokens.size() > kMaxWords) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(kMaxWords) +
                     " words, found " + std::to_string(tokens.size())};
  }
  Index numbers_a_word =
      2 * generator_.cells[0].hidden() + generator_.projections->width();
  if (encoder_.projections != generator_.projections) {
    numbers_a_word += encoder_.projections->width();
  }
  if (Status memory =
          check(tokens.size(),
                static_cast<std::size_t>(numbers_a_word + 16) * sizeof(Real));
      !memory.ok()) {
    return memory.error();
  }
  return tokens;
}

RationaleEngine::Text RationaleEngine::Look(const std::vector<Token>& tokens,
                                            RationaleExplanation* explanation) {
  const std::size_t length = tokens.size();
  const CommonEnds same = FindCommonEnds(
      tokens, last_.tokens,
      [](const Token& a, const Token& b) { return a.text == b.text; });
  const auto start = static_cast<std::size_t>(same.start);
  const auto end = length - static_cast<std::size_t>(same.end);
  Text text{WordIds(length), WordFlags(length), 0};
  explanation->words.resize(length);
  for (std::size_t t = 0; t < length; ++t) {
    const Token& token = tokens[t];
    explanation->words[t] = token.span;
    if (t < start || t >= end) {
      const std::size_t old = t < start ? t : last_.tokens.size() - length + t;
      text.words[t] = last_.generator.words[old];
      text.flags[t] = last_.flags[old];
    } else {
      text.words[t] = vocabulary_.Read(token.text);
      text.flags[t] = FlagsIn(token, text.words[t]);
    }
  }
  text.known = static_cast<Real>(KnownShare(tokens, text.words));
  return text;
}

std::uint8_t RationaleEngine::FlagsIn(const Token& token, std::int32_t id) {
  if (!options_.boundaries) return 0;
  if (id == kUnknownWord) return FlagsOf(*options_.boundaries, token.text);
  const auto place = static_cast<std::size_t>(id);
  std::uint8_t& flags = flags_[place];
  if (flags == kUnasked) {
    flags = FlagsOf(*options_.boundaries, vocabulary_.word(place));
  }
  return flags;
}

Result<RationaleExplanation> RationaleEngine::Explain(std::string_view utf8,
                                                      PointIndex point) {
  if (Status exists = CheckPoint(options_, point); !exists.ok()) {
    return exists.error();
  }
  Result<std::vector<Token>> tokens = Read(utf8);
  if (!tokens.ok()) return tokens.error();
  RationaleExplanation explanation;
  const Text text = Look(tokens.value(), &explanation);
  if (text.words.size() > kMaxWordsKept) {
    RationaleExplanation* const one = &explanation;
    ExplainBatch({&text, 1}, point, {&one, 1});
  } else {
    ExplainEdit(text, point, &explanation);
    last_.tokens = std::move(tokens).value();
    last_.flags = text.flags;
  }
  return explanation;
}

std::vector<WordRows> RationaleEngine::Layer::Find(
    std::span<const WordIds> texts) const {
  WordIds all;
  for (const WordIds& words : texts) {
    all.insert(all.end(), words.begin(), words.end());
  }
  const std::vector<const Real*> found = projections->Find(all);
  std::vector<WordRows> rows;
  auto next = found.begin();
  for (const WordIds& words : texts) {
    const auto end = next + static_cast<std::ptrdiff_t>(words.size());
    rows.emplace_back(next, end);
    next = end;
  }
  return rows;
}

RationaleEngine::Range RationaleEngine::ReadOn(
    Layer& layer, const WordIds& words, std::span<const Real* const> rows,
    Reading* reading) {
  const auto length = static_cast<Index>(words.size());
  const CommonEnds same = FindCommonEnds(words, reading->words);
  WordRows seen(rows.size());
  for (std::size_t t = 0; t < rows.size(); ++t) {
    seen[t] = rows[t] + layer.columns[0];
  }
  const Range forward =
      reading->states[0].Read(layer.cells[0], seen, same.start, same.end);
  for (std::size_t t = 0; t < rows.size(); ++t) {
    seen[rows.size() - 1 - t] = rows[t] + layer.columns[1];
  }
  const Range backward =
      reading->states[1].Read(layer.cells[1], seen, same.end, same.start);
  reading->words = words;
  return {std::min(forward.from, length - backward.to),
          std::max(forward.to, length - backward.from)};
}

Matrix RationaleEngine::Output::Of(const Matrix& states) const {
  Matrix numbers(states.rows(), bias.size());
  GemmWithBias<Real>(states, weight, bias.data(), numbers);
  return numbers;
}

RationaleEngine::Judgement RationaleEngine::MakeJudgement(Index words) const {
  const auto aspects = static_cast<Index>(names_.size());
  return {Matrix(words, aspects), Matrix(words, aspects),
          Matrix(words, options_.domain ? 1 : 0)};
}

void RationaleEngine::Judge(const Matrix& states, Index from,
                            Judgement* judgement) const {
  const Matrix numbers = judge_.Of(states);
  Matrix& domain = judgement->domain;
  domain.middleRows(from, states.rows()) = numbers.rightCols(domain.cols());
  Matrix logits = numbers.leftCols(numbers.cols() - domain.cols());
  AspectScores(options_.choice, logits,
               judgement->scores.middleRows(from, states.rows()));
  ChoiceProbabilities(options_.choice, logits,
                      judgement->probability.middleRows(from, states.rows()));
}

void RationaleEngine::Describe(const Text& text, const Judgement& judgement,
                               RationaleExplanation* explanation) const {
  explanation->known = text.known;
  explanation->probability = judgement.probability;
  explanation->selected.resize(judgement.scores.rows(),
                               judgement.scores.cols());
  explanation->ratings = std::vector<std::optional<Real>>(names_.size());
  explanation->spreads = explanation->ratings;
  explanation->priors = priors_;
  explanation->in_domain = text.words.empty() || text.known > 0;
  if (!options_.domain) return;
  Matrix logits = judgement.domain;
  if (domain_words_) {
    const std::vector<const Real*> of_words = domain_words_->Find(text.words);
    for (std::size_t t = 0; t < of_words.size(); ++t) {
      logits.data()[t] += *of_words[t];
    }
  }
  const Real probability = DomainProbability(
      {logits.data(), static_cast<std::size_t>(logits.size())},
      judge_.bias(judge_.bias.size() - 1), text.known > 0);
  explanation->domain = probability;
  explanation->in_domain &= probability >= options_.domain->threshold;
}

void RationaleEngine::SetRating(std::size_t aspect, Real rating,
                                std::size_t words,
                                RationaleExplanation* explanation) const {
  if (words == 0) return;
  explanation->ratings[aspect] = rating;
  explanation->spreads[aspect] =
      SpreadOf(options_.aspects[aspect], rating, static_cast<Index>(words));
}

Matrix RationaleEngine::Rate(const Matrix& states) const {
  Matrix ratings = output_.Of(states);
  Sigmoid(ratings.data(), ratings.data(), ratings.size());
  return ratings;
}

WordIds RationaleEngine::Select(const Text& text, const Matrix& scores,
                                std::size_t aspect, PointIndex point,
                                RationaleExplanation* explanation) const {
  const auto column = static_cast<Index>(aspect);
  std::vector<Real> own(static_cast<std::size_t>(scores.rows()));
  for (std::size_t t = 0; t < own.size(); ++t) {
    own[t] = scores(static_cast<Index>(t), column);
  }
  const Decoding decoding = DecodingAt(options_, aspect, point);
  const RunCosts costs =
      CostsOfRuns(options_.boundaries, text.flags, decoding.transition_cost);
  std::vector<std::uint8_t> selected(own.size());
  if (explanation->in_domain) {
    selected = SelectForAspect(options_.aspects[aspect], decoding.threshold,
                               costs, own);
  }
  WordIds chosen;
  for (std::size_t t = 0; t < selected.size(); ++t) {
    explanation->selected(static_cast<Index>(t), column) = selected[t];
    if (selected[t]) chosen.push_back(text.words[t]);
  }
  explanation->rationales.push_back(
      SpansOfRuns(SelectedRuns(selected), explanation->words));
  return chosen;
}

void RationaleEngine::ExplainEdit(const Text& text, PointIndex point,
                                  RationaleExplanation* explanation) {
  const WordIds& words = text.words;
  const auto length = static_cast<Index>(words.size());
  const auto aspects = static_cast<Index>(names_.size());
  const Range changed = ReadOn(
      generator_, words, generator_.projections->Find(words), &last_.generator);

  Judgement& judgement = last_.judgement;
  for (Matrix* rows_said :
       {&judgement.probability, &judgement.scores, &judgement.domain}) {
    SpliceRows(changed.from, changed.to, length, rows_said);
  }
  const std::array<RcnnStates, 2>& states = last_.generator.states;
  const Index hidden = generator_.cells[0].hidden();
  Matrix both;
  for (Index from = changed.from; from < changed.to; from += kJudgedRows) {
    const Index count = std::min(kJudgedRows, changed.to - from);
    both.resize(count, 2 * hidden);
    for (Index i = 0; i < count; ++i) {
      const Index t = from + i;
      CopyBoth(states[0].state(t), states[1].state(length - 1 - t), hidden,
               &both(i, 0));
    }
    Judge(both, from, &judgement);
  }

  Describe(text, judgement, explanation);
  Matrix ends = Matrix::Zero(aspects, 2 * encoder_.cells[0].hidden());
  std::vector<WordIds> chosen;
  for (std::size_t a = 0; a < names_.size(); ++a) {
    chosen.push_back(Select(text, judgement.scores, a, point, explanation));
  }
  const std::vector<WordRows> rows = encoder_.Find(chosen);
  for (std::size_t a = 0; a < names_.size(); ++a) {
    Reading& reading = last_.rationales[a];
    ReadOn(encoder_, chosen[a], rows[a], &reading);
    if (chosen[a].empty()) continue;
    const auto last = static_cast<Index>(chosen[a].size()) - 1;
    CopyBoth(reading.states[0].state(last), reading.states[1].state(last),
             encoder_.cells[0].hidden(), &ends(static_cast<Index>(a), 0));
  }
  const Matrix ratings = Rate(ends);
  for (std::size_t a = 0; a < names_.size(); ++a) {
    const auto own = static_cast<Index>(a);
    SetRating(a, ratings(own, own), last_.rationales[a].words.size(),
              explanation);
  }
}

Result<std::vector<RationaleExplanation>> RationaleEngine::ExplainMany(
    std::span<const std::string_view> texts, PointIndex point) {
  if (Status exists = CheckPoint(options_, point); !exists.ok()) {
    return exists.error();
  }
  std::vector<RationaleExplanation> explanations(texts.size());
  std::vector<Text> looked(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Result<std::vector<Token>> tokens = Read(texts[i]);
    if (!tokens.ok()) {
      return Error{tokens.error().code, "text " + std::to_string(i + 1) + ": " +
                                            tokens.error().message};
    }
    looked[i] = Look(tokens.value(), &explanations[i]);
  }
  std::vector<std::size_t> lengths;
  for (const Text& text : looked) lengths.push_back(text.words.size());
  const std::vector<std::size_t> order = LongestFirst(lengths);
  for (std::size_t start = 0; start < order.size();) {
    std::vector<Text> batch;
    std::vector<RationaleExplanation*> answers;
    const std::size_t longest =
        std::max<std::size_t>(looked[order[start]].words.size(), 1);
    while (start < order.size() &&
           (batch.empty() || (batch.size() + 1) * longest <= kBatchWords)) {
      batch.push_back(std::move(looked[order[start]]));
      answers.push_back(&explanations[order[start]]);
      ++start;
    }
    ExplainBatch(batch, point, answers);
  }
  return explanations;
}

// Both directions' states of a batch, from what each layer reads of its words.
std::array<Matrix, 2> RationaleEngine::ReadLayer(
    Layer& layer, std::span<const WordRows> texts,
    Matrix (*read)(RcnnCell&, std::span<const WordRows>, Direction)) {
  std::array<Matrix, 2> states;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    std::vector<WordRows> seen(texts.begin(), texts.end());
    for (WordRows& rows : seen) {
      for (const Real*& row : rows) row += layer.columns[side];
    }
    states[side] = read(layer.cells[side], seen,
                        side == 0 ? Direction::kForward : Direction::kBackward);
  }
  return states;
}

void RationaleEngine::ExplainBatch(
    std::span<const Text> texts, PointIndex point,
    std::span<RationaleExplanation* const> explanations) {
  std::vector<WordIds> words;
  for (const Text& text : texts) words.push_back(text.words);
  const std::array<Matrix, 2> states =
      ReadLayer(generator_, generator_.Find(words), ReadBatch);

  const auto count = static_cast<Index>(texts.size());
  const Index hidden = generator_.cells[0].hidden();
  // The encoder's inputs: one text and one aspect each.
  struct Chosen {
    WordIds words;
    std::size_t text;
    std::size_t aspect;
  };
  std::vector<Chosen> chosen;
  Matrix both;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    RationaleExplanation& explanation = *explanations[i];
    const auto length = static_cast<Index>(texts[i].words.size());
    Judgement judgement = MakeJudgement(length);
    for (Index from = 0; from < length; from += kJudgedRows) {
      const Index rows_here = std::min(kJudgedRows, length - from);
      both.resize(rows_here, 2 * hidden);
      for (Index r = 0; r < rows_here; ++r) {
        const Index row = (from + r) * count + static_cast<Index>(i);
        CopyBoth(&states[0](row, 0), &states[1](row, 0), hidden, &both(r, 0));
      }
      Judge(both, from, &judgement);
    }
    Describe(texts[i], judgement, &explanation);
    for (std::size_t a = 0; a < names_.size(); ++a) {
      chosen.push_back(
          {Select(texts[i], judgement.scores, a, point, &explanation), i, a});
    }
  }

  std::vector<std::size_t> lengths;
  for (const Chosen& read : chosen) lengths.push_back(read.words.size());
  const std::vector<std::size_t> order = LongestFirst(lengths);
  std::vector<WordIds> chosen_words;
  for (const std::size_t i : order) {
    chosen_words.push_back(std::move(chosen[i].words));
  }
  const std::array<Matrix, 2> ends =
      ReadLayer(encoder_, encoder_.Find(chosen_words), ReadBatchToTheEnd);
  const Index width = encoder_.cells[0].hidden();
  Matrix last(ends[0].rows(), 2 * width);
  for (Index r = 0; r < last.rows(); ++r) {
    CopyBoth(&ends[0](r, 0), &ends[1](r, 0), width, &last(r, 0));
  }
  const Matrix ratings = Rate(last);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Chosen& read = chosen[order[k]];
    SetRating(read.aspect,
              ratings(static_cast<Index>(k), static_cast<Index>(read.aspect)),
              chosen_words[k].size(), explanations[read.text]);
  }
}

}  // namespace whylight
