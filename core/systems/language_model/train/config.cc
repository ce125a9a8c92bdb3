#include "core/systems/language_model/train/config.h"

#include <nlohmann/json.hpp>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/layers/check_size.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

using nlohmann::json;

const Names<LanguageModelDirection>& DirectionNames() {
  static const Names<LanguageModelDirection> names = {
      {"forward", LanguageModelDirection::kForward},
      {"both", LanguageModelDirection::kBoth}};
  return names;
}

bool IsBoth(const LanguageModelConfig& config) {
  return config.direction == LanguageModelDirection::kBoth;
}

// What the other direction does not know is not passed over.
std::string FindStrayKey(const LanguageModelConfig& config) {
  if (IsBoth(config)) {
    if (!config.vectors.empty()) return {};
    return "expected \"vectors\" where \"direction\" is \"both\"";
  }
  for (const auto& [key, is_given] :
       {std::pair("vectors", !config.vectors.empty()),
        std::pair("unit_vectors", config.unit_vectors),
        std::pair("more", !config.more.empty()),
        std::pair("data", config.data.treebank ||
                              config.data.text != DataOptions().text),
        std::pair("samples", config.training.samples > 0)}) {
    if (is_given) {
      return "expected no " + Quote(key) + " unless \"direction\" is \"both\"";
    }
  }
  return {};
}

const Fields<LanguageModelTraining>& PredictFields() {
  static const auto fields =
      Fields<LanguageModelTraining>("The training.")
          .Include(&LanguageModelTraining::stage, StageFields())
          .Count("unroll", &LanguageModelTraining::unroll, {1, 100000},
                 "Number of words through which gradients are propagated back.")
          .Count("samples", &LanguageModelTraining::samples, {0, 1000000},
                 "Number of words drawn to compare each word with in training; "
                 "0: all.")
          .When("direction is both")
          .Number("dropout", &LanguageModelTraining::dropout, {0, 0.95},
                  "Dropout rate of the inputs and outputs of the layers.");
  return fields;
}

}  // namespace

const Fields<LanguageModelConfig>& LanguageModelFields() {
  using Config = LanguageModelConfig;
  static const auto fields =
      Fields<Config>("The config of a language model.")
          .Fixed("task", "language-model", "The system.")
          .Choice("direction", &Config::direction, DirectionNames(),
                  "`forward`: the next word of one stream; `both`: of texts "
                  "read forwards and backwards, for other models to start "
                  "from.")
          .Text("train", &Config::train,
                "File with one sentence per line to train on, below "
                "WHYLIGHT_DATA; where `direction` is `both`, texts in any "
                "format.")
          .Texts("more", &Config::more, "Further files to train on.")
          .When("direction is both")
          .WrittenIf([](const Config& config) { return !config.more.empty(); })
          .Text("dev", &Config::dev,
                "File with one sentence per line to report figures on; where "
                "`direction` is `both`, texts in any format.")
          .Part("data", &Config::data, DataFields(), "How texts are read.")
          .When("direction is both")
          .WrittenIf(IsBoth)
          .Text("vectors", &Config::vectors,
                "Word vectors, which stay as they are: a folder that `whylight "
                "vectors` wrote, or a word2vec or GloVe file.")
          .When("direction is both")
          .Number("vector_length", &Config::vector_length, {0.001, 1000},
                  "Mean length to which vectors are scaled.")
          .When("direction is both")
          .WrittenIf(IsBoth)
          .Flag("unit_vectors", &Config::unit_vectors,
                "Whether every single vector is scaled to that length.")
          .When("direction is both")
          .WrittenIf(IsBoth)
          .Count("words", &Config::words, {0, 1e9},
                 "Size of the vocabulary: the most frequent words; 0: all.")
          .Count(
              "seed",
              [](Config & config) -> auto& { return config.training.seed; },
              {0, 9007199254740992}, "Seed of all random numbers.")
          .Count(
              "layers",
              [](Config & config) -> auto& { return config.model.layers; },
              {1, kMaxStack}, "Number of layers.")
          .Count(
              "hidden",
              [](Config & config) -> auto& { return config.model.hidden; },
              {1, kMaxWidth}, "Width of each layer and of word vectors.")
          .Flag(
              "tied",
              [](Config & config) -> auto& { return config.model.tied; },
              "Whether the softmax uses the word vectors as its weights.")
          .Other(
              "layer", "RcnnSpec | LstmSpec",
              [](const json& spec, const std::string& where, Config* config) {
                LanguageModelLayer& layer = config->model.layer;
                Status read = ReadLanguageModelLayer(spec, where, &layer);
                if (!read.ok()) return read;
                // Where it reads others' vectors, they tell what is right.
                if (IsBoth(*config)) return read;
                read = CheckLanguageModelLayer(layer, config->model.hidden);
                if (read.ok()) return read;
                return Status(Error{read.error().code,
                                    where + ": " + read.error().message});
              },
              [](const Config& config) {
                return LanguageModelLayerToJson(config.model.layer);
              },
              "The layer that is stacked, an `rcnn` or an `lstm`.")
          .Part("predict", &Config::training, PredictFields())
          .Part("store", &Config::store, StoreFields())
          .Check(FindStrayKey);
  return fields;
}

Result<LanguageModelConfig> ReadLanguageModelConfig(const json& object,
                                                    const std::string& name,
                                                    const DataOptions& data) {
  LanguageModelConfig config;
  config.data = data;
  Status read = LanguageModelFields().Read(object, name, &config);
  if (!read.ok()) return read.error();
  return config;
}

}  // namespace whylight
