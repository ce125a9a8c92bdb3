#include "core/systems/classifier/train/task.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/native/model_store.h"
#include "core/ops/ops.h"
#include "core/ops/soft_cross_entropy.h"
#include "core/systems/classifier/train/evaluation.h"
#include "core/systems/classifier/train/graded_templates.h"
#include "core/systems/classifier/train/teaching.h"
#include "core/training/data/batches.h"
#include "core/training/data/labels.h"
#include "core/training/vectors/known_words.h"

namespace whylight {
namespace {

// The classifier to start from. What tells of other words than its own is
// refused.
Result<Classifier> ReadStart(const ClassifierConfig& config,
                             const std::string& name, const ModelFiles& files) {
  for (const auto& [key, is_given] :
       {std::pair("vectors", !config.source.vectors.empty()),
        std::pair("words", config.source.words != 0),
        std::pair("add_words", config.source.add_words),
        std::pair("unit_vectors", config.source.unit_vectors)}) {
    if (!is_given) continue;
    return Error{ErrorCode::kInvalidArgument,
                 name + ": expected no " + Quote(key) +
                     " beside \"start\", whose word vectors stay"};
  }
  Result<Classifier> start = Classifier::Load(files);
  if (!start.ok()) {
    return Error{start.error().code,
                 config.start + "/" + start.error().message};
  }
  const Index width = start.value().vectors().cols();
  if (config.source.dimensions > 0 && config.source.dimensions != width) {
    return Error{ErrorCode::kInvalidArgument,
                 name + ": \"dimensions\": expected " + std::to_string(width) +
                     ", the width of the vectors of " + config.start +
                     ", found " + std::to_string(config.source.dimensions)};
  }
  return start;
}

// Adds `more`, with their targets if there are any.
void Append(ClassifiedTexts more, ClassifiedTexts* texts) {
  texts->texts.insert(texts->texts.end(),
                      std::make_move_iterator(more.texts.begin()),
                      std::make_move_iterator(more.texts.end()));
  texts->labels.insert(texts->labels.end(), more.labels.begin(),
                       more.labels.end());
  texts->lines.insert(texts->lines.end(), more.lines.begin(), more.lines.end());
  if (more.targets.size() == 0) return;
  const Index rows = texts->targets.rows();
  texts->targets.conservativeResize(rows + more.targets.rows(),
                                    more.targets.cols());
  texts->targets.bottomRows(more.targets.rows()) = more.targets;
}

// Adds to the texts to train on, which are those of `file`, what else the
// config names, and what teachers say of them all.
Status AddMoreTexts(const TaskInputs& inputs, const ClassifierConfig& config,
                    const LabelledFile& file, const HeldOutTexts& held_out,
                    const Vocabulary& vocabulary, ClassifiedTexts* train,
                    std::vector<DataFile>* data) {
  const std::vector<std::string>& labels = config.model.labels;
  ThreadPool pool(inputs.threads);
  Result<std::vector<Classifier>> teachers =
      ReadTeachers(config.teachers, labels);
  if (!teachers.ok()) return teachers.error();
  const bool teaches = !teachers.value().empty();
  const bool made_texts = config.templates.texts > 0;
  // What a text should be called, where its label is all that is known of it.
  const auto certain = [&](const std::vector<std::int32_t>& text_labels) {
    return MixWithLabels(Matrix::Zero(static_cast<Index>(text_labels.size()),
                                      static_cast<Index>(labels.size())),
                         0, text_labels);
  };
  for (const std::string& folder : config.teachers) {
    data->push_back({"teacher " + folder, folder});
  }
  if (teaches) {
    const Result<Matrix> taught = AskTeachers(teachers.value(), file, pool);
    if (!taught.ok()) return taught.error();
    train->targets =
        MixWithLabels(taught.value(), config.teacher_share, train->labels);
  } else if (made_texts) {
    train->targets = certain(train->labels);
  }
  const auto find = [&](const char* key, const std::vector<std::string>& paths,
                        std::vector<std::string>* files) -> Status {
    for (const std::string& path : paths) {
      Result<std::string> found = FindDataFile(inputs, key, path);
      if (!found.ok()) return found.error();
      data->push_back({std::string(key) + "." + std::to_string(files->size()),
                       found.value()});
      files->push_back(std::move(found).value());
    }
    return {};
  };
  std::vector<std::string> more;
  if (Status found = find("more", config.more, &more); !found.ok()) {
    return found;
  }
  for (const std::string& path : more) {
    const Result<LabelledFile> read =
        ReadLabelledFile(path, config.dev_data, held_out);
    if (!read.ok()) return read.error();
    Result<ClassifiedTexts> texts =
        ToClassifiedTexts(read.value(), vocabulary, labels);
    if (!texts.ok()) return texts.error();
    if (teaches || made_texts) {
      texts.value().targets = certain(texts.value().labels);
    }
    Append(std::move(texts).value(), train);
  }
  if (made_texts) {
    Result<ClassifiedTexts> made =
        MakeGradedTexts(config.templates, config.training.seed, vocabulary,
                        labels, config.grades);
    if (!made.ok()) return made.error();
    for (const std::string& path : config.templates.files) {
      data->push_back({"templates " + path, path});
    }
    Append(std::move(made).value(), train);
  }
  std::vector<std::string> unlabelled;
  Status found = find("unlabelled", config.unlabelled, &unlabelled);
  if (!found.ok() || unlabelled.empty()) return found;
  // Read by the default keys, whatever `data` says of labelled texts.
  DataOptions reading;
  reading.max_errors = inputs.data.max_errors;
  reading.on_skip = inputs.data.on_skip;
  const Result<LabelledFile> sentences = ReadSentences(
      unlabelled, reading, config.sentences, held_out, labels.front());
  if (!sentences.ok()) return sentences.error();
  Result<ClassifiedTexts> texts =
      ToClassifiedTexts(sentences.value(), vocabulary, labels);
  if (!texts.ok()) return texts.error();
  Result<Matrix> taught =
      AskTeachers(teachers.value(), sentences.value(), pool);
  if (!taught.ok()) return taught.error();
  texts.value().targets = std::move(taught).value();
  Append(std::move(texts).value(), train);
  return {};
}

}  // namespace

ClassifierStage::ClassifierStage(Classifier& model,
                                 const ClassifiedTexts& train,
                                 const ClassifiedTexts& dev,
                                 const ClassifierTraining& training)
    : model_(model), train_(train), dev_(dev), training_(training) {}

std::vector<double> ClassifierStage::RateFactors(int epoch) const {
  if (training_.layer_rate == 1 && training_.thaw == 0) return {};
  // Word vectors, if they are trained, are below all layers.
  std::vector<double> factors;
  const auto add = [&](std::size_t parameters, std::size_t below_output) {
    const bool frozen = epoch < training_.thaw * static_cast<int>(below_output);
    factors.insert(factors.end(), parameters,
                   frozen ? 0
                          : std::pow(training_.layer_rate,
                                     static_cast<double>(below_output)));
  };
  const LayerList& layers = model_.layers();
  if (model_.options().train_vectors) add(1, layers.size() + 1);
  for (std::size_t k = 0; k < layers.size(); ++k) {
    add(layers[k]->Parameters().size(), layers.size() - k);
  }
  add(model_.Parameters().size() - factors.size(), 0);
  return factors;
}

std::vector<std::vector<std::size_t>> ClassifierStage::Batches(
    int epoch) const {
  return LengthBatches(LengthsOf(train_.texts), options().batch, training_.seed,
                       static_cast<std::uint64_t>(epoch));
}

std::string ClassifierStage::ExampleName(std::size_t example) const {
  return train_.path + ":" + std::to_string(train_.lines[example]);
}

Var ClassifierStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                          const std::vector<double>& /*totals*/) {
  std::vector<const WordIds*> texts;
  std::vector<std::int32_t> labels;
  for (const std::size_t example : shard.examples) {
    texts.push_back(&train_.texts[example]);
    labels.push_back(train_.labels[example]);
  }
  const std::vector<Real> weights(
      labels.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  const Var logits = model_.Logits(graph, MakeWordBatch(texts),
                                   {.rate = training_.dropout,
                                    .seed = training_.seed,
                                    .step = step.number,
                                    .examples = shard.examples});
  if (train_.targets.size() == 0) {
    return SoftmaxCrossEntropy(graph, logits, labels, weights);
  }
  Matrix targets(static_cast<Index>(labels.size()), train_.targets.cols());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    targets.row(static_cast<Index>(i)) =
        train_.targets.row(static_cast<Index>(shard.examples[i]));
  }
  return SoftCrossEntropy(graph, logits, targets, weights);
}

