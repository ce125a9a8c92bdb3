#include "core/systems/classifier/train/config.h"

#include <set>
#include <utility>
#include <vector>

#include "core/format/config_reader.h"
#include "core/format/json.h"
#include "core/model/limits.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::uint64_t kLarge = 1'000'000'000;

template <typename Value>
using Names = std::vector<std::pair<std::string, Value>>;

const Names<Dtype> kDtypes = {
    {"f32", Dtype::kF32}, {"f16", Dtype::kF16}, {"i8", Dtype::kI8}};
const Names<StackOutput> kOutputs = {{"last", StackOutput::kLast},
                                     {"all", StackOutput::kAll}};

template <typename Value>
std::string NameOf(const Names<Value>& choices, Value value) {
  for (const auto& [name, choice] : choices) {
    if (choice == value) return name;
  }
  return {};
}

// A file, or a list of them.
void ReadHeldOut(ConfigReader& reader, std::vector<std::string>* files) {
  const json* found = reader.Find("held_out");
  if (found != nullptr && found->is_string()) {
    *files = {found->get<std::string>()};
  } else {
    reader.Texts("held_out", files);
  }
}

void ReadLabels(ConfigReader& reader, std::vector<std::string>* labels) {
  reader.Texts("labels", labels);
  std::set<std::string> seen;
  for (const std::string& label : *labels) {
    if (seen.insert(label).second) continue;
    reader.Complain("\"labels\": expected each label once, found " +
                    Quote(label) + " twice");
  }
}

// One specification, or a list of them.
void ReadLayers(ConfigReader& reader, std::vector<json>* layers) {
  const json* found = reader.Find("layers");
  if (found == nullptr) return;
  if (found->is_array()) {
    layers->assign(found->begin(), found->end());
  } else {
    *layers = {*found};
  }
}

// An object with a value a label.
template <typename Value>
void ReadByLabel(ConfigReader& reader, const char* key, const char* expected,
                 bool (json::*is_expected)() const noexcept,
                 std::map<std::string, Value>* values) {
  const json* found = reader.Find(key);
  if (found == nullptr) return;
  const std::string where = "\"" + std::string(key) + "\": expected ";
  if (!found->is_object() || found->empty()) {
    reader.Complain(where + "an object with " + expected + " for every label");
    return;
  }
  for (const auto& [label, value] : found->items()) {
    if (!(value.*is_expected)()) {
      reader.Complain(where + expected + " for label " + Quote(label) +
                      ", found " + DumpJson(value));
      return;
    }
    (*values)[label] = value.template get<Value>();
  }
}

// The values in the order of the labels.
template <typename Value>
Status InOrder(const std::vector<std::string>& labels, const char* key,
               std::map<std::string, Value> values,
               std::vector<Value>* ordered) {
  if (values.empty()) return {};
  const std::string where = "\"" + std::string(key) + "\": expected ";
  for (const std::string& label : labels) {
    const auto found = values.find(label);
    if (found == values.end()) {
      return Error{ErrorCode::kInvalidArgument,
                   where + "one for every label of train, found none for " +
                       Quote(label)};
    }
    ordered->push_back(std::move(found->second));
    values.erase(found);
  }
  if (values.empty()) return {};
  return Error{ErrorCode::kInvalidArgument, where + "labels of train, found " +
                                                Quote(values.begin()->first)};
}

}  // namespace

Status NameLabels(ClassifierConfig* config) {
  ClassifierOptions& model = config->model;
  if (Status named =
          InOrder(model.labels, "names", config->names, &model.names);
      !named.ok()) {
    return named;
  }
  return InOrder(model.labels, "grades", config->grades, &model.grades);
}

