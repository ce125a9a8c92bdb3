// `whylight explain`: ratings and rationales of texts, or their classes and
// reasons, a JSON object a line.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/program/load_model.h"
#include "core/program/point_flag.h"
#include "core/program/verbs.h"
#include "core/systems/classifier/answers.h"
#include "core/systems/classifier/model.h"
#include "core/systems/rationale/explanation_json.h"
#include "core/systems/rationale/fast/engine.h"
#include "core/systems/rationale/model.h"
#include "core/training/data/reader.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {
namespace {

struct ExplainFlags {
  std::string model;
  std::optional<std::string> text;
  std::string input;
  std::string output;
  // Options for classifiers that were given, as `ClassifyToJson` reads them.
  nlohmann::json classifier = nlohmann::json::object();
  PointIndex point;
  DataOptions reading;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

// The line of a text; one thread at a time calls it.
using Explain = std::function<Result<std::string>(const std::string& text)>;

struct NumberedText {
  std::string text;
  std::size_t line;
};

// Explains texts side by side and writes their lines in order.
class Explainer {
 public:
  /// One function a thread.
  Explainer(std::vector<Explain> explain, LineWriter& writer)
      : explain_(std::move(explain)),
        writer_(writer),
        pool_(static_cast<int>(explain_.size())) {}

  Status ExplainAll(const std::vector<NumberedText>& texts,
                    const std::string& source) {
    std::vector<Result<std::string>> lines(texts.size(), std::string());
    pool_.ParallelFor(explain_.size(), [&](std::size_t share) {
      for (std::size_t i = share; i < texts.size(); i += explain_.size()) {
        lines[i] = explain_[share](texts[i].text);
        if (lines[i].ok()) continue;
        const Error& error = lines[i].error();
        lines[i] = Error{error.code, fmt::format("{}:{}: {}", source,
                                                 texts[i].line, error.message)};
      }
    });
    for (const Result<std::string>& line : lines) {
      if (!line.ok()) return line.error();
      if (Status written = writer_.Write(line.value()); !written.ok()) {
        return written;
      }
    }
    return {};
  }

