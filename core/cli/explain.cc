// `whylight explain`: ratings and rationales of texts, a JSON object a line.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/cli/data_flags.h"
#include "core/cli/explanation_json.h"
#include "core/cli/line_writer.h"
#include "core/cli/load_model.h"
#include "core/cli/verbs.h"
#include "core/tasks/rationale_engine.h"
#include "core/train/data/reader.h"
#include "core/train/engine/thread_pool.h"

namespace whylight {
namespace {

struct ExplainFlags {
  std::string model;
  std::optional<std::string> text;
  std::string input;
  std::string output;
  DataOptions reading;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

struct NumberedText {
  std::string text;
  std::size_t line;
};

// Explains texts side by side and writes their lines in order.
class Explainer {
 public:
  /// An engine serves one thread.
  Explainer(std::vector<RationaleEngine> engines, LineWriter& writer)
      : engines_(std::move(engines)),
        writer_(writer),
        pool_(static_cast<int>(engines_.size())) {}

  Status Explain(const std::vector<NumberedText>& texts,
                 const std::string& source) {
    std::vector<Result<std::string>> lines(texts.size(), std::string());
    pool_.ParallelFor(engines_.size(), [&](std::size_t share) {
      for (std::size_t i = share; i < texts.size(); i += engines_.size()) {
        lines[i] = Line(engines_[share], texts[i], source);
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
  static Result<std::string> Line(RationaleEngine& engine,
                                  const NumberedText& text,
                                  const std::string& source) {
    const Result<RationaleExplanation> explanation = engine.Explain(text.text);
    if (explanation.ok()) {
      return ExplanationToJsonLine(text.text, engine.aspects(),
                                   explanation.value());
    }
    return Error{explanation.error().code,
                 fmt::format("{}:{}: {}", source, text.line,
                             explanation.error().message)};
  }

  std::vector<RationaleEngine> engines_;
  LineWriter& writer_;
  ThreadPool pool_;
};

Status RunExplain(const ExplainFlags& flags) {
  const Result<ModelFiles> files = ReadModelFolder(flags.model);
  if (!files.ok()) return files.error();
  std::vector<RationaleEngine> engines;
  const int threads = flags.text ? 1 : flags.threads;
  for (int i = 0; i < threads; ++i) {
    Result<RationaleEngine> engine =
        LoadModel<RationaleEngine>(flags.model, files.value());
    if (!engine.ok()) return engine.error();
    engines.push_back(std::move(engine).value());
  }
  Result<LineWriter> writer = LineWriter::Open(flags.output);
  if (!writer.ok()) return writer.error();
  Explainer explainer(std::move(engines), writer.value());
  if (flags.text) {
    Status explained = explainer.Explain({{*flags.text, 1}}, "--text");
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
        Status explained = explainer.Explain(piece, flags.input);
        piece.clear();
        return explained;
      },
      flags.reading);
  if (!read.ok()) return read;
  if (Status explained = explainer.Explain(piece, flags.input);
      !explained.ok()) {
    return explained;
  }
  return writer.value().Finish();
}

}  // namespace

void AddExplainCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<ExplainFlags>();
  CLI::App* verb = app.add_subcommand(
      "explain", "Print ratings and the words they rest on, as JSON lines");
  verb->add_option("--model", flags->model, "Folder of the model")->required();
  auto* source = verb->add_option_group("Text");
  source->add_option("--text", flags->text, "The text itself");
  source->add_option("--input", flags->input,
                     "Texts in any format of docs/data.md; - for JSON lines "
                     "from standard input");
  source->require_option(1);
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
