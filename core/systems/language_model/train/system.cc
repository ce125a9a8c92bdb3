#include "core/systems/language_model/train/system.h"

#include <cstdint>
#include <vector>

#include "core/format/fields.h"
#include "core/systems/language_model/bidirectional_model.h"
#include "core/systems/language_model/model.h"
#include "core/systems/language_model/system.h"
#include "core/systems/language_model/train/bidirectional_stage.h"
#include "core/systems/language_model/train/config.h"
#include "core/systems/language_model/train/stage.h"
#include "core/systems/language_model/train/task.h"
#include "core/systems/language_model/train/token_stream.h"

namespace whylight {
namespace {

// Of how many words the pieces were that a model was trained on, as its
// config.json tells people; the default where it does not.
std::size_t UnrollOf(const ModelFiles& files) {
  const nlohmann::json config =
      nlohmann::json::parse(files.config, nullptr, /*allow_exceptions=*/false);
  const nlohmann::json::json_pointer place("/training/config/predict/unroll");
  constexpr std::size_t kMost = 100'000;
  if (config.is_object() && config.contains(place) &&
      config[place].is_number_unsigned()) {
    const auto unroll = config[place].get<std::size_t>();
    if (unroll >= 1 && unroll <= kMost) return unroll;
  }
  return LanguageModelTraining().unroll;
}

Result<nlohmann::ordered_json> EvaluateBothDirections(
    const EvaluationInputs& inputs) {
  const Result<BidirectionalLanguageModel> model =
      LoadFrom<BidirectionalLanguageModel>(inputs.models.front());
  if (!model.ok()) return model.error();
  const Result<std::vector<WordIds>> pieces =
      ReadPieces(inputs.data, inputs.reading, model.value().vocabulary(),
                 UnrollOf(inputs.models.front().files));
  if (!pieces.ok()) return pieces.error();
  const BidirectionalPerplexity found =
      MeasurePerplexity(model.value(), pieces.value(), kPerplexityWords,
                        inputs.pool, inputs.progress);
  return nlohmann::ordered_json{{"n", found.words},
                                {"perplexity", found.both},
                                {"forward", found.forward},
                                {"backward", found.backward}};
}

Result<nlohmann::ordered_json> EvaluateWords(const EvaluationInputs& inputs) {
  if (IsPretrained(inputs.models.front().files)) {
    return EvaluateBothDirections(inputs);
  }
  const Result<LanguageModel> model =
      LoadFrom<LanguageModel>(inputs.models.front());
  if (!model.ok()) return model.error();
  const Result<std::vector<std::int32_t>> words =
      ReadTokenStream(inputs.data, inputs.reading, model.value());
  if (!words.ok()) return words.error();
  // One stream, so that no word is left out.
  LanguageModelTraining reading;
  reading.stage.batch = 1;
  return nlohmann::ordered_json{
      {"n", words.value().size()},
      {"perplexity", Perplexity(model.value(), words.value(), reading,
                                inputs.pool, inputs.progress)}};
}

}  // namespace

const TrainableSystem& TrainableLanguageModel() {
  static const TrainableSystem system = {
      .system = &LanguageModelSystem(),
      .make = LanguageModelTask::Make,
      .epochs_key = "predict.epochs",
      .config = []() -> const FieldTable& { return LanguageModelFields(); },
      .short_name = "lm",
      .evaluate = EvaluateWords};
  return system;
}

}  // namespace whylight