 private:
  std::vector<Explain> explain_;
  LineWriter& writer_;
  ThreadPool pool_;
};

// A model that no engine reads serves all threads.
Result<std::vector<Explain>> LoadWithoutEngine(const ExplainFlags& flags,
                                               const ModelFiles& files,
                                               int threads) {
  Result<RationaleModel> loaded = LoadModel<RationaleModel>(flags.model, files);
  if (!loaded.ok()) return loaded.error();
  auto model = std::make_shared<RationaleModel>(std::move(loaded).value());
  const Explain explain = [model, point = flags.point](
                              const std::string& text) -> Result<std::string> {
    const Result<RationaleExplanation> explanation =
        model->Explain(text, point);
    if (!explanation.ok()) return explanation.error();
    return ExplanationToJsonLine(text, model->aspects(), explanation.value());
  };
  return std::vector<Explain>(static_cast<std::size_t>(threads), explain);
}

// An engine serves one thread.
Result<std::vector<Explain>> LoadEngines(const ExplainFlags& flags,
                                         const ModelFiles& files, int threads) {
  if (!flags.classifier.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("--{}: expected a classifier, found a model with "
                             "rationales",
                             flags.classifier.begin().key())};
  }
  const Result<Document> config = ReadModelConfig(files);
  if (config.ok()) {
    const Result<RationaleOptions> options =
        ReadRationaleOptions(config.value());
    if (options.ok() && !RationaleEngine::Reads(options.value())) {
      return LoadWithoutEngine(flags, files, threads);
    }
  }
  std::vector<Explain> explain;
  for (int i = 0; i < threads; ++i) {
    Result<RationaleEngine> loaded =
        LoadModel<RationaleEngine>(flags.model, files);
    if (!loaded.ok()) return loaded.error();
    auto engine = std::make_shared<RationaleEngine>(std::move(loaded).value());
    explain.emplace_back([engine, point = flags.point](
                             const std::string& text) -> Result<std::string> {
      const Result<RationaleExplanation> explanation =
          engine->Explain(text, point);
      if (!explanation.ok()) return explanation.error();
      return ExplanationToJsonLine(text, engine->aspects(),
                                   explanation.value());
    });
  }
  return explain;
}

// A classifier serves all threads.
Result<std::vector<Explain>> LoadClassifier(const ExplainFlags& flags,
                                            const ModelFiles& files,
                                            int threads) {
  if (flags.point) {
    return Error{ErrorCode::kInvalidArgument,
                 "--point: expected a model with rationales, found a "
                 "classifier"};
  }
  Result<Classifier> loaded = LoadModel<Classifier>(flags.model, files);
  if (!loaded.ok()) return loaded.error();
  auto model = std::make_shared<Classifier>(std::move(loaded).value());
  const std::string options = DumpJson(flags.classifier);
  const Explain explain =
      [model, options](const std::string& text) -> Result<std::string> {
    const Result<nlohmann::ordered_json> answer =
        ClassifyToJson(*model, text, options);
    if (!answer.ok()) return answer.error();
    nlohmann::ordered_json line{{"text", text}};
    line.update(answer.value());
    return DumpJson(line);
  };
  return std::vector<Explain>(static_cast<std::size_t>(threads), explain);
}

Status RunExplain(const ExplainFlags& flags) {
  const Result<ModelFiles> files = ReadModelFolder(flags.model);
  if (!files.ok()) return files.error();
  const int threads = flags.text ? 1 : flags.threads;
  Result<std::vector<Explain>> explain =
      ModelTask(files.value()) == "classifier"
          ? LoadClassifier(flags, files.value(), threads)
          : LoadEngines(flags, files.value(), threads);
  if (!explain.ok()) return explain.error();
  Result<LineWriter> writer = LineWriter::Open(flags.output);
  if (!writer.ok()) return writer.error();
  Explainer explainer(std::move(explain).value(), writer.value());
  if (flags.text) {
    Status explained = explainer.ExplainAll({{*flags.text, 1}}, "--text");
    return explained.ok() ? writer.value().Finish() : explained;
  }

  // Pieces keep memory low while all threads have work.
  constexpr std::size_t kPiece = 256;
  std::vector<NumberedText> piece;
  Status read = VisitTexts(
      flags.input,
      [&](std::string_view text, std::size_t line) -> Status {
        piece.push_back({std::string(text), line});
        if (piece.size() < kPiece) return {};
        Status explained = explainer.ExplainAll(piece, flags.input);
        piece.clear();
        return explained;
      },
      flags.reading);
  if (!read.ok()) return read;
  if (Status explained = explainer.ExplainAll(piece, flags.input);
      !explained.ok()) {
    return explained;
  }
  return writer.value().Finish();
}

}  // namespace

void AddExplainCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<ExplainFlags>();
  CLI::App* verb = app.add_subcommand(
      "explain",
      "Print ratings and the words they rest on, or classes and their reasons, "
      "as JSON lines");
  verb->add_option("--model", flags->model, "Folder of the model")->required();
  auto* source = verb->add_option_group("Text");
  source->add_option("--text", flags->text, "The text itself");
  source->add_option("--input", flags->input,
                     "Texts in any format of docs/data.md; - for JSON lines "
                     "from standard input");
  source->require_option(1);
  AddPointFlag(verb,
               [flags](const std::size_t& point) { flags->point = point; });
  verb->add_option_function<std::uint64_t>(
      "--ngrams",
      [flags](const std::uint64_t& count) {
        flags->classifier["ngrams"] = count;
      },
      "Of a classifier: how many n-grams to list (5)");
  verb->add_option_function<std::string>(
      "--label",
      [flags](const std::string& label) { flags->classifier["label"] = label; },
      "Of a classifier: the label whose logit the n-grams add up to; by "
      "default the grade, or the likeliest label where there are none");
  verb->add_flag_callback(
      "--local", [flags] { flags->classifier["local"] = true; },
      "Of a classifier: print the probabilities at every word, too");
  AddDataFlags(verb, &flags->reading, /*labels=*/false);
  verb->add_option("--output", flags->output,
                   "File to write instead of standard output");
  verb->add_option("--threads", flags->threads, "Does not change the result")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  verb->callback(
      [flags, &command] { command = [flags] { return RunExplain(*flags); }; });
}

}  // namespace whylight
