// `whylight eval`: how good a model is on rated reviews or labelled texts.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/format/native/model_store.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/program/load_model.h"
#include "core/program/verbs.h"
#include "core/systems/classifier/model.h"
#include "core/systems/classifier/train/data.h"
#include "core/systems/classifier/train/evaluation.h"
#include "core/systems/language_model/model.h"
#include "core/systems/language_model/train/stage.h"
#include "core/systems/language_model/train/token_stream.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/arithmetic_comparison.h"
#include "core/systems/rationale/train/baseline_choosers.h"
#include "core/systems/rationale/train/data.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/systems/rationale/train/report.h"
#include "core/training/data/reviews.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// The task that a model is for, or nothing where config.json does not say.
std::string ModelTask(const ModelFiles& files) {
  const Result<nlohmann::json> config = ParseModelConfig(files);
  if (!config.ok()) return {};
  const auto task = config.value().find("task");
  if (task == config.value().end() || !task->is_string()) return {};
  return task->get<std::string>();
}

struct EvalFlags {
  std::vector<std::string> models;
  std::string data;
  std::string keywords;
  std::string full_text;
  std::string chooser = "model";
  std::string train;
  std::string report;
  std::string examples;
  bool integers = false;
  DataOptions reading;
  std::uint64_t seed = 1;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

Result<AspectKeywords> ReadKeywords(const std::string& path) {
  if (path.empty()) return AspectKeywords{};
  const Result<std::string> bytes = ReadFile(path);
  if (!bytes.ok()) return bytes.error();
  const auto json = nlohmann::json::parse(bytes.value(), nullptr, false);
  const Error malformed{ErrorCode::kBadData,
                        path + ": expected {\"ASPECT\": [\"word\", ...], ...}"};
  if (!json.is_object()) return malformed;
  AspectKeywords keywords;
  for (const auto& [aspect, words] : json.items()) {
    if (!words.is_array()) return malformed;
    for (const auto& word : words) {
      if (!word.is_string()) return malformed;
      keywords[aspect].push_back(word.get<std::string>());
    }
  }
  return keywords;
}

// A model that rates the same aspects, in the same order.
Result<RationaleModel> ReadFullTextModel(const std::string& folder,
                                         const RationaleModel& model) {
  const Result<ModelFiles> files = ReadModelFolder(folder);
  if (!files.ok()) return files.error();
  Result<RationaleModel> read =
      LoadModelAs<RationaleModel>(folder, files.value());
  if (!read.ok() || read.value().aspects() == model.aspects()) return read;
  return Error{ErrorCode::kInvalidArgument,
               folder +
                   ": expected the aspects of the model that is measured, "
                   "found others"};
}

// The shares of the words that the model selects.
Result<std::vector<double>> SelectionRates(const RationaleModel& model,
                                           const std::vector<Review>& reviews,
                                           ThreadPool& pool) {
  const Result<RationaleEvaluation> evaluation =
      EvaluateRationale(model, reviews, {.brief = true}, pool);
  if (!evaluation.ok()) return evaluation.error();
  std::vector<double> rates;
  for (const AspectEvaluation& one : evaluation.value().aspects) {
    rates.push_back(one.selected);
  }
  return rates;
}

// Who chooses words in place of the model; nobody if that was not asked for.
Result<WordChooser> MakeChooser(const EvalFlags& flags,
                                const AspectKeywords& keywords,
                                const RationaleModel& model,
                                const std::vector<Review>& reviews,
                                ThreadPool& pool) {
  if (flags.chooser == "model") return WordChooser();
  const bool linear = flags.chooser == "linear";
  const std::string needed = linear ? "--train" : "--keywords";
  if ((linear ? flags.train : flags.keywords).empty()) {
    return Error{
        ErrorCode::kInvalidArgument,
        "--chooser " + flags.chooser + ": expected " + needed + ", found none"};
  }
  const Result<std::vector<double>> rates =
      SelectionRates(model, reviews, pool);
  if (!rates.ok()) return rates.error();
  if (!linear) {
    return ChooseBest(ScoreByKeywords(keywords, model.aspects()), reviews,
                      rates.value());
  }
  const Result<RatedTexts> train = ReadRatedTexts(
      flags.train, model.aspects(), model.vocabulary(), flags.reading);
  if (!train.ok()) return train.error();
  const auto ratings = std::make_shared<const LinearRatings>(
      LinearRatings::Train(train.value().texts, train.value().ratings));
  return ChooseBest(
      ScoreByWeights(ratings, model.vocabulary(), model.aspects().size()),
      reviews, rates.value());
}

// The page of --report.
Status Report(const EvalFlags& flags, const RationaleModel& model,
              const std::vector<Review>& reviews,
              const RationaleEvaluation& evaluation) {
  constexpr std::size_t kExamples = 5;
  std::vector<Review> own;
  std::vector<ReportExample> examples;
  if (flags.examples.empty()) {
    examples =
        ChooseExamples(reviews, evaluation.errors, kExamples, flags.seed);
  } else {
    Result<std::vector<Review>> read =
        ReadReviews(flags.examples, model.aspects(), {});
    if (!read.ok()) return read.error();
    own = std::move(read).value();
    for (const Review& review : own) {
      examples.push_back({"Written for this page", &review});
    }
  }
  const std::string title =
      "Rationales of " +
      std::filesystem::path(flags.models.front()).filename().string() +
      (flags.chooser == "model" ? "" : ", words chosen by " + flags.chooser);
  const Result<std::string> page =
      WriteReport(title, model, evaluation, examples);
  if (!page.ok()) return page.error();
  return WriteFileAtomically(flags.report, page.value());
}

Result<ordered_json> EvaluateReviews(const EvalFlags& flags,
                                     const ModelFiles& files,
                                     const RationaleModel& model) {
  const Result<AspectKeywords> keywords = ReadKeywords(flags.keywords);
  if (!keywords.ok()) return keywords.error();
  std::optional<RationaleModel> full_text;
  if (!flags.full_text.empty()) {
    Result<RationaleModel> read = ReadFullTextModel(flags.full_text, model);
    if (!read.ok()) return read.error();
    full_text = std::move(read).value();
  }
  const Result<std::vector<Review>> reviews = ReadReviews(
      flags.data, model.aspects(), flags.reading, Rationales::kRead);
  if (!reviews.ok()) return reviews.error();
  ThreadPool pool(flags.threads);
  Result<WordChooser> chooser =
      MakeChooser(flags, keywords.value(), model, reviews.value(), pool);
  if (!chooser.ok()) return chooser.error();
  const Result<RationaleEvaluation> evaluation =
      EvaluateRationale(model, reviews.value(),
                        {.keywords = keywords.value(),
                         .seed = flags.seed,
                         .full_text = full_text ? &*full_text : nullptr,
                         .chooser = std::move(chooser).value()},
                        pool);
  if (!evaluation.ok()) return evaluation.error();
  if (!flags.report.empty()) {
    if (Status written =
            Report(flags, model, reviews.value(), evaluation.value());
        !written.ok()) {
      return written.error();
    }
  }
  ordered_json figures = EvaluationToJson(evaluation.value());
  if (flags.integers) {
    const Result<std::vector<ArithmeticComparison>> comparison =
        CompareArithmetic(files, reviews.value(), pool);
    if (!comparison.ok()) return comparison.error();
    figures["integers"] = ComparisonToJson(comparison.value());
  }
  return figures;
}

// What only models with rationales are asked for.
Status RefuseRationaleFlags(const EvalFlags& flags, const std::string& found) {
  const std::string flag = !flags.keywords.empty()    ? "--keywords"
                           : !flags.full_text.empty() ? "--full-text"
                           : !flags.report.empty()    ? "--report"
                           : flags.chooser != "model" ? "--chooser"
                           : flags.integers           ? "--integers"
                                                      : "";
  if (flag.empty()) return {};
  return Error{ErrorCode::kInvalidArgument,
               flag + ": expected a model with rationales, found " + found};
}

// Several classifiers answer with the mean of their probabilities.
Result<ordered_json> EvaluateTexts(const EvalFlags& flags,
                                   const std::vector<ModelFiles>& folders) {
  if (Status refused = RefuseRationaleFlags(flags, "a classifier");
      !refused.ok()) {
    return refused.error();
  }
  const Result<LabelledFile> file = ReadLabelledFile(flags.data, flags.reading);
  if (!file.ok()) return file.error();
  ThreadPool pool(flags.threads);
  std::vector<MatrixOf<double>> answers;
  std::vector<std::string> labels;
  ClassifiedTexts texts;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const Result<Classifier> model =
        LoadModelAs<Classifier>(flags.models[i], folders[i]);
    if (!model.ok()) return model.error();
    if (i == 0) labels = model.value().labels();
    if (model.value().labels() != labels) {
      return Error{ErrorCode::kInvalidArgument,
                   flags.models[i] + ": expected the labels of " +
                       flags.models[0] + ", found others"};
    }
    Result<ClassifiedTexts> read =
        ToClassifiedTexts(file.value(), model.value().vocabulary(), labels);
    if (!read.ok()) return read.error();
    texts = std::move(read).value();
    answers.push_back(LogProbabilities(model.value(), texts, pool));
  }
  return EvaluationToJson(
      EvaluatePredictions(LogMeans(answers), texts, labels));
}

