#include "core/systems/rationale/train/task.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/native/model_store.h"
#include "core/model/find_words.h"
#include "core/model/pretrained_layers.h"
#include "core/systems/rationale/train/distil_stage.h"
#include "core/systems/rationale/train/encoder_stage.h"
#include "core/systems/rationale/train/selection_stage.h"
#include "core/training/vectors/prepare_vectors.h"

namespace whylight {

namespace {

Result<RationaleModel> LoadTeacher(const std::string& folder,
                                   const RationaleModel& model) {
  const Result<ModelFiles> files = ReadModelFolder(folder);
  if (!files.ok()) return files.error();
  Result<RationaleModel> teacher = RationaleModel::Load(files.value());
  if (!teacher.ok()) {
    return Error{teacher.error().code, folder + "/" + teacher.error().message};
  }
  const std::string problem = FindTeacherProblem(model, teacher.value());
  if (problem.empty()) return teacher;
  return Error{ErrorCode::kInvalidArgument,
               "\"teachers\": " + folder + ": " + problem};
}

constexpr std::size_t kHeldOutTemplates = 4000;
constexpr std::size_t kMostOutside = 4000;  // Of each file.
constexpr std::size_t kMostOutsideWords = 60;
constexpr std::size_t kMostInside = 4000;  // Of each kind of text.

// The texts of one kind, [first, last) of `set`, evenly taken.
void TakeInside(const RatedTexts& set, std::size_t first, std::size_t last,
                std::vector<std::vector<WordIds>>* inside) {
  std::vector<WordIds>& kind = inside->emplace_back();
  const std::size_t step = (last - first) / kMostInside + 1;
  for (std::size_t i = first; i < last; i += step) {
    kind.push_back(set.texts[i]);
  }
}

Result<CalibrationTexts> FindCalibrationTexts(
    const RationaleConfig& config, const std::vector<std::string>& outside,
    const RatedTexts& train, const RatedTexts& dev,
    const Vocabulary& vocabulary, const std::vector<std::string>& aspects) {
  CalibrationTexts texts;
  texts.dev = dev;
  AddSentences(config.sentences > 0 ? 1 : 0, config.training.seed, vocabulary,
               &texts.dev);
  if (config.templates.texts > 0) {
    const Result<TextTemplates> templates =
        TextTemplates::Read(config.templates.files, aspects);
    if (!templates.ok()) return templates.error();
    texts.templates.ratings = Matrix(0, static_cast<Index>(aspects.size()));
    // Others than those to train on, which go up from 0.
    AddTemplateTexts(templates.value(), aspects.size(), kHeldOutTemplates,
                     ~config.training.seed, vocabulary, &texts.templates);
  }
  const std::size_t templates = train.reviews + train.sentences;
  TakeInside(train, 0, train.reviews, &texts.inside);
  TakeInside(train, train.reviews, templates, &texts.inside);
  TakeInside(train, templates, train.size(), &texts.inside);
  for (const std::string& path : outside) {
    std::vector<WordIds> all;
    const Status read =
        VisitRecords(path, {}, {}, [&](const Record& record) -> Status {
          WordIds words = FindWords(vocabulary, Tokenize(record.text));
          words.resize(std::min(words.size(), kMostOutsideWords));
          if (!words.empty()) all.push_back(std::move(words));
          return {};
        });
    if (!read.ok()) return read.error();
    if (all.empty()) {
      return Error{ErrorCode::kBadData, path + ": expected texts, found none"};
    }
    const std::size_t step = all.size() / kMostOutside + 1;
    std::vector<WordIds>& kind = texts.outside.emplace_back();
    for (std::size_t i = 0; i < all.size(); i += step) {
      kind.push_back(std::move(all[i]));
    }
  }
  return texts;
}

// Gives generator and encoder what a language model has learned.
Status StartFrom(const std::string& folder, RationaleModel& model) {
  const Result<ModelFiles> files = ReadModelFolder(folder);
  if (!files.ok()) return files.error();
  const Result<PretrainedLayers> read = PretrainedLayers::Load(files.value());
  if (!read.ok()) {
    return Error{read.error().code, folder + "/" + read.error().message};
  }
  const PretrainedLayers& layers = read.value();
  const RationaleOptions& options = model.options();
  Status started =
      layers.CheckWords(model.vocabulary(), model.vectors(), folder);
  if (started.ok() && (options.generator_layers || options.encoder_layers)) {
    return Error{ErrorCode::kInvalidArgument,
                 "\"start\": expected a generator and an encoder of the type "
                 "\"rcnn\", found \"layers\""};
  }
  if (started.ok()) {
    started =
        layers.CopyInto(model.GeneratorParameters(), options.generator, folder);
  }
  if (started.ok() && !options.shared) {
    started =
        layers.CopyInto(model.EncoderParameters(), options.encoder, folder);
  }
  return started;
}

// E.g. " (without a rating: 3 aroma, 12 taste)"; nothing if all have all.
std::string ListMissing(const RatedTexts& texts) {
  std::string list;
  for (std::size_t a = 0; a < texts.names.size(); ++a) {
    const Index missing = texts.ratings.col(static_cast<Index>(a))
                              .head(static_cast<Index>(texts.reviews))
                              .array()
                              .isNaN()
                              .count();
    if (missing == 0) continue;
    list += (list.empty() ? " (without a rating: " : ", ") +
            std::to_string(missing) + " " + texts.names[a];
  }
  return list.empty() ? list : list + ")";
}

}  // namespace

RationaleTask::RationaleTask(RationaleConfig config, RationaleModel model,
                             RatedTexts train, RatedTexts dev,
                             std::vector<Review> dev_reviews,
                             std::vector<RationaleModel> teachers,
                             CalibrationTexts calibration)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      dev_reviews_(std::move(dev_reviews)),
      teachers_(std::move(teachers)),
      calibration_(std::move(calibration)) {
  StartAtMeans();
  for (const RationaleStage stage : config_.training.stages) {
    stages_.push_back(MakeStage(stage));
  }
}

RationaleTask::~RationaleTask() = default;

std::unique_ptr<Stage> RationaleTask::MakeStage(RationaleStage stage) {
  if (stage == RationaleStage::kSelection) {
    return std::make_unique<SelectionStage>(model_, train_, dev_, dev_reviews_,
                                            config_.training);
  }
  if (stage == RationaleStage::kDistil) {
    return std::make_unique<DistilStage>(model_, teachers_, train_, dev_,
                                         config_.training);
  }
  return std::make_unique<EncoderStage>(
      stage == RationaleStage::kRefit ? EncoderReads::kRationale
                                      : EncoderReads::kAllWords,
      model_, train_, dev_, dev_reviews_, calibration_, config_.training,
      teachers_);
}

Result<std::unique_ptr<TrainingTask>> RationaleTask::Make(
    const TaskInputs& inputs) {
  Result<RationaleConfig> read =
      ReadRationaleConfig(inputs.config, inputs.name, inputs.data);
  if (!read.ok()) return read.error();
  RationaleConfig config = std::move(read).value();
  Result<std::vector<DataFile>> found =
      FindTrainAndDev(inputs, config.train, config.dev);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = std::move(found).value();
  const auto vectors = inputs.files.find("vectors");
  if (vectors != inputs.files.end()) config.vectors = vectors->second;
  if (config.vectors.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected \"vectors\" in the config or --vectors"};
  }
  data.push_back({"vectors", config.vectors});
  std::vector<std::string> paths = {data[0].path};
  for (const std::string& file : config.more) {
    Result<std::string> path = FindDataFile(inputs, "more", file);
    if (!path.ok()) return path.error();
    paths.push_back(path.value());
    data.push_back({"more " + std::to_string(paths.size() - 1), path.value()});
  }
  for (const std::string& file : config.templates.files) {
    data.push_back({"templates " + file, file});
  }
  std::vector<std::string> outside;
  for (const std::string& file : config.outside) {
    // Some of them are no data sets but stand beside the config.
    Result<std::string> path = std::filesystem::exists(file)
                                   ? file
                                   : FindDataFile(inputs, "outside", file);
    if (!path.ok()) return path.error();
    outside.push_back(path.value());
    data.push_back({"outside " + file, path.value()});
  }

