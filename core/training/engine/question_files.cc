#include "core/training/engine/question_files.h"

#include <tuple>
#include <utility>

namespace whylight {

Result<QuestionFiles> ReadQuestionFiles(const TaskInputs& inputs,
                                        const QuestionConfig& config,
                                        decltype(ReadQuestions)* read) {
  QuestionFiles files;
  // All are found before any is read.
  std::vector<std::string> found[2];
  for (const auto& [key, paths, side] : {std::tuple("train", config.train, 0),
                                         std::tuple("dev", config.dev, 1)}) {
    const Result<std::vector<DataFile>> named =
        FindDataFiles(inputs, key, paths);
    if (!named.ok()) return named.error();
    for (const DataFile& file : named.value()) {
      found[side].push_back(file.path);
      files.data.push_back(file);
    }
  }
  Result<AnsweredQuestions> train = read(found[0], config.reading);
  if (!train.ok()) return train.error();
  Result<AnsweredQuestions> dev = read(found[1], config.reading);
  if (!dev.ok()) return dev.error();
  files.train = std::move(train).value();
  files.dev = std::move(dev).value();

  WordSource& source = *config.source;
  const auto given = inputs.files.find("vectors");
  if (given != inputs.files.end()) source.vectors = given->second;
  const WordCounts counts = files.train.counts();
  Result<KnownWords> words =
      FindKnownWords(source, inputs.name, config.seed, counts);
  if (!words.ok()) return words.error();
  files.words = std::move(words).value();
  source.dimensions = files.words.vectors.cols();
  if (source.vectors.empty()) return files;
  Status knows =
      CheckKnowsWords(files.words.vocabulary, source.vectors, counts);
  if (!knows.ok()) return knows.error();
  files.data.push_back({"vectors", source.vectors});
  return files;
}

}  // namespace whylight