Result<nlohmann::ordered_json> ClassifierStage::Evaluate(ThreadPool& pool) {
  return EvaluationToJson(EvaluateClassifier(model_, dev_, pool));
}

Result<std::unique_ptr<TrainingTask>> ClassifierTask::Make(
    const TaskInputs& inputs) {
  Result<ClassifierConfig> read =
      ReadClassifierConfig(inputs.config, inputs.name, inputs.data);
  if (!read.ok()) return read.error();
  ClassifierConfig config = std::move(read).value();
  Result<std::vector<DataFile>> found = FindTrainDevAndVectors(
      inputs, config.train, config.dev, &config.source.vectors);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = std::move(found).value();
  if (config.start.empty() &&
      LearnsRandomVectors(inputs.config, config.source)) {
    config.model.train_vectors = true;
  }
  if (!config.start.empty()) data.push_back({"start", config.start});

  std::vector<std::string> held_out_files;
  for (const std::string& path : config.held_out) {
    Result<std::string> file = FindDataFile(inputs, "held_out", path);
    if (!file.ok()) return file.error();
    held_out_files.push_back(file.value());
    data.push_back({"held_out." + std::to_string(held_out_files.size() - 1),
                    std::move(file).value()});
  }

  const Result<HeldOutTexts> held_out =
      ReadHeldOutTexts(held_out_files, config.dev_data);
  if (!held_out.ok()) return held_out.error();
  const Result<LabelledFile> train =
      ReadLabelledFile(data[0].path, config.data, held_out.value());
  if (!train.ok()) return train.error();
  config.model.labels = config.labels.empty()
                            ? SortedLabels(train.value().labels)
                            : config.labels;
  if (config.model.labels.size() < 2) {
    return Error{ErrorCode::kBadData,
                 data[0].path + ": expected at least 2 labels, found " +
                     Quote(config.model.labels.front()) + " alone"};
  }
  if (Status named = NameLabels(&config); !named.ok()) {
    return Error{named.error().code,
                 inputs.name + ": " + named.error().message};
  }
  const Result<LabelledFile> dev =
      ReadLabelledFile(data[1].path, config.dev_data);
  if (!dev.ok()) return dev.error();

  std::optional<Classifier> start;
  std::optional<PretrainedLayers> pretrained;
  if (!config.start.empty()) {
    const Result<ModelFiles> files = ReadModelFolder(config.start);
    if (!files.ok()) return files.error();
    if (IsPretrained(files.value())) {
      Result<PretrainedLayers> layers = PretrainedLayers::Load(files.value());
      if (!layers.ok()) {
        return Error{layers.error().code,
                     config.start + "/" + layers.error().message};
      }
      pretrained = std::move(layers).value();
    } else {
      Result<Classifier> model = ReadStart(config, inputs.name, files.value());
      if (!model.ok()) return model.error();
      start = std::move(model).value();
    }
  }
  Result<KnownWords> words =
      start ? KnownWords{start->vocabulary(), start->vectors()}
            : FindKnownWords(config.source, inputs.name, config.training.seed,
                             train.value().counts());
  if (!words.ok()) return words.error();
  words.value().vocabulary.ReadMisspelled(config.model.spelling);
  const std::string& source = start ? config.start : config.source.vectors;
  if (!source.empty()) {
    Status known = CheckKnowsWords(words.value().vocabulary, source,
                                   train.value().counts());
    if (!known.ok()) return known.error();
  }
  const Vocabulary& vocabulary = words.value().vocabulary;
  Result<ClassifiedTexts> train_texts =
      ToClassifiedTexts(train.value(), vocabulary, config.model.labels);
  if (!train_texts.ok()) return train_texts.error();
  const Status taught =
      AddMoreTexts(inputs, config, train.value(), held_out.value(), vocabulary,
                   &train_texts.value(), &data);
  if (!taught.ok()) return taught.error();
  Status every = CheckHasLabels(train_texts.value().path,
                                train_texts.value().labels, config.model.labels,
                                "add some, or take it out of \"labels\"");
  if (!every.ok()) return every.error();
  Result<ClassifiedTexts> dev_texts =
      ToClassifiedTexts(dev.value(), vocabulary, config.model.labels);
  if (!dev_texts.ok()) return dev_texts.error();
  every = CheckHasLabels(dev_texts.value().path, dev_texts.value().labels,
                         config.model.labels,
                         "move some there from " + train.value().path +
                             ", or join labels by \"merge\"");
  if (!every.ok()) return every.error();
  config.source.dimensions = words.value().vectors.cols();
  Result<Classifier> model =
      Classifier::Make(config.model, std::move(words.value().vocabulary),
                       std::move(words.value().vectors), config.training.seed);
  Status made = model.ok() ? Status{} : Status(model.error());
  if (made.ok() && start) made = model.value().StartFrom(*start);
  if (made.ok() && pretrained) {
    made = model.value().StartFrom(*pretrained, config.start);
  }
  if (!made.ok()) {
    return Error{made.error().code, inputs.name + ": " + made.error().message};
  }
  auto task = std::make_unique<ClassifierTask>(
      std::move(config), std::move(model).value(),
      std::move(train_texts).value(), std::move(dev_texts).value());
  task->data_ = std::move(data);
  task->held_out_ = train.value().held_out;
  return std::unique_ptr<TrainingTask>(std::move(task));
}

