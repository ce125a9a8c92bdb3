#include "core/systems/reader/train/system.h"

#include <string_view>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/systems/reader/model.h"
#include "core/systems/reader/system.h"
#include "core/systems/reader/train/config.h"
#include "core/systems/reader/train/evaluation.h"
#include "core/systems/reader/train/task.h"
#include "core/training/data/answered_questions.h"

namespace whylight {
namespace {

struct ReaderEvaluationOptions {
  bool baselines = false;
};

const Fields<ReaderEvaluationOptions>& ReaderEvaluationFields() {
  static const auto fields = Fields<ReaderEvaluationOptions>().Flag(
      "baselines", &ReaderEvaluationOptions::baselines,
      "Also measure baselines: never answering, and answering with the "
      "sentence nearest to the question, once by its words and once by their "
      "vectors.");
  return fields;
}

Result<nlohmann::ordered_json> EvaluateReaderOnFile(
    const EvaluationInputs& inputs) {
  ReaderEvaluationOptions options;
  if (Status read =
          ReaderEvaluationFields().Read(inputs.options, "eval", &options);
      !read.ok()) {
    return read.error();
  }
  const Result<Reader> model = LoadFrom<Reader>(inputs.models.front());
  if (!model.ok()) return model.error();
  Result<AnsweredQuestions> data = ReadQuestions({inputs.data}, inputs.reading);
  if (!data.ok()) return data.error();
  data.value().ReadWords(model.value().vocabulary());
  std::vector<WordSelection> selections;
  if (model.value().selects()) {
    selections = SelectWords(model.value(), data.value(), inputs.pool);
  }
  Result<nlohmann::ordered_json> figures = EvaluateReader(
      model.value(), data.value(), selections, inputs.pool, inputs.progress);
  if (figures.ok() && model.value().selects()) {
    std::vector<WordSelection> others;
    for (const WordSelection& text : selections) {
      others.push_back(OthersOf(text));
    }
    for (const auto& [key, read] :
         {std::pair("all_words", std::vector<WordSelection>{}),
          std::pair("complement", std::move(others))}) {
      const Result<nlohmann::ordered_json> other =
          EvaluateReader(model.value(), data.value(), read, inputs.pool);
      if (!other.ok()) return other.error();
      figures.value()[key] = {{"mean_f1", other.value()["mean_f1"]},
                              {"forced_f1", other.value()["forced_f1"]}};
    }
  }
  if (figures.ok() && options.baselines) {
    figures.value()["baselines"] =
        EvaluateReaderBaselines(data.value(), [&model](std::string_view word) {
          return model.value().VectorOf(word);
        });
  }
  return figures;
}

}  // namespace

const TrainableSystem& TrainableReader() {
  static const TrainableSystem system = {
      .system = &ReaderSystem(),
      .make = ReaderTask::Make,
      .epochs_key = "training.epochs",
      .config = []() -> const FieldTable& { return ReaderFields(); },
      .evaluate = EvaluateReaderOnFile,
      .evaluation_options = &ReaderEvaluationFields()};
  return system;
}

}  // namespace whylight