Result<ordered_json> EvaluateWords(const EvalFlags& flags,
                                   const LanguageModel& model) {
  if (Status refused = RefuseRationaleFlags(flags, "a language model");
      !refused.ok()) {
    return refused.error();
  }
  const Result<std::vector<std::int32_t>> words =
      ReadTokenStream(flags.data, model);
  if (!words.ok()) return words.error();
  // One stream, so that no word is left out.
  LanguageModelTraining reading;
  reading.stage.batch = 1;
  ThreadPool pool(flags.threads);
  return ordered_json{
      {"n", words.value().size()},
      {"perplexity", Perplexity(model, words.value(), reading, pool)}};
}

// Any other model is thought to have rationales, and is told so if it has none.
Result<ordered_json> Evaluate(const EvalFlags& flags) {
  std::vector<ModelFiles> folders;
  bool all_classify = true;
  for (const std::string& folder : flags.models) {
    Result<ModelFiles> files = ReadModelFolder(folder);
    if (!files.ok()) return files.error();
    const bool classifies = ModelTask(files.value()) == "classifier";
    all_classify = all_classify && classifies;
    if (flags.models.size() > 1 && !classifies) {
      return Error{
          ErrorCode::kInvalidArgument,
          "--model: expected one model or several classifiers, found " +
              folder + " among several"};
    }
    folders.push_back(std::move(files).value());
  }
  if (all_classify) return EvaluateTexts(flags, folders);
  const ModelFiles& files = folders.front();
  const std::string& folder = flags.models.front();
  if (ModelTask(files) == "language-model") {
    const Result<LanguageModel> model =
        LoadModelAs<LanguageModel>(folder, files);
    if (!model.ok()) return model.error();
    return EvaluateWords(flags, model.value());
  }
  const Result<RationaleModel> model =
      LoadModelAs<RationaleModel>(folder, files);
  if (!model.ok()) return model.error();
  return EvaluateReviews(flags, files, model.value());
}

