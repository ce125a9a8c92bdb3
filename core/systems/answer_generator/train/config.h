// The configuration of a training of the system "answer-generator".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/systems/answer_generator/options.h"
#include "core/systems/answer_generator/train/curriculum.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

struct AnswerGeneratorTraining {
  StageOptions stage = {.epochs = 20, .keep_best = true};
  double dropout = 0;  ///< See TextDropout.
  CurriculumOptions curriculum;
};

struct AnswerGeneratorConfig {
  std::vector<std::string> train;  ///< Files of questions with answers.
  std::vector<std::string> dev;    ///< The same, to choose by and report on.
  DataOptions data;                ///< How all are read.
  WordSource source;
  AnswerGeneratorOptions model;
  std::size_t min_texts = 10;  ///< With a word that may be generated.
  std::uint64_t seed = 1;
  AnswerGeneratorTraining training;
  StoreOptions store;
};

/// The keys of a config.
const Fields<AnswerGeneratorConfig>& AnswerGeneratorFields();

}  // namespace whylight
