#include "core/systems/language_model/layer.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"

namespace whylight {
namespace {

// All matrices start alike, whatever the layer (Lei17 appendix B.1).
constexpr Initialisation kStart = Initialisation::kUnitRows;

// `layer` for vectors of its own width.
LanguageModelLayer WithWidth(LanguageModelLayer layer, Index hidden) {
  std::visit([&](auto& options) { options.inputs = options.hidden = hidden; },
             layer);
  return layer;
}

}  // namespace

Status ReadLanguageModelLayer(const nlohmann::json& spec,
                              const std::string& where,
                              LanguageModelLayer* layer) {
  if (!spec.is_object()) return RcnnFields().Read(spec, where, nullptr);
  nlohmann::json typed = spec;
  if (!typed.contains("type")) typed["type"] = "rcnn";
  if (typed["type"] == "lstm") {
    *layer = LstmOptions{.initialisation = kStart};
    return LstmFields().Read(typed, where, &std::get<LstmOptions>(*layer));
  }
  if (typed["type"] != "rcnn") {
    return ExpectedField(where, "type", "one of \"rcnn\", \"lstm\"",
                         typed["type"]);
  }
  if (!std::holds_alternative<RcnnOptions>(*layer)) {
    *layer = RcnnOptions{.initialisation = kStart};
  }
  return RcnnFields().Read(typed, where, &std::get<RcnnOptions>(*layer));
}

nlohmann::ordered_json LanguageModelLayerToJson(
    const LanguageModelLayer& layer) {
  if (const auto* lstm = std::get_if<LstmOptions>(&layer)) {
    return LstmFields().Write(*lstm);
  }
  return RcnnFields().Write(std::get<RcnnOptions>(layer));
}

Status CheckLanguageModelLayer(const LanguageModelLayer& layer, Index hidden) {
  const Index given =
      std::visit([](const auto& options) { return options.hidden; }, layer);
  if (given > 0 && given != hidden) {
    return Error{ErrorCode::kInvalidArgument,
                 "\"hidden\": expected " + std::to_string(hidden) +
                     ", the width of the model, found " +
                     std::to_string(given)};
  }
  const LanguageModelLayer own = WithWidth(layer, hidden);
  if (const auto* lstm = std::get_if<LstmOptions>(&own)) {
    return CheckLstmOptions(*lstm);
  }
  return CheckRcnnOptions(std::get<RcnnOptions>(own));
}

Result<std::unique_ptr<SequenceLayer>> MakeLanguageModelLayer(
    const LanguageModelLayer& layer, Index hidden, const std::string& name,
    std::uint64_t seed) {
  if (Status checked = CheckLanguageModelLayer(layer, hidden); !checked.ok()) {
    return checked.error();
  }
  const LanguageModelLayer own = WithWidth(layer, hidden);
  std::unique_ptr<SequenceLayer> made;
  if (const auto* lstm = std::get_if<LstmOptions>(&own)) {
    made = std::make_unique<LstmLayer>(name, *lstm, seed);
  } else {
    made = std::make_unique<RcnnLayer>(
        RcnnLayer::Make(name, std::get<RcnnOptions>(own), seed).value());
  }
  return made;
}

std::uint64_t ParameterCount(const LanguageModelLayer& layer, Index hidden) {
  return std::visit([](const auto& options) { return ParameterCount(options); },
                    WithWidth(layer, hidden));
}

}  // namespace whylight
