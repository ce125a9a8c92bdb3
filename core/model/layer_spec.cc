#include "core/model/layer_spec.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/base/first_characters.h"
#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/layers/attention_pooling.h"
#include "core/layers/bag.h"
#include "core/layers/bidirectional.h"
#include "core/layers/check_size.h"
#include "core/layers/convolution.h"
#include "core/layers/dcu.h"
#include "core/layers/elman.h"
#include "core/layers/factorisation_machine.h"
#include "core/layers/gru.h"
#include "core/layers/highway.h"
#include "core/layers/layer_names.h"
#include "core/layers/lstm.h"
#include "core/layers/pooling.h"
#include "core/layers/positions.h"
#include "core/layers/quaternion.h"
#include "core/layers/rcnn.h"
#include "core/layers/rcrn.h"
#include "core/layers/scrn.h"
#include "core/layers/self_attention.h"
#include "core/layers/stacked.h"
#include "core/layers/tensor_conv.h"
#include "core/layers/transformer.h"
#include "core/ops/quaternion.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Layer = std::unique_ptr<SequenceLayer>;

// The most copies of a layer that layers around it make. A few lines could ask
// for any number, for which no tensors need be there.
constexpr Index kMaxCopies = 64;

// A part of the whole specification, and where its sizes come from.
struct Part {
  const json& spec;
  std::string where;  // E.g. "spec: layers[0]".
  std::string name;   // Of its parameters, e.g. "layer.1".
  Index inputs;
  TensorRows rows;     // Empty for a new layer, which says its sizes itself.
  std::uint64_t seed;  // Where parameters start, unless they are set.
  Index copies = 1;    // How often the layers around it make it.

  bool is_new() const { return !rows; }
};

Result<Layer> MakePart(const Part& part);

template <typename L>
Layer Own(L layer) {
  return std::make_unique<L>(std::move(layer));
}

