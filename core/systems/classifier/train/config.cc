#include "core/systems/classifier/train/config.h"

#include <set>
#include <utility>

#include "core/base/first_characters.h"
#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/layers/layer_names.h"
#include "core/model/layer_fields.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

const Fields<ClassifierTraining>& TrainingFields() {
  static const auto fields =
      Fields<ClassifierTraining>("The training.")
          .Include(&ClassifierTraining::stage, StageFields())
          .Number(
              "dropout", &ClassifierTraining::dropout, {0, 0.95},
              "Dropout rate of the inputs of each layer and of the softmax.")
          .Number("layer_rate", &ClassifierTraining::layer_rate, {0, 1},
                  "Factor by which the learning rate changes from the softmax "
                  "to the last layer, and from each layer to the one below: "
                  "with less than 1, lower layers change less.")
          .Count("thaw", &ClassifierTraining::thaw, {0, 100000},
                 "Number of epochs after which the last layer is trained, too, "
                 "then the one below, and so on; 0: all from the start.");
  return fields;
}

const Fields<GradedTemplates>& TemplateFields() {
  static const auto fields =
      Fields<GradedTemplates>("Texts made from templates.")
          .Texts("files", &GradedTemplates::files,
                 "Files of templates, taken together.")
          .Text("aspect", &GradedTemplates::aspect,
                "The aspect whose rating is the text's grade.")
          .Count("texts", &GradedTemplates::texts, {0, 1e9},
                 "Number of texts to make from them.")
          .Check([](const GradedTemplates& options) -> std::string {
            const bool none = options.texts == 0;
            if (options.files.empty() == none &&
                options.aspect.empty() == none) {
              return {};
            }
            return "expected \"files\", \"aspect\" and \"texts\", or none";
          });
  return fields;
}

// A file, or a list of them.
Status ReadHeldOut(const json& value, const std::string& where,
                   ClassifierConfig* config) {
  if (value.is_string()) {
    config->held_out = {value.get<std::string>()};
    return {};
  }
  config->held_out.clear();
  for (const json& file : value) {
    if (file.is_string()) config->held_out.push_back(file.get<std::string>());
  }
  if (value.is_array() && config->held_out.size() == value.size()) return {};
  return Error{ErrorCode::kInvalidArgument,
               where + ": expected a file or a list of files, found " +
                   FirstCharacters(DumpJson(value))};
}

