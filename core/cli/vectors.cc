// `whylight vectors`: learns word vectors from plain text.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/cli/interrupt.h"
#include "core/cli/progress.h"
#include "core/cli/verbs.h"
#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/train/data/reader.h"
#include "core/train/vectors/corpus.h"
#include "core/train/vectors/negative_sampling.h"
#include "core/train/vectors/word_vectors.h"

namespace whylight {
namespace {

struct VectorsFlags {
  std::vector<std::string> inputs;
  std::string output;
  std::vector<std::string> neighbours;
  VectorOptions options;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

Result<Corpus> ReadCorpus(const VectorsFlags& flags,
                          const std::atomic<bool>& stop) {
  CorpusBuilder builder;
  for (const std::string& path : flags.inputs) {
    const Status status =
        VisitTexts(path, [&](std::string_view text, std::size_t) -> Status {
          if (stop) {
            return Error{ErrorCode::kInterrupted, "stopped while reading"};
          }
          builder.Add(text);
          return {};
        });
    if (!status.ok()) return status.error();
  }
  return builder.Build(flags.options.min_count, flags.options.max_words);
}

// What `config.json` tells about where vectors come from. Data files without
// their folders: those are nobody's business.
std::string DescribeOrigin(const VectorsFlags& flags, const Corpus& corpus) {
  nlohmann::ordered_json data = nlohmann::ordered_json::array();
  for (const std::string& path : flags.inputs) {
    data.push_back(std::filesystem::path(path).filename().string());
  }
  const VectorOptions& options = flags.options;
  return DumpJson(
      nlohmann::ordered_json{{"method", "skip-gram with negative sampling"},
                             {"data", data},
                             {"documents", corpus.documents()},
                             {"tokens", corpus.words.size()},
                             {"window", options.window},
                             {"negatives", options.negatives},
                             {"min_count", options.min_count},
                             {"max_words", options.max_words},
                             {"epochs", options.epochs},
                             {"subsample", options.subsample},
                             {"learning_rate", options.learning_rate},
                             {"seed", options.seed}});
}

// Found out before hours of training, not after.
Status CheckOutput(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path path = fs::absolute(folder, failed);
  if (fs::exists(path) && !fs::is_directory(path)) {
    return Error{ErrorCode::kInvalidArgument,
                 folder + ": expected a folder, found a file"};
  }
  fs::create_directories(path.parent_path(), failed);
  if (!failed && access(path.parent_path().c_str(), W_OK) == 0) return {};
  return IoError(folder, "cannot be written", failed ? failed.value() : errno);
}

void PrintNeighbours(const WordVectors& words, const std::string& word) {
  const std::int32_t row = words.vocabulary.Find(word);
  if (row < 0) {
    fmt::print(stderr, "{}: not in the vocabulary\n", word);
    return;
  }
  std::string line;
  for (const Neighbour& neighbour :
       NearestNeighbours(words, static_cast<std::size_t>(row), 10)) {
    line += fmt::format(" {} {:.2f}", words.vocabulary.word(neighbour.word),
                        neighbour.cosine);
  }
  fmt::print(stderr, "{}:{}\n", word, line);
}

Status RunVectors(const VectorsFlags& flags) {
  if (Status usable = CheckOutput(flags.output); !usable.ok()) return usable;
  const std::atomic<bool>& stop = WatchForInterrupt();
  Result<Corpus> corpus = ReadCorpus(flags, stop);
  if (!corpus.ok()) return corpus.error();
  fmt::print(stderr, "{} words in {} documents, {} different\n",
             corpus.value().words.size(), corpus.value().documents(),
             corpus.value().vocabulary.size());
  const std::string origin = DescribeOrigin(flags, corpus.value());

  VectorHooks hooks;
  hooks.threads = flags.threads;
  hooks.stop = &stop;
  VectorProgress last{};
  auto line = std::make_unique<ProgressLine>();
  hooks.progress = [&](const VectorProgress& progress) {
    last = progress;
    if (!line->Due()) return;
    line->Show(fmt::format("{:5.1f} %  {} words/s  loss {:.4f}  {} left",
                           100.0 * static_cast<double>(progress.words_done) /
                               static_cast<double>(progress.words_total),
                           FormatCount(progress.words_per_second),
                           progress.loss,
                           FormatDuration(progress.seconds_left)));
  };
  const Result<WordVectors> words =
      TrainWordVectors(std::move(corpus).value(), flags.options, hooks);
  line.reset();
  if (!words.ok()) return words.error();
  fmt::print(stderr, "{} words read at {} words/s on {} threads\n",
             last.words_done, FormatCount(last.words_per_second),
             flags.threads);
  for (const std::string& word : flags.neighbours) {
    PrintNeighbours(words.value(), word);
  }
  return WriteWordVectors(flags.output, words.value(), origin);
}

}  // namespace

void AddVectorsCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<VectorsFlags>();
  VectorOptions& options = flags->options;
  CLI::App* verb = app.add_subcommand(
      "vectors", "Learn word vectors from text (skip-gram, negative sampling)");
  verb->add_option("--input", flags->inputs,
                   "Text to learn from: .jsonl or .txt, plain or .gz; may be "
                   "repeated")
      ->required();
  verb->add_option("--output", flags->output, "Folder to write")->required();
  verb->add_option("--neighbours", flags->neighbours,
                   "Words, with commas between, to print the nearest words of")
      ->delimiter(',');
  // The defaults that follow are shown as they are in the options.
  verb->option_defaults()->always_capture_default();
  verb->add_option("--dimension", options.dimension, "Numbers a word")
      ->check(CLI::Range(1, 4096));
  verb->add_option("--window", options.window,
                   "Furthest word seen; the reach is drawn from 1 to this")
      ->check(CLI::Range(1, 100));
  verb->add_option("--negatives", options.negatives,
                   "Random words for each word seen")
      ->check(CLI::Range(1, 1000));
  verb->add_option("--min-count", options.min_count,
                   "Leave out words that occur less often");
  verb->add_option("--max-words", options.max_words,
                   "Keep the most frequent words only (0: all)");
  verb->add_option("--epochs", options.epochs, "Times the text is read")
      ->check(CLI::Range(1, 10000));
  verb->add_option("--subsample", options.subsample,
                   "Share of the text above which a word is thinned out (0: "
                   "none)")
      ->check(CLI::Range(0.0, 1.0));
  verb->add_option("--learning-rate", options.learning_rate,
                   "At the start; falls to zero")
      ->check(CLI::PositiveNumber);
  verb->add_option("--seed", options.seed, "Same seed, same vectors");
  verb->add_option("--threads", flags->threads, "Does not change the result")
      ->check(CLI::Range(1, 256));
  verb->callback(
      [flags, &command] { command = [flags] { return RunVectors(*flags); }; });
}

}  // namespace whylight
