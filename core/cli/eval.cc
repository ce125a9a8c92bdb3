// `whylight eval`: how good a model's rationales are on rated reviews.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/cli/line_writer.h"
#include "core/cli/load_model.h"
#include "core/cli/verbs.h"
#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/tasks/rationale.h"
#include "core/train/data/reader.h"
#include "core/train/rationale/rationale_evaluation.h"

namespace whylight {
namespace {

struct EvalFlags {
  std::string model;
  std::string data;
  std::string keywords;
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

Status RunEval(const EvalFlags& flags) {
  const Result<RationaleModel> model = LoadRationaleModel(flags.model);
  if (!model.ok()) return model.error();
  const Result<AspectKeywords> keywords = ReadKeywords(flags.keywords);
  if (!keywords.ok()) return keywords.error();
  const Result<std::vector<Review>> reviews =
      ReadReviews(flags.data, model.value().aspects());
  if (!reviews.ok()) return reviews.error();
  ThreadPool pool(flags.threads);
  const Result<RationaleEvaluation> evaluation = EvaluateRationale(
      model.value(), reviews.value(), keywords.value(), flags.seed, pool);
  if (!evaluation.ok()) return evaluation.error();
  Result<LineWriter> writer = LineWriter::Open("");
  if (!writer.ok()) return writer.error();
  if (Status written =
          writer.value().Write(EvaluationToJson(evaluation.value()).dump(2));
      !written.ok()) {
    return written;
  }
  return writer.value().Finish();
}

}  // namespace

void AddEvalCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<EvalFlags>();
  CLI::App* verb = app.add_subcommand(
      "eval", "Measure a model's rationales on rated reviews; prints JSON");
  verb->add_option("--model", flags->model, "Folder of the model")->required();
  verb->add_option("--data", flags->data,
                   "Rated reviews: .jsonl, plain or .gz (docs/data.md)")
      ->required();
  verb->add_option("--keywords", flags->keywords,
                   "JSON file of words an aspect is recognised by, to print "
                   "the share of spans that hold one");
  verb->add_option("--seed", flags->seed, "Of the random spans")
      ->capture_default_str();
  verb->add_option("--threads", flags->threads, "Does not change the result")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  verb->callback(
      [flags, &command] { command = [flags] { return RunEval(*flags); }; });
}

}  // namespace whylight
