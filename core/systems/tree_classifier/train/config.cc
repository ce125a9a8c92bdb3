#include "core/systems/tree_classifier/train/config.h"

#include "core/format/fields.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

const Fields<TreeTraining>& TreeTrainingFields() {
  static const auto fields =
      Fields<TreeTraining>("The training.")
          .Include(&TreeTraining::stage, StageFields())
          .Number("dropout", &TreeTraining::dropout, {0, 0.95},
                  "Dropout rate of word vectors and of the vectors whose "
                  "labels are scored.");
  return fields;
}

}  // namespace

const Fields<TreeConfig>& TreeConfigFields() {
  using Config = TreeConfig;
  static const auto fields =
      Fields<Config>(
          "The config of a model that classifies the phrases of trees.")
          .Fixed("task", "tree-classifier", "The system.")
          .Text("train", &Config::train,
                "File of trees with labels to train on, one per line, below "
                "WHYLIGHT_DATA.")
          .Text("dev", &Config::dev,
                "File of such trees to choose the best epoch and report "
                "figures on.")
          .Part("data", &Config::data, DataFields())
          .Include(&Config::source, WordSourceFields())
          .Count("seed", &Config::seed, {0, 9007199254740992},
                 "Seed of all random numbers.")
          .Include(&Config::model, TreeClassifierOptionsFields())
          .Part("training", &Config::training, TreeTrainingFields())
          .Part("store", &Config::store, StoreFields());
  return fields;
}

}  // namespace whylight
