#include "core/systems/classifier/model.h"

#include <cmath>
#include <set>
#include <utility>

#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/math/kernels.h"
#include "core/model/find_words.h"
#include "core/model/layer_spec.h"
#include "core/model/lexicon.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kMaxLabels = 100000;
// The prefix of their tensors' names.
constexpr char kLayers[] = "layers";

// The first text that is there a second time, if any.
const std::string* FindTwice(const std::vector<std::string>& texts) {
  std::set<std::string_view> seen;
  for (const std::string& text : texts) {
    if (!seen.insert(text).second) return &text;
  }
  return nullptr;
}

// The error in the names and grades of labels, or nothing.
std::string FindProblemOfLabels(const ClassifierOptions& options) {
  const std::string count = std::to_string(options.labels.size());
  if (!options.names.empty()) {
    if (options.names.size() != options.labels.size()) {
      return "\"names\": expected " + count + ", one a label, found " +
             std::to_string(options.names.size());
    }
    if (const std::string* name = FindTwice(options.names)) {
      return "\"names\": expected distinct names, found " + Quote(*name) +
             " twice";
    }
  }
  if (!options.grades.empty()) {
    if (options.grades.size() != options.labels.size()) {
      return "\"grades\": expected " + count + ", one a label, found " +
             std::to_string(options.grades.size());
    }
    for (const double grade : options.grades) {
      if (std::isfinite(static_cast<Real>(grade))) continue;
      return "\"grades\": expected finite numbers, found " + json(grade).dump();
    }
  }
  return {};
}

// The error in the options, or nothing.
std::string FindProblem(const ClassifierOptions& options) {
  const std::size_t count = options.labels.size();
  if (count < 2 || count > kMaxLabels) {
    return "expected 2 to " + std::to_string(kMaxLabels) + " labels, found " +
           std::to_string(count);
  }
  if (const std::string* label = FindTwice(options.labels)) {
    return "expected distinct labels, found " + Quote(*label) + " twice";
  }
  if (std::string problem = FindProblemOfLabels(options); !problem.empty()) {
    return problem;
  }
  if (options.layers.size() > kMaxListedLayers) {
    return "expected at most " + std::to_string(kMaxListedLayers) +
           " layers, found " + std::to_string(options.layers.size());
  }
  if (options.output == StackOutput::kAll && options.layers.empty()) {
    return "\"output\": expected \"last\" where there are no layers, found "
           "\"all\"";
  }
  return {};
}

// The options that config.json holds.
Result<ClassifierOptions> OptionsFromJson(const json& config) {
  ClassifierOptions options;
  const auto labels = config.find("labels");
  if (labels == config.end() || !labels->is_array()) {
    return BadConfig("expected a list \"labels\"");
  }
  for (const json& label : *labels) {
    if (!label.is_string()) return BadConfig("expected labels that are texts");
    options.labels.push_back(label.get<std::string>());
  }
  if (const auto names = config.find("names"); names != config.end()) {
    if (!names->is_array()) return BadConfig("expected a list \"names\"");
    for (const json& name : *names) {
      if (!name.is_string()) return BadConfig("expected names that are texts");
      options.names.push_back(name.get<std::string>());
    }
  }
  if (const auto grades = config.find("grades"); grades != config.end()) {
    if (!grades->is_array()) return BadConfig("expected a list \"grades\"");
    for (const json& grade : *grades) {
      if (!grade.is_number()) {
        return BadConfig("expected grades that are numbers");
      }
      options.grades.push_back(grade.get<double>());
    }
  }
  const auto layers = config.find("layers");
  if (layers == config.end() || !layers->is_array()) {
    return BadConfig("expected a list \"layers\"");
  }
  options.layers.assign(layers->begin(), layers->end());
  const auto pooling = config.find("pooling");
  bool known = false;
  for (const auto& [name, value] : TextPoolingNames()) {
    if (pooling == config.end() || *pooling != name) continue;
    options.pooling = value;
    known = true;
  }
  if (!known) {
    return BadConfig(
        "expected \"pooling\" to be \"mean\", \"max\" or \"last\"");
  }
  const auto output = config.find("output");
  if (output == config.end() || (*output != "last" && *output != "all")) {
    return BadConfig("expected \"output\" to be \"last\" or \"all\"");
  }
  if (*output == "all") options.output = StackOutput::kAll;
  if (const auto spelling = config.find("spelling"); spelling != config.end()) {
    if (!spelling->is_boolean()) {
      return BadConfig("expected \"spelling\" to be true or false");
    }
    options.spelling = spelling->get<bool>();
  }
  const std::string problem = FindProblem(options);
  if (!problem.empty()) return BadConfig(problem);
  return options;
}

