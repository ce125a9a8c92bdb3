// The files of a task that learns from questions with answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/answered_questions.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/task_inputs.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

/// What is in them.
struct QuestionFiles {
  AnsweredQuestions train;
  AnsweredQuestions dev;
  KnownWords words;
  std::vector<DataFile> data;  ///< The files themselves.
};

/// What a config says of them.
struct QuestionConfig {
  std::vector<std::string>* train;
  std::vector<std::string>* dev;
  WordSource* source;
  const DataOptions& reading;
  std::uint64_t seed;
};

/// Reads them by `read`, a function as ReadQuestions, and finds the words of
/// `source`. What was given in place of files becomes what the config says.
/// Fails as these do, and on vectors of other words.
Result<QuestionFiles> ReadQuestionFiles(const TaskInputs& inputs,
                                        const QuestionConfig& config,
                                        decltype(ReadQuestions)* read);

}  // namespace whylight