std::string FindLabelTwice(const ClassifierConfig& config) {
  std::set<std::string> seen;
  for (const std::string& label : config.labels) {
    if (seen.insert(label).second) continue;
    return "\"labels\": expected each label once, found " + Quote(label) +
           " twice";
  }
  return {};
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

const Fields<ClassifierConfig>& ClassifierFields() {
  using Config = ClassifierConfig;
  const auto of_model = [](auto member) {
    return [member](Config & config) -> auto& { return config.model.*member; };
  };
  static const auto fields =
      Fields<Config>("The config of a classifier.")
          .Fixed("task", "classifier", "The system.")
          .Text("train", &Config::train,
                "File of labelled texts to train on, below WHYLIGHT_DATA.")
          .Text("dev", &Config::dev,
                "File of labelled texts to choose the best epoch and report "
                "figures on.")
          .Part("data", &Config::data, DataFields(), "How `train` is read.")
          .Part("dev_data", &Config::dev_data, DataFields(),
                "How `dev` is read; by default like `train`, except for "
                "`phrases` and `distinct`.")
          .Other(
              "held_out", "string | string[]", ReadHeldOut,
              [](const Config& config) {
                return ordered_json(config.held_out);
              },
              "Files, read like `dev`, whose texts are left out of `train`.")
          .Texts("labels", &Config::labels,
                 "All labels, in the order of the model; by default those of "
                 "`train`, sorted.")
          .WrittenIf(
              [](const Config& config) { return !config.labels.empty(); })
          .Texts("more", &Config::more,
                 "Further files of labelled texts to train on, read like "
                 "`dev`; teachers are not asked about them. A path that starts "
                 "with `./` is below the working folder.")
          .WrittenIf([](const Config& config) { return !config.more.empty(); })
          .Part("templates", &Config::templates, TemplateFields(),
                "Texts made from templates to train on, too; teachers are not "
                "asked about them.")
          .When("the labels have `grades`")
          .WrittenIf(
              [](const Config& config) { return config.templates.texts > 0; })
          .Texts("teachers", &Config::teachers,
                 "Folders of models with the same labels, whose mean "
                 "probabilities are learned, too.")
          .WrittenIf(
              [](const Config& config) { return !config.teachers.empty(); })
          .Number("teacher_share", &Config::teacher_share, {0, 1},
                  "Weight of what the teachers say, beside the label, in what "
                  "is learned from a labelled text.")
          .When("there are teachers")
          .Texts("unlabelled", &Config::unlabelled,
                 "Files of texts whose sentences the model learns to classify "
                 "as the teachers do.")
          .When("there are teachers")
          .WrittenIf(
              [](const Config& config) { return !config.unlabelled.empty(); })
          .Count(
              "sentences", &Config::sentences, {0, 1e9},
              "Number of these sentences that are used, evenly spread; 0: all.")
          .When("there are teachers")
          .Text("start", &Config::start,
                "Folder of a model whose weights to start from: a classifier, "
                "or a language model of `direction` `both`.")
          .Include(&Config::source, WordSourceFields())
          .TextMap("names", &Config::names,
                   "For each label, a name to show to people.")
          .WrittenIf([](const Config& config) { return !config.names.empty(); })
          .NumberMap("grades", &Config::grades, {-1e9, 1e9},
                     "For each label, the number it stands for.")
          .WrittenIf(
              [](const Config& config) { return !config.grades.empty(); })
          .Flag("spelling", of_model(&ClassifierOptions::spelling),
                "Whether a word that is not in the vocabulary is read as the "
                "one that it most likely misspells, and an emoji as a word "
                "that says the same.")
          .Flag("train_vectors", of_model(&ClassifierOptions::train_vectors),
                "Whether training changes word vectors; by default it does "
                "where they are random.")
          .Count(
              "seed",
              [](Config & config) -> auto& { return config.training.seed; },
              {0, 9007199254740992}, "Seed of all random numbers.")
          .Other(
              "layers", "LayerSpec | LayerSpec[]",
              [](const json& value, const std::string&, Config* config) {
                return ReadLayerSpecs(value, &config->model.layers);
              },
              [](const Config& config) {
                return WriteLayerSpecs(config.model.layers);
              },
              "The layers, each with its width as `hidden`.")
          .Choice("pooling", of_model(&ClassifierOptions::pooling),
                  TextPoolingNames(),
                  "How the vectors of the words become one.")
          .Choice("output", of_model(&ClassifierOptions::output),
                  StackOutputNames(),
                  "Whether the softmax reads the last layer, or all layers "
                  "side by side.")
          .Part("training", &Config::training, TrainingFields())
          .Part("store", &Config::store, StoreFields())
          .Check(FindLabelTwice)
          .Check([](const Config& config) -> std::string {
            if (config.unlabelled.empty() || !config.teachers.empty()) {
              return {};
            }
            return "expected \"teachers\" beside \"unlabelled\", found none";
          })
          .Check([](const Config& config) -> std::string {
            if (config.templates.texts == 0 || !config.grades.empty()) {
              return {};
            }
            return "expected \"grades\" beside \"templates\", found none";
          });
  return fields;
}

Result<ClassifierConfig> ReadClassifierConfig(const json& object,
                                              const std::string& name,
                                              const DataOptions& data) {
  ClassifierConfig config;
  config.data = data;
  // How dev is read follows from how train is.
  if (object.is_object() && object.contains("data")) {
    Status read =
        DataFields().Read(object["data"], name + ": data", &config.data);
    if (!read.ok()) return read.error();
  }
  config.dev_data = config.data;
  config.dev_data.phrases = false;
  config.dev_data.distinct = false;
  for (auto& [key, flag] : config.dev_data.named_by) {
    if (flag.starts_with("--data.")) flag.insert(2, "dev_");
  }
  Status read = ClassifierFields().Read(object, name, &config);
  if (!read.ok()) return read.error();
  return config;
}

}  // namespace whylight
