#include "core/systems/recommender/train/system.h"

#include <string>
#include <utility>

#include "core/format/fields.h"
#include "core/systems/recommender/model.h"
#include "core/systems/recommender/system.h"
#include "core/systems/recommender/train/config.h"
#include "core/systems/recommender/train/data.h"
#include "core/systems/recommender/train/evaluation.h"
#include "core/systems/recommender/train/task.h"

namespace whylight {
namespace {

struct RatingEvaluation {
  std::string reviews;
};

const Fields<RatingEvaluation>& RatingEvaluationFields() {
  static const auto fields = Fields<RatingEvaluation>().Text(
      "reviews", &RatingEvaluation::reviews,
      "File of the reviews that tell about users and items, like the one for "
      "training.");
  return fields;
}

Result<nlohmann::ordered_json> EvaluateFile(const EvaluationInputs& inputs) {
  RatingEvaluation options;
  Status read = RatingEvaluationFields().Read(inputs.options, "eval", &options);
  if (!read.ok()) return read.error();
  const Result<Recommender> model =
      LoadFrom<Recommender>(inputs.models.front());
  if (!model.ok()) return model.error();
  ReviewBank bank;
  if (!options.reviews.empty()) {
    const Result<RatingsFile> known =
        ReadRatingsFile(options.reviews, inputs.reading);
    if (!known.ok()) return known.error();
    bank = BankOf(known.value(), model.value().vocabulary(),
                  model.value().options());
  } else if (model.value().options().reads_reviews()) {
    return Invalid(
        "--reviews: expected a file of the reviews that tell about users and "
        "items, which the model reads, found none");
  }
  const Result<RatingsFile> file = ReadRatingsFile(inputs.data, inputs.reading);
  if (!file.ok()) return file.error();
  return EvaluateRecommender(model.value(),
                             ToRatedItems(file.value(), model.value(), bank),
                             bank, inputs.pool, inputs.progress);
}

}  // namespace

const TrainableSystem& TrainableRecommender() {
  static const TrainableSystem system = {
      .system = &RecommenderSystem(),
      .make = RecommenderTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return RecommenderFields(); },
      .evaluate = EvaluateFile,
      .evaluation_options = &RatingEvaluationFields()};
  return system;
}

}  // namespace whylight
