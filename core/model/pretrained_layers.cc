#include "core/model/pretrained_layers.h"

#include <algorithm>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/model/layer_spec.h"
#include "core/model/lexicon.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr char kForward[] = "forward";
constexpr char kBackward[] = "backward";

// What a layer computes, whatever it starts from: the specification with every
// default, without what is of no more use once it is there.
json Essence(const json& spec) {
  json essence = spec;
  const auto type = spec.find("type");
  for (const auto& [name, fields] : LayerTypes()) {
    if (type == spec.end() || *type != name) continue;
    const auto renewed = fields->Renew(spec, "layer");
    if (renewed.ok()) essence = renewed.value();
  }
  essence = WithoutWidths(essence);
  const auto decay = essence.find("decay");
  if (decay != essence.end() && decay->is_object() &&
      decay->value("type", "") != "constant") {
    decay->erase("value");
  }
  return essence;
}

// A layer within a list, by what it reads: which direction, and how many layers
// lie below it.
struct Place {
  const json* spec;
  std::string tensors;  // The beginning of its tensors' names.
  bool backward;
  std::size_t depth;
};

// The layers that `spec` is made of, from `depth` on.
void FindPlaces(const json& spec, const std::string& tensors, bool backward,
                std::size_t depth, std::vector<Place>* places) {
  const std::string type = spec.value("type", "");
  if (type == "bidirectional" && spec.contains("layer") && !backward) {
    FindPlaces(spec["layer"], tensors + "forward.", false, depth, places);
    FindPlaces(spec["layer"], tensors + "backward.", true, depth, places);
  } else if (type == "stacked" && spec.contains("layers")) {
    for (std::size_t k = 0; k < spec["layers"].size(); ++k) {
      FindPlaces(spec["layers"][k], tensors + std::to_string(k + 1) + ".",
                 backward, depth + k, places);
    }
  } else {
    places->push_back({&spec, tensors, backward, depth});
  }
}

// Whether the tensor is of a matrix that maps the inputs of a layer.
bool MapsInputs(const LayerTensor& tensor) {
  return tensor.transposed && tensor.dims.size() == 2 &&
         tensor.dims.back() == "d";
}

// Whether `tensors` are as large as those that were `learned`, or read `beside`
// inputs more.
bool SameShapes(const std::vector<LayerTensor>& tensors,
                const std::vector<LayerTensor>& learned, Index beside) {
  return std::equal(
      tensors.begin(), tensors.end(), learned.begin(), learned.end(),
      [beside](const LayerTensor& left, const LayerTensor& right) {
        const Index more = MapsInputs(left) ? beside : 0;
        return left.rows == right.rows &&
               left.parameter->value.rows() ==
                   right.parameter->value.rows() + more;
      });
}

std::string Describe(const json& spec, Index width) {
  return DumpJson(Essence(spec)) + " of width " + std::to_string(width);
}

Error Differs(const std::string& source, const std::string& where,
              const std::string& expected, const std::string& found) {
  return {ErrorCode::kInvalidArgument, "\"start\": " + source + ": " + where +
                                           ": expected " + expected +
                                           ", found " + found};
}

}  // namespace

Result<PretrainedLayers> PretrainedLayers::Make(Vocabulary vocabulary,
                                                Matrix vectors,
                                                std::vector<json> specs,
                                                std::uint64_t seed) {
  Result<LayerList> forward =
      MakeNewLayers(specs, "layers", vectors.cols(), kForward, seed);
  if (!forward.ok()) return forward.error();
  Result<LayerList> backward =
      MakeNewLayers(specs, "layers", vectors.cols(), kBackward, seed);
  if (!backward.ok()) return backward.error();
  return PretrainedLayers{std::move(vocabulary), std::move(vectors),
                          std::move(specs), std::move(forward).value(),
                          std::move(backward).value()};
}

bool IsPretrained(const ModelFiles& files) {
  const Result<json> config = ParseModelConfig(files);
  return config.ok() &&
         config.value().value("task", json()) == json("language-model") &&
         config.value().value("direction", json()) == json("both");
}

Result<PretrainedLayers> PretrainedLayers::Load(const ModelFiles& files) {
  const Result<json> parsed = ParseModelConfig(files);
  if (!parsed.ok()) return parsed.error();
  const json& config = parsed.value();
  if (Status task = CheckTask(config, "language-model"); !task.ok()) {
    return task.error();
  }
  if (config.value("direction", json()) != json("both")) {
    return BadConfig(
        "expected a language model of \"direction\" \"both\", found one that "
        "reads forwards");
  }
  const auto layers = config.find("layers");
  if (layers == config.end() || !layers->is_array() || layers->empty() ||
      layers->size() > kMaxListedLayers) {
    return BadConfig("expected a list \"layers\" of 1 to " +
                     std::to_string(kMaxListedLayers));
  }
  const Result<Index> dimensions = ReadSize(config, "dimensions", kMaxWidth);
  if (!dimensions.ok()) return dimensions.error();
  Result<Lexicon> lexicon = ReadLexicon(files, dimensions.value());
  if (!lexicon.ok()) return lexicon.error();
  const std::vector<json> specs(layers->begin(), layers->end());
  const auto load = [&](const std::string& name) {
    return LoadLayers(specs, name + ": ", dimensions.value(),
                      lexicon.value().tensors, name);
  };
  Result<LayerList> forward = load(kForward);
  if (!forward.ok()) return forward.error();
  Result<LayerList> backward = load(kBackward);
  if (!backward.ok()) return backward.error();
  const std::string unfit =
      FindUnfitLayer(specs, "layers", forward.value(), WordOutput::kState);
  if (!unfit.empty()) return BadConfig(unfit);
  return PretrainedLayers{
      std::move(lexicon.value().vocabulary), std::move(lexicon.value().vectors),
      specs, std::move(forward).value(), std::move(backward).value()};
}

