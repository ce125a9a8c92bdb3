#include "core/systems/rationale/train/task.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/native/model_store.h"
#include "core/model/pretrained_layers.h"
#include "core/systems/rationale/train/distil_stage.h"
#include "core/systems/rationale/train/encoder_stage.h"
#include "core/systems/rationale/train/selection_stage.h"
#include "core/systems/rationale/train/training_texts.h"
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

// What a model starts from, if it does not start at random.
struct StartingPoint {
  std::optional<PretrainedLayers> layers;
  std::optional<RationaleModel> model;
};

Result<StartingPoint> ReadStart(const RationaleConfig& config) {
  StartingPoint start;
  if (config.start.empty()) return start;
  const Result<ModelFiles> files = ReadModelFolder(config.start);
  if (!files.ok()) return files.error();
  const auto in_folder = [&](const Error& error) {
    return Error{error.code, config.start + "/" + error.message};
  };
  const Result<nlohmann::json> about = ParseModelConfig(files.value());
  if (!about.ok()) return in_folder(about.error());
  if (about.value().value("task", nlohmann::json()) == "language-model") {
    Result<PretrainedLayers> layers = PretrainedLayers::Load(files.value());
    if (!layers.ok()) return in_folder(layers.error());
    start.layers = std::move(layers).value();
    return start;
  }
  Result<RationaleModel> model = RationaleModel::Load(files.value());
  if (!model.ok()) return in_folder(model.error());
  start.model = std::move(model).value();
  return start;
}

// The words of the model to start from or, without one, of the config.
Result<WordVectors> ChooseWords(const RationaleConfig& config,
                                const std::string& name,
                                const std::optional<RationaleModel>& start) {
  if (!start) {
    if (config.vectors.empty()) {
      return Invalid(name + ": expected \"vectors\", or --vectors");
    }
    return PrepareVectors(config.vectors, config.words, config.vector_length);
  }
  for (const auto& [key, is_given] :
       {std::pair("vectors", !config.vectors.empty()),
        std::pair("words", config.words != 0)}) {
    if (!is_given) continue;
    return Invalid(name + ": expected no " + Quote(key) +
                   " beside a model to \"start\" from, whose words stay");
  }
  return WordVectors{start->vocabulary(), {}, start->vectors()};
}

