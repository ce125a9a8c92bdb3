#include "core/systems/rationale/train/system.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/systems/rationale/fast/system.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/config.h"
#include "core/systems/rationale/train/evaluate.h"
#include "core/systems/rationale/train/task.h"

namespace whylight {
namespace {

Result<TextRater> RateByAspects(const ModelFolder& folder) {
  Result<RationaleModel> loaded = LoadFrom<RationaleModel>(folder);
  if (!loaded.ok()) return loaded.error();
  const auto model =
      std::make_shared<const RationaleModel>(std::move(loaded).value());
  std::vector<std::vector<std::string>> labels;
  for (const RationaleAspect& aspect : model->options().aspects) {
    labels.push_back(aspect.labels);
  }
  return TextRater{
      .aspects = model->aspects(),
      .rate = [model](std::string_view utf8) -> Result<TextRatings> {
        const Result<RationaleExplanation> found = model->Explain(utf8);
        if (!found.ok()) return found.error();
        TextRatings ratings;
        for (std::size_t a = 0; a < model->aspects().size(); ++a) {
          const std::optional<Real>& rating = found.value().ratings[a];
          const RationaleAspect& aspect = model->options().aspects[a];
          ratings.push_back(
              rating ? std::optional(TextRating{
                           *rating, aspect.labels.empty()
                                        ? std::string()
                                        : LabelOf(aspect, *rating).name})
                     : std::nullopt);
        }
        return ratings;
      },
      .labels = std::move(labels)};
}

}  // namespace

const TrainableSystem& TrainableRationale() {
  static const TrainableSystem system = {
      .system = &FastRationaleSystem(),
      .make = RationaleTask::Make,
      .epochs_key = "selection.epochs",
      .config = []() -> const FieldTable& { return RationaleFields(); },
      .evaluate = EvaluateReviews,
      .evaluation_options = &RationaleEvaluationFields(),
      .rater = RateByAspects};
  return system;
}

}  // namespace whylight