// The width of a layer: of a new one as its spec says, else that of `tensor`,
// with which a spec that says it must agree. `parts` is how many numbers each
// row and each column of it stand for.
Status FindWidth(const Part& part, const char* tensor, Index* width,
                 const char* key = "hidden", Index parts = 1) {
  if (part.is_new()) {
    if (*width > 0) return {};
    return Error{
        ErrorCode::kInvalidArgument,
        part.where + ": expected a width " + Quote(key) + ", found none"};
  }
  const Result<Index> found = part.rows(tensor, part.inputs / parts);
  if (!found.ok()) return found.error();
  const Index rows = found.value() * parts;
  if (*width > 0 && *width != rows) {
    return ExpectedField(
        part.where, key,
        std::to_string(rows) + ", " +
            (parts == 1 ? "as many as" : std::to_string(parts) + " times") +
            " the rows of " + Quote(tensor),
        *width);
  }
  *width = rows;
  return {};
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

template <typename Options>
Result<Options> Read(const Part& part, const Fields<Options>& fields) {
  Options options = fields.Start();
  options.inputs = part.inputs;
  if (Status read = fields.Read(part.spec, part.where, &options); !read.ok()) {
    return read.error();
  }
  return options;
}

// A layer whose width is the number of rows of the tensor `kTensor`.
template <typename L, typename Options, const Fields<Options>& (*kFields)(),
          Status (*kCheck)(const Options&), const char* kTensor>
Result<Layer> Make(const Part& part) {
  Result<Options> read = Read(part, kFields());
  if (!read.ok()) return read.error();
  Options& options = read.value();
  // A layer without a width of its own is as wide as what it reads.
  if constexpr (requires { options.hidden; }) {
    if (Status found = FindWidth(part, kTensor, &options.hidden); !found.ok()) {
      return found.error();
    }
  }
  if (Status checked = kCheck(options); !checked.ok()) return checked.error();
  return Own(L(part.name, options, part.seed));
}

// The same of a layer called `layer` whose `tensor` is of quaternions.
Status FindQuaternionWidth(const Part& part, const std::string& layer,
                           const char* tensor, Index* width,
                           const char* key = "hidden") {
  const Status inputs = CheckQuaternionWidth(layer, "inputs", part.inputs);
  return inputs.ok() ? FindWidth(part, tensor, width, key, kQuaternionParts)
                     : inputs;
}

Result<Layer> MakeRcnn(const Part& part) {
  Result<RcnnOptions> read = Read(part, RcnnFields());
  if (!read.ok()) return read.error();
  RcnnOptions& options = read.value();
  // A decay that learns comes as gate.b, unless it is to be made.
  if (options.decay != Decay::kConstant && !part.is_new()) {
    options.decay_value = RcnnOptions{}.decay_value;
  }
  // An option that is wrong whatever the sizes comes before a missing tensor.
  RcnnOptions square = options;
  if (!part.is_new()) square.hidden = part.inputs;
  if (square.hidden > 0) {
    if (Status checked = CheckRcnnOptions(square); !checked.ok()) {
      return checked.error();
    }
  }
  if (Status found = FindWidth(part, "W.1", &options.hidden); !found.ok()) {
    return found.error();
  }
  if (Status checked = CheckRcnnOptions(options); !checked.ok()) {
    return checked.error();
  }
  return Own(RcnnLayer(part.name, options, part.seed));
}

Result<Layer> MakeTensorConv(const Part& part) {
  Result<TensorConvOptions> read = Read(part, TensorConvFields());
  if (!read.ok()) return read.error();
  TensorConvOptions& options = read.value();
  Status found = FindWidth(part, "1.W.1", &options.hidden);
  if (found.ok()) {
    found = FindLayers(part, options.layers, ".W.1", options.hidden);
  }
  if (!found.ok()) return found.error();
  Result<TensorConv> layer = TensorConv::Make(part.name, options, part.seed);
  if (!layer.ok()) return layer.error();
  return Own(std::move(layer).value());
}

Result<Layer> MakePooling(const Part& part) {
  const Result<PoolingOptions> options = Read(part, PoolingFields());
  if (!options.ok()) return options.error();
  if (Status checked = CheckPoolingOptions(options.value()); !checked.ok()) {
    return checked.error();
  }
  return Own(PoolingLayer(options.value()));
}

Result<Layer> MakeScrn(const Part& part) {
  Result<ScrnOptions> read = Read(part, ScrnFields());
  if (!read.ok()) return read.error();
  ScrnOptions& options = read.value();
  if (Status found = FindWidth(part, "c.W", &options.hidden); !found.ok()) {
    return found.error();
  }
  Index fast = options.fast.value_or(part.is_new() ? options.hidden : 0);
  if (Status found = FindWidth(part, "h.W", &fast, "fast"); !found.ok()) {
    return found.error();
  }
  options.fast = fast;
  if (Status checked = CheckScrnOptions(options); !checked.ok()) {
    return checked.error();
  }
  return Own(ScrnLayer(part.name, options, part.seed));
}

Result<Layer> MakeBag(const Part& part) {
  const Result<BagOptions> options = Read(part, BagFields());
  if (!options.ok()) return options.error();
  return Own(BagLayer(options.value()));
}

Result<Layer> MakeDan(const Part& part) {
  Result<DanOptions> read = Read(part, DanFields());
  if (!read.ok()) return read.error();
  DanOptions& options = read.value();
  Status found = FindWidth(part, "1.W", &options.hidden);
  if (found.ok()) {
    found = FindLayers(part, options.layers, ".W", options.hidden);
  }
  if (!found.ok()) return found.error();
  return Own(DanLayer(part.name, options, part.seed));
}

Result<Layer> MakeAttention(const Part& part) {
  Result<AttentionPoolingOptions> read = Read(part, AttentionPoolingFields());
  if (!read.ok()) return read.error();
  AttentionPoolingOptions& options = read.value();
  if (!options.projection) options.hidden = 0;
  if (options.projection) {
    if (Status found = FindWidth(part, "W", &options.hidden); !found.ok()) {
      return found.error();
    }
  }
  if (Status checked = CheckAttentionPoolingOptions(options); !checked.ok()) {
    return checked.error();
  }
  return Own(AttentionPoolingLayer(part.name, options, part.seed));
}

Result<Layer> MakeFactorisationMachine(const Part& part) {
  Result<FactorisationMachineOptions> read =
      Read(part, FactorisationMachineFields());
  if (!read.ok()) return read.error();
  FactorisationMachineOptions& options = read.value();
  if (Status found = FindWidth(part, "V", &options.factors, "factors");
      !found.ok()) {
    return found.error();
  }
  if (Status checked = CheckFactorisationMachineOptions(options);
      !checked.ok()) {
    return checked.error();
  }
  return Own(FactorisationMachineLayer(part.name, options, part.seed));
}

Result<Layer> MakeSelfAttention(const Part& part) {
  Result<SelfAttentionOptions> read = Read(part, SelfAttentionFields());
  if (!read.ok()) return read.error();
  SelfAttentionOptions& options = read.value();
  Status checked = options.quaternion
                       ? FindQuaternionWidth(part, "self_attention", "v.W.r",
                                             &options.hidden)
                       : FindWidth(part, "v.W", &options.hidden);
  if (checked.ok()) checked = CheckSelfAttentionOptions(options);
  if (!checked.ok()) return checked.error();
  return Own(SelfAttentionLayer(part.name, options, part.seed));
}

Result<Layer> MakePositions(const Part& part) {
  const Result<PositionsOptions> options = Read(part, PositionsFields());
  if (!options.ok()) return options.error();
  return Own(PositionsLayer(options.value()));
}

Result<Layer> MakeTransformer(const Part& part) {
  Result<TransformerOptions> read = Read(part, TransformerFields());
  if (!read.ok()) return read.error();
  TransformerOptions& options = read.value();
  Status checked =
      options.quaternion == QuaternionMaps::kFull
          ? FindQuaternionWidth(part, "transformer", "1.W.r",
                                &options.feed_forward, "feed_forward")
          : FindWidth(part, "1.W", &options.feed_forward, "feed_forward");
  if (checked.ok()) checked = CheckTransformerOptions(options);
  if (!checked.ok()) return checked.error();
  return Own(TransformerLayer(part.name, options, part.seed));
}

Result<Layer> MakeQuaternion(const Part& part) {
  Result<QuaternionOptions> read = Read(part, QuaternionFields());
  if (!read.ok()) return read.error();
  QuaternionOptions& options = read.value();
  Status checked =
      FindQuaternionWidth(part, "quaternion", "W.r", &options.hidden);
  if (checked.ok()) checked = CheckQuaternionOptions(options);
  if (!checked.ok()) return checked.error();
  return Own(QuaternionLayer(part.name, options, part.seed));
}

// A layer within a layer, whose tensors' names start with `inner` and a point;
// one of `copies` of the same.
Result<Layer> MakeInner(const Part& part, const json& spec,
                        const std::string& where, Index inputs,
                        const std::string& inner, Index copies = 1) {
  copies *= part.copies;
  if (copies > kMaxCopies) {
    return Error{ErrorCode::kInvalidArgument,
                 part.where + ": expected at most " +
                     std::to_string(kMaxCopies) + " copies of a layer, found " +
                     std::to_string(copies)};
  }
  TensorRows rows;
  if (!part.is_new()) {
    rows = [&](const std::string& name, Index columns) {
      return part.rows(inner + "." + name, columns);
    };
  }
  return MakePart(
      {spec,
       (part.where.find(": ") == std::string::npos ? part.where + ": "
                                                   : part.where + ".") +
           where,
       part.name + "." + inner, inputs, std::move(rows), part.seed, copies});
}

// The layers within others are read by MakeInner, so that the fields only keep
// what a spec says.
struct BidirectionalSpec {
  json layer;
};

// Adds the field of the layer within another.
template <typename Spec>
Fields<Spec>&& LayerField(Fields<Spec>&& fields, const std::string& help) {
  return std::move(fields)
      .Other(
          "layer", "LayerSpec",
          [](const json& value, const std::string&, Spec* to) {
            to->layer = value;
            return Status();
          },
          [](const Spec& spec) { return ordered_json(spec.layer); }, help)
      .Required();
}

const Fields<BidirectionalSpec>& BidirectionalFields() {
  static const auto fields = LayerField(
      Fields<BidirectionalSpec>("One layer forwards and one backwards, side "
                                "by side (Goldberg15 section 10).")
          .Fixed("type", "bidirectional", "A layer in both directions."),
      "The layer.");
  return fields;
}

struct RcrnSpec {
  json layer;
  RcrnOptions options;
};

const Fields<RcrnSpec>& RcrnSpecFields() {
  static const auto fields =
      LayerField(Fields<RcrnSpec>(
                     "Two layers control what a third one passes on (Tay19 "
                     "chapter 9).")
                     .Fixed("type", "rcrn",
                            "A recurrently controlled recurrent network."),
                 "The layer that each of the three is.")
          .Include(&RcrnSpec::options, RcrnFields());
  return fields;
}

struct StackedSpec {
  std::vector<json> layers;
  StackOutput output = StackOutput::kLast;
};

const Fields<StackedSpec>& StackedFields() {
  static const auto fields =
      Fields<StackedSpec>(
          "Layers that each read the output of the one before (Goldberg15 "
          "section 10).")
          .Fixed("type", "stacked", "Layers upon layers.")
          .Other(
              "layers", "LayerSpec[]",
              [](const json& value, const std::string& where,
                 StackedSpec* to) -> Status {
                if (!value.is_array() || value.empty() ||
                    value.size() > static_cast<std::size_t>(kMaxStack)) {
                  return Error{ErrorCode::kInvalidArgument,
                               where + ": expected a list of 1 to " +
                                   std::to_string(kMaxStack) + " layers"};
                }
                to->layers.assign(value.begin(), value.end());
                return {};
              },
              [](const StackedSpec& spec) { return ordered_json(spec.layers); },
              "The layers, the first at the bottom.")
          .Required()
          .Choice("output", &StackedSpec::output, StackOutputNames(),
                  "Output: the vectors of the last layer, or of all layers "
                  "side by side.");
  return fields;
}

Result<Layer> MakeBidirectional(const Part& part) {
  BidirectionalSpec spec;
  if (Status read = BidirectionalFields().Read(part.spec, part.where, &spec);
      !read.ok()) {
    return read.error();
  }
  Result<Layer> forward =
      MakeInner(part, spec.layer, "layer", part.inputs, "forward", 2);
  if (!forward.ok()) return forward;
  Result<Layer> backward =
      MakeInner(part, spec.layer, "layer", part.inputs, "backward", 2);
  if (!backward.ok()) return backward;
  Result<Bidirectional> both = Bidirectional::Make(std::move(forward).value(),
                                                   std::move(backward).value());
  if (!both.ok()) return both.error();
  return Own(std::move(both).value());
}

// Makes an LSTM, in one direction or both, give its cells; false if `spec` is
// none.
bool GiveCells(json* spec) {
  if (!spec->is_object() || !spec->contains("type")) return false;
  if ((*spec)["type"] == "lstm") {
    (*spec)["state"] = "c";
    return true;
  }
  return (*spec)["type"] == "bidirectional" && spec->contains("layer") &&
         GiveCells(&(*spec)["layer"]);
}

Result<Layer> MakeRcrn(const Part& part) {
  RcrnSpec spec;
  if (Status read = RcrnSpecFields().Read(part.spec, part.where, &spec);
      !read.ok()) {
    return read.error();
  }
  const bool printed = spec.options.output == RcrnOutput::kPrinted;
  json listening = spec.layer;
  if (printed && !GiveCells(&listening)) {
    return ExpectedField(part.where, "layer",
                         "an lstm, which has the cells that a printed output "
                         "reads",
                         spec.layer);
  }
  Layer forget;
  if (!printed) {
    Result<Layer> made =
        MakeInner(part, spec.layer, "layer", part.inputs, "forget", 3);
    if (!made.ok()) return made;
    forget = std::move(made).value();
  }
  Result<Layer> output =
      MakeInner(part, spec.layer, "layer", part.inputs, "output", 3);
  if (!output.ok()) return output;
  Result<Layer> listener =
      MakeInner(part, listening, "layer", part.inputs, "listener", 3);
  if (!listener.ok()) return listener;
  Result<Rcrn> rcrn = Rcrn::Make(std::move(forget), std::move(output).value(),
                                 std::move(listener).value(), spec.options);
  if (!rcrn.ok()) return rcrn.error();
  return Own(std::move(rcrn).value());
}

Result<Layer> MakeStacked(const Part& part) {
  StackedSpec spec;
  if (Status read = StackedFields().Read(part.spec, part.where, &spec);
      !read.ok()) {
    return read.error();
  }
  std::vector<Layer> layers;
  Index inputs = part.inputs;
  for (std::size_t i = 0; i < spec.layers.size(); ++i) {
    Result<Layer> layer =
        MakeInner(part, spec.layers[i], "layers[" + std::to_string(i) + "]",
                  inputs, std::to_string(i + 1));
    if (!layer.ok()) return layer;
    inputs = layer.value()->outputs();
    layers.push_back(std::move(layer).value());
  }
  Result<Stacked> stacked = Stacked::Make(std::move(layers), spec.output);
  if (!stacked.ok()) return stacked.error();
  return Own(std::move(stacked).value());
}

constexpr char kFilters[] = "W.1";
constexpr char kMatrix[] = "W";
constexpr char kInputGate[] = "i.W";
constexpr char kUpdateMatrix[] = "z.W";

template <typename Options, const Fields<Options>& (*kFields)()>
const FieldTable& Table() {
  return kFields();
}

struct LayerKind {
  const char* type;
  const FieldTable& (*fields)();
  Result<Layer> (*make)(const Part&);
};

// Every type of layer: a line for each.
constexpr LayerKind kLayers[] = {
    {"rcnn", Table<RcnnOptions, RcnnFields>, MakeRcnn},
    {"tensor_conv", Table<TensorConvOptions, TensorConvFields>, MakeTensorConv},
    {"convolution", Table<ConvolutionOptions, ConvolutionFields>,
     Make<ConvolutionLayer, ConvolutionOptions, ConvolutionFields,
          CheckConvolutionOptions, kFilters>},
    {"pooling", Table<PoolingOptions, PoolingFields>, MakePooling},
    {"elman", Table<ElmanOptions, ElmanFields>,
     Make<ElmanLayer, ElmanOptions, ElmanFields, CheckElmanOptions, kMatrix>},
    {"irnn", Table<ElmanOptions, IrnnFields>,
     Make<ElmanLayer, ElmanOptions, IrnnFields, CheckElmanOptions, kMatrix>},
    {"lstm", Table<LstmOptions, LstmFields>,
     Make<LstmLayer, LstmOptions, LstmFields, CheckLstmOptions, kInputGate>},
    {"gru", Table<GruOptions, GruFields>,
     Make<GruLayer, GruOptions, GruFields, CheckGruOptions, kUpdateMatrix>},
    {"scrn", Table<ScrnOptions, ScrnFields>, MakeScrn},
    {"bag", Table<BagOptions, BagFields>, MakeBag},
    {"dan", Table<DanOptions, DanFields>, MakeDan},
    {"attention", Table<AttentionPoolingOptions, AttentionPoolingFields>,
     MakeAttention},
    {"highway", Table<HighwayOptions, HighwayFields>,
     Make<HighwayLayer, HighwayOptions, HighwayFields, CheckHighwayOptions,
          kMatrix>},
    {"self_attention", Table<SelfAttentionOptions, SelfAttentionFields>,
     MakeSelfAttention},
    {"positions", Table<PositionsOptions, PositionsFields>, MakePositions},
    {"transformer", Table<TransformerOptions, TransformerFields>,
     MakeTransformer},
    {"factorisation_machine",
     Table<FactorisationMachineOptions, FactorisationMachineFields>,
     MakeFactorisationMachine},
    {"quaternion", Table<QuaternionOptions, QuaternionFields>, MakeQuaternion},
    {"dcu", Table<DcuOptions, DcuFields>,
     Make<DcuLayer, DcuOptions, DcuFields, CheckDcuOptions, kMatrix>},
    {"bidirectional", Table<BidirectionalSpec, BidirectionalFields>,
     MakeBidirectional},
    {"rcrn", Table<RcrnSpec, RcrnSpecFields>, MakeRcrn},
    {"stacked", Table<StackedSpec, StackedFields>, MakeStacked},
};

Result<Layer> MakePart(const Part& part) {
  if (!part.spec.is_object()) {
    return Error{ErrorCode::kInvalidArgument,
                 part.where + ": expected an object, found " +
                     FirstCharacters(DumpJson(part.spec))};
  }
  const auto type = part.spec.find("type");
  if (type == part.spec.end()) {
    return Error{ErrorCode::kInvalidArgument,
                 part.where + ": expected a \"type\", found none"};
  }
  std::string types;
  for (const LayerKind& kind : kLayers) {
    if (*type == kind.type) {
      Result<Layer> layer = kind.make(part);
      if (!layer.ok() || layer.value()->outputs() <= kMaxOutputs) return layer;
      return Error{ErrorCode::kInvalidArgument,
                   part.where + ": expected at most " +
                       std::to_string(kMaxOutputs) +
                       " numbers at each word, found " +
                       std::to_string(layer.value()->outputs())};
    }
    types.append(types.empty() ? "" : ", ").append(Quote(kind.type));
  }
  return ExpectedField(part.where, "type", "one of " + types, *type);
}

// The specification with one head wherever it has several, which need widths
// that they divide: the names and symbols of tensors are the same.
json WithOneHead(json spec) {
  if (const auto heads = spec.find("heads");
      heads != spec.end() && heads->is_number_unsigned() && *heads >= 1 &&
      *heads <= kMaxWidth) {
    *heads = 1;
  }
  for (json& part : spec) {
    if (part.is_structured()) part = WithOneHead(part);
  }
  return spec;
}

}  // namespace

