// JavaScript names for the systems of a module. Only conversions live here.
#include <emscripten/bind.h>

#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/model/system.h"
#include "wasm/bindings/convert.h"
#include "wasm/bindings/model_files.h"
#include "wasm/bindings/module_systems.h"

namespace whylight {
namespace {

using emscripten::val;
using nlohmann::json;
using nlohmann::ordered_json;

// The model of this instance, once it is loaded, and the system it is of.
struct Loaded {
  const System* system = nullptr;
  std::unique_ptr<Model> model;
};

Loaded& Held() {
  static Loaded held;
  return held;
}

val ToJsonText(const ordered_json& value) {
  val result = val::object();
  result.set("json", DumpJson(value));
  return result;
}

/// `{json}`, what the model says of itself, or `{error}`.
val Load() {
  ModelFiles files = std::exchange(FilesToLoad(), {});
  const Result<const System*> system = FindSystem(ModuleSystems(), files);
  if (!system.ok()) return ToFailure(system.error());
  Result<std::unique_ptr<Model>> model = system.value()->load(std::move(files));
  if (!model.ok()) return ToFailure(model.error());
  Held() = {system.value(), std::move(model).value()};
  return ToJsonText(Held().model->About());
}

/// `{json}`, with `bytes` where JSON cannot hold all of the answer, or
/// `{error}`. `inputs` are Uint8Arrays, `options` is a JSON object.
val AskModel(const std::string& question, const val& inputs,
             const std::string& options) {
  std::vector<std::string> texts(inputs["length"].as<std::size_t>());
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = ToBytes(inputs[i]);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const Result<json> parsed = ParseQuestionOptions(options);
  if (!parsed.ok()) return ToFailure(parsed.error());
  const Result<Answer> answer =
      Ask(*Held().system, *Held().model, {question, views, parsed.value()});
  if (!answer.ok()) return ToFailure(answer.error());
  val result = ToJsonText(answer.value().json);
  if (!answer.value().bytes.empty()) {
    result.set("bytes", ToUint8Array(answer.value().bytes));
  }
  return result;
}

EMSCRIPTEN_BINDINGS(whylight_systems) {
  ReportOutOfMemory();
  BindModelFiles();
  emscripten::function("load", &Load);
  emscripten::function("ask", &AskModel);
}

}  // namespace
}  // namespace whylight
