// Configs and options: both readers of a model's config.json agree; options
// that were read and written are read again as what they were; overrides reach
// the value that they name.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/model_folder.h"
#include "core/model/layer_spec.h"
#include "core/retrieval/index_options.h"
#include "core/systems/classifier/system.h"
#include "core/systems/language_id/system.h"
#include "core/systems/language_model/system.h"
#include "core/systems/layers/system.h"
#include "core/systems/pairs/system.h"
#include "core/systems/questions/system.h"
#include "core/systems/rationale/fast/system.h"
#include "core/training/data/data_config.h"
#include "core/training/engine/checkpoint_options.h"
#include "core/training/engine/config_overrides.h"
#include "core/training/vectors/options.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

using nlohmann::json;

std::vector<const FieldTable*> AllTables() {
  std::vector<const FieldTable*> tables = {&DataFields(), &CheckpointFields(),
                                           &VectorFields(), &IndexFields(),
                                           &SearchFields()};
  for (const auto& [type, table] : LayerTypes()) tables.push_back(table);
  for (const System* system :
       {&FastRationaleSystem(), &ClassifierSystem(), &LanguageModelSystem(),
        &LanguageIdSystem(), &QuestionsSystem(), &PairsSystem(),
        &LayersSystem()}) {
    for (const auto* questions : {&system->questions, &system->for_programs}) {
      for (const Question& question : *questions) {
        if (question.options != nullptr) tables.push_back(question.options);
      }
    }
  }
  return tables;
}

void CheckModelConfig(std::string_view bytes) {
  const ModelFiles files{std::string(bytes), "12345678", "a\n"};
  const Result<json> config = ParseModelConfig(files);
  const Result<Document> document = ReadModelConfig(files);
  Expect(config.ok() == document.ok(), "both readers take the same");
  if (config.ok()) {
    Expect(ToJson(document.value()) == config.value(), "both read the same");
    return;
  }
  Expect(config.error().code == document.error().code &&
             config.error().message == document.error().message,
         "both say the same");
  if (config.error().code != ErrorCode::kModelVersion) {
    ExpectError(config.error(), ErrorCode::kBadModel);
  }
}

void CheckTable(const FieldTable& table, const json& object) {
  const auto renewed = table.Renew(object, "name");
  if (!renewed.ok()) {
    ExpectError(renewed.error(), ErrorCode::kInvalidArgument);
    Expect(renewed.error().message.starts_with("name"), "errors name the file");
    return;
  }
  const auto again = table.Renew(json(renewed.value()), "name");
  Expect(again.ok(), "what was written is read again");
  Expect(again.value() == renewed.value(), "and stays what it was");
}

// `object`, with what follows on lines of their own as the program's arguments.
void CheckOverrides(const json& object, std::string_view lines) {
  std::vector<std::string> extras;
  // Errors repeat arguments as they were typed.
  if (!IsValidUtf8(lines)) return;
  while (!lines.empty()) extras.emplace_back(TakeUntil('\n', lines));
  const Result<Overrides> overrides = ParseOverrides(extras);
  if (!overrides.ok()) {
    return ExpectError(overrides.error(), ErrorCode::kInvalidArgument);
  }
  json changed = object;
  const Status applied = ApplyOverrides(&changed, overrides.value());
  if (!applied.ok()) {
    return ExpectError(applied.error(), ErrorCode::kInvalidArgument);
  }
  json twice = changed;
  if (overrides.value().size() == 1) {
    Expect(ApplyOverrides(&twice, overrides.value()).ok() && twice == changed,
           "what was set can be set again");
  }
  for (const auto& [type, table] : LayerTypes()) {
    const auto read = [&table = *table](const json& config) -> Status {
      const auto renewed = table.Renew(config, "name");
      return renewed.ok() ? Status() : Status(renewed.error());
    };
    const Status status = ReadWithOverrides(object, overrides.value(), read);
    Expect(status.ok() == read(changed).ok(), "overrides change the config");
  }
}

}  // namespace
}  // namespace whylight

// The table of options, JSON, a zero byte, and overrides in lines.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  static const std::vector<const FieldTable*> tables = AllTables();
  if (size == 0) return 0;
  std::string_view rest = AsText(data + 1, size - 1);
  const std::string_view bytes = TakeUntil('\0', rest);
  if (data[0] == 255) {
    CheckModelConfig(bytes);
    return 0;
  }
  const auto object = ParseConfigJson(bytes, "name", kMaxConfigDepth);
  if (!object.ok()) return 0;
  CheckTable(*tables[data[0] % tables.size()], object.value());
  if (!rest.empty()) CheckOverrides(object.value(), rest);
  return 0;
}
