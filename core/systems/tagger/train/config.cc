#include "core/systems/tagger/train/config.h"

#include "core/format/fields.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

const Fields<TaggerTraining>& TrainingFields() {
  static const auto fields =
      Fields<TaggerTraining>("The training.")
          .Include(&TaggerTraining::stage, StageFields())
          .Number("dropout", &TaggerTraining::dropout, {0, 0.95},
                  "Dropout rate of the inputs of each layer and of the vectors "
                  "whose tags are scored.");
  return fields;
}

}  // namespace

const Fields<TaggerConfig>& TaggerFields() {
  using Config = TaggerConfig;
  static const auto fields =
      Fields<Config>("The config of a model that tags words.")
          .Fixed("task", "tagger", "The system.")
          .Text("train", &Config::train,
                "File of sentences with tags to train on, as CoNLL, CoNLL-U or "
                "aspects, below WHYLIGHT_DATA.")
          .Texts("more", &Config::more, "Further files to train on.")
          .WrittenIf([](const Config& config) { return !config.more.empty(); })
          .Text("dev", &Config::dev,
                "File of such sentences to choose the best epoch and report "
                "figures on.")
          .Part("data", &Config::data, DataFields())
          .Include(&Config::source, WordSourceFields())
          .Count("seed", &Config::seed, {0, 9007199254740992},
                 "Seed of all random numbers.")
          .Include(&Config::model, TaggerOptionsFields())
          .Part("training", &Config::training, TrainingFields())
          .Part("store", &Config::store, StoreFields());
  return fields;
}

}  // namespace whylight
