#include "core/systems/parser/train/task.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/systems/parser/train/evaluation.h"
#include "core/training/data/batches.h"
#include "core/training/data/labels.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

Result<std::unique_ptr<TrainingTask>> ParserTask::Make(
    const TaskInputs& inputs) {
  ParserConfig config;
  config.data = inputs.data;
  Status read = ParserFields().Read(inputs.config, inputs.name, &config);
  if (!read.ok()) return read.error();
  Result<std::vector<DataFile>> found = FindTrainDevAndVectors(
      inputs, config.train, config.dev, &config.source.vectors);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = std::move(found).value();
  ParserOptions& shape = config.model;
  if (LearnsRandomVectors(inputs.config, config.source)) {
    shape.train_vectors = true;
  }
  const Result<ParsedFile> train =
      ReadParsed(data[0].path, config.data, shape.tags.use);
  if (!train.ok()) return train.error();
  if (shape.relations.empty()) {
    shape.relations = SortedLabels(train.value().relations);
  }
  if (shape.tags.use != TagUse::kNone && shape.tags.labels.empty()) {
    shape.tags.labels = SortedLabels(train.value().tags);
  }
  const auto in_config = [&inputs](const Error& error) {
    return Error{error.code, inputs.name + ": " + error.message};
  };
  if (Status checked = CheckParserOptions(shape); !checked.ok()) {
    return in_config(checked.error());
  }
  const Result<ParsedFile> dev =
      ReadParsed(data[1].path, config.data, shape.tags.use);
  if (!dev.ok()) return dev.error();

  Result<KnownWords> words = FindKnownWords(
      config.source, inputs.name, config.seed, train.value().counts());
  if (!words.ok()) return words.error();
  Vocabulary& vocabulary = words.value().vocabulary;
  vocabulary.ReadMisspelled(shape.spelling);
  if (!config.source.vectors.empty()) {
    Status knows = CheckKnowsWords(vocabulary, config.source.vectors,
                                   train.value().counts());
    if (!knows.ok()) return knows.error();
  }
  Result<ParsedSentences> train_texts =
      ToParsed(train.value(), vocabulary, shape);
  if (!train_texts.ok()) return train_texts.error();
  Result<ParsedSentences> dev_texts = ToParsed(dev.value(), vocabulary, shape);
  if (!dev_texts.ok()) return dev_texts.error();
  const std::size_t lifted = MakeTreesProjective(&train_texts.value());
  config.source.dimensions = words.value().vectors.cols();
  Result<Parser> model =
      Parser::Make(shape, std::move(vocabulary),
                   std::move(words.value().vectors), config.seed);
  if (!model.ok()) return in_config(model.error());
  return std::unique_ptr<TrainingTask>(std::make_unique<ParserTask>(
      std::move(config), std::move(model).value(),
      std::move(train_texts).value(), std::move(dev_texts).value(),
      std::move(data), lifted));
}

ParserTask::ParserTask(ParserConfig config, Parser model, ParsedSentences train,
                       ParsedSentences dev, std::vector<DataFile> data,
                       std::size_t lifted)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      data_(std::move(data)),
      lifted_(lifted) {}

nlohmann::ordered_json ParserTask::ResolvedConfig() const {
  ParserConfig config = config_;
  config.train = RecordedPath(config.train, "train", data_);
  config.dev = RecordedPath(config.dev, "dev", data_);
  return ParserFields().Write(config);
}

std::string ParserTask::Summary() const {
  const std::string lifted = lifted_ == 0
                                 ? ""
                                 : ", of which " + std::to_string(lifted_) +
                                       " had arcs that cross lifted";
  const std::string tags =
      model_.tags().empty()
          ? ""
          : " and " + std::to_string(model_.tags().size()) + " tags";
  return std::to_string(train_.size()) + " sentences with " +
         std::to_string(model_.relations().size()) + " relations" + tags +
         " to train on" + lifted + ", " + std::to_string(dev_.size()) +
         " to tune on, " + std::to_string(model_.vocabulary().size()) +
         " words";
}

Result<ModelFiles> ParserTask::Save(const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

std::vector<std::vector<std::size_t>> ParserTask::Batches(int epoch) const {
  return LengthBatches(LengthsOf(train_.texts), options().batch, config_.seed,
                       static_cast<std::uint64_t>(epoch));
}

Var ParserTask::Loss(Graph& graph, const Shard& shard, const Step& step,
                     const std::vector<double>& /*totals*/) {
  std::vector<const WordIds*> texts;
  std::vector<const DependencyTree*> trees;
  for (const std::size_t example : shard.examples) {
    texts.push_back(&train_.texts[example]);
    trees.push_back(&train_.trees[example]);
  }
  const std::vector<Real> weights(
      texts.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  const TextDropout draws{.rate = config_.training.dropout,
                          .seed = config_.seed,
                          .step = step.number,
                          .examples = shard.examples};
  return model_.Loss(
      graph, model_.Score(graph, MakeWordBatch(texts), draws, train_.forms),
      trees, weights, draws);
}

Result<nlohmann::ordered_json> ParserTask::Evaluate(ThreadPool& pool) {
  return EvaluateParser(model_, dev_, pool);
}

}  // namespace whylight