// "W [8, 16], b [1, 16]": what layers must have in common to be alike.
std::string DescribeTensors(SequenceLayer& layer) {
  std::string text;
  for (const LayerTensor& tensor : layer.Tensors()) {
    const Matrix value = TensorValue(tensor);
    text.append(text.empty() ? "" : ", ")
        .append(tensor.name)
        .append(" [")
        .append(std::to_string(value.rows()))
        .append(", ")
        .append(std::to_string(value.cols()))
        .append("]");
  }
  return text;
}

}  // namespace

Classifier::Classifier(ClassifierOptions options, Vocabulary vocabulary,
                       Matrix vectors, LayerList layers, std::uint64_t seed)
    : options_(std::move(options)),
      scale_(options_.grades),
      vocabulary_(std::move(vocabulary)),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      layers_(std::move(layers)),
      output_("output",
              PooledWidth(layers_, options_.output, vectors_.value.cols()),
              static_cast<Index>(options_.labels.size()), seed) {
  vocabulary_.ReadMisspelled(options_.spelling);
}

Result<Classifier> Classifier::Make(ClassifierOptions options,
                                    Vocabulary vocabulary, Matrix vectors,
                                    std::uint64_t seed) {
  if (const std::string problem = FindProblem(options); !problem.empty()) {
    return Error{ErrorCode::kInvalidArgument, problem};
  }
  Result<LayerList> layers =
      MakeNewLayers(options.layers, "layers", vectors.cols(), kLayers, seed);
  if (!layers.ok()) return layers.error();
  return Classifier(std::move(options), std::move(vocabulary),
                    std::move(vectors), std::move(layers).value(), seed);
}

Status Classifier::StartFrom(const Classifier& other) {
  if (layers_.size() != other.layers_.size()) {
    return Error{ErrorCode::kInvalidArgument,
                 "layers: expected " + std::to_string(other.layers_.size()) +
                     ", as the model to start from has, found " +
                     std::to_string(layers_.size())};
  }
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const std::string expected = DescribeTensors(*other.layers_[i]);
    const std::string found = DescribeTensors(*layers_[i]);
    if (expected != found) {
      std::string message = "layers[" + std::to_string(i) + "]: expected ";
      message.append(expected)
          .append(", as the model to start from has, found ")
          .append(found);
      return Invalid(std::move(message));
    }
  }
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const std::vector<LayerTensor> tensors = layers_[i]->Tensors();
    const std::vector<LayerTensor> others = other.layers_[i]->Tensors();
    for (std::size_t k = 0; k < tensors.size(); ++k) {
      SetTensor(tensors[k], TensorValue(others[k]));
    }
  }
  if (labels() == other.labels() &&
      output_.weight().value.rows() == other.output_.weight().value.rows()) {
    output_ = other.output_;
  }
  return {};
}

Status Classifier::StartFrom(const PretrainedLayers& layers,
                             const std::string& source) {
  if (Status same = layers.CheckWords(vocabulary_, vectors_.value, source);
      !same.ok()) {
    return same;
  }
  return layers.CopyInto(layers_, options_.layers, source);
}

