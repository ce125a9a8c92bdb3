#include "core/systems/language_model/train/config.h"

#include <utility>
#include <vector>

#include "core/format/config_reader.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::uint64_t kLarge = 1'000'000'000;

const std::vector<std::pair<std::string, Dtype>> kDtypes = {
    {"f32", Dtype::kF32}, {"f16", Dtype::kF16}, {"i8", Dtype::kI8}};

std::string NameOf(Dtype dtype) {
  for (const auto& [name, each] : kDtypes) {
    if (each == dtype) return name;
  }
  return {};
}

Status ReadLayer(const json& spec, const std::string& where,
                 LanguageModelOptions* options) {
  Status read = ReadLanguageModelLayer(spec, where, &options->layer);
  if (!read.ok()) return read;
  const Status checked =
      CheckLanguageModelLayer(options->layer, options->hidden);
  if (checked.ok()) return checked;
  return Error{checked.error().code, where + ": " + checked.error().message};
}

Status ReadPredict(const json& object, const std::string& where,
                   LanguageModelTraining* training) {
  ConfigReader reader(object, where);
  ReadStageOptions(where, reader, &training->stage);
  reader.Count("unroll", 1, 100000, &training->unroll);
  reader.Number("dropout", 0, 0.95, &training->dropout);
  return reader.Finish();
}

Status ReadStore(const json& object, const std::string& where,
                 LanguageModelConfig* config) {
  ConfigReader reader(object, where);
  reader.Choice("vectors", kDtypes, &config->store_vectors);
  reader.Choice("network", kDtypes, &config->store_network);
  return reader.Finish();
}

}  // namespace

Result<LanguageModelConfig> ReadLanguageModelConfig(const json& object,
                                                    const std::string& name) {
  LanguageModelConfig config;
  ConfigReader reader(object, name);
  std::string task;
  reader.Text("task", &task);
  if (task != "language-model") {
    reader.Complain("expected \"task\" to be \"language-model\"");
  }
  reader.Text("train", &config.train);
  reader.Text("dev", &config.dev);
  reader.Count("words", 0, kLarge, &config.words);
  reader.Count("seed", 0, std::uint64_t{1} << 53, &config.training.seed);
  reader.Count("layers", 1, 64, &config.model.layers);
  reader.Count("hidden", 1, 4096, &config.model.hidden);
  reader.Flag("tied", &config.model.tied);
  const auto read_part = [&](const char* key, auto read, auto* options) {
    const json* part = reader.Find(key);
    if (part != nullptr) {
      reader.Merge(read(*part, name + ": " + key, options));
    }
  };
  read_part("layer", ReadLayer, &config.model);
  read_part("predict", ReadPredict, &config.training);
  read_part("store", ReadStore, &config);
  if (Status done = reader.Finish(); !done.ok()) return done.error();
  return config;
}

ordered_json LanguageModelConfigToJson(const LanguageModelConfig& config) {
  ordered_json predict;
  WriteStageOptions(config.training.stage, &predict);
  predict["unroll"] = config.training.unroll;
  predict["dropout"] = config.training.dropout;
  ordered_json json = {{"task", "language-model"}};
  // Paths may come from the command line instead.
  if (!config.train.empty()) json["train"] = config.train;
  if (!config.dev.empty()) json["dev"] = config.dev;
  json.update(
      ordered_json{{"words", config.words},
                   {"seed", config.training.seed},
                   {"layers", config.model.layers},
                   {"hidden", config.model.hidden},
                   {"tied", config.model.tied},
                   {"layer", LanguageModelLayerToJson(config.model.layer)},
                   {"predict", predict},
                   {"store",
                    {{"vectors", NameOf(config.store_vectors)},
                     {"network", NameOf(config.store_network)}}}});
  return json;
}

}  // namespace whylight
