#include "core/model/layer_spec.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "core/format/config_reader.h"
#include "core/format/json.h"
#include "core/layers/attention_pooling.h"
#include "core/layers/bag.h"
#include "core/layers/bidirectional.h"
#include "core/layers/convolution.h"
#include "core/layers/elman.h"
#include "core/layers/gru.h"
#include "core/layers/lstm.h"
#include "core/layers/pooling.h"
#include "core/layers/rcnn.h"
#include "core/layers/scrn.h"
#include "core/layers/stacked.h"
#include "core/layers/tensor_conv.h"
#include "core/model/limits.h"
#include "core/model/rcnn_spec.h"

namespace whylight {
namespace {

using nlohmann::json;
using Layer = std::unique_ptr<SequenceLayer>;

constexpr std::uint64_t kMaxLayers = 64;
constexpr auto kLargestWidth = static_cast<std::uint64_t>(kMaxWidth);

const std::vector<std::pair<std::string, Mapping>> kMappings = {
    {"additive", Mapping::kAdditive},
    {"multiplicative", Mapping::kMultiplicative}};
const std::vector<std::pair<std::string, Activation>> kActivations = {
    {"tanh", Activation::kTanh},
    {"relu", Activation::kRelu},
    {"identity", Activation::kIdentity}};
const std::vector<std::pair<std::string, Initialisation>> kInitialisations = {
    {"xavier", Initialisation::kXavier},
    {"unit_rows", Initialisation::kUnitRows},
    {"small", Initialisation::kSmall},
    {"he", Initialisation::kHe}};

// A part of the whole specification, and where its sizes come from.
struct Part {
  const json& spec;
  std::string where;  // E.g. "spec: layers[0]".
  std::string name;   // Of its parameters, e.g. "layer.1".
  Index inputs;
  TensorRows rows;     // Empty for a new layer, which says its sizes itself.
  std::uint64_t seed;  // Where parameters start, unless they are set.

  bool is_new() const { return !rows; }

  ConfigReader Reader() const {
    ConfigReader reader(spec, where);
    reader.Find("type");
    return reader;
  }

  /// A width that a new layer names itself.
  void ReadWidth(ConfigReader& reader, const char* key, Index* width) const {
    if (!is_new()) return;
    reader.Count(key, 1, kLargestWidth, width);
    if (*width == 0) {
      reader.Complain("expected a width \"" + std::string(key) +
                      "\", found none");
    }
  }

