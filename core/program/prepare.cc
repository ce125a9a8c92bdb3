// `whylight prepare`: data files made from others.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/model_store.h"
#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/program/prepare_split.h"
#include "core/program/verbs.h"
#include "core/systems/classifier/train/rated_sentences.h"
#include "core/systems/rationale/train/decorrelate.h"
#include "core/training/data/binary_targets.h"
#include "core/training/data/line_reader.h"
#include "core/training/data/pair_templates.h"
#include "core/training/data/record.h"
#include "core/training/data/text_templates.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

struct DecorrelateFlags {
  std::string input;
  std::string output;
  std::string aspect;
  std::vector<std::string> others;
  double threshold = 0.3;
  DataOptions reading;
};

ordered_json CorrelationsToJson(const RatingCorrelations& correlations,
                                const std::vector<std::string>& others) {
  ordered_json each = ordered_json::object();
  for (std::size_t i = 0; i < others.size(); ++i) {
    each[others[i]] = correlations.each[i];
  }
  return {{"n", correlations.n},
          {"correlations", each},
          {"mean", correlations.mean},
          {"largest", correlations.largest}};
}

// The lines of the given numbers, in rising order, as they stand.
Status CopyLines(const std::string& input,
                 const std::unordered_set<std::size_t>& lines,
                 const std::string& output) {
  Result<LineReader> reader = LineReader::Open(input);
  if (!reader.ok()) return reader.error();
  Result<LineWriter> writer = LineWriter::Open(output);
  if (!writer.ok()) return writer.error();
  while (true) {
    const auto line = reader.value().Next();
    if (!line.ok()) return line.error();
    if (!line.value()) return writer.value().Finish();
    if (!lines.contains(reader.value().line())) continue;
    if (Status written = writer.value().Write(std::string(*line.value()));
        !written.ok()) {
      return written;
    }
  }
}

Status RunDecorrelate(const DecorrelateFlags& flags) {
  std::vector<std::string> names = {flags.aspect};
  names.insert(names.end(), flags.others.begin(), flags.others.end());
  if (std::count(flags.others.begin(), flags.others.end(), flags.aspect) > 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "--others: expected other ratings than " +
                     Quote(flags.aspect) + ", found it among them"};
  }
  if (Status twice = CheckReadTwice("--input", flags.input); !twice.ok()) {
    return twice;
  }
  std::vector<std::size_t> lines;
  std::vector<Real> values;
  DataOptions reading = flags.reading;
  reading.format = DataFormat::kJsonLines;
  Status read = VisitRecords(
      flags.input, reading, {.ratings = names, .every_rating = true},
      [&](const Record& review) -> Status {
        lines.push_back(review.place.line);
        values.insert(values.end(), review.ratings.begin(),
                      review.ratings.end());
        return {};
      });
  if (!read.ok()) return read;
  const Matrix ratings =
      ConstMatrixView(values.data(), static_cast<Index>(lines.size()),
                      static_cast<Index>(names.size()));
  const Result<Decorrelated> found = Decorrelate(ratings, flags.threshold);
  if (!found.ok()) {
    return Error{found.error().code,
                 flags.input + ": " + found.error().message};
  }
  std::unordered_set<std::size_t> kept;
  for (const std::size_t row : found.value().rows) kept.insert(lines[row]);
  if (Status copied = CopyLines(flags.input, kept, flags.output);
      !copied.ok()) {
    return copied;
  }
  const ordered_json told = {
      {"aspect", flags.aspect},
      {"before", CorrelationsToJson(found.value().before, flags.others)},
      {"after", CorrelationsToJson(found.value().after, flags.others)}};
  return Print(DumpJson(told, 2));
}

struct TargetFlags {
  std::string input;
  std::string output;
  std::vector<std::string> targets;
  std::string ratings_key = "ratings";
};

Status RunTargets(const TargetFlags& flags) {
  std::vector<BinaryTarget> targets;
  for (const std::string& text : flags.targets) {
    Result<BinaryTarget> target = ParseBinaryTarget(text);
    if (!target.ok()) {
      return Error{target.error().code, "--target: " + target.error().message};
    }
    for (const BinaryTarget& earlier : targets) {
      if (earlier.name != target.value().name) continue;
      return Invalid("--target: expected each NAME once, found " +
                     Quote(earlier.name) + " again");
    }
    targets.push_back(std::move(target).value());
  }
  Result<LineWriter> out = LineWriter::Open(flags.output);
  if (!out.ok()) return out.error();
  const Result<std::vector<TargetCounts>> counts =
      AddBinaryTargets(flags.input, targets, flags.ratings_key,
                       [&](const nlohmann::json& record) {
                         return out.value().Write(DumpJson(record));
                       });
  if (!counts.ok()) return counts.error();
  if (Status finished = out.value().Finish(); !finished.ok()) return finished;
  ordered_json told = ordered_json::object();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const TargetCounts& own = counts.value()[i];
    told[targets[i].name] = {
        {"ones", own.ones}, {"zeros", own.zeros}, {"missing", own.missing}};
  }
  return Print(DumpJson(told, 2));
}

