// JavaScript names for the systems of a module. Only conversions live here, and
// the clock by which long answers let go of the thread.
#include <emscripten.h>
#include <emscripten/bind.h>

#include <cstddef>
#include <map>
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

// The model of this instance, once it is loaded, the system it is of, and
// answers that are under way.
struct Loaded {
  const System* system = nullptr;
  std::unique_ptr<Model> model;
  std::map<int, std::unique_ptr<Steps<Answer>>> under_way = {};
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

// A frame of a page at 60 Hz has 17 ms, and the last step may be a long one.
constexpr double kMillisecondsAtOnce = 8;

/// Works on `answer` for a moment, then gives it as AskModel does.
val WorkOn(std::unique_ptr<Steps<Answer>> answer) {
  static int next = 0;
  const double end = emscripten_get_now() + kMillisecondsAtOnce;
  while (answer->Step()) {
    if (emscripten_get_now() < end) continue;
    val result = val::object();
    result.set("underWay", next);
    Held().under_way.emplace(next++, std::move(answer));
    return result;
  }
  const Result<Answer> whole = answer->Finish();
  if (!whole.ok()) return ToFailure(whole.error());
  val result = ToJsonText(whole.value().json);
  if (!whole.value().bytes.empty()) {
    result.set("bytes", ToUint8Array(whole.value().bytes));
  }
  return result;
}

/// `{json}`, with `bytes` where JSON cannot hold all of the answer, or
/// `{error}`. `inputs` are Uint8Arrays, `options` is one of a JSON object: a
/// string would not notice if there was no memory for it. Of an answer that
/// takes longer than a moment `{underWay}`, the number that GoOn wants.
val AskModel(const std::string& question, const val& inputs,
             const val& options) {
  std::vector<std::string> texts(inputs["length"].as<std::size_t>());
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = ToBytes(inputs[i]);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const Result<json> parsed = ParseQuestionOptions(ToBytes(options));
  if (!parsed.ok()) return ToFailure(parsed.error());
  Begun<Answer> answer = BeginAnswer(*Held().system, *Held().model,
                                     {question, views, parsed.value()});
  if (!answer.ok()) return ToFailure(answer.error());
  return WorkOn(std::move(answer).value());
}

std::unique_ptr<Steps<Answer>> TakeUnderWay(int number) {
  auto found = Held().under_way.extract(number);
  return found ? std::move(found.mapped()) : nullptr;
}

/// As AskModel, of an answer that is under way.
val GoOn(int number) { return WorkOn(TakeUnderWay(number)); }

/// Lets go of an answer that is under way.
void GiveUp(int number) { TakeUnderWay(number); }

EMSCRIPTEN_BINDINGS(whylight_systems) {
  ReportOutOfMemory();
  BindModelFiles();
  emscripten::function("load", &Load);
  emscripten::function("ask", &AskModel);
  emscripten::function("goOn", &GoOn);
  emscripten::function("giveUp", &GiveUp);
}

}  // namespace
}  // namespace whylight
