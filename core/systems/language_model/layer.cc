#include "core/systems/language_model/layer.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/format/config_reader.h"
#include "core/model/rcnn_spec.h"

namespace whylight {
namespace {

enum class Type { kRcnn, kLstm };

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
  ConfigReader reader(spec, where);
  std::optional<Type> type;
  reader.Choice<std::optional<Type>>(
      "type", {{"rcnn", Type::kRcnn}, {"lstm", Type::kLstm}}, &type);
  if (type == Type::kLstm) {
    *layer = LstmOptions{.initialisation = kStart};
  } else {
    if (!std::holds_alternative<RcnnOptions>(*layer)) {
      *layer = RcnnOptions{.initialisation = kStart};
    }
    ReadRcnnSpec(reader, where, &std::get<RcnnOptions>(*layer));
  }
  return reader.Finish();
}

nlohmann::ordered_json LanguageModelLayerToJson(
    const LanguageModelLayer& layer) {
  if (std::holds_alternative<LstmOptions>(layer)) return {{"type", "lstm"}};
  nlohmann::ordered_json spec = {{"type", "rcnn"}};
  WriteRcnnSpec(std::get<RcnnOptions>(layer), &spec);
  return spec;
}

Status CheckLanguageModelLayer(const LanguageModelLayer& layer, Index hidden) {
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
