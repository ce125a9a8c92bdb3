#include "core/systems/parser/train/config.h"

#include "core/format/fields.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

const Fields<ParserTraining>& TrainingFields() {
  static const auto fields =
      Fields<ParserTraining>("The training.")
          .Include(&ParserTraining::stage, StageFields())
          .Number("dropout", &ParserTraining::dropout, {0, 0.95},
                  "Dropout rate of the inputs of each layer and of the vectors "
                  "from which arcs are scored.");
  return fields;
}

}  // namespace

const Fields<ParserConfig>& ParserFields() {
  using Config = ParserConfig;
  static const auto fields =
      Fields<Config>("The config of a model that parses sentences.")
          .Fixed("task", "parser", "The system.")
          .Text("train", &Config::train,
                "File of parsed sentences to train on, as CoNLL-U, below "
                "WHYLIGHT_DATA.")
          .Text("dev", &Config::dev,
                "File of such sentences to choose the best epoch and report "
                "figures on.")
          .Part("data", &Config::data, DataFields())
          .Include(&Config::source, WordSourceFields())
          .Count("seed", &Config::seed, {0, 9007199254740992},
                 "Seed of all random numbers.")
          .Include(&Config::model, ParserOptionsFields())
          .Part("training", &Config::training, TrainingFields())
          .Part("store", &Config::store, StoreFields());
  return fields;
}

}  // namespace whylight
