// JavaScript names for classifying. Only conversions live here.
#include <emscripten/bind.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "core/format/json.h"
#include "core/systems/classifier/answers.h"
#include "core/systems/classifier/model.h"
#include "wasm/bindings/convert.h"
#include "wasm/bindings/model_files.h"

namespace whylight {
namespace {

using emscripten::val;
using nlohmann::ordered_json;

// The model of this instance, once it is loaded.
std::optional<Classifier>& Model() {
  static std::optional<Classifier> model;
  return model;
}

/// `{json}`, or `{error}`.
val ToAnswer(const Result<ordered_json>& answer) {
  if (!answer.ok()) return ToFailure(answer.error());
  val result = val::object();
  result.set("json", DumpJson(answer.value()));
  return result;
}

/// The labels as LabelsToJson tells them.
val Load() {
  Result<Classifier> loaded = Classifier::Load(FilesToLoad());
  FilesToLoad() = {};
  if (!loaded.ok()) return ToFailure(loaded.error());
  Model() = std::move(loaded).value();
  return ToAnswer(LabelsToJson(*Model()));
}

/// The answer of ClassifyToJson. The text is a Uint8Array, `options` is JSON.
val Classify(const val& utf8, const std::string& options) {
  return ToAnswer(ClassifyToJson(*Model(), ToBytes(utf8), options));
}

EMSCRIPTEN_BINDINGS(whylight_classifier) {
  ReportOutOfMemory();
  BindModelFiles();
  emscripten::function("load", &Load);
  emscripten::function("classify", &Classify);
}

}  // namespace
}  // namespace whylight
