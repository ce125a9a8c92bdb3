#include "core/systems/rationale/train/task.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/native/model_store.h"
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

// E.g. " (without a rating: 3 aroma, 12 taste)"; nothing if all have all.
std::string ListMissing(const RatedTexts& texts) {
  std::string list;
  for (std::size_t a = 0; a < texts.names.size(); ++a) {
    const Index missing =
        texts.ratings.col(static_cast<Index>(a)).array().isNaN().count();
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
                             std::vector<RationaleModel> teachers)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      dev_reviews_(std::move(dev_reviews)),
      teachers_(std::move(teachers)) {
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
      model_, train_, dev_, dev_reviews_, config_.training);
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

  Result<WordVectors> words =
      PrepareVectors(config.vectors, config.words, config.vector_length);
  if (!words.ok()) return words.error();
  std::vector<std::string> names;
  for (const RationaleAspect& aspect : config.model.aspects) {
    names.push_back(aspect.name);
  }
  const std::vector<std::string> aspects = names;
  names.insert(names.end(), config.regress_on.begin(), config.regress_on.end());
  const Vocabulary& vocabulary = words.value().vocabulary;
  Result<RatedTexts> train =
      ReadRatedTexts(data[0].path, names, vocabulary, config.data);
  if (!train.ok()) return train.error();
  // Regressions are done on the training set alone.
  Result<std::vector<Review>> dev =
      ReadReviews(data[1].path, aspects, config.data);
  if (!dev.ok()) return dev.error();
  RatedTexts dev_texts = ToRatedTexts(dev.value(), aspects, vocabulary);

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
  std::vector<RationaleModel> teachers;
  for (const std::string& folder : config.teachers) {
    Result<RationaleModel> teacher = LoadTeacher(folder, model.value());
    if (!teacher.ok()) return teacher.error();
    teachers.push_back(std::move(teacher).value());
    data.push_back({"teacher " + std::to_string(teachers.size()), folder});
  }
  auto task = std::make_unique<RationaleTask>(
      std::move(config), std::move(model).value(), std::move(train).value(),
      std::move(dev_texts), std::move(dev).value(), std::move(teachers));
  task->data_ = std::move(data);
  return std::unique_ptr<TrainingTask>(std::move(task));
}

// A rating predicted from no words is then the mean rating.
void RationaleTask::StartAtMeans() {
  Parameter& bias = model_.OutputBias();
  for (Index a = 0; a < bias.value.cols(); ++a) {
    const Real mean =
        std::clamp(MeanRating(train_.ratings, a), Real(0.01), Real(0.99));
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
  return RationaleFields().Write(config);
}

std::string RationaleTask::Summary() const {
  return std::to_string(train_.size()) + " reviews to train on" +
         ListMissing(train_) + ", " + std::to_string(dev_.size()) +
         " to tune on" + ListMissing(dev_) + ", " +
         std::to_string(model_.vocabulary().size()) + " words";
}

Result<ModelFiles> RationaleTask::Save(const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

}  // namespace whylight
