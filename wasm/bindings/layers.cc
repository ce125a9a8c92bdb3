// JavaScript names for layers. Only conversions live here.
#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "core/systems/layers/run_layer.h"
#include "wasm/bindings/convert.h"

namespace whylight {
namespace {

using emscripten::val;

/// `{output, unused}`, or `{error}`. The arguments are Uint8Arrays, of JSON and
/// of a safetensors file, as is `output`.
val RunLayerOn(const val& spec, const val& input) {
  const Result<LayerOutput> run = RunLayer(ToBytes(spec), ToBytes(input));
  if (!run.ok()) return ToFailure(run.error());
  val result = val::object();
  result.set("output", ToUint8Array(run.value().tensors));
  result.set("unused", ToArray(run.value().unused));
  return result;
}

/// `{shapes: [{name, shape}, ...]}`, or `{error}`.
val ShapesOf(const val& spec) {
  const Result<std::vector<WantedTensor>> wanted = LayerShapes(ToBytes(spec));
  if (!wanted.ok()) return ToFailure(wanted.error());
  val shapes = val::array();
  for (const WantedTensor& tensor : wanted.value()) {
    val shape = val::object();
    shape.set("name", tensor.name);
    shape.set("shape", tensor.shape);
    shapes.call<void>("push", shape);
  }
  val result = val::object();
  result.set("shapes", shapes);
  return result;
}

EMSCRIPTEN_BINDINGS(whylight_layers) {
  ReportOutOfMemory();
  emscripten::function("runLayer", &RunLayerOn);
  emscripten::function("layerShapes", &ShapesOf);
}

}  // namespace
}  // namespace whylight