Status RunEval(const EvalFlags& flags) {
  const Result<ordered_json> evaluation = Evaluate(flags);
  if (!evaluation.ok()) return evaluation.error();
  Result<LineWriter> writer = LineWriter::Open("");
  if (!writer.ok()) return writer.error();
  if (Status written = writer.value().Write(DumpJson(evaluation.value(), 2));
      !written.ok()) {
    return written;
  }
  return writer.value().Finish();
}

}  // namespace

void AddEvalCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<EvalFlags>();
  CLI::App* verb = app.add_subcommand(
      "eval",
      "Measure a model on rated reviews, labelled texts or sentences; prints "
      "JSON");
  verb->add_option("--model", flags->models,
                   "Folder of the model. Several classifiers answer together, "
                   "by the mean of their probabilities")
      ->required();
  verb->add_option("--data", flags->data,
                   "Rated reviews; for a classifier labelled texts, for a "
                   "language model one sentence per line (docs/guides/data.md)")
      ->required();
  AddDataFlags(verb, &flags->reading, /*labels=*/true);
  AddRatingFlags(verb, &flags->reading);
  verb->add_option("--keywords", flags->keywords,
                   "JSON file of words an aspect is recognised by, to print "
                   "the share of spans that hold one");
  verb->add_option("--full-text", flags->full_text,
                   "Folder of a model that learned from all words: what its "
                   "ratings explain is what rationales are measured against");
  verb->add_option("--chooser", flags->chooser,
                   "Who chooses the words, at the rates of the model, whose "
                   "encoder rates them: the model itself, keywords (words near "
                   "those of --keywords) or linear (words by their weight in a "
                   "linear regression on n-grams, learned from --train)")
      ->check(CLI::IsMember({"model", "keywords", "linear"}))
      ->capture_default_str();
  verb->add_option("--train", flags->train,
                   "Rated reviews that --chooser linear learns from");
  verb->add_option("--report", flags->report,
                   "Also write the figures, with reviews whose rationales are "
                   "marked, as a page in HTML: the best, the worst and some at "
                   "random");
  verb->add_option("--examples", flags->examples,
                   "Rated reviews to show in the page instead");
  verb->add_flag("--integers", flags->integers,
                 "Also print what changes when a model with rationales "
                 "computes in integers");
  verb->add_option("--seed", flags->seed, "Of the random spans")
      ->capture_default_str();
  verb->add_option("--threads", flags->threads,
                   "Threads to use; they do not change the result")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  verb->callback(
      [flags, &command] { command = [flags] { return RunEval(*flags); }; });
}

}  // namespace whylight