  Result<WordVectors> words =
      PrepareVectors(config.vectors, config.words, config.vector_length);
  if (!words.ok()) return words.error();
  words.value().vocabulary.ReadMisspelled(config.model.spelling);
  std::vector<std::string> names;
  for (const RationaleAspect& aspect : config.model.aspects) {
    names.push_back(aspect.name);
  }
  const std::vector<std::string> aspects = names;
  names.insert(names.end(), config.regress_on.begin(), config.regress_on.end());
  const Vocabulary& vocabulary = words.value().vocabulary;
  Result<RatedTexts> train =
      ReadRatedTexts(paths, names, vocabulary, config.data);
  if (!train.ok()) return train.error();
  AddSentences(config.sentences, config.training.seed, vocabulary,
               &train.value());
  if (config.templates.texts > 0) {
    const Result<TextTemplates> templates =
        TextTemplates::Read(config.templates.files, aspects);
    if (!templates.ok()) return templates.error();
    AddTemplateTexts(templates.value(), aspects.size(), config.templates.texts,
                     config.training.seed, vocabulary, &train.value());
  }
  // Regressions are done on the training set alone.
  Result<std::vector<Review>> dev =
      ReadReviews(data[1].path, aspects, config.data);
  if (!dev.ok()) return dev.error();
  RatedTexts dev_texts = ToRatedTexts(dev.value(), aspects, vocabulary);

