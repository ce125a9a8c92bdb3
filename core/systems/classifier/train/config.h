// The configuration of a classifier's training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/systems/classifier/model.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

struct ClassifierTraining {
  std::uint64_t seed = 1;
  StageOptions stage = {.epochs = 20};
  double dropout = 0;     ///< See TextDropout.
  double layer_rate = 1;  ///< Factor of the rate from a layer to that below.
  int thaw = 0;  ///< Epochs until the next lower layer is trained, too; 0: all
                 ///< are from the start.
};

/// Texts made from templates, which learn the grades that their ratings of
/// `aspect` fall between.
struct GradedTemplates {
  std::vector<std::string> files;
  std::string aspect;
  std::size_t texts = 0;
};

struct ClassifierConfig {
  std::string train;     ///< Labelled texts.
  std::string dev;       ///< The same, to choose by and to report on.
  DataOptions data;      ///< How `train` is read,
  DataOptions dev_data;  ///< and `dev`: the same, of trees only the whole,
                         ///< and each text however often it comes.
  /// Files, read as `dev` is, whose texts no text of `train` may hold.
  std::vector<std::string> held_out;
  /// All that there may be, in the order that the model has them. Empty: those
  /// of `train`, sorted.
  std::vector<std::string> labels;
  /// Further files of labelled texts, read as `dev` is.
  std::vector<std::string> more;
  GradedTemplates templates;
  std::vector<std::string> teachers;  ///< Folders of models to learn from, too.
  double teacher_share = 0.5;  ///< Of their answers, where a label is known.
  /// Files of texts whose sentences the teachers alone label, and how many.
  std::vector<std::string> unlabelled;
  std::size_t sentences = 0;  ///< 0: all.
  std::string start;  ///< A model's folder, to go on from its parameters.
  WordSource source;
  ClassifierOptions model;  ///< Without labels: those are known by the data.
  /// The name of each label for people, and the number it stands for. Given for
  /// every label or for none.
  std::map<std::string, std::string> names;
  std::map<std::string, double> grades;
  ClassifierTraining training;
  StoreOptions store;
};

/// The keys of a config.
const Fields<ClassifierConfig>& ClassifierFields();

/// Reads a config; `name` is how errors call it. `data` tells how files are
/// read where the config does not. Unknown keys are errors.
Result<ClassifierConfig> ReadClassifierConfig(const nlohmann::json& object,
                                              const std::string& name,
                                              const DataOptions& data = {});

/// Gives the labels of `config.model` their names and grades. Fails unless
/// these are of every label and of no other.
Status NameLabels(ClassifierConfig* config);

}  // namespace whylight
