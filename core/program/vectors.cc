// `whylight vectors`: learns word vectors from plain or parsed text
// (vectors_parse.cc), and shows and converts them (vectors_tools.cc).
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/interrupt.h"
#include "core/program/line_writer.h"
#include "core/program/option_flags.h"
#include "core/program/progress.h"
#include "core/program/tell.h"
#include "core/program/vectors_parse.h"
#include "core/program/vectors_tools.h"
#include "core/program/verbs.h"
#include "core/training/data/reader.h"
#include "core/training/data/record.h"
#include "core/training/data/token_tree.h"
#include "core/training/vectors/corpus.h"
#include "core/training/vectors/neighbours.h"
#include "core/training/vectors/options.h"
#include "core/training/vectors/train_word_vectors.h"
#include "core/training/vectors/word_vectors.h"

namespace whylight {
namespace {

struct VectorsFlags {
  std::vector<std::string> inputs;
  std::string output;
  std::vector<std::string> neighbours;
  nlohmann::json options = nlohmann::json::object();
  DataOptions reading;
  VectorFormat format = VectorFormat::kFolder;
  bool json = false;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

Result<Corpus> ReadCorpus(const std::vector<std::string>& inputs,
                          const DataOptions& reading,
                          const VectorOptions& options,
                          const std::atomic<bool>& stop) {
  CorpusBuilder builder;
  const auto stopped = [&stop]() -> Status {
    if (!stop) return {};
    return Error{ErrorCode::kInterrupted, "stopped while reading"};
  };
  const bool parsed = options.contexts == ContextKind::kDependencies;
  for (const std::string& path : inputs) {
    const Status status =
        parsed ? VisitRecords(path, reading, {.heads = true},
                              [&](const Record& sentence) {
                                builder.AddParsed(TreeOfTokens(sentence),
                                                  !options.keep_prepositions);
                                return stopped();
                              })
               : VisitEveryText(
                     path,
                     [&](std::string_view text, std::size_t) {
                       builder.Add(text);
                       return stopped();
                     },
                     reading);
    if (!status.ok()) return status.error();
  }
  builder.JoinPhrases(options.phrases);
  return builder.Build(options.min_count, options.max_words);
}

// The origin of vectors, for their config.json. Data files are named without
// their folders, which are private.
std::string DescribeOrigin(const std::vector<std::string>& inputs,
                           const VectorOptions& options, const Corpus& corpus) {
  nlohmann::ordered_json data = nlohmann::ordered_json::array();
  for (const std::string& path : inputs) {
    data.push_back(std::filesystem::path(path).filename().string());
  }
  const auto method = [&options] {
    switch (options.objective) {
      case Objective::kSkipGram:
        return "skip-gram with negative sampling";
      case Objective::kCbow:
        return "CBOW with negative sampling";
      case Objective::kRanking:
        return "ranking of windows";
      case Objective::kPpmi:
        break;
    }
    return "factorised counts";
  };
  nlohmann::ordered_json origin = {{"method", method()},
                                   {"data", data},
                                   {"documents", corpus.documents()},
                                   {"tokens", corpus.words.size()}};
  origin.update(VectorFields().Write(options));
  return DumpJson(origin);
}

void PrintNeighbours(const WordVectors& words, const NeighbourFinder& finder,
                     const std::string& word) {
  const std::int32_t row = words.vocabulary.Find(word);
  if (row < 0) {
    Tell("{}: not in the vocabulary\n", word);
    return;
  }
  std::string line;
  for (const Neighbour& neighbour :
       finder.Nearest(static_cast<std::size_t>(row), 10)) {
    line += fmt::format(" {} {:.2f}", words.vocabulary.word(neighbour.word),
                        neighbour.score);
  }
  Tell("{}:{}\n", word, line);
}

// How often the text is read, and why.
void TellEpochs(const VectorOptions& options, const Corpus& corpus) {
  if (options.objective == Objective::kPpmi) return;
  const int epochs = EpochsOf(options, corpus.words.size());
  Tell(
      "{} epoch{}{}\n", epochs, epochs == 1 ? "" : "s",
      options.epochs > 0
          ? ", as given"
          : fmt::format(", {} words to read: the shorter a text, the more "
                        "often it is read (--epochs sets how often)",
                        FormatCount(static_cast<double>(epochs) *
                                    static_cast<double>(corpus.words.size()))));
}

// Vectors start so small that the first thing they learn is what all words have
// in common.
void WarnIfAlike(const WordVectors& words) {
  constexpr std::size_t kFrequent = 500;
  constexpr double kAlike = 0.9;
  if (MeanCosine(words, kFrequent) <= kAlike) return;
  Tell(
      "warning: all words look alike; give more --epochs, or take the vectors "
      "of a model, e.g. --vectors models/hotels\n");
}

// They are then as random as they started.
void WarnIfNotLearned(const VectorProgress& last) {
  if (last.learned) return;
  Tell(
      "warning: nothing was learned, as too few words were read side by side; "
      "give more text, or a larger --subsample (0 reads all)\n");
}

SystemOptions OptionsOfVectors() { return {"word vectors", &VectorFields()}; }

Status RunVectors(const VectorsFlags& flags) {
  VectorOptions options;
  if (Status read = VectorFields().Read(flags.options, "vectors", &options);
      !read.ok()) {
    return NameFlag(OptionsOfVectors(), read.error());
  }
  const Result<WriterLock> lock = TakeVectorsOutput(flags.output, flags.format);
  if (!lock.ok()) return lock.error();
  const std::atomic<bool>& stop = WatchForInterrupt();
  Result<Corpus> corpus =
      ReadCorpus(flags.inputs, flags.reading, options, stop);
  if (!corpus.ok()) return corpus.error();
  Tell("{} words in {} documents, {} different\n", corpus.value().words.size(),
       corpus.value().documents(), corpus.value().vocabulary.size());
  TellEpochs(options, corpus.value());
  options.epochs = EpochsOf(options, corpus.value().words.size());
  const std::string origin =
      DescribeOrigin(flags.inputs, options, corpus.value());

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
      TrainWordVectors(std::move(corpus).value(), options, hooks);
  line.reset();
  if (!words.ok()) return words.error();
  Tell("{} words read at {} words/s on {} threads{}\n", last.words_done,
       FormatCount(last.words_per_second), flags.threads,
       options.objective == Objective::kPpmi
           ? ""
           : fmt::format(", loss {:.4f} at the end", last.loss));
  WarnIfNotLearned(last);
  WarnIfAlike(words.value());
  if (!flags.neighbours.empty()) {
    const NeighbourFinder finder(words.value());
    for (const std::string& word : flags.neighbours) {
      PrintNeighbours(words.value(), finder, word);
    }
  }
  if (Status saved =
          SaveVectors(flags.output, words.value(), flags.format, origin);
      !saved.ok() || !flags.json) {
    return saved;
  }
  return Print(DumpJson(
      nlohmann::ordered_json{{"vocabulary", words.value().vocabulary.size()},
                             {"epochs", options.epochs},
                             {"words", last.words_done},
                             {"words_per_second", last.words_per_second},
                             {"threads", flags.threads},
                             {"loss", last.loss}}));
}

// The flags of `vectors train`, and of `vectors` itself, which does the same.
void AddTrainingFlags(CLI::App& verb, VectorsFlags& flags) {
  verb.add_option("--input", flags.inputs,
                  "Text to learn from, in any format of docs/guides/data.md "
                  "(.jsonl, .csv, .tsv, .txt, .trees, .conll, .conllu), plain "
                  "or .gz; for dependencies .conllu; may be repeated");
  AddPath(&verb, "--output", &flags.output, "Folder or file to write");
  AddFormatFlag(verb, flags.format);
  AddDataFlags(&verb, &flags.reading, /*labels=*/false, "--input-format");
  verb.add_option(
          "--neighbours", flags.neighbours,
          "Print the words nearest to these, which are separated by commas")
      ->delimiter(',');
  AddOptionFlags(&verb, {OptionsOfVectors()}, &flags.options);
  AddThreadsFlag(&verb, &flags.threads);
  verb.add_flag("--json", flags.json, "Print a summary as a JSON object");
}

// `vectors` with a verb after it needs neither flag, so they cannot be required
// when they are declared.
void RequireFiles(const VectorsFlags& flags) {
  if (flags.inputs.empty()) throw CLI::RequiredError("--input");
  if (flags.output.empty()) throw CLI::RequiredError("--output");
}

}  // namespace

void AddVectorsCommand(CLI::App& app, Command& command) {
  CLI::App* vectors =
      app.add_subcommand("vectors", "Learn, inspect and convert word vectors");
  vectors->require_subcommand(0, 1);
  CLI::App* train = vectors->add_subcommand(
      "train", "Learn word vectors from text; the default");
  for (CLI::App* verb : {vectors, train}) {
    auto flags = std::make_shared<VectorsFlags>();
    AddTrainingFlags(*verb, *flags);
    verb->callback([verb, flags, &command] {
      if (!verb->get_subcommands().empty()) return;
      RequireFiles(*flags);
      command = [flags] { return RunVectors(*flags); };
    });
  }
  AddVectorsParse(*vectors, command);
  AddVectorsTools(*vectors, command);
}

}  // namespace whylight