Result<ClassifierConfig> ReadClassifierConfig(const json& object,
                                              const std::string& name,
                                              const DataOptions& data) {
  ClassifierConfig config;
  config.data = data;
  config.training.stage.epochs = 20;
  ConfigReader reader(object, name);
  std::string task;
  reader.Text("task", &task);
  if (task != "classifier") {
    reader.Complain("expected \"task\" to be \"classifier\"");
  }
  reader.Text("train", &config.train);
  reader.Text("dev", &config.dev);
  if (const json* part = reader.Find("data"); part != nullptr) {
    reader.Merge(ReadDataOptions(*part, name + ": data", &config.data));
  }
  config.dev_data = config.data;
  config.dev_data.phrases = false;
  config.dev_data.distinct = false;
  if (const json* part = reader.Find("dev_data"); part != nullptr) {
    reader.Merge(ReadDataOptions(*part, name + ": dev_data", &config.dev_data));
  }
  ReadHeldOut(reader, &config.held_out);
  ReadLabels(reader, &config.labels);
  reader.Text("start", &config.start);
  reader.Text("vectors", &config.vectors);
  reader.Count("dimensions", 1, static_cast<std::uint64_t>(kMaxWidth),
               &config.dimensions);
  reader.Count("words", 0, kLarge, &config.words);
  reader.Flag("add_words", &config.add_words);
  reader.Count("min_count", 1, kLarge, &config.min_count);
  reader.Number("vector_length", 0.001, 1000, &config.vector_length);
  reader.Flag("unit_vectors", &config.unit_vectors);
  reader.Flag("train_vectors", &config.model.train_vectors);
  reader.Count("seed", 0, std::uint64_t{1} << 53, &config.training.seed);
  ReadByLabel(reader, "names", "a text", &json::is_string, &config.names);
  ReadByLabel(reader, "grades", "a number", &json::is_number, &config.grades);
  ReadLayers(reader, &config.model.layers);
  reader.Choice("pooling", TextPoolingNames(), &config.model.pooling);
  reader.Choice("output", kOutputs, &config.model.output);
  if (const json* part = reader.Find("training"); part != nullptr) {
    const std::string where = name + ": training";
    ConfigReader training(*part, where);
    ReadStageOptions(where, training, &config.training.stage);
    training.Number("dropout", 0, 0.95, &config.training.dropout);
    reader.Merge(training.Finish());
  }
  if (const json* part = reader.Find("store"); part != nullptr) {
    ConfigReader store(*part, name + ": store");
    store.Choice("vectors", kDtypes, &config.store_vectors);
    store.Choice("network", kDtypes, &config.store_network);
    reader.Merge(store.Finish());
  }
  if (Status done = reader.Finish(); !done.ok()) return done.error();
  return config;
}

ordered_json ClassifierConfigToJson(const ClassifierConfig& config) {
  ordered_json json = {{"task", "classifier"}};
  // Paths may come from the command line instead.
  if (!config.train.empty()) json["train"] = config.train;
  if (!config.dev.empty()) json["dev"] = config.dev;
  json["data"] = DataOptionsToJson(config.data);
  json["dev_data"] = DataOptionsToJson(config.dev_data);
  json["held_out"] = config.held_out;
  if (!config.labels.empty()) json["labels"] = config.labels;
  if (!config.start.empty()) json["start"] = config.start;
  if (!config.vectors.empty()) json["vectors"] = config.vectors;
  if (config.dimensions > 0)
    json["dimensions"] = static_cast<std::uint64_t>(config.dimensions);
  if (!config.names.empty()) json["names"] = config.names;
  if (!config.grades.empty()) json["grades"] = config.grades;
  ordered_json layers = ordered_json::array();
  for (const auto& layer : config.model.layers) {
    layers.push_back(ordered_json(layer));
  }
  ordered_json training;
  WriteStageOptions(config.training.stage, &training);
  training["dropout"] = config.training.dropout;
  json.update(ordered_json{
      {"words", config.words},
      {"add_words", config.add_words},
      {"min_count", config.min_count},
      {"vector_length", config.vector_length},
      {"unit_vectors", config.unit_vectors},
      {"train_vectors", config.model.train_vectors},
      {"seed", config.training.seed},
      {"layers", layers},
      {"pooling", NameOf(TextPoolingNames(), config.model.pooling)},
      {"output", NameOf(kOutputs, config.model.output)},
      {"training", training},
      {"store",
       {{"vectors", NameOf(kDtypes, config.store_vectors)},
        {"network", NameOf(kDtypes, config.store_network)}}}});
  return json;
}

}  // namespace whylight
