// `whylight explain`: ratings and rationales of texts, a JSON object a line.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/cli/explanation_json.h"
#include "core/cli/verbs.h"
#include "core/format/native/model_store.h"
#include "core/tasks/rationale.h"
#include "core/train/reader.h"
#include "core/train/thread_pool.h"

namespace whylight {
namespace {

struct ExplainFlags {
  std::string model;
  std::optional<std::string> text;
  std::string input;
  std::string output;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

// Where lines go: standard output, or a file that appears under its name when
// it is complete.
class LineWriter {
 public:
  static Result<LineWriter> Open(const std::string& path) {
    if (path.empty()) return LineWriter("", "", stdout);
    std::error_code ignored;
    const bool special = std::filesystem::exists(path, ignored) &&
                         !std::filesystem::is_regular_file(path, ignored);
    const std::string target = special ? path : path + ".partial";
    std::FILE* file = std::fopen(target.c_str(), "wb");
    if (file == nullptr) {
      return Error{ErrorCode::kIo, path + ": cannot be written"};
    }
    return LineWriter(path, special ? "" : target, file);
  }

  Status Write(const std::string& line) {
    const bool written =
        std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() &&
        std::fputc('\n', file_.get()) != EOF;
    return written ? Status{} : Fail();
  }

  Status Finish() {
    if (std::fflush(file_.get()) != 0) return Fail();
    if (partial_.empty()) return {};
    file_.reset();
    std::error_code failed;
    std::filesystem::rename(partial_, path_, failed);
    return failed ? Fail() : Status{};
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };

  LineWriter(std::string path, std::string partial, std::FILE* file)
      : path_(std::move(path)), partial_(std::move(partial)), file_(file) {}

  Status Fail() const {
    return Error{ErrorCode::kIo, (path_.empty() ? "standard output" : path_) +
                                     ": writing failed"};
  }

  std::string path_;
  std::string partial_;
  std::unique_ptr<std::FILE, Close> file_;
};

Status RunExplain(const ExplainFlags& flags) {
  const Result<ModelFiles> files = ReadModelFolder(flags.model);
  if (!files.ok()) return files.error();
  const Result<RationaleModel> loaded = RationaleModel::Load(files.value());
  if (!loaded.ok()) {
    return Error{loaded.error().code,
                 flags.model + ": " + loaded.error().message};
  }
  const RationaleModel& model = loaded.value();
  std::vector<std::string> texts;
  if (flags.text) {
    texts.push_back(*flags.text);
  } else {
    Result<std::vector<std::string>> read = ReadTexts(flags.input);
    if (!read.ok()) return read.error();
    texts = std::move(read).value();
  }
  Result<LineWriter> writer = LineWriter::Open(flags.output);
  if (!writer.ok()) return writer.error();

  // Pieces keep memory low while all threads have work.
  constexpr std::size_t kPiece = 256;
  ThreadPool pool(flags.threads);
  for (std::size_t start = 0; start < texts.size(); start += kPiece) {
    const std::size_t count = std::min(kPiece, texts.size() - start);
    std::vector<Result<std::string>> lines(count, std::string());
    pool.ParallelFor(count, [&](std::size_t i) {
      const std::string& text = texts[start + i];
      const Result<RationaleExplanation> explanation = model.Explain(text);
      if (explanation.ok()) {
        lines[i] =
            ExplanationToJsonLine(text, model.aspects(), explanation.value());
      } else {
        lines[i] = explanation.error();
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      if (!lines[i].ok()) {
        const Error& error = lines[i].error();
        if (flags.text) return error;
        return Error{error.code, fmt::format("{}: text {}: {}", flags.input,
                                             start + i + 1, error.message)};
      }
      if (Status written = writer.value().Write(lines[i].value());
          !written.ok()) {
        return written;
      }
    }
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
                     "Texts: .jsonl (field \"text\") or .txt (a line a text), "
                     "plain or .gz");
  source->require_option(1);
  verb->add_option("--output", flags->output,
                   "File to write instead of standard output");
  verb->add_option("--threads", flags->threads, "Does not change the result")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  verb->callback(
      [flags, &command] { command = [flags] { return RunExplain(*flags); }; });
}

}  // namespace whylight