ClassifierTask::ClassifierTask(ClassifierConfig config, Classifier model,
                               ClassifiedTexts train, ClassifiedTexts dev)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      stage_(model_, train_, dev_, config_.training) {}

nlohmann::ordered_json ClassifierTask::ResolvedConfig() const {
  ClassifierConfig config = config_;
  config.train = RecordedPath(config.train, "train", data_);
  config.dev = RecordedPath(config.dev, "dev", data_);
  return ClassifierFields().Write(config);
}

std::string ClassifierTask::Summary() const {
  std::string summary = std::to_string(train_.size()) + " texts of " +
                        std::to_string(model_.labels().size()) +
                        " labels to train on, " + std::to_string(dev_.size()) +
                        " to tune on, " +
                        std::to_string(model_.vocabulary().size()) + " words";
  if (!config_.held_out.empty()) {
    summary.append("; ")
        .append(std::to_string(held_out_))
        .append(" texts held out");
  }
  return summary;
}

std::vector<std::string> ClassifierTask::Advise(
    const nlohmann::ordered_json& dev) const {
  std::size_t most = 0;
  std::string label;
  const auto confusion = dev.at("confusion").get<Confusion>();
  for (std::size_t i = 0; i < confusion.size(); ++i) {
    const std::size_t texts = std::accumulate(
        confusion[i].begin(), confusion[i].end(), std::size_t{0});
    if (texts <= most) continue;
    most = texts;
    label = dev.at("labels").at(i).get<std::string>();
  }
  const double share = static_cast<double>(most) / dev.at("n").get<double>();
  if (dev.at("accuracy").get<double>() > share) return {};
  return {"no better than always saying " + Quote(label) + " (" +
          std::to_string(std::lround(100 * share)) +
          " % of dev): more texts, more epochs, a larger learning rate, or the "
          "word vectors of a shipped model (--vectors models/hotels) may help"};
}

Result<ModelFiles> ClassifierTask::Save(const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

}  // namespace whylight