Result<Classifier> Classifier::Load(const ModelFiles& files) {
  const Result<json> parsed = ParseModelConfig(files);
  if (!parsed.ok()) return parsed.error();
  const json& config = parsed.value();
  if (Status task = CheckTask(config, "classifier"); !task.ok()) {
    return task.error();
  }
  Result<ClassifierOptions> options = OptionsFromJson(config);
  if (!options.ok()) return options.error();
  const Result<Index> dimensions = ReadSize(config, "dimensions", kMaxWidth);
  if (!dimensions.ok()) return dimensions.error();

  Result<Lexicon> lexicon = ReadLexicon(files, dimensions.value());
  if (!lexicon.ok()) return lexicon.error();
  auto& [vocabulary, vectors, tensors] = lexicon.value();

  Result<LayerList> layers = LoadLayers(options.value().layers, "",
                                        dimensions.value(), tensors, kLayers);
  if (!layers.ok()) return layers.error();
  // Checked here, before memory is taken for as many.
  const Index features =
      PooledWidth(layers.value(), options.value().output, dimensions.value());
  const Result<Matrix> weight =
      ReadMatrix(tensors, "output.W", features,
                 static_cast<Index>(options.value().labels.size()));
  if (!weight.ok()) return weight.error();
  Classifier model(std::move(options).value(), std::move(vocabulary),
                   std::move(vectors), std::move(layers).value(), 0);
  if (Status read = ReadParameters(tensors, model.output_.Parameters());
      !read.ok()) {
    return read.error();
  }
  return model;
}

Result<ModelFiles> Classifier::Save(Dtype vectors, Dtype network,
                                    std::string_view about) const {
  ordered_json layers = ordered_json::array();
  for (const json& layer : options_.layers) {
    layers.push_back(ordered_json(WithoutWidths(layer)));
  }
  std::string pooling;
  for (const auto& [name, value] : TextPoolingNames()) {
    if (value == options_.pooling) pooling = name;
  }
  ordered_json config{{"format", "whylight"},
                      {"version", kModelVersion},
                      {"task", "classifier"},
                      {"labels", options_.labels}};
  if (!options_.names.empty()) config["names"] = options_.names;
  if (!options_.grades.empty()) config["grades"] = options_.grades;
  if (options_.spelling) config["spelling"] = true;
  config.update(ordered_json{
      {"dimensions", vectors_.value.cols()},
      {"layers", layers},
      {"pooling", pooling},
      {"output", options_.output == StackOutput::kAll ? "all" : "last"},
      {"training", ordered_json::parse(about, nullptr, false)}});
  ModelFiles files;
  files.config = DumpJson(config, 2) + "\n";
  files.vocabulary = vocabulary_.Serialize();

  TensorCollector tensors;
  Status added = tensors.Add(vectors_.name, vectors_.value, vectors);
  if (added.ok()) added = SaveLayers(layers_, kLayers, network, &tensors);
  for (const Parameter* parameter : {&output_.weight(), &output_.bias()}) {
    if (!added.ok()) return added.error();
    added = tensors.Add(parameter->name, parameter->value, network);
  }
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

WordIds Classifier::Ids(const std::vector<Token>& tokens) const {
  return FindWords(vocabulary_, tokens);
}

Var Classifier::Lookup(Graph& graph, const WordBatch& batch) const {
  return LookUpWords(graph, vectors_, options_.train_vectors, batch);
}

Var Classifier::Logits(Graph& graph, const WordBatch& batch,
                       const TextDropout& dropout) const {
  const Var words =
      LookUpWords(graph, vectors_, options_.train_vectors, batch, dropout);
  const Var features = ReadAndPool(graph, layers_, words, batch.sequences,
                                   options_.pooling, options_.output, dropout);
  return output_.Apply(
      graph, DropOfTexts(graph, features, dropout, layers_.size() + 1));
}

Matrix Classifier::Probabilities(Graph& graph, const WordBatch& batch) const {
  graph.Clear();
  Matrix probabilities = graph.value(Logits(graph, batch));
  SoftmaxRows<Real>(probabilities);
  return probabilities;
}

Result<std::vector<Real>> Classifier::Classify(std::string_view utf8,
                                               Graph& graph) const {
  const std::vector<Token> tokens = Tokenize(utf8);
  if (tokens.size() > kMaxWords) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(kMaxWords) +
                     " words, found " + std::to_string(tokens.size())};
  }
  const WordIds ids = Ids(tokens);
  const WordIds* const text = &ids;
  const Matrix probabilities = Probabilities(graph, MakeWordBatch({&text, 1}));
  return std::vector<Real>(probabilities.data(),
                           probabilities.data() + probabilities.size());
}

std::vector<Parameter*> Classifier::Parameters() {
  std::vector<Parameter*> parameters;
  if (options_.train_vectors) parameters.push_back(&vectors_);
  for (const auto& layer : layers_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  for (Parameter* parameter : output_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

}  // namespace whylight