  Result<CalibrationTexts> calibration = FindCalibrationTexts(
      config, outside, train.value(), dev_texts, vocabulary, aspects);
  if (!calibration.ok()) return calibration.error();

  // Of them, too, it learns that they speak of no aspect.
  for (const std::vector<WordIds>& kind : calibration.value().outside) {
    AddUnratedTexts(kind, &train.value());
  }

  RationaleOptions options = config.model;
  options.generator.inputs = words.value().vectors.cols();
  options.encoder.inputs = words.value().vectors.cols();
  Result<RationaleModel> model = RationaleModel::Make(
      options, words.value().vocabulary, std::move(words.value().vectors),
      config.training.seed);
  if (!model.ok()) {
    return Error{model.error().code,
                 inputs.name + ": " + model.error().message};
  }
  if (!config.start.empty()) {
    if (Status started = StartFrom(config.start, model.value());
        !started.ok()) {
      return Error{started.error().code,
                   inputs.name + ": " + started.error().message};
    }
    data.push_back({"start", config.start});
  }
  std::vector<RationaleModel> teachers;
  for (const std::string& folder : config.teachers) {
    Result<RationaleModel> teacher = LoadTeacher(folder, model.value());
    if (!teacher.ok()) return teacher.error();
    teachers.push_back(std::move(teacher).value());
    data.push_back({"teacher " + std::to_string(teachers.size()), folder});
  }
  auto task = std::make_unique<RationaleTask>(
      std::move(config), std::move(model).value(), std::move(train).value(),
      std::move(dev_texts), std::move(dev).value(), std::move(teachers),
      std::move(calibration).value());
  task->data_ = std::move(data);
  return std::unique_ptr<TrainingTask>(std::move(task));
}

// A rating predicted from no words is then the mean rating.
void RationaleTask::StartAtMeans() {
  Parameter& bias = model_.OutputBias();
  for (Index a = 0; a < bias.value.cols(); ++a) {
    const Real mean = std::clamp(
        MeanRating(train_.ratings.topRows(static_cast<Index>(train_.reviews)),
                   a),
        Real(0.01), Real(0.99));
    bias.value(0, a) = std::log(mean / (1 - mean));
  }
}

std::vector<Stage*> RationaleTask::Stages() {
  std::vector<Stage*> stages;
  for (const auto& stage : stages_) stages.push_back(stage.get());
  return stages;
}

std::vector<Parameter*> RationaleTask::Parameters() {
  std::vector<Parameter*> parameters = model_.GeneratorParameters();
  for (Parameter* parameter : model_.EncoderParameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

nlohmann::ordered_json RationaleTask::ResolvedConfig() const {
  RationaleConfig config = config_;
  config.train = RecordedPath(config.train, "train", data_);
  config.dev = RecordedPath(config.dev, "dev", data_);
  for (std::size_t i = 0; i < config.more.size(); ++i) {
    config.more[i] =
        RecordedPath(config.more[i], "more " + std::to_string(i + 1), data_);
  }
  return RationaleFields().Write(config);
}

std::string RationaleTask::Summary() const {
  std::string beside;
  if (train_.sentences > 0) {
    beside += ", " + std::to_string(train_.sentences) + " single sentences";
  }
  std::size_t outside = 0;
  for (const auto& kind : calibration_.outside) outside += kind.size();
  if (const std::size_t templates =
          train_.size() - train_.reviews - train_.sentences - outside;
      templates > 0) {
    beside += ", " + std::to_string(templates) + " texts made from templates";
  }
  if (outside > 0) {
    beside += ", " + std::to_string(outside) + " texts on other subjects";
  }
  return std::to_string(train_.reviews) + " reviews to train on" +
         ListMissing(train_) + beside + ", " + std::to_string(dev_.size()) +
         " to tune on" + ListMissing(dev_) + ", " +
         std::to_string(model_.vocabulary().size()) + " words";
}

Result<ModelFiles> RationaleTask::Save(const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

}  // namespace whylight
