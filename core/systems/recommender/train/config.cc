#include "core/systems/recommender/train/config.h"

#include "core/format/fields.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

const Fields<RecommenderTraining>& TrainingFields() {
  using Training = RecommenderTraining;
  static const char kOfPointers[] = "kind is mpcn";
  static const auto fields =
      Fields<Training>("The training.")
          .Include(&Training::stage, StageFields())
          .Number("dropout", &Training::dropout, {0, 0.95},
                  "Dropout rate of what the last step reads.")
          .When("kind is not mean")
          .Number(
              "temperature", &Training::temperature, {0.01, 100},
              "Temperature of the softmax whose gradient trains the pointers.")
          .When(kOfPointers)
          .Flag("noise", &Training::noise,
                "Whether training draws pointers with Gumbel noise; otherwise "
                "it takes the best ones, as answers do.")
          .When(kOfPointers);
  return fields;
}

}  // namespace

const Fields<RecommenderConfig>& RecommenderFields() {
  using Config = RecommenderConfig;
  static const auto fields =
      Fields<Config>("The config of a model that predicts ratings.")
          .Fixed("task", "recommender", "The system.")
          .Text("train", &Config::train,
                "File of ratings with reviews to train on, below "
                "WHYLIGHT_DATA.")
          .Text("dev", &Config::dev,
                "File of such ratings to choose the best epoch and report "
                "figures on. Its reviews are not read.")
          .Part("data", &Config::data, DataFields())
          .Include(&Config::source, WordSourceFields())
          .Count("seed", &Config::seed, {0, 9007199254740992},
                 "Seed of all random numbers.")
          .Include(&Config::model, RecommenderOptionsFields())
          .Part("training", &Config::training, TrainingFields())
          .Part("store", &Config::store, StoreFields());
  return fields;
}

}  // namespace whylight
