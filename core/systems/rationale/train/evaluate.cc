#include "core/systems/rationale/train/evaluate.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/format/native/file.h"
#include "core/format/native/model_store.h"
#include "core/format/native/writer_lock.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/arithmetic_comparison.h"
#include "core/systems/rationale/train/baseline_choosers.h"
#include "core/systems/rationale/train/data.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/systems/rationale/train/report.h"
#include "core/systems/rationale/train/sentence_evaluation.h"
#include "core/training/data/reviews.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

struct Choices {
  std::string keywords;
  std::string full_text;
  std::string chooser = "model";
  std::string train;
  std::string report;
  std::string examples;
  bool sentences = false;
  bool integers = false;
  std::uint64_t seed = 1;
};

const Fields<Choices>& ChoiceFields() {
  static const auto fields =
      Fields<Choices>("How the rationales of a model are measured.")
          .Text("keywords", &Choices::keywords,
                "JSON file of words by which each aspect is recognised, to "
                "print the share of spans that contain one.")
          .Text("fullText", &Choices::full_text,
                "Folder of a model that learned from all words: what its "
                "ratings explain is what rationales are measured against.")
          .Name("chooser", &Choices::chooser,
                {"model", "keywords", "linear", "first"},
                "What chooses the words, at the rates of the model, for its "
                "encoder to rate: the model itself, keywords (words near those "
                "of --keywords), linear (words by their weight in a linear "
                "regression on n-grams, learned from --train) or first (the "
                "first words of each text, a meaningless choice that should "
                "raise an alarm).")
          .Text("train", &Choices::train,
                "Rated reviews that the linear chooser learns from.")
          .Text(
              "report", &Choices::report,
              "Also write an HTML page of the figures, with reviews whose "
              "rationales are marked: the best, the worst and some at random.")
          .Text("examples", &Choices::examples,
                "Rated reviews to show in the page instead.")
          .Flag("sentences", &Choices::sentences,
                "Also print what the model makes of the single sentences of "
                "the reviews: which of them it rates.")
          .Flag("integers", &Choices::integers,
                "Also print what changes when the model computes in integers.")
          .Count("seed", &Choices::seed, {0, 1e15},
                 "Seed of the random spans.");
  return fields;
}

Result<AspectKeywords> ReadKeywords(const std::string& path) {
  if (path.empty()) return AspectKeywords{};
  const Result<std::string> bytes = ReadFile(path);
  if (!bytes.ok()) return bytes.error();
  const auto parsed = nlohmann::json::parse(bytes.value(), nullptr, false);
  const Error malformed{ErrorCode::kBadData,
                        path + ": expected {\"ASPECT\": [\"word\", ...], ...}"};
  if (!parsed.is_object()) return malformed;
  AspectKeywords keywords;
  for (const auto& [aspect, words] : parsed.items()) {
    if (!words.is_array()) return malformed;
    for (const auto& word : words) {
      if (!word.is_string()) return malformed;
      keywords[aspect].push_back(word.get<std::string>());
    }
  }
  return keywords;
}

// A model that rates the same aspects, in the same order.
Result<RationaleModel> ReadFullTextModel(const std::string& path,
                                         const RationaleModel& model) {
  Result<ModelFiles> files = ReadModelFolder(path);
  if (!files.ok()) return files.error();
  Result<RationaleModel> read =
      LoadFrom<RationaleModel>({path, std::move(files).value()});
  if (!read.ok() || read.value().aspects() == model.aspects()) return read;
  return Error{ErrorCode::kInvalidArgument,
               path +
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
Result<WordChooser> MakeChooser(const EvaluationInputs& inputs,
                                const Choices& flags,
                                const AspectKeywords& keywords,
                                const RationaleModel& model,
                                const std::vector<Review>& reviews,
                                ThreadPool& pool) {
  if (flags.chooser == "model") return WordChooser();
  if (flags.chooser == "first") {
    const Result<std::vector<double>> rates =
        SelectionRates(model, reviews, pool);
    if (!rates.ok()) return rates.error();
    return ChooseFirst(rates.value());
  }
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
      {flags.train}, model.aspects(), model.vocabulary(), inputs.reading);
  if (!train.ok()) return train.error();
  const auto ratings = std::make_shared<const LinearRatings>(
      LinearRatings::Train(train.value().texts, train.value().ratings));
  return ChooseBest(
      ScoreByWeights(ratings, model.vocabulary(), model.aspects().size()),
      reviews, rates.value());
}

// The page of --report.
Status Report(const EvaluationInputs& inputs, const Choices& flags,
              const RationaleModel& model, const std::vector<Review>& reviews,
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
      std::filesystem::path(inputs.models.front().path).filename().string() +
      (flags.chooser == "model" ? "" : ", words chosen by " + flags.chooser);
  const Result<std::string> page =
      WriteReport(title, model, evaluation, examples);
  if (!page.ok()) return page.error();
  const Result<WriterLock> lock = WriterLock::TakeOutput(flags.report);
  if (!lock.ok()) return lock.error();
  return WriteFileAtomically(flags.report, page.value());
}

}  // namespace

const FieldTable& RationaleEvaluationFields() { return ChoiceFields(); }

Result<ordered_json> EvaluateReviews(const EvaluationInputs& inputs) {
  Choices flags;
  if (Status read = ChoiceFields().Read(inputs.options, "eval", &flags);
      !read.ok()) {
    return read.error();
  }
  const ModelFolder& folder = inputs.models.front();
  const Result<RationaleModel> loaded = LoadFrom<RationaleModel>(folder);
  if (!loaded.ok()) return loaded.error();
  const RationaleModel& model = loaded.value();
  const Result<AspectKeywords> keywords = ReadKeywords(flags.keywords);
  if (!keywords.ok()) return keywords.error();
  std::optional<RationaleModel> full_text;
  if (!flags.full_text.empty()) {
    Result<RationaleModel> read = ReadFullTextModel(flags.full_text, model);
    if (!read.ok()) return read.error();
    full_text = std::move(read).value();
  }
  const Result<std::vector<Review>> reviews = ReadReviews(
      inputs.data, model.aspects(), inputs.reading, Rationales::kRead);
  if (!reviews.ok()) return reviews.error();
  Result<WordChooser> chooser = MakeChooser(
      inputs, flags, keywords.value(), model, reviews.value(), inputs.pool);
  if (!chooser.ok()) return chooser.error();
  const Result<RationaleEvaluation> evaluation =
      EvaluateRationale(model, reviews.value(),
                        {.keywords = keywords.value(),
                         .seed = flags.seed,
                         .full_text = full_text ? &*full_text : nullptr,
                         .chooser = std::move(chooser).value()},
                        inputs.pool, inputs.progress);
  if (!evaluation.ok()) return evaluation.error();
  if (!flags.report.empty()) {
    if (Status written =
            Report(inputs, flags, model, reviews.value(), evaluation.value());
        !written.ok()) {
      return written.error();
    }
  }
  ordered_json figures = EvaluationToJson(evaluation.value());
  if (flags.sentences) {
    const Result<SentenceEvaluation> sentences = EvaluateSentences(
        model, reviews.value(), keywords.value(), inputs.pool);
    if (!sentences.ok()) return sentences.error();
    figures["sentences"] = SentencesToJson(sentences.value());
  }
  if (flags.integers) {
    const Result<std::vector<ArithmeticComparison>> comparison =
        CompareArithmetic(folder.files, reviews.value(), inputs.pool);
    if (!comparison.ok()) return comparison.error();
    figures["integers"] = ComparisonToJson(comparison.value());
  }
  return figures;
}

}  // namespace whylight
