// JavaScript names for the core. Only conversions live here.
#include <emscripten/bind.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/explain/rationale_json.h"
#include "core/format/model_folder.h"
#include "core/tasks/rationale.h"
#include "wasm/bindings/convert.h"

namespace whylight {
namespace {

using emscripten::val;

void AppendSpan(const Span& span, std::vector<std::uint32_t>& flat) {
  flat.push_back(span.start);
  flat.push_back(span.end);
}

/// `{model}`, or `{error}`. The arguments are Uint8Arrays.
val LoadRationaleModel(const val& config, const val& tensors,
                       const val& vocabulary) {
  Result<RationaleModel> model = RationaleModel::Load(
      ModelFiles{ToBytes(config), ToBytes(tensors), ToBytes(vocabulary)});
  if (!model.ok()) return ToFailure(model.error());
  val result = val::object();
  result.set("model", val(std::move(model).value()));
  return result;
}

val Aspects(const RationaleModel& model) { return ToArray(model.aspects()); }

/// `{ratings, spans, probability, selected, rationaleSpans, rationaleCounts}`,
/// or `{error}`. `utf8` is a Uint8Array. Spans are flat [start, end, ...] in
/// UTF-16 units; `probability` and `selected` hold one row of aspects a token;
/// `rationaleCounts` says how many of the `rationaleSpans` each aspect has.
val Explain(const RationaleModel& model, const val& utf8) {
  const Result<RationaleExplanation> explained = model.Explain(ToBytes(utf8));
  if (!explained.ok()) return ToFailure(explained.error());

  std::vector<std::uint32_t> spans;
  for (const Span& word : explained.value().words) AppendSpan(word, spans);
  std::vector<std::uint32_t> rationale_spans;
  std::vector<std::uint32_t> rationale_counts;
  for (const std::vector<Span>& rationale : explained.value().rationales) {
    rationale_counts.push_back(static_cast<std::uint32_t>(rationale.size()));
    for (const Span& span : rationale) AppendSpan(span, rationale_spans);
  }

  val result = val::object();
  result.set("ratings", ToTypedArray(explained.value().ratings));
  result.set("spans", ToTypedArray(spans));
  result.set("probability", ToTypedArray(explained.value().probability));
  result.set("selected", ToTypedArray(explained.value().selected));
  result.set("rationaleSpans", ToTypedArray(rationale_spans));
  result.set("rationaleCounts", ToTypedArray(rationale_counts));
  return result;
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

EMSCRIPTEN_BINDINGS(whylight) {
  emscripten::class_<RationaleModel>("RationaleModel")
      .class_function("load", &LoadRationaleModel)
      .function("aspects", &Aspects)
      .function("explain", &Explain)
      .function("explainAs", &ExplainAs);
}

}  // namespace
}  // namespace whylight
