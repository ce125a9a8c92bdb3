// JavaScript names for what `npm run bench:web` runs of ours. Only conversions
// live here.
#include <emscripten/bind.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/web/network_r.h"
#include "tests/bench/web/rationale_reader.h"
#include "wasm/bindings/convert.h"

namespace whylight::bench {
namespace {

using emscripten::val;

template <typename T>
std::vector<T> ToVector(const val& array) {
  std::vector<T> numbers(array["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data()))
      .call<void>("set", array);
  return numbers;
}

// `weights` is a Float32Array. What is `skipped` is left out, which makes the
// answer a wrong one: 'words', 'states', 'products' (both) or 'layers'.
Network* MakeNetwork(int hidden, const val& weights,
                     const std::string& skipped) {
  const std::vector<float> numbers = ToVector<float>(weights);
  Computed computed;
  const bool products = skipped == "products";
  if (products || skipped == "words") computed.word_products = MakeNoWeight;
  if (products || skipped == "states") computed.state_products = MakeNoWeight;
  computed.layers = skipped != "layers";
  return new Network(hidden, WeightReader(numbers), computed);
}

LayerAlone* MakeLayerAlone(int hidden, const val& weights) {
  const std::vector<float> numbers = ToVector<float>(weights);
  return new LayerAlone(hidden, WeightReader(numbers));
}

/// The probabilities and the ratings. `words` are rows in a Float32Array.
val Run(Network& network, int hidden, const val& words) {
  const auto count = static_cast<Index>(words["length"].as<std::size_t>());
  Matrix rows(count / hidden, hidden);
  val(emscripten::typed_memory_view(static_cast<std::size_t>(count),
                                    rows.data()))
      .call<void>("set", words);
  const std::span<const Real> answer = network.Run(rows);
  return val(emscripten::typed_memory_view(answer.size(), answer.data()))
      .call<val>("slice");
}

// `vectors` are the bytes of a file.
RationaleReader* MakeReader(int hidden, const val& weights, int words,
                            const val& vectors) {
  const std::vector<float> numbers = ToVector<float>(weights);
  return new RationaleReader(
      hidden, WeightReader(numbers), words,
      std::make_unique<const std::string>(ToBytes(vectors)));
}

/// `{selected, ratings}`. `words` is an Int32Array.
val Read(RationaleReader& reader, const val& words) {
  // Of 32 bits only integers without a sign cross (wasm/bindings/types.cc).
  const auto numbers = ToVector<std::uint32_t>(words);
  const RationaleReader::Answer answer =
      reader.Read({numbers.begin(), numbers.end()});
  val result = val::object();
  result.set("selected", ToTypedArray(std::vector<std::uint32_t>(
                             answer.selected.begin(), answer.selected.end())));
  result.set("ratings", ToTypedArray(std::vector<Real>(answer.ratings.begin(),
                                                       answer.ratings.end())));
  return result;
}

EMSCRIPTEN_BINDINGS(whylight_bench) {
  using emscripten::allow_raw_pointers;
  emscripten::class_<Network>("Network")
      .constructor(&MakeNetwork, allow_raw_pointers())
      .function("run", &Run);
  emscripten::class_<LayerAlone>("LayerAlone")
      .constructor(&MakeLayerAlone, allow_raw_pointers())
      .function("words", &LayerAlone::MultiplyWords)
      .function("states", &LayerAlone::MultiplyStates)
      .function("cells", &LayerAlone::ReadWords);
  emscripten::class_<RationaleReader>("RationaleReader")
      .constructor(&MakeReader, allow_raw_pointers())
      .function("read", &Read);
}

}  // namespace
}  // namespace whylight::bench
