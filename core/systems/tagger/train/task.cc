#include "core/systems/tagger/train/task.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/systems/tagger/train/evaluation.h"
#include "core/training/data/batches.h"
#include "core/training/vectors/known_words.h"

namespace whylight {
namespace {

// The k-th further file, from 1, as records of a run have it.
std::string NameMore(std::size_t k) { return "more " + std::to_string(k); }

}  // namespace

Result<std::unique_ptr<TrainingTask>> TaggerTask::Make(
    const TaskInputs& inputs) {
  TaggerConfig config;
  config.data = inputs.data;
  Status read = TaggerFields().Read(inputs.config, inputs.name, &config);
  if (!read.ok()) return read.error();
  Result<std::vector<DataFile>> found = FindTrainDevAndVectors(
      inputs, config.train, config.dev, &config.source.vectors);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = std::move(found).value();
  std::vector<std::string> paths = {data[0].path};
  for (const std::string& file : config.more) {
    Result<std::string> path = FindDataFile(inputs, "more", file);
    if (!path.ok()) return path.error();
    data.push_back({NameMore(paths.size()), path.value()});
    paths.push_back(std::move(path).value());
  }
  TaggerOptions& shape = config.model;
  if (LearnsRandomVectors(inputs.config, config.source)) {
    shape.train_vectors = true;
  }
  const Result<TaggedFiles> train = ReadTagged(paths, config.data, shape.bio);
  if (!train.ok()) return train.error();
  if (shape.labels.empty()) shape.labels = TagsOf(train.value(), shape.bio);
  const auto in_config = [&inputs](const Error& error) {
    return Error{error.code, inputs.name + ": " + error.message};
  };
  if (Status checked = CheckTaggerOptions(shape); !checked.ok()) {
    return in_config(checked.error());
  }
  const Result<TaggedFiles> dev =
      ReadTagged({data[1].path}, config.data, shape.bio);
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
  Result<TaggedSentences> train_texts =
      ToTagged(train.value(), vocabulary, shape);
  if (!train_texts.ok()) return train_texts.error();
  Result<TaggedSentences> dev_texts = ToTagged(dev.value(), vocabulary, shape);
  if (!dev_texts.ok()) return dev_texts.error();
  config.source.dimensions = words.value().vectors.cols();
  Result<Tagger> model =
      Tagger::Make(shape, std::move(vocabulary),
                   std::move(words.value().vectors), config.seed);
  if (!model.ok()) return in_config(model.error());
  return std::unique_ptr<TrainingTask>(std::make_unique<TaggerTask>(
      std::move(config), std::move(model).value(),
      std::move(train_texts).value(), std::move(dev_texts).value(),
      std::move(data)));
}

TaggerTask::TaggerTask(TaggerConfig config, Tagger model, TaggedSentences train,
                       TaggedSentences dev, std::vector<DataFile> data)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      data_(std::move(data)) {}

nlohmann::ordered_json TaggerTask::ResolvedConfig() const {
  TaggerConfig config = config_;
  config.train = RecordedPath(config.train, "train", data_);
  config.dev = RecordedPath(config.dev, "dev", data_);
  for (std::size_t i = 0; i < config.more.size(); ++i) {
    config.more[i] = RecordedPath(config.more[i], NameMore(i + 1), data_);
  }
  return TaggerFields().Write(config);
}

std::string TaggerTask::Summary() const {
  return std::to_string(train_.size()) + " sentences with " +
         std::to_string(model_.labels().size()) + " tags to train on, " +
         std::to_string(dev_.size()) + " to tune on, " +
         std::to_string(model_.vocabulary().size()) + " words";
}

Result<ModelFiles> TaggerTask::Save(const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

std::vector<std::vector<std::size_t>> TaggerTask::Batches(int epoch) const {
  return LengthBatches(LengthsOf(train_.texts), options().batch, config_.seed,
                       static_cast<std::uint64_t>(epoch));
}

Var TaggerTask::Loss(Graph& graph, const Shard& shard, const Step& step,
                     const std::vector<double>& /*totals*/) {
  std::vector<const WordIds*> texts;
  std::vector<const TagIds*> tags;
  for (const std::size_t example : shard.examples) {
    texts.push_back(&train_.texts[example]);
    tags.push_back(&train_.tags[example]);
  }
  const std::vector<Real> weights(
      texts.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  const Tagger::Scored scored = model_.Score(graph, MakeWordBatch(texts),
                                             {.rate = config_.training.dropout,
                                              .seed = config_.seed,
                                              .step = step.number,
                                              .examples = shard.examples},
                                             train_.forms);
  return model_.Loss(graph, scored, tags, weights);
}

Result<nlohmann::ordered_json> TaggerTask::Evaluate(ThreadPool& pool) {
  return EvaluateTagger(model_, dev_, pool);
}

}  // namespace whylight
