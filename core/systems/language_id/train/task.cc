#include "core/systems/language_id/train/task.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/ops/ops.h"
#include "core/training/data/batches.h"
#include "core/training/data/reader.h"
#include "core/training/metrics/classification.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

struct LabelledTexts {
  std::vector<std::vector<Token>> texts;
  std::vector<std::string> labels;
  std::vector<std::size_t> lines;
};

Result<LabelledTexts> ReadTexts(const std::string& path,
                                const DataOptions& options) {
  LabelledTexts read;
  Status visited =
      VisitLabelledTexts(path, options, [&](const LabelledText& text) {
        read.texts.push_back(text.tokens);
        read.labels.push_back(text.label);
        read.lines.push_back(text.line);
        return Status();
      });
  if (!visited.ok()) return visited.error();
  return read;
}

Result<LanguageTexts> ToLanguageTexts(const LabelledTexts& read,
                                      const std::string& path,
                                      const LanguageIdentifier& model) {
  LanguageTexts texts{path, {}, {}, read.lines};
  const std::vector<std::string>& names = model.languages();
  for (std::size_t i = 0; i < read.texts.size(); ++i) {
    const auto found = std::find(names.begin(), names.end(), read.labels[i]);
    if (found == names.end()) {
      return Error{ErrorCode::kBadData,
                   path + ":" + std::to_string(read.lines[i]) +
                       ": expected a language of the model, found " +
                       Quote(read.labels[i])};
    }
    texts.ngrams.push_back(model.Ngrams(read.texts[i]));
    texts.languages.push_back(static_cast<std::int32_t>(found - names.begin()));
  }
  return texts;
}

WordBatch BatchOf(const LanguageTexts& texts,
                  const std::vector<std::size_t>& examples) {
  std::vector<const WordIds*> ngrams;
  for (const std::size_t example : examples) {
    ngrams.push_back(&texts.ngrams[example]);
  }
  return MakeWordBatch(ngrams);
}

}  // namespace

Result<std::unique_ptr<TrainingTask>> LanguageIdTask::Make(
    const TaskInputs& inputs) {
  LanguageIdConfig config;
  config.data = inputs.data;
  Status read = LanguageIdFields().Read(inputs.config, inputs.name, &config);
  if (!read.ok()) return read.error();
  if (inputs.files.contains("vectors")) {
    return Invalid("--vectors: expected none, as no words are read");
  }
  Result<std::vector<DataFile>> data =
      FindTrainAndDev(inputs, config.train, config.dev);
  if (!data.ok()) return data.error();
  const Result<LabelledTexts> train =
      ReadTexts(data.value()[0].path, config.data);
  if (!train.ok()) return train.error();
  const Result<LabelledTexts> dev =
      ReadTexts(data.value()[1].path, config.data);
  if (!dev.ok()) return dev.error();
  if (config.model.languages.empty()) {
    const std::set<std::string> languages(train.value().labels.begin(),
                                          train.value().labels.end());
    config.model.languages.assign(languages.begin(), languages.end());
  }
  Result<LanguageIdentifier> model = LanguageIdentifier::Make(config.model);
  if (!model.ok()) {
    return Error{model.error().code,
                 inputs.name + ": " + model.error().message};
  }
  Result<LanguageTexts> train_texts =
      ToLanguageTexts(train.value(), data.value()[0].path, model.value());
  if (!train_texts.ok()) return train_texts.error();
  Result<LanguageTexts> dev_texts =
      ToLanguageTexts(dev.value(), data.value()[1].path, model.value());
  if (!dev_texts.ok()) return dev_texts.error();
  return std::unique_ptr<TrainingTask>(std::make_unique<LanguageIdTask>(
      std::move(config), std::move(model).value(),
      std::move(train_texts).value(), std::move(dev_texts).value(),
      std::move(data).value()));
}

LanguageIdTask::LanguageIdTask(LanguageIdConfig config,
                               LanguageIdentifier model, LanguageTexts train,
                               LanguageTexts dev, std::vector<DataFile> data)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      data_(std::move(data)) {}

ordered_json LanguageIdTask::ResolvedConfig() const {
  LanguageIdConfig config = config_;
  config.train = RecordedPath(config.train, "train", data_);
  config.dev = RecordedPath(config.dev, "dev", data_);
  return LanguageIdFields().Write(config);
}

std::string LanguageIdTask::Summary() const {
  return std::to_string(train_.ngrams.size()) + " texts of " +
         std::to_string(model_.languages().size()) +
         " languages to train on, " + std::to_string(dev_.ngrams.size()) +
         " to tune on";
}

Result<ModelFiles> LanguageIdTask::Save(const ordered_json& about) {
  return model_.Save(config_.store, DumpJson(about));
}

std::vector<std::vector<std::size_t>> LanguageIdTask::Batches(int epoch) const {
  return LengthBatches(LengthsOf(train_.ngrams), options().batch, config_.seed,
                       static_cast<std::uint64_t>(epoch));
}

Var LanguageIdTask::Loss(Graph& graph, const Shard& shard, const Step& step,
                         const std::vector<double>& /*totals*/) {
  std::vector<std::int32_t> languages;
  for (const std::size_t example : shard.examples) {
    languages.push_back(train_.languages[example]);
  }
  const std::vector<Real> weights(
      languages.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  return SoftmaxCrossEntropy(
      graph, model_.Logits(graph, BatchOf(train_, shard.examples)), languages,
      weights);
}

Result<ordered_json> LanguageIdTask::Evaluate(ThreadPool& /*pool*/) {
  std::vector<std::int32_t> predicted;
  Graph graph(Graph::Mode::kInference);
  for (std::size_t i = 0; i < dev_.ngrams.size(); ++i) {
    graph.Clear();
    Index likeliest = 0;
    graph.value(model_.Logits(graph, BatchOf(dev_, {i})))
        .row(0)
        .maxCoeff(&likeliest);
    predicted.push_back(static_cast<std::int32_t>(likeliest));
  }
  const Confusion confusion =
      CountConfusion(dev_.languages, predicted, model_.languages().size());
  return ordered_json{{"n", dev_.ngrams.size()},
                      {"accuracy", Accuracy(confusion)},
                      {"macro_f1", MacroF1(confusion)}};
}

}  // namespace whylight
