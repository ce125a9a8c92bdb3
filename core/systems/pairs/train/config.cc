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
                "Whether each pair is learned the other way round, too.");
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
          .Part("training", &Config::training, TrainingFields())
          .Part("store", &Config::store, StoreFields());
  return fields;
}

}  // namespace whylight
