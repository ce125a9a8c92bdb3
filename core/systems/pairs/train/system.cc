#include "core/systems/pairs/train/system.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/systems/pairs/comparison.h"
#include "core/systems/pairs/model.h"
#include "core/systems/pairs/system.h"
#include "core/systems/pairs/train/config.h"
#include "core/systems/pairs/train/data.h"
#include "core/systems/pairs/train/evaluation.h"
#include "core/systems/pairs/train/task.h"

namespace whylight {
namespace {

// Adds what the words say that are not selected, and what all say.
Status AddOtherWords(const PairModel& model, const LabelledPairs& pairs,
                     ThreadPool& pool, nlohmann::ordered_json* figures) {
  const char* const measure = model.gives_grades() ? "pearson" : "accuracy";
  for (const auto& [key, read] : {std::pair("all_words", WordsRead::kAll),
                                  {"complement", WordsRead::kComplement}}) {
    const Result<nlohmann::ordered_json> found =
        EvaluatePairs(model, pairs, read, pool);
    if (!found.ok()) return found.error();
    (*figures)[key] = {{measure, found.value()[measure]}};
  }
  return {};
}

// Several models answer with the mean of their probabilities.
Result<nlohmann::ordered_json> EvaluateFile(const EvaluationInputs& inputs) {
  std::vector<MatrixOf<double>> answers;
  PairOptions shape;
  LabelledPairs pairs;
  for (const ModelFolder& folder : inputs.models) {
    const Result<PairModel> model = LoadFrom<PairModel>(folder);
    if (!model.ok()) return model.error();
    const PairOptions& own = model.value().options();
    if (answers.empty()) shape = own;
    if (own.labels != shape.labels || own.grades != shape.grades) {
      return Invalid(folder.path + ": expected the labels of " +
                     inputs.models.front().path + ", found others");
    }
    const Result<PairFile> file = ReadPairs(
        inputs.data, inputs.reading,
        shape.grades.empty() ? PairAnswer::kLabel : PairAnswer::kGrade);
    if (!file.ok()) return file.error();
    Result<LabelledPairs> read =
        ToLabelledPairs(file.value(), model.value().vocabulary(), shape);
    if (!read.ok()) return read.error();
    pairs = std::move(read).value();
    if (model.value().selects() && inputs.models.size() == 1) {
      Result<nlohmann::ordered_json> figures =
          EvaluatePairs(model.value(), pairs, WordsRead::kSelected, inputs.pool,
                        inputs.progress);
      if (!figures.ok()) return figures.error();
      Status added =
          AddOtherWords(model.value(), pairs, inputs.pool, &figures.value());
      if (!added.ok()) return added.error();
      return figures;
    }
    const LabelledPairs kept = KeepWords(
        model.value(), pairs,
        model.value().selects() ? WordsRead::kSelected : WordsRead::kAll,
        inputs.pool);
    answers.push_back(
        LogProbabilities(model.value(), kept, inputs.pool, inputs.progress));
  }
  return EvaluatePairs(shape, LogMeans(answers), pairs);
}

Result<TextRater> CompareByLabel(const ModelFolder& folder) {
  Result<PairModel> loaded = LoadFrom<PairModel>(folder);
  if (!loaded.ok()) return loaded.error();
  const auto model =
      std::make_shared<const PairModel>(std::move(loaded).value());
  if (model->gives_grades()) {
    return Invalid(folder.path +
                   ": expected a model of pairs with labels, found one with "
                   "grades");
  }
  return TextRater{
      .labels = model->options().labels,
      .compare = [model](std::string_view first,
                         std::string_view second) -> Result<PairVerdict> {
        const Result<Comparison> found = Compare(*model, first, second);
        if (!found.ok()) return found.error();
        const std::size_t label = found.value().label;
        return PairVerdict{model->options().labels[label],
                           found.value().probabilities[label]};
      }};
}

}  // namespace

const TrainableSystem& TrainablePairs() {
  static const TrainableSystem system = {
      .system = &PairsSystem(),
      .make = PairsTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return PairsFields(); },
      .evaluate = EvaluateFile,
      .averages = true,
      .rater = CompareByLabel};
  return system;
}

}  // namespace whylight