  /// What new layers with a width have in common.
  template <typename Options>
  void ReadNew(ConfigReader& reader, Options* options) const {
    ReadWidth(reader, "hidden", &options->hidden);
    if (is_new()) {
      reader.Choice("initialisation", kInitialisations,
                    &options->initialisation);
    }
  }
};

Result<Layer> MakePart(const Part& part);

template <typename L>
Layer Own(L layer) {
  return std::make_unique<L>(std::move(layer));
}

Status FindRows(const Part& part, const char* tensor, Index* size) {
  if (part.is_new()) return {};
  const Result<Index> found = part.rows(tensor, part.inputs);
  if (!found.ok()) return found.error();
  *size = found.value();
  return {};
}

// The layer of the options that `reader` was asked for; `tensor` tells its h if
// it is not new.
template <typename L, typename Options>
Result<Layer> Finish(const Part& part, ConfigReader& reader, Options options,
                     const char* tensor, Status (*check)(const Options&)) {
  if (Status read = reader.Finish(); !read.ok()) return read.error();
  if (Status found = FindRows(part, tensor, &options.hidden); !found.ok()) {
    return found.error();
  }
  if (Status checked = check(options); !checked.ok()) return checked.error();
  return Own(L(part.name, options, part.seed));
}

// Finds that layers 2, 3, ... are there before memory is taken for them; `tail`
// ends the name of each one's matrix of width `hidden`.
Status FindLayers(const Part& part, Index layers, const std::string& tail,
                  Index hidden) {
  for (Index i = 2; i <= layers && !part.is_new(); ++i) {
    const Result<Index> found = part.rows(std::to_string(i) + tail, hidden);
    if (!found.ok()) return found.error();
  }
  return {};
}

Result<Layer> MakeRcnn(const Part& part) {
  RcnnOptions options{.inputs = part.inputs};
  const double initial_decay = options.decay_value;
  ConfigReader reader = part.Reader();
  ReadRcnnSpec(reader, part.where, &options);
  part.ReadNew(reader, &options);
  // A decay that learns comes as gate.b, unless it is to be made.
  if (options.decay != Decay::kConstant && !part.is_new()) {
    options.decay_value = initial_decay;
  }
  if (Status read = reader.Finish(); !read.ok()) return read.error();
  // What is wrong whatever the sizes comes before what is missing.
  if (!part.is_new()) options.hidden = part.inputs;
  if (Status checked = CheckRcnnOptions(options); !checked.ok()) {
    return checked.error();
  }
  return Finish<RcnnLayer>(part, reader, options, "W.1", CheckRcnnOptions);
}

Result<Layer> MakeTensorConv(const Part& part) {
  TensorConvOptions options{.inputs = part.inputs};
  ConfigReader reader = part.Reader();
  reader.Count("order", 1, kMaxOrder, &options.order);
  reader.Count("layers", 1, kMaxLayers, &options.layers);
  reader.Number("decay", 0, 1, &options.decay);
  reader.Flag("pooled", &options.pooled);
  part.ReadWidth(reader, "hidden", &options.hidden);
  if (Status read = reader.Finish(); !read.ok()) return read.error();
  if (Status found = FindRows(part, "1.W.1", &options.hidden); !found.ok()) {
    return found.error();
  }
  if (Status found = FindLayers(part, options.layers, ".W.1", options.hidden);
      !found.ok()) {
    return found.error();
  }
  Result<TensorConv> layer = TensorConv::Make(part.name, options, part.seed);
  if (!layer.ok()) return layer.error();
  return Own(std::move(layer).value());
}

Result<Layer> MakeConvolution(const Part& part) {
  ConvolutionOptions options{.inputs = part.inputs};
  ConfigReader reader = part.Reader();
  reader.Count("order", 1, kMaxOrder, &options.order);
  reader.Choice("mapping", kMappings, &options.mapping);
  reader.Choice<Border>("border",
                        {{"causal", Border::kCausal},
                         {"narrow", Border::kNarrow},
                         {"wide", Border::kWide}},
                        &options.border);
  reader.Choice("activation", kActivations, &options.activation);
  reader.Flag("bias", &options.bias);
  part.ReadNew(reader, &options);
  return Finish<ConvolutionLayer>(part, reader, options, "W.1",
                                  CheckConvolutionOptions);
}

Result<Layer> MakePooling(const Part& part) {
  PoolingOptions options{.inputs = part.inputs};
  constexpr std::uint64_t kMost = 1 << 16;
  ConfigReader reader = part.Reader();
  reader.Choice<PoolingKind>("kind",
                             {{"max", PoolingKind::kMax},
                              {"average", PoolingKind::kAverage},
                              {"k_max", PoolingKind::kKMax},
                              {"regions", PoolingKind::kRegions},
                              {"neighbours", PoolingKind::kNeighbours},
                              {"last", PoolingKind::kLast}},
                             &options.kind);
  reader.Count("k", 1, kMost, &options.k);
  reader.Count("regions", 1, kMost, &options.regions);
  reader.Choice<Reduce>("reduce",
                        {{"max", Reduce::kMax}, {"average", Reduce::kAverage}},
                        &options.reduce);
  if (Status read = reader.Finish(); !read.ok()) return read.error();
  if (Status checked = CheckPoolingOptions(options); !checked.ok()) {
    return checked.error();
  }
  return Own(PoolingLayer(options));
}

Result<Layer> MakeElman(const Part& part) {
  ElmanOptions options{.inputs = part.inputs};
  ConfigReader reader = part.Reader();
  if (part.spec["type"] == "irnn") {
    options.activation = Activation::kRelu;
    options.identity = true;
  } else {
    reader.Choice("activation", kActivations, &options.activation);
  }
  part.ReadNew(reader, &options);
  return Finish<ElmanLayer>(part, reader, options, "W", CheckElmanOptions);
}

Result<Layer> MakeLstm(const Part& part) {
  LstmOptions options{.inputs = part.inputs};
  ConfigReader reader = part.Reader();
  part.ReadNew(reader, &options);
  return Finish<LstmLayer>(part, reader, options, "i.W", CheckLstmOptions);
}

Result<Layer> MakeGru(const Part& part) {
  GruOptions options{.inputs = part.inputs};
  ConfigReader reader = part.Reader();
  reader.Choice<UpdateGate>("update_gate",
                            {{"new_state", UpdateGate::kNewState},
                             {"old_state", UpdateGate::kOldState}},
                            &options.update_gate);
  part.ReadNew(reader, &options);
  return Finish<GruLayer>(part, reader, options, "z.W", CheckGruOptions);
}

Result<Layer> MakeScrn(const Part& part) {
  ScrnOptions options{.inputs = part.inputs};
  ConfigReader reader = part.Reader();
  reader.Number("alpha", 0, 1, &options.alpha);
  part.ReadNew(reader, &options);
  Index fast = options.hidden;
  if (part.is_new()) reader.Count("fast", 1, kLargestWidth, &fast);
  if (Status read = reader.Finish(); !read.ok()) return read.error();
  if (Status found = FindRows(part, "c.W", &options.hidden); !found.ok()) {
    return found.error();
  }
  if (Status found = FindRows(part, "h.W", &fast); !found.ok()) {
    return found.error();
  }
  options.fast = fast;
  if (Status checked = CheckScrnOptions(options); !checked.ok()) {
    return checked.error();
  }
  return Own(ScrnLayer(part.name, options, part.seed));
}

Result<Layer> MakeBag(const Part& part) {
  BagOptions options{.inputs = part.inputs};
  ConfigReader reader = part.Reader();
  reader.Choice<BagMode>("mode",
                         {{"mean", BagMode::kMean}, {"sum", BagMode::kSum}},
                         &options.mode);
  if (Status read = reader.Finish(); !read.ok()) return read.error();
  return Own(BagLayer(options));
}

Result<Layer> MakeDan(const Part& part) {
  DanOptions options{.inputs = part.inputs};
  ConfigReader reader = part.Reader();
  reader.Count("layers", 1, kMaxLayers, &options.layers);
  reader.Choice("activation", kActivations, &options.activation);
  part.ReadNew(reader, &options);
  if (Status read = reader.Finish(); !read.ok()) return read.error();
  if (Status found = FindRows(part, "1.W", &options.hidden); !found.ok()) {
    return found.error();
  }
  if (Status found = FindLayers(part, options.layers, ".W", options.hidden);
      !found.ok()) {
    return found.error();
  }
  return Own(DanLayer(part.name, options, part.seed));
}

Result<Layer> MakeAttention(const Part& part) {
  AttentionPoolingOptions options{.inputs = part.inputs};
  bool projection = false;
  ConfigReader reader = part.Reader();
  reader.Flag("projection", &projection);
  if (projection) part.ReadNew(reader, &options);
  if (Status read = reader.Finish(); !read.ok()) return read.error();
  if (projection) {
    if (Status found = FindRows(part, "W", &options.hidden); !found.ok()) {
      return found.error();
    }
  }
  if (Status checked = CheckAttentionPoolingOptions(options); !checked.ok()) {
    return checked.error();
  }
  return Own(AttentionPoolingLayer(part.name, options, part.seed));
}

// A layer within a layer, whose tensors' names start with `inner` and a point.
Result<Layer> MakeInner(const Part& part, const json& spec,
                        const std::string& where, Index inputs,
                        const std::string& inner) {
  TensorRows rows;
  if (!part.is_new()) {
    rows = [&](const std::string& name, Index columns) {
      return part.rows(inner + "." + name, columns);
    };
  }
  return MakePart({spec, part.where + ": " + where, part.name + "." + inner,
                   inputs, std::move(rows), part.seed});
}

Result<Layer> MakeBidirectional(const Part& part) {
  ConfigReader reader = part.Reader();
  const json* spec = reader.Find("layer");
  if (spec == nullptr) reader.Complain("expected a \"layer\", found none");
  if (Status read = reader.Finish(); !read.ok()) return read.error();
  Result<Layer> forward =
      MakeInner(part, *spec, "layer", part.inputs, "forward");
  if (!forward.ok()) return forward;
  Result<Layer> backward =
      MakeInner(part, *spec, "layer", part.inputs, "backward");
  if (!backward.ok()) return backward;
  Result<Bidirectional> both = Bidirectional::Make(std::move(forward).value(),
                                                   std::move(backward).value());
  if (!both.ok()) return both.error();
  return Own(std::move(both).value());
}

Result<Layer> MakeStacked(const Part& part) {
  StackOutput output = StackOutput::kLast;
  ConfigReader reader = part.Reader();
  reader.Choice<StackOutput>(
      "output", {{"last", StackOutput::kLast}, {"all", StackOutput::kAll}},
      &output);
  const json* specs = reader.Find("layers");
  if (specs == nullptr || !specs->is_array() || specs->empty() ||
      specs->size() > kMaxLayers) {
    reader.Complain("\"layers\": expected a list of 1 to " +
                    std::to_string(kMaxLayers) + " layers");
  }
  if (Status read = reader.Finish(); !read.ok()) return read.error();
  std::vector<Layer> layers;
  Index inputs = part.inputs;
  for (std::size_t i = 0; i < specs->size(); ++i) {
    Result<Layer> layer =
        MakeInner(part, (*specs)[i], "layers[" + std::to_string(i) + "]",
                  inputs, std::to_string(i + 1));
    if (!layer.ok()) return layer;
    inputs = layer.value()->outputs();
    layers.push_back(std::move(layer).value());
  }
  Result<Stacked> stacked = Stacked::Make(std::move(layers), output);
  if (!stacked.ok()) return stacked.error();
  return Own(std::move(stacked).value());
}

Result<Layer> MakePart(const Part& part) {
  using Maker = Result<Layer> (*)(const Part&);
  static const std::map<std::string, Maker> makers = {
      {"rcnn", MakeRcnn},
      {"tensor_conv", MakeTensorConv},
      {"convolution", MakeConvolution},
      {"pooling", MakePooling},
      {"elman", MakeElman},
      {"irnn", MakeElman},
      {"lstm", MakeLstm},
      {"gru", MakeGru},
      {"scrn", MakeScrn},
      {"bag", MakeBag},
      {"dan", MakeDan},
      {"attention", MakeAttention},
      {"bidirectional", MakeBidirectional},
      {"stacked", MakeStacked}};
  std::vector<std::pair<std::string, Maker>> choices(makers.begin(),
                                                     makers.end());
  Maker maker = nullptr;
  ConfigReader reader(part.spec, part.where);
  reader.Choice("type", choices, &maker);
  if (maker != nullptr) return maker(part);
  reader.Complain("expected a \"type\", found none");
  return reader.Finish().error();
}

}  // namespace

Result<Layer> MakeLayer(const json& spec, Index inputs, const TensorRows& rows,
                        const std::string& name) {
  return MakePart({spec, "spec", name, inputs, rows, /*seed=*/1});
}

Result<Layer> MakeNewLayer(const json& spec, const std::string& where,
                           Index inputs, const std::string& name,
                           std::uint64_t seed) {
  return MakePart({spec, where, name, inputs, {}, seed});
}

json WithoutWidths(const json& spec) {
  json bare = spec;
  for (const char* key : {"hidden", "fast", "initialisation"}) bare.erase(key);
  if (bare.contains("layer")) bare["layer"] = WithoutWidths(bare["layer"]);
  if (bare.contains("layers") && bare["layers"].is_array()) {
    for (json& layer : bare["layers"]) layer = WithoutWidths(layer);
  }
  return bare;
}

}  // namespace whylight
