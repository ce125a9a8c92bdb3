// JavaScript names for what says why. Only conversions live here.
#include <emscripten/bind.h>

#include <optional>
#include <string>
#include <utility>

#include "core/systems/rationale/answers.h"
#include "core/systems/rationale/model.h"
#include "wasm/bindings/convert.h"
#include "wasm/bindings/model_files.h"

namespace whylight {
namespace {

using emscripten::val;

// The model of this instance, once it is loaded.
std::optional<RationaleModel>& Model() {
  static std::optional<RationaleModel> model;
  return model;
}

/// `{aspects}`, or `{error}`.
val Load() {
  // What explains reads no layers either; without them the module is smaller.
  Result<RationaleModel> loaded =
      RationaleModel::Load(FilesToLoad(), RefuseLayer);
  FilesToLoad() = {};
  const val result = ToLoaded(loaded);
  if (loaded.ok()) Model() = std::move(loaded).value();
  return result;
}

/// `{json}`, or `{error}`: the answer of ExplainAsJson. The texts are
/// Uint8Arrays, `options` is JSON.
val ExplainAs(const std::string& method, const val& utf8, const val& other,
              const std::string& options) {
  const std::string text = ToBytes(utf8);
  const std::string other_text = ToBytes(other);
  const Result<std::string> answer =
      ExplainAsJson(*Model(), {method, text, other_text, options});
  if (!answer.ok()) return ToFailure(answer.error());
  val result = val::object();
  result.set("json", answer.value());
  return result;
}

EMSCRIPTEN_BINDINGS(whylight_reasons) {
  ReportOutOfMemory();
  BindModelFiles();
  emscripten::function("load", &Load);
  emscripten::function("explainAs", &ExplainAs);
}

}  // namespace
}  // namespace whylight