Status PretrainedLayers::Save(Dtype dtype, Dtype network,
                              TensorCollector* tensors) const {
  Status added = tensors->Add(std::string(kEmbeddingTensor), vectors, dtype);
  if (added.ok()) added = SaveLayers(forward, kForward, network, tensors);
  if (added.ok()) added = SaveLayers(backward, kBackward, network, tensors);
  return added;
}

std::vector<Parameter*> PretrainedLayers::Parameters() {
  std::vector<Parameter*> parameters;
  for (LayerList* layers : {&forward, &backward}) {
    for (const auto& layer : *layers) {
      for (Parameter* parameter : layer->Parameters()) {
        parameters.push_back(parameter);
      }
    }
  }
  return parameters;
}

Status PretrainedLayers::CheckWords(const Vocabulary& words,
                                    const Matrix& their_vectors,
                                    const std::string& source) const {
  if (their_vectors.cols() != vectors.cols()) {
    return Differs(source, "word vectors",
                   "a width of " + std::to_string(vectors.cols()),
                   std::to_string(their_vectors.cols()));
  }
  // More than any number format of a folder rounds by.
  constexpr auto kRounding = static_cast<Real>(0.02);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.word(i);
    const std::int32_t known = vocabulary.Find(word);
    if (known < 0) {
      return Differs(source, "vocabulary", "its words", Quote(word));
    }
    const auto learned = vectors.row(known);
    const auto given = their_vectors.row(static_cast<Index>(i));
    if ((learned - given).norm() > kRounding * learned.norm()) {
      return Differs(source, "word vectors", "those it was trained with",
                     "another one of " + Quote(word));
    }
  }
  return {};
}

Status PretrainedLayers::CopyInto(LayerList& layers,
                                  const std::vector<json>& their_specs,
                                  const std::string& source,
                                  Index beside) const {
  for (std::size_t i = 0; i < layers.size(); ++i) {
    std::vector<Place> places;
    FindPlaces(their_specs[i], "", false, i, &places);
    const std::vector<LayerTensor> all = layers[i]->Tensors();
    for (const Place& place : places) {
      if (place.depth >= specs.size()) continue;
      std::vector<LayerTensor> tensors;
      for (const LayerTensor& tensor : all) {
        if (tensor.name.starts_with(place.tensors)) tensors.push_back(tensor);
      }
      const LayerList& learned_layers = place.backward ? backward : forward;
      const std::vector<LayerTensor> learned =
          learned_layers[place.depth]->Tensors();
      const Index more = place.depth == 0 ? beside : 0;
      if (Essence(*place.spec) != Essence(specs[place.depth]) ||
          !SameShapes(tensors, learned, more)) {
        if (place.depth > 0) continue;
        return Differs(
            source, "layers[" + std::to_string(i) + "]",
            Describe(specs.front(), learned.front().rows),
            Describe(*place.spec, tensors.empty() ? 0 : tensors.front().rows));
      }
      for (std::size_t k = 0; k < tensors.size(); ++k) {
        Matrix value = TensorValue(learned[k]);
        if (MapsInputs(tensors[k]) && more > 0) {
          value.conservativeResize(Eigen::NoChange, value.cols() + more);
          value.rightCols(more).setZero();
        }
        SetTensor(tensors[k], value);
      }
    }
  }
  return {};
}

Status PretrainedLayers::CopyInto(const std::vector<Parameter*>& parameters,
                                  const RcnnOptions& options,
                                  const std::string& source) const {
  const json spec = RcnnFields().Write(options);
  const Index width = forward.front()->outputs();
  if (Essence(spec) != Essence(specs.front()) || width != options.hidden) {
    return Differs(source, "layer", Describe(specs.front(), width),
                   Describe(spec, options.hidden));
  }
  for (Parameter* parameter : parameters) {
    for (const auto& [direction, layers] :
         {std::pair(kForward, &forward), std::pair(kBackward, &backward)}) {
      const std::string middle = "." + std::string(direction) + ".";
      const std::size_t at = parameter->name.find(middle);
      if (at == std::string::npos) continue;
      const std::string name =
          direction + (".1." + parameter->name.substr(at + middle.size()));
      for (const Parameter* learned : layers->front()->Parameters()) {
        if (learned->name == name) parameter->value = learned->value;
      }
    }
  }
  return {};
}

}  // namespace whylight