std::vector<std::pair<std::string, const FieldTable*>> LayerTypes() {
  std::vector<std::pair<std::string, const FieldTable*>> types;
  for (const LayerKind& kind : kLayers) {
    types.emplace_back(kind.type, &kind.fields());
  }
  return types;
}

Result<Layer> MakeLayer(const json& spec, Index inputs, const TensorRows& rows,
                        const std::string& name) {
  return MakePart({spec, "spec", name, inputs, rows, /*seed=*/1});
}

Result<Layer> MakeNewLayer(const json& spec, const std::string& where,
                           Index inputs, const std::string& name,
                           std::uint64_t seed) {
  return MakePart({spec, where, name, inputs, {}, seed});
}

Result<std::vector<TensorSymbols>> TensorsOfLayer(const json& spec) {
  // As narrow as quaternions can be: only names and symbols are asked for.
  const Result<Layer> layer =
      MakeLayer(WithOneHead(spec), kQuaternionParts,
                [](const std::string&, Index columns) -> Result<Index> {
                  return std::min(columns, kQuaternionParts);
                });
  if (!layer.ok()) return layer.error();
  std::vector<TensorSymbols> tensors;
  for (const LayerTensor& tensor : layer.value()->Tensors()) {
    tensors.push_back({tensor.name, tensor.dims});
  }
  return tensors;
}

json WithoutWidths(const json& spec) {
  if (!spec.is_object()) return spec;
  json bare = spec;
  for (const char* key :
       {"hidden", "fast", "factors", "feed_forward", "initialisation"}) {
    bare.erase(key);
  }
  if (bare.contains("layer")) bare["layer"] = WithoutWidths(bare["layer"]);
  if (bare.contains("layers") && bare["layers"].is_array()) {
    for (json& layer : bare["layers"]) layer = WithoutWidths(layer);
  }
  return bare;
}

}  // namespace whylight
