#include "core/systems/language_id/model.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/hash.h"
#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/layers/bag.h"
#include "core/math/kernels.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"
#include "core/model/own_config.h"
#include "core/ops/ops.h"
#include "core/text/character_ngrams.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// The parts of a logit that tell a language from the others: how far each
// number is above the mean of its row.
double Lead(const Matrix& rows, Index row, std::size_t language) {
  return static_cast<double>(rows(row, static_cast<Index>(language))) -
         static_cast<double>(rows.row(row).mean());
}

}  // namespace

LanguageIdentifier::LanguageIdentifier(LanguageIdOptions options)
    : options_(std::move(options)),
      weights_{"weights",
               Matrix::Zero(options_.buckets,
                            static_cast<Index>(options_.languages.size()))},
      bias_{"bias",
            Matrix::Zero(1, static_cast<Index>(options_.languages.size()))} {}

Result<LanguageIdentifier> LanguageIdentifier::Make(LanguageIdOptions options) {
  if (Status checked = CheckLanguageIdOptions(options); !checked.ok()) {
    return checked.error();
  }
  return LanguageIdentifier(std::move(options));
}

WordIds LanguageIdentifier::Ngrams(std::string_view word) const {
  const std::string padded = " " + std::string(word) + " ";
  WordIds rows;
  for (const std::string_view ngram :
       CharacterNgrams(padded, 1, static_cast<std::size_t>(options_.longest))) {
    // A space alone says nothing.
    if (ngram == " ") continue;
    rows.push_back(static_cast<std::int32_t>(
        Fnv1a(ngram) % static_cast<std::uint64_t>(options_.buckets)));
  }
  return rows;
}

WordIds LanguageIdentifier::Ngrams(const std::vector<Token>& tokens) const {
  WordIds all;
  for (const Token& token : tokens) {
    const WordIds rows = Ngrams(token.text);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

Var LanguageIdentifier::Logits(Graph& graph, const WordBatch& ngrams) const {
  const BagLayer mean({.inputs = weights_.value.cols()});
  const Sequences texts = mean.Apply(
      graph, {graph.UseRows(weights_, ngrams.words), ngrams.sequences, {}});
  return AddBias(graph, texts.words, graph.Use(bias_));
}

Result<Identification> LanguageIdentifier::Identify(
    std::string_view utf8, std::optional<std::size_t> language) const {
  const std::vector<Token> tokens = Tokenize(utf8);
  if (tokens.size() > kMaxWords) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(kMaxWords) +
                     " words, found " + std::to_string(tokens.size())};
  }
  const WordIds all = Ngrams(tokens);
  const WordIds* const text = &all;
  Graph graph(Graph::Mode::kInference);
  Matrix probabilities = graph.value(Logits(graph, MakeWordBatch({&text, 1})));
  const Matrix logits = probabilities;
  SoftmaxRows<Real>(probabilities);

  Identification found;
  Index likeliest = 0;
  probabilities.row(0).maxCoeff(&likeliest);
  found.language = static_cast<std::size_t>(likeliest);
  found.probabilities.assign(probabilities.data(),
                             probabilities.data() + probabilities.size());
  const std::size_t asked = language.value_or(found.language);
  found.lead = Lead(logits, 0, asked);
  found.bias = Lead(bias_.value, 0, asked);
  for (const Token& token : tokens) {
    double sum = 0;
    for (const std::int32_t row : Ngrams(token.text)) {
      sum += Lead(weights_.value, row, asked);
    }
    found.words.push_back({token.span, sum / static_cast<double>(all.size())});
  }
  return found;
}

Result<LanguageIdentifier> LanguageIdentifier::Load(const ModelFiles& files) {
  Result<nlohmann::json> config = ReadOwnConfig(files, "language-id");
  if (!config.ok()) return config.error();
  LanguageIdOptions options;
  Status read =
      LanguageIdOptionsFields().Read(config.value(), "config", &options);
  if (read.ok()) read = CheckLanguageIdOptions(options);
  if (!read.ok()) return BadConfig(read.error().message);
  const Result<SafetensorsView> tensors =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  // Before memory is taken for as many.
  const std::uint64_t numbers =
      static_cast<std::uint64_t>(options.buckets + 1) *
      options.languages.size();
  if (Status fits = CheckModelSize(numbers, files.tensors); !fits.ok()) {
    return fits.error();
  }
  LanguageIdentifier model(std::move(options));
  read = ReadParameters(tensors.value(), model.Parameters());
  if (!read.ok()) return read.error();
  return model;
}

Result<ModelFiles> LanguageIdentifier::Save(Dtype weights,
                                            std::string_view about) const {
  ordered_json config{{"format", "whylight"},
                      {"version", kModelVersion},
                      {"task", "language-id"}};
  config.update(LanguageIdOptionsFields().Write(options_));
  config["training"] = ordered_json::parse(about, nullptr, false);
  ModelFiles files;
  files.config = DumpJson(config, 2) + "\n";
  TensorCollector tensors;
  Status added = tensors.Add(weights_.name, weights_.value, weights);
  if (added.ok()) added = tensors.Add(bias_.name, bias_.value, Dtype::kF32);
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

}  // namespace whylight
