// JavaScript names for models that explain. Only conversions live here.
#include <emscripten/bind.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/math/self_test.h"
#include "core/systems/rationale/fast/engine.h"
#include "wasm/bindings/arithmetic.h"
#include "wasm/bindings/convert.h"
#include "wasm/bindings/json_parser.h"
#include "wasm/bindings/model_files.h"

namespace whylight {
namespace {

using emscripten::val;

void AppendSpan(const Span& span, std::vector<std::uint32_t>& flat) {
  flat.push_back(span.start);
  flat.push_back(span.end);
}

// NaN where there is none.
std::vector<Real> OrNan(const std::vector<std::optional<Real>>& numbers) {
  std::vector<Real> flat;
  for (const std::optional<Real>& number : numbers) {
    flat.push_back(number.value_or(std::numeric_limits<Real>::quiet_NaN()));
  }
  return flat;
}

/// `{domain, ratings, spreads, spans, probability, selected, rationaleSpans,
/// rationaleCounts}`. `domain` is its probability, 1 if that is enough,
/// else 0, and the share of the words that are known. Numbers that there are
/// not are NaN. Spans are flat [start, end, ...] in UTF-16 units; `probability`
/// and `selected` hold one row of aspects a token; `rationaleCounts` says how
/// many of the `rationaleSpans` each aspect has.
val ToObject(const RationaleExplanation& explanation) {
  std::vector<std::uint32_t> spans;
  for (const Span& word : explanation.words) AppendSpan(word, spans);
  std::vector<std::uint32_t> rationale_spans;
  std::vector<std::uint32_t> rationale_counts;
  for (const std::vector<Span>& rationale : explanation.rationales) {
    rationale_counts.push_back(static_cast<std::uint32_t>(rationale.size()));
    for (const Span& span : rationale) AppendSpan(span, rationale_spans);
  }

  val result = val::object();
  result.set("domain", ToTypedArray(OrNan({explanation.domain,
                                           Real(explanation.in_domain),
                                           explanation.known})));
  result.set("ratings", ToTypedArray(OrNan(explanation.ratings)));
  result.set("spreads", ToTypedArray(OrNan(explanation.spreads)));
  result.set("spans", ToTypedArray(spans));
  result.set("probability", ToTypedArray(explanation.probability));
  result.set("selected", ToTypedArray(explanation.selected));
  result.set("rationaleSpans", ToTypedArray(rationale_spans));
  result.set("rationaleCounts", ToTypedArray(rationale_counts));
  return result;
}

// The model of this instance, once it is loaded.
std::optional<RationaleEngine>& Model() {
  static std::optional<RationaleEngine> model;
  return model;
}

// Of each point its rate, and then the errors of the aspects.
std::vector<double> FlatPoints(const RationaleEngine& model) {
  std::vector<double> flat;
  for (const OperatingPoint& point : model.options().points) {
    flat.push_back(point.rate);
    for (const double error : point.errors) flat.push_back(error);
  }
  return flat;
}

// JavaScript says -1 where it means no point.
PointIndex ToPoint(int point) {
  if (point < 0) return {};
  return static_cast<std::size_t>(point);
}

/// `{aspects, labels, priors, points}`, or `{error}`. Takes over the files.
val Load() {
  Result<RationaleEngine> loaded = RationaleEngine::Load(
      std::move(FilesToLoad()), {.make_weight = ModuleArithmetic()},
      ParseJsonInEngine);
  if (!loaded.ok()) return ToFailure(loaded.error());
  Model().emplace(std::move(loaded).value());
  val labels = val::array();
  for (std::size_t a = 0; a < Model()->aspects().size(); ++a) {
    labels.call<void>("push", ToArray(Model()->options().aspects[a].labels));
  }
  val result = val::object();
  result.set("aspects", ToArray(Model()->aspects()));
  result.set("labels", labels);
  result.set("priors", ToTypedArray(Model()->priors()));
  result.set("points", ToTypedArray(FlatPoints(*Model())));
  return result;
}

/// The explanation, or `{error}`. `utf8` is a Uint8Array.
val Explain(const val& utf8, int point) {
  const Result<RationaleExplanation> explained =
      Model()->Explain(ToBytes(utf8), ToPoint(point));
  if (!explained.ok()) return ToFailure(explained.error());
  return ToObject(explained.value());
}

/// `{explanations}`, or `{error}`. `utf8s` are Uint8Arrays.
val ExplainMany(const val& utf8s, int point) {
  std::vector<std::string> texts(utf8s["length"].as<std::size_t>());
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = ToBytes(utf8s[i]);
  const Result<std::vector<RationaleExplanation>> explained =
      Model()->ExplainMany(
          std::vector<std::string_view>(texts.begin(), texts.end()),
          ToPoint(point));
  if (!explained.ok()) return ToFailure(explained.error());
  val explanations = val::array();
  for (const RationaleExplanation& explanation : explained.value()) {
    explanations.call<void>("push", ToObject(explanation));
  }
  val result = val::object();
  result.set("explanations", explanations);
  return result;
}

/// Which kernel does not work in this engine, if any.
val SelfTest() { return ToString(FindKernelProblem()); }

EMSCRIPTEN_BINDINGS(whylight) {
  ReportOutOfMemory();
  BindModelFiles();
  emscripten::function("load", &Load);
  emscripten::function("explain", &Explain);
  emscripten::function("explainMany", &ExplainMany);
  emscripten::function("selfTest", &SelfTest);
}

}  // namespace
}  // namespace whylight
