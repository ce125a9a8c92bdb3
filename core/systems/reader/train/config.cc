#include "core/systems/reader/train/config.h"

#include "core/format/fields.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

const Fields<ReaderTraining>& ReaderTrainingFields() {
  static const auto fields =
      Fields<ReaderTraining>("The training.")
          .Include(&ReaderTraining::stage, StageFields())
          .Number("dropout", &ReaderTraining::dropout, {0, 0.95},
                  "Dropout rate of the inputs of each layer and of the vectors "
                  "from which answers are scored.")
          .Flag("votes", &ReaderTraining::votes,
                "Whether people who found no answer count where others found "
                "one: no answer is then as right as their share of the people, "
                "and the answers together as right as the rest.");
  return fields;
}

}  // namespace

const Fields<ReaderConfig>& ReaderFields() {
  using Config = ReaderConfig;
  static const auto fields =
      Fields<Config>("The config of a model that answers questions.")
          .Fixed("task", "reader", "The system.")
          .Texts("train", &Config::train,
                 "Files of questions with answers to train on, as JSON lines, "
                 "below WHYLIGHT_DATA.")
          .Texts("dev", &Config::dev,
                 "Files of such questions to choose the best epoch, to fit "
                 "probabilities and to report figures on.")
          .Part("data", &Config::data, DataFields())
          .Include(&Config::source, WordSourceFields())
          .Text("start", &Config::start,
                "Folder of a language model of `direction` `both`, from which "
                "`layers` start.")
          .Count("seed", &Config::seed, {0, 9007199254740992},
                 "Seed of all random numbers.")
          .Include(&Config::model, ReaderOptionsFields())
          .Part("training", &Config::training, ReaderTrainingFields())
          .Part("selection", &Config::selection, WordSelectionFields())
          .When("there is a selector")
          .WrittenIf(
              [](const Config& config) { return config.model.selects(); })
          .Part("store", &Config::store, StoreFields());
  return fields;
}

}  // namespace whylight
