#include "core/systems/language_id/train/config.h"

#include "core/format/fields.h"
#include "core/training/data/data_config.h"

namespace whylight {

const Fields<LanguageIdConfig>& LanguageIdFields() {
  using Config = LanguageIdConfig;
  static const auto fields =
      Fields<Config>("The config of a model that tells languages.")
          .Fixed("task", "language-id", "The system.")
          .Text("train", &Config::train,
                "File of texts labelled with their languages to train on, "
                "below WHYLIGHT_DATA.")
          .Text("dev", &Config::dev,
                "File of labelled texts to choose the best epoch on.")
          .Part("data", &Config::data, DataFields())
          .Include(&Config::model, LanguageIdOptionsFields())
          .Count("seed", &Config::seed, {0, 9007199254740992},
                 "Seed of all random numbers.")
          .Part("training", &Config::training, StageFields(), "The training.")
          .Choice("store", &Config::store, SavedDtypeNames(),
                  "Number format in which the weights are saved.");
  return fields;
}

}  // namespace whylight