void AddTargetsCommand(CLI::App* verb, Command& command) {
  auto flags = std::make_shared<TargetFlags>();
  CLI::App* targets = verb->add_subcommand(
      "targets",
      "Make ratings of 0 and 1 from the fields of records, one for each "
      "target; prints their counts as JSON (docs/guides/data.md)");
  targets->add_option("--input", flags->input, "Records as JSON lines")
      ->required();
  AddPath(targets, "--output", &flags->output,
          "Where the records go, with the ratings")
      ->required();
  targets
      ->add_option("--target", flags->targets,
                   "NAME=FIELD:VALUE,...: the rating NAME is 1 where FIELD has "
                   "one of the values, 0 where it has another, and missing "
                   "where there is no field; may be given several times")
      ->required();
  targets
      ->add_option("--ratings-key", flags->ratings_key,
                   "Key of the ratings in each record")
      ->capture_default_str();
  targets->callback(
      [flags, &command] { command = [flags] { return RunTargets(*flags); }; });
}

struct TemplateFlags {
  std::vector<std::string> files;
  std::vector<std::string> aspects;
  bool pairs = false;
  std::size_t texts = 20;
  std::uint64_t seed = 1;
  std::string output;
};

// Writes what `make` makes of each number.
template <typename Make>
Status WriteMade(const TemplateFlags& flags, Make make) {
  Result<LineWriter> out = LineWriter::Open(flags.output);
  if (!out.ok()) return out.error();
  for (std::size_t i = 0; i < flags.texts; ++i) {
    const ordered_json line = make(i);
    if (Status written = out.value().Write(DumpJson(line)); !written.ok()) {
      return written;
    }
  }
  return out.value().Finish();
}

Status WritePairs(const TemplateFlags& flags) {
  const Result<PairTemplates> templates = PairTemplates::Read(flags.files, {});
  if (!templates.ok()) return templates.error();
  return WriteMade(flags, [&](std::size_t number) -> ordered_json {
    const TemplatePair made = templates.value().Make(flags.seed, number);
    // By these names pairs are read, unless a flag or a config says others.
    return {{"a", made.text}, {"b", made.other}, {"label", made.label}};
  });
}

Status RunTemplates(const TemplateFlags& flags) {
  if (flags.pairs) return WritePairs(flags);
  if (flags.aspects.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected --aspects or --pairs, found neither"};
  }
  const Result<TextTemplates> templates =
      TextTemplates::Read(flags.files, flags.aspects);
  if (!templates.ok()) return templates.error();
  return WriteMade(flags, [&](std::size_t number) -> ordered_json {
    const TemplateText made = templates.value().Make(flags.seed, number);
    ordered_json ratings = ordered_json::object();
    for (std::size_t a = 0; a < flags.aspects.size(); ++a) {
      if (IsRated(made.ratings[a])) {
        ratings[flags.aspects[a]] = made.ratings[a];
      }
    }
    return {{"text", made.text}, {"ratings", ratings}};
  });
}

struct SentenceFlags {
  std::string model;
  std::string input;
  std::string output;
  std::string ratings_key = "ratings";
  std::size_t each = 2;
  std::uint64_t seed = 1;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  DataOptions reading;
};

Status RunSentences(const SentenceFlags& flags) {
  if (flags.ratings_key == "text") {
    return Error{ErrorCode::kInvalidArgument,
                 "--ratings-key: expected another key than that of the text, "
                 "found \"text\""};
  }
  const Result<ModelFiles> files = ReadModelFolder(flags.model);
  if (!files.ok()) return files.error();
  const Result<Classifier> classifier = Classifier::Load(files.value());
  if (!classifier.ok()) {
    return Error{classifier.error().code,
                 flags.model + "/" + classifier.error().message};
  }
  if (classifier.value().options().grades.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 flags.model +
                     ": expected a classifier with \"grades\", found one "
                     "without"};
  }
  ThreadPool pool(flags.threads);
  const Result<std::vector<RatedSentence>> rated =
      RateSentences(classifier.value(), flags.input, flags.reading, flags.each,
                    flags.seed, pool);
  if (!rated.ok()) return rated.error();
  Result<LineWriter> out = LineWriter::Open(flags.output);
  if (!out.ok()) return out.error();
  for (const RatedSentence& sentence : rated.value()) {
    const ordered_json line = {{"text", sentence.text},
                               {flags.ratings_key, sentence.rating}};
    if (Status written = out.value().Write(DumpJson(line)); !written.ok()) {
      return written;
    }
  }
  return out.value().Finish();
}

