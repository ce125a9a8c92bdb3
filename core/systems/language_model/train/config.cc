#include "core/systems/language_model/train/config.h"

#include <nlohmann/json.hpp>

#include "core/format/fields.h"
#include "core/layers/check_size.h"

namespace whylight {
namespace {

using nlohmann::json;

const Fields<LanguageModelTraining>& PredictFields() {
  static const auto fields =
      Fields<LanguageModelTraining>("The training.")
          .Include(&LanguageModelTraining::stage, StageFields())
          .Count("unroll", &LanguageModelTraining::unroll, {1, 100000},
                 "Number of words through which gradients are propagated back.")
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
          .Text("train", &Config::train,
                "File with one sentence per line to train on, below "
                "WHYLIGHT_DATA.")
          .Text("dev", &Config::dev,
                "File with one sentence per line to report figures on.")
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
          .Part("store", &Config::store, StoreFields());
  return fields;
}

Result<LanguageModelConfig> ReadLanguageModelConfig(const json& object,
                                                    const std::string& name) {
  LanguageModelConfig config;
  Status read = LanguageModelFields().Read(object, name, &config);
  if (!read.ok()) return read.error();
  return config;
}

}  // namespace whylight
