#include "core/systems/tree_classifier/train/system.h"

#include "core/format/fields.h"
#include "core/systems/tree_classifier/model.h"
#include "core/systems/tree_classifier/system.h"
#include "core/systems/tree_classifier/train/config.h"
#include "core/systems/tree_classifier/train/data.h"
#include "core/systems/tree_classifier/train/evaluation.h"
#include "core/systems/tree_classifier/train/task.h"

namespace whylight {
namespace {

Result<nlohmann::ordered_json> EvaluateTreeFile(
    const EvaluationInputs& inputs) {
  const Result<TreeClassifier> model =
      LoadFrom<TreeClassifier>(inputs.models.front());
  if (!model.ok()) return model.error();
  const Result<TreeFile> file = ReadTrees(
      inputs.data, inputs.reading, model.value().options().tree.reads_labels());
  if (!file.ok()) return file.error();
  const Result<TrainingTrees> trees =
      ToTrainingTrees(file.value(), model.value());
  if (!trees.ok()) return trees.error();
  return EvaluateTreeClassifier(model.value(), trees.value(), inputs.pool,
                                inputs.progress);
}

}  // namespace

const TrainableSystem& TrainableTreeClassifier() {
  static const TrainableSystem system = {
      .system = &TreeClassifierSystem(),
      .make = TreeTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return TreeConfigFields(); },
      .evaluate = EvaluateTreeFile};
  return system;
}

}  // namespace whylight
