// JavaScript names for what says why. Only conversions live here.
#include <emscripten/bind.h>

#include <string>

#include "core/explain/rationale_json.h"
#include "core/tasks/rationale.h"
#include "wasm/bindings/convert.h"
#include "wasm/bindings/model_files.h"

namespace whylight {
namespace {

using emscripten::val;

/// `{model}`, or `{error}`.
val LoadModel(ModelFiles& files) {
  return ToLoaded(RationaleModel::Load(files));
}

/// `{json}`, or `{error}`: the answer of ExplainAsJson. The texts are
/// Uint8Arrays, `options` is JSON.
val ExplainAs(const RationaleModel& model, const std::string& method,
              const val& utf8, const val& other, const std::string& options) {
  const std::string text = ToBytes(utf8);
  const std::string other_text = ToBytes(other);
  const Result<std::string> answer =
      ExplainAsJson(model, {method, text, other_text, options});
  if (!answer.ok()) return ToFailure(answer.error());
  val result = val::object();
  result.set("json", answer.value());
  return result;
}

EMSCRIPTEN_BINDINGS(whylight_reasons) {
  ReportOutOfMemory();
  BindModelFiles();
  emscripten::class_<RationaleModel>("RationaleModel")
      .class_function("load", &LoadModel)
      .function("explainAs", &ExplainAs);
}

}  // namespace
}  // namespace whylight
