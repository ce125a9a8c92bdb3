#include "core/systems/pairs/train/system.h"

#include <cstddef>
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

// What models say of the same pairs from words of one kind: they answer with
// the mean of their probabilities.
struct Answers {
  void Ask(const PairModel& model, const LabelledPairs& pairs,
           PairWordsRead read, const EvaluationInputs& inputs) {
    const LabelledPairs kept = KeepWords(model, pairs, read, inputs.pool);
    share += ShareOfWords(kept, pairs);
    log_probabilities.push_back(
        LogProbabilities(model, kept, inputs.pool, inputs.progress));
  }

  std::size_t models() const { return log_probabilities.size(); }

  std::vector<MatrixOf<double>> log_probabilities;
  double share = 0;  ///< Of the words; the sum over the models.
};

Result<nlohmann::ordered_json> EvaluateFile(const EvaluationInputs& inputs) {
  // What they read, and of those that select also all words and those left.
  Answers read;
  Answers all;
  Answers left;
  PairOptions shape;
  LabelledPairs pairs;
  for (const ModelFolder& folder : inputs.models) {
    const Result<PairModel> model = LoadFrom<PairModel>(folder);
    if (!model.ok()) return model.error();
    const PairOptions& own = model.value().options();
    if (read.models() == 0) shape = own;
    if (own.labels != shape.labels || own.grades != shape.grades) {
      return Invalid(folder.path + ": expected the labels of " +
                     inputs.models.front().path + ", found others");
    }
    const Result<PairFile> file = ReadPairs(
        inputs.data, inputs.reading,
        shape.grades.empty() ? PairAnswer::kLabel : PairAnswer::kGrade);
    if (!file.ok()) return file.error();
    Result<LabelledPairs> found =
        ToLabelledPairs(file.value(), model.value().vocabulary(), shape);
    if (!found.ok()) return found.error();
    pairs = std::move(found).value();
    const bool selects = model.value().selects();
    read.Ask(model.value(), pairs,
             selects ? PairWordsRead::kSelected : PairWordsRead::kAll, inputs);
    if (!selects) continue;
    all.Ask(model.value(), pairs, PairWordsRead::kAll, inputs);
    left.Ask(model.value(), pairs, PairWordsRead::kComplement, inputs);
  }
  const auto evaluate = [&](const Answers& answers) {
    return EvaluatePairs(shape, LogMeans(answers.log_probabilities), pairs);
  };
  Result<nlohmann::ordered_json> figures = evaluate(read);
  if (!figures.ok() || all.models() < read.models()) return figures;
  figures.value()["selected"] = read.share / static_cast<double>(read.models());
  const char* const measure = shape.grades.empty() ? "accuracy" : "pearson";
  for (const auto& [key, answers] :
       {std::pair("all_words", &all), {"complement", &left}}) {
    const Result<nlohmann::ordered_json> other = evaluate(*answers);
    if (!other.ok()) return other.error();
    figures.value()[key] = {{measure, other.value()[measure]}};
  }
  return figures;
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
      .labels = {model->options().labels},
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
