#include "core/program/vectors_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/span.h"
#include "core/model/system.h"
#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/program/load_model.h"
#include "core/program/progress.h"
#include "core/program/tell.h"
#include "core/text/sentences.h"
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"
#include "core/training/data/reader.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {
namespace {

struct VectorsParseFlags {
  std::string model;
  std::string input;
  std::string output;
  DataOptions reading;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

std::vector<std::string_view> SentencesOf(std::string_view text) {
  const std::vector<Token> tokens = Tokenize(text);
  std::vector<std::string_view> sentences;
  std::size_t first = 0;
  for (const std::size_t length : SentenceLengths(text, tokens)) {
    const Span span{tokens[first].span.start,
                    tokens[first + length - 1].span.end};
    sentences.push_back(SliceUtf16(text, span));
    first += length;
  }
  return sentences;
}

// A word a line, as CoNLL-U, of what a parser answers.
std::string AsConllU(std::string_view sentence,
                     const nlohmann::ordered_json& answer) {
  std::string lines;
  std::size_t number = 0;
  for (const auto& word : answer["words"]) {
    const Span span{word["start"], word["end"]};
    lines += fmt::format("{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n", ++number,
                         SliceUtf16(sentence, span), word.value("tag", "_"),
                         word["head"].get<int>(),
                         word["relation"].get<std::string>());
  }
  return lines;
}

// The sentences of one text.
struct ParsedSentencesOf {
  std::vector<std::string> sentences;
  std::size_t too_long = 0;  ///< How many there are besides.
};

class TextParser {
 public:
  /// One model for each thread.
  TextParser(const System& system, std::vector<std::unique_ptr<Model>> models,
             LineWriter& writer)
      : system_(system),
        models_(std::move(models)),
        writer_(writer),
        pool_(static_cast<int>(models_.size())) {}

  /// Texts are parsed side by side, many at a time.
  Status Add(std::string_view text) {
    constexpr std::size_t kTextsAtOnce = 256;
    texts_.emplace_back(text);
    return texts_.size() < kTextsAtOnce ? Status() : ParseTexts();
  }

  Status Finish() {
    if (Status parsed = ParseTexts(); !parsed.ok()) return parsed;
    line_.reset();  // What is told now has a line of its own.
    return writer_.Finish();
  }

  std::size_t written() const { return written_; }
  std::size_t too_long() const { return too_long_; }

 private:
  Result<ParsedSentencesOf> Parse(Model& model, std::string_view text) const {
    ParsedSentencesOf parsed;
    for (const std::string_view sentence : SentencesOf(text)) {
      const Result<Answer> answer =
          Ask(system_, model, {"parse", std::span(&sentence, 1)});
      if (answer.ok()) {
        parsed.sentences.push_back(AsConllU(sentence, answer.value().json));
      } else if (answer.error().code == ErrorCode::kTextTooLong) {
        ++parsed.too_long;
      } else {
        return answer.error();
      }
    }
    return parsed;
  }

  Status ParseTexts() {
    std::vector<Result<ParsedSentencesOf>> all(texts_.size(),
                                               ParsedSentencesOf());
    pool_.ParallelFor(models_.size(), [&](std::size_t share) {
      for (std::size_t i = share; i < texts_.size(); i += models_.size()) {
        all[i] = Parse(*models_[share], texts_[i]);
      }
    });
    texts_.clear();
    for (const Result<ParsedSentencesOf>& parsed : all) {
      if (!parsed.ok()) return parsed.error();
      too_long_ += parsed.value().too_long;
      for (const std::string& sentence : parsed.value().sentences) {
        ++written_;
        if (Status written = writer_.Write(sentence); !written.ok()) {
          return written;
        }
      }
    }
    if (line_ && line_->Due()) {
      line_->Show(FormatCount(static_cast<double>(written_)) +
                  " sentences parsed");
    }
    return {};
  }

  const System& system_;
  std::vector<std::unique_ptr<Model>> models_;
  LineWriter& writer_;
  ThreadPool pool_;
  std::vector<std::string> texts_;
  std::size_t written_ = 0;
  std::size_t too_long_ = 0;
  std::optional<ProgressLine> line_{std::in_place, std::chrono::seconds(2)};
};

Status RunVectorsParse(const VectorsParseFlags& flags) {
  Result<LoadedModel> loaded = LoadModel(flags.model);
  if (!loaded.ok()) return loaded.error();
  const System& system = *loaded.value().system;
  if (const auto question = RequireQuestion(system, "parse"); !question.ok()) {
    return question.error();
  }
  std::vector<std::unique_ptr<Model>> models;
  models.push_back(std::move(loaded.value().model));
  for (int i = 1; i < flags.threads; ++i) {
    Result<std::unique_ptr<Model>> another = models.front()->ForAnotherThread();
    if (!another.ok()) return another.error();
    models.push_back(std::move(another).value());
  }
  Result<LineWriter> writer = LineWriter::Open(flags.output);
  if (!writer.ok()) return writer.error();
  TextParser parser(system, std::move(models), writer.value());
  Status parsed = VisitEveryText(
      flags.input,
      [&](std::string_view text, std::size_t) { return parser.Add(text); },
      flags.reading);
  if (parsed.ok()) parsed = parser.Finish();
  if (!parsed.ok()) return parsed;
  Tell("{} sentences parsed, {} left out that are too long\n", parser.written(),
       parser.too_long());
  return {};
}

}  // namespace

void AddVectorsParse(CLI::App& vectors, Command& command) {
  auto flags = std::make_shared<VectorsParseFlags>();
  CLI::App* verb = vectors.add_subcommand(
      "parse",
      "Parse each sentence of texts and write CoNLL-U, from which `train` "
      "learns --contexts dependencies");
  verb->add_option("--model", flags->model, "Folder of the parser")->required();
  verb->add_option("--input", flags->input,
                   "Texts in any format of docs/guides/data.md; - for JSON "
                   "lines from standard input")
      ->required();
  AddDataFlags(verb, &flags->reading, /*labels=*/false);
  AddPath(verb, "--output", &flags->output,
          "File to write instead of standard output");
  AddThreadsFlag(verb, &flags->threads);
  verb->callback([flags, &command] {
    command = [flags] { return RunVectorsParse(*flags); };
  });
}

}  // namespace whylight
