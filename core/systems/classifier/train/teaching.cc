#include "core/systems/classifier/train/teaching.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/format/native/model_store.h"
#include "core/systems/classifier/train/evaluation.h"
#include "core/training/data/reader.h"

namespace whylight {
namespace {

constexpr std::size_t kShortest = 3;
constexpr std::size_t kLongest = 40;

bool EndsSentence(const Token& token) {
  return token.text == "." || token.text == "!" || token.text == "?";
}

// Calls `visit` with each sentence of each text.
template <typename Visit>
Status VisitSentences(const std::vector<std::string>& paths,
                      const DataOptions& reading, const Visit& visit) {
  for (const std::string& path : paths) {
    const Status read = VisitTexts(
        path,
        [&](std::string_view text, std::size_t line) -> Status {
          std::vector<Token> sentence;
          const auto end = [&] {
            if (sentence.size() >= kShortest && sentence.size() <= kLongest) {
              visit(sentence, line);
            }
            sentence.clear();
          };
          for (Token& token : Tokenize(text)) {
            sentence.push_back(std::move(token));
            if (EndsSentence(sentence.back())) end();
          }
          end();
          return {};
        },
        reading);
    if (!read.ok()) return read;
  }
  return {};
}

}  // namespace

Result<LabelledFile> ReadSentences(const std::vector<std::string>& paths,
                                   const DataOptions& reading, std::size_t most,
                                   const HeldOutTexts& held_out,
                                   const std::string& label) {
  std::size_t all = 0;
  Status read = VisitSentences(
      paths, reading, [&](const std::vector<Token>&, std::size_t) { ++all; });
  if (!read.ok()) return read.error();
  // What is skipped is told once.
  DataOptions again = reading;
  again.on_skip = {};
  const std::size_t every =
      most == 0 ? 1 : std::max<std::size_t>(1, (all + most - 1) / most);
  LabelledFile file;
  file.path = paths.front();
  file.labels = {label};
  std::size_t number = 0;
  std::unordered_map<std::string, std::int32_t> rows;
  read = VisitSentences(
      paths, again, [&](const std::vector<Token>& sentence, std::size_t line) {
        if (number++ % every != 0) return;
        if (held_out.AreIn(sentence)) {
          ++file.held_out;
          return;
        }
        WordIds& ids = file.texts.emplace_back();
        for (const Token& token : sentence) {
          const auto [entry, is_new] = rows.try_emplace(
              token.text, static_cast<std::int32_t>(file.words.size()));
          if (is_new) {
            file.words.push_back(token.text);
            file.word_counts.push_back(0);
          }
          ++file.word_counts[static_cast<std::size_t>(entry->second)];
          ids.push_back(entry->second);
        }
        file.text_labels.push_back(0);
        file.lines.push_back(line);
      });
  if (!read.ok()) return read.error();
  if (file.texts.empty()) {
    return Error{ErrorCode::kBadData, file.path + ": expected sentences of " +
                                          std::to_string(kShortest) + " to " +
                                          std::to_string(kLongest) +
                                          " words, found none"};
  }
  return file;
}

Result<std::vector<Classifier>> ReadTeachers(
    const std::vector<std::string>& folders,
    const std::vector<std::string>& labels) {
  std::vector<Classifier> teachers;
  for (const std::string& folder : folders) {
    const Result<ModelFiles> files = ReadModelFolder(folder);
    if (!files.ok()) return files.error();
    Result<Classifier> teacher = Classifier::Load(files.value());
    if (!teacher.ok()) {
      return Error{teacher.error().code,
                   folder + "/" + teacher.error().message};
    }
    if (teacher.value().labels() != labels) {
      return Error{ErrorCode::kInvalidArgument,
                   "\"teachers\": " + folder +
                       ": expected the labels of the model, found others"};
    }
    teachers.push_back(std::move(teacher).value());
  }
  return teachers;
}

Result<Matrix> AskTeachers(const std::vector<Classifier>& teachers,
                           const LabelledFile& texts, ThreadPool& pool) {
  std::vector<MatrixOf<double>> answers;
  for (const Classifier& teacher : teachers) {
    const Result<ClassifiedTexts> read =
        ToClassifiedTexts(texts, teacher.vocabulary(), teacher.labels());
    if (!read.ok()) return read.error();
    answers.push_back(LogProbabilities(teacher, read.value(), pool));
  }
  return Matrix(LogMeans(answers).array().exp().cast<Real>());
}

Matrix MixWithLabels(const Matrix& taught, double share,
                     const std::vector<std::int32_t>& labels) {
  Matrix mixed = static_cast<Real>(share) * taught;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    mixed(static_cast<Index>(i), labels[i]) += static_cast<Real>(1 - share);
  }
  return mixed;
}

}  // namespace whylight