void AddSentencesCommand(CLI::App* verb, Command& command) {
  auto flags = std::make_shared<SentenceFlags>();
  CLI::App* sentences = verb->add_subcommand(
      "sentences",
      "Rate single sentences of texts with a classifier that has grades, as "
      "JSON lines: more reviews to train a model of one aspect on "
      "(docs/guides/rationales.md)");
  sentences
      ->add_option("--model", flags->model,
                   "Folder of the classifier; its lowest grade becomes 0, its "
                   "highest 1")
      ->required();
  sentences
      ->add_option("--input", flags->input,
                   "Texts in any format of docs/guides/data.md")
      ->required();
  AddCount(sentences, "--each", &flags->each, {1, 1000},
           "At most this many sentences, of 3 to 40 words, from each text");
  sentences
      ->add_option("--ratings-key", flags->ratings_key,
                   "Key of the rating in each line")
      ->capture_default_str();
  AddCount(sentences, "--seed", &flags->seed, {}, "Seed of the random numbers");
  AddPath(sentences, "--output", &flags->output,
          "Where the sentences go; standard output by default");
  AddThreadsFlag(sentences, &flags->threads);
  AddDataFlags(sentences, &flags->reading, /*labels=*/false);
  sentences->callback([flags, &command] {
    command = [flags] { return RunSentences(*flags); };
  });
}

void AddTemplatesCommand(CLI::App* verb, Command& command) {
  auto flags = std::make_shared<TemplateFlags>();
  CLI::App* templates =
      verb->add_subcommand("templates",
                           "Make rated texts, or pairs of texts with labels, "
                           "from templates, as JSON lines "
                           "(docs/guides/templates.md)");
  templates
      ->add_option("--file", flags->files,
                   "Templates; several files are taken together")
      ->required();
  CLI::Option* aspects =
      templates
          ->add_option("--aspects", flags->aspects,
                       "ASPECT,...: those that the texts are about")
          ->delimiter(',');
  templates
      ->add_flag("--pairs", flags->pairs,
                 "Make pairs of texts, from templates for pairs")
      ->excludes(aspects);
  AddCount(templates, "--texts", &flags->texts, {1, 1'000'000'000},
           "How many texts, or pairs");
  AddCount(templates, "--seed", &flags->seed, {}, "Seed of the random numbers");
  AddPath(templates, "--output", &flags->output,
          "Where the texts go; standard output by default");
  templates->callback([flags, &command] {
    command = [flags] { return RunTemplates(*flags); };
  });
}

}  // namespace

void AddPrepareCommand(CLI::App& app, Command& command) {
  CLI::App* verb =
      app.add_subcommand("prepare", "Make data files from other files");
  verb->require_subcommand(1);
  AddTemplatesCommand(verb, command);
  AddSentencesCommand(verb, command);
  AddTargetsCommand(verb, command);
  AddSplitCommand(verb, command);
  auto flags = std::make_shared<DecorrelateFlags>();
  CLI::App* decorrelate =
      verb->add_subcommand("decorrelate",
                           "Keep the reviews in which an aspect's rating does "
                           "not follow the others; "
                           "prints the correlations before and after as JSON");
  decorrelate
      ->add_option("--input", flags->input,
                   "Rated reviews as JSON lines (docs/guides/data.md)")
      ->required();
  AddPath(decorrelate, "--output", &flags->output, "Where the kept reviews go")
      ->required();
  decorrelate->add_option("--aspect", flags->aspect, "The rating")->required();
  decorrelate
      ->add_option("--others", flags->others,
                   "RATING,...: those that it should not follow")
      ->delimiter(',')
      ->required();
  AddNumber(decorrelate, "--threshold", &flags->threshold, kShares,
            "Largest mean size of its correlations with them");
  AddTextKeyFlag(decorrelate, &flags->reading);
  AddSkipFlag(decorrelate, &flags->reading);
  AddRatingFlags(decorrelate, &flags->reading);
  decorrelate->callback([flags, &command] {
    command = [flags] { return RunDecorrelate(*flags); };
  });
}

}  // namespace whylight