// Gives generator and encoder what a language model has learned.
Status StartFrom(const PretrainedLayers& layers, const std::string& folder,
                 RationaleModel& model) {
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

// The rating that every review which rates an aspect gives it, if it is one.
std::optional<Real> OnlyRating(const RatedTexts& texts, std::size_t aspect) {
  std::optional<Real> only;
  for (Index i = 0; i < texts.ratings.rows(); ++i) {
    const Real rating = texts.ratings(i, static_cast<Index>(aspect));
    if (!IsRated(rating)) continue;
    if (only && rating != *only) return std::nullopt;
    only = rating;
  }
  return only;
}

Error SameRatings(const RatedTexts& texts, std::size_t aspect, Real rating,
                  const std::string& path) {
  std::array<char, 32> number{};
  std::snprintf(number.data(), number.size(), "%g",
                static_cast<double>(rating));
  return Error{ErrorCode::kBadData,
               path + ": every review rates " + Quote(texts.names[aspect]) +
                   " " + number.data() + ": expected different ratings"};
}

// Fails where all ratings of an aspect are the same: nothing can be learned of
// it then, and no word is worth selecting.
Status CheckRatingsDiffer(const RatedTexts& texts, std::size_t aspects,
                          const std::string& path) {
  for (std::size_t a = 0; a < aspects; ++a) {
    const std::optional<Real> only = OnlyRating(texts, a);
    if (only) return SameRatings(texts, a, *only, path);
  }
  return {};
}

// Fails where those of all aspects that are reported are, or there are none: no
// epoch is better than another then.
Status CheckSomeRatingsDiffer(const RatedTexts& texts,
                              const std::vector<RationaleAspect>& aspects,
                              const std::string& path) {
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    if (!aspects[a].reported) continue;
    const auto ratings = texts.ratings.col(static_cast<Index>(a));
    const bool rated = std::any_of(ratings.begin(), ratings.end(), IsRated);
    if (rated && !OnlyRating(texts, a)) return {};
  }
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    const std::optional<Real> only = OnlyRating(texts, a);
    if (aspects[a].reported && only) return SameRatings(texts, a, *only, path);
  }
  return Error{ErrorCode::kBadData, path + ": expected ratings, found none"};
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
  Result<TrainingFiles> found = FindTrainingFiles(config, inputs);
  if (!found.ok()) return found.error();
  std::vector<DataFile> data = found.value().data;
  const auto vectors = inputs.files.find("vectors");
  if (vectors != inputs.files.end()) config.vectors = vectors->second;
  Result<StartingPoint> start = ReadStart(config);
  if (!start.ok()) return start.error();
  Result<WordVectors> words =
      ChooseWords(config, inputs.name, start.value().model);
  if (!words.ok()) return words.error();
  if (!config.vectors.empty()) {
    data.insert(data.begin() + kTrainAndDev, {"vectors", config.vectors});
  }
  words.value().vocabulary.ReadMisspelled(config.model.spelling);
  Result<TrainingTexts> read_texts = ReadTrainingTexts(
      config, found.value(), words.value().vocabulary, TextsFor::kTraining);
  if (!read_texts.ok()) return read_texts.error();
  TrainingTexts texts = std::move(read_texts).value();
  if (Status differ =
          CheckRatingsDiffer(texts.train, config.model.aspects.size(),
                             found.value().train.front());
      !differ.ok()) {
    return differ.error();
  }
  if (Status differ = CheckSomeRatingsDiffer(texts.dev, config.model.aspects,
                                             found.value().dev);
      !differ.ok()) {
    return differ.error();
  }

  RationaleOptions options = config.model;
  options.generator.inputs = words.value().vectors.cols();
  options.encoder.inputs = words.value().vectors.cols();
  Result<RationaleModel> model = RationaleModel::Make(
      options, words.value().vocabulary, std::move(words.value().vectors),
      config.training.seed);
  const auto in_config = [&](const Error& error) {
    return Error{error.code, inputs.name + ": " + error.message};
  };
  if (!model.ok()) return in_config(model.error());
  if (start.value().layers) {
    const Status started =
        StartFrom(*start.value().layers, config.start, model.value());
    if (!started.ok()) return in_config(started.error());
  }
  if (!config.start.empty()) data.push_back({"start", config.start});
  std::vector<RationaleModel> teachers;
  for (const std::string& folder : config.teachers) {
    Result<RationaleModel> teacher = LoadTeacher(folder, model.value());
    if (!teacher.ok()) return teacher.error();
    teachers.push_back(std::move(teacher).value());
    data.push_back({"teacher " + std::to_string(teachers.size()), folder});
  }
  auto task = std::make_unique<RationaleTask>(
      std::move(config), std::move(model).value(), std::move(texts.train),
      std::move(texts.dev), std::move(texts.dev_reviews), std::move(teachers),
      std::move(texts.calibration));
  if (start.value().model) {
    // Not before: a new task starts at the mean ratings.
    const Status started =
        task->model_.StartFrom(std::move(*start.value().model));
    if (!started.ok()) return in_config(started.error());
  }
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

std::vector<std::string> RationaleTask::Advise(
    const nlohmann::ordered_json& dev) const {
  std::vector<std::string> advice;
  const bool selects =
      config_.training.stages.back() != RationaleStage::kFullText;
  const auto error =
      dev.find(selects ? "relative_error" : "relative_error_all_words");
  // Of a log, where an error that was not finite is null.
  if (error != dev.end() &&
      (!error->is_number() || error->get<double>() >= 1)) {
    advice.push_back(
        "no better than the mean rating: more reviews, more epochs, or the "
        "word vectors of a shipped model (--vectors models/hotels) may help");
  }
  const auto aspects = dev.find("aspects");
  if (!selects || aspects == dev.end()) return advice;
  constexpr double kManyUnrated = 0.3;
  const auto reviews = dev.value("n", 0.0);
  std::string unrated;
  std::string shown;
  for (std::size_t a = 0; a < model_.options().aspects.size(); ++a) {
    const std::string& name = model_.options().aspects[a].name;
    // Aspects that are not reported have no figures.
    const auto found = aspects->find(name);
    if (found == aspects->end()) continue;
    const nlohmann::ordered_json& aspect = *found;
    // Of those that rate it at least so many have no word for it.
    const double share = aspect.value("n", reviews) / reviews -
                         aspect.value("reviews_with_spans", 1.0);
    if (share <= kManyUnrated) continue;
    unrated += (unrated.empty() ? "" : ", ") +
               std::to_string(std::lround(100 * share)) + " % " +
               (unrated.empty() ? "of dev's reviews get no " : "no ") +
               Quote(name);
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%g",
                  config_.training.targets[a].shown_rate);
    shown += (shown.empty() ? "" : ", ") + std::string(number.data());
  }
  if (!unrated.empty()) {
    advice.push_back(unrated + ": a larger \"shown_rate\" (now " + shown +
                     ") selects more words");
  }
  return advice;
}

Result<ModelFiles> RationaleTask::Save(const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

}  // namespace whylight
