#include "core/systems/rationale/train/training_texts.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <utility>

#include "core/model/find_words.h"
#include "core/training/data/record.h"
#include "core/training/data/text_templates.h"

namespace whylight {
namespace {

constexpr std::size_t kHeldOutTemplates = 4000;
constexpr std::size_t kMostOutside = 4000;  // Of each file.
constexpr std::size_t kMostOutsideWords = 60;
constexpr std::size_t kMostInside = 4000;  // Of each kind of text.

// Of `count` texts of a kind every how-manieth is taken for calibration.
std::size_t StepInside(std::size_t count) { return count / kMostInside + 1; }

// The texts of one kind, every `step`-th of [first, last) of `set`.
void TakeInside(const RatedTexts& set, std::size_t first, std::size_t last,
                std::size_t step, std::vector<std::vector<WordIds>>* inside) {
  std::vector<WordIds>& kind = inside->emplace_back();
  for (std::size_t i = first; i < last; i += step) {
    kind.push_back(set.texts[i]);
  }
}

Result<CalibrationTexts> ReadCalibrationTexts(
    const RationaleConfig& config, const std::vector<std::string>& outside,
    const RatedTexts& train, const RatedTexts& dev,
    const Vocabulary& vocabulary, const std::vector<std::string>& aspects,
    std::size_t template_step) {
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
  TakeInside(train, 0, train.reviews, StepInside(train.reviews), &texts.inside);
  TakeInside(train, train.reviews, templates, StepInside(train.sentences),
             &texts.inside);
  TakeInside(train, templates, train.size(), template_step, &texts.inside);
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

}  // namespace

Result<TrainingFiles> FindTrainingFiles(const RationaleConfig& config,
                                        const TaskInputs& inputs) {
  Result<std::vector<DataFile>> found =
      FindTrainAndDev(inputs, config.train, config.dev);
  if (!found.ok()) return found.error();
  TrainingFiles files;
  files.data = std::move(found).value();
  files.train = {files.data[0].path};
  files.dev = files.data[1].path;
  for (const std::string& file : config.more) {
    Result<std::string> path = FindDataFile(inputs, "more", file);
    if (!path.ok()) return path.error();
    files.train.push_back(path.value());
    files.data.push_back(
        {"more " + std::to_string(files.train.size() - 1), path.value()});
  }
  for (const std::string& file : config.templates.files) {
    files.data.push_back({"templates " + file, file});
  }
  for (const std::string& file : config.outside) {
    // Some of them are no data sets but stand beside the config.
    Result<std::string> path = std::filesystem::exists(file)
                                   ? file
                                   : FindDataFile(inputs, "outside", file);
    if (!path.ok()) return path.error();
    files.outside.push_back(path.value());
    files.data.push_back({"outside " + file, path.value()});
  }
  return files;
}

Result<TrainingTexts> ReadTrainingTexts(const RationaleConfig& config,
                                        const TrainingFiles& files,
                                        const Vocabulary& vocabulary,
                                        TextsFor purpose) {
  std::vector<std::string> aspects;
  for (const RationaleAspect& aspect : config.model.aspects) {
    aspects.push_back(aspect.name);
  }
  std::vector<std::string> names = aspects;
  names.insert(names.end(), config.regress_on.begin(), config.regress_on.end());
  TrainingTexts texts;
  Result<RatedTexts> train =
      ReadRatedTexts(files.train, names, vocabulary, config.data);
  if (!train.ok()) return train.error();
  texts.train = std::move(train).value();
  AddSentences(config.sentences, config.training.seed, vocabulary,
               &texts.train);
  // To calibrate, no more templates are made than are taken.
  std::size_t made = 1;
  std::size_t taken = StepInside(config.templates.texts);
  if (purpose == TextsFor::kCalibration) std::swap(made, taken);
  if (config.templates.texts > 0) {
    const Result<TextTemplates> templates =
        TextTemplates::Read(config.templates.files, aspects);
    if (!templates.ok()) return templates.error();
    AddTemplateTexts(templates.value(), aspects.size(), config.templates.texts,
                     config.training.seed, vocabulary, &texts.train, made);
  }
  // Regressions are done on the training set alone.
  Result<std::vector<Review>> dev =
      ReadReviews(files.dev, aspects, config.data);
  if (!dev.ok()) return dev.error();
  texts.dev_reviews = std::move(dev).value();
  texts.dev = ToRatedTexts(texts.dev_reviews, aspects, vocabulary);

  Result<CalibrationTexts> calibration =
      ReadCalibrationTexts(config, files.outside, texts.train, texts.dev,
                           vocabulary, aspects, taken);
  if (!calibration.ok()) return calibration.error();
  texts.calibration = std::move(calibration).value();
  // Of them, too, it learns that they speak of no aspect.
  for (const std::vector<WordIds>& kind : texts.calibration.outside) {
    AddUnratedTexts(kind, &texts.train);
  }
  return texts;
}

}  // namespace whylight
