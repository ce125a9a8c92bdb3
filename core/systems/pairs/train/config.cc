#include "core/systems/pairs/train/config.h"

#include "core/format/fields.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

const Fields<PairTraining>& TrainingFields() {
  static const auto fields =
      Fields<PairTraining>("The training.")
          .Include(&PairTraining::stage, StageFields())
          .Number("dropout", &PairTraining::dropout, {0, 0.95},
                  "Dropout rate of the inputs of each layer, of the hidden "
                  "units and of the softmax.")
          .Flag("both_orders", &PairTraining::both_orders,
                "Whether each pair is also learned with its texts swapped.");
  return fields;
}

const Fields<PairTemplateOptions>& TemplateFields() {
  static const auto fields =
      Fields<PairTemplateOptions>("Pairs made from templates.")
          .Texts("files", &PairTemplateOptions::files,
                 "Files of templates, taken together.")
          .Count("pairs", &PairTemplateOptions::pairs, {0, 1e9},
                 "Number of pairs to make from them for each epoch, different "
                 "ones each time.")
          .Check([](const PairTemplateOptions& options) -> std::string {
            if (options.files.empty() == (options.pairs == 0)) return {};
            return "expected both \"files\" and \"pairs\", or none";
          });
  return fields;
}

}  // namespace

const Fields<PairsConfig>& PairsFields() {
  using Config = PairsConfig;
  static const auto fields =
      Fields<Config>("The config of a model that compares two texts.")
          .Fixed("task", "pairs", "The system.")
          .Text("train", &Config::train,
                "File of pairs with labels or grades to train on, or of "
                "queries with candidates, below WHYLIGHT_DATA.")
          .Text("dev", &Config::dev,
                "File of pairs to choose the best epoch and report figures "
                "on.")
          .Part("data", &Config::data, DataFields())
          .Include(&Config::source, WordSourceFields())
          .Count("seed", &Config::seed, {0, 9007199254740992},
                 "Seed of all random numbers.")
          .Include(&Config::model, PairOptionsFields())
          .Part("templates", &Config::templates, TemplateFields(),
                "Pairs made from templates to train on, too.")
          .WrittenIf(
              [](const Config& config) { return config.templates.pairs > 0; })
          .Part("training", &Config::training, TrainingFields())
          .Part("selection", &Config::selection, WordSelectionFields())
          .When("there is a selector")
          .WrittenIf(
              [](const Config& config) { return config.model.selects(); })
          .Part("store", &Config::store, StoreFields())
          .Check([](const Config& config) -> std::string {
            if (config.templates.pairs == 0 || config.model.grades.empty()) {
              return {};
            }
            return "\"templates\": expected none beside \"grades\", found some";
          });
  return fields;
}

}  // namespace whylight
