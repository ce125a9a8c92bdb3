// `whylight eval`: how good a model is on rated reviews, labelled texts, pairs
// of texts or sentences.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/model_store.h"
#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/program/option_flags.h"
#include "core/program/painted_figures.h"
#include "core/program/progress.h"
#include "core/program/terminal.h"
#include "core/program/verbs.h"
#include "core/systems/registry.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

struct EvalFlags {
  std::vector<std::string> models;
  std::string data;
  nlohmann::json options = nlohmann::json::object();
  DataOptions reading;
  bool json = false;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

SystemOptions OptionsOf(const TrainableSystem& system) {
  return {system.system->model, system.evaluation_options};
}

std::vector<SystemOptions> AllOptions() {
  std::vector<SystemOptions> all;
  for (const TrainableSystem* system : TrainableSystems()) {
    all.push_back(OptionsOf(*system));
  }
  return all;
}

Result<ordered_json> Evaluate(const EvalFlags& flags) {
  std::vector<ModelFolder> models;
  const TrainableSystem* system = nullptr;
  for (const std::string& path : flags.models) {
    Result<ModelFiles> files = ReadModelFolder(path);
    if (!files.ok()) return files.error();
    models.push_back({path, std::move(files).value()});
    const Result<const TrainableSystem*> found =
        TrainableSystemOf(models.back());
    if (!found.ok()) return found.error();
    if (found.value()->evaluate == nullptr) {
      return Error{ErrorCode::kInvalidArgument,
                   path + ": expected a model that can be measured, found " +
                       found.value()->system->model};
    }
    const bool alike = system == nullptr || system == found.value();
    if (flags.models.size() > 1 && !(found.value()->averages && alike)) {
      return Error{
          ErrorCode::kInvalidArgument,
          "--model: expected one model or several classifiers, found " + path +
              " among several"};
    }
    system = found.value();
  }
  if (Status checked =
          CheckOptionFlags(AllOptions(), OptionsOf(*system), flags.options);
      !checked.ok()) {
    return checked.error();
  }
  ThreadPool pool(flags.threads);
  ProgressLine line(std::chrono::seconds(2));
  const auto start = std::chrono::steady_clock::now();
  const auto show = [&](std::size_t done, std::size_t count) {
    if (!line.Due()) return;
    const std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    const double share = static_cast<double>(done) / static_cast<double>(count);
    line.Show(fmt::format("{:5.1f} %  {} left", 100 * share,
                          FormatDuration(spent.count() * (1 / share - 1))));
  };
  return system->evaluate({std::move(models), flags.data, flags.reading,
                           flags.options, pool, show});
}

Status RunEval(const EvalFlags& flags) {
  const Result<ordered_json> evaluation = Evaluate(flags);
  if (!evaluation.ok()) return evaluation.error();
  if (flags.json || !IsTerminal()) {
    return Print(DumpJson(evaluation.value(), 2));
  }
  std::string page = PaintFigures(evaluation.value());
  page.pop_back();  // Print ends the last line.
  return Print(page);
}

}  // namespace

void AddEvalCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<EvalFlags>();
  CLI::App* verb =
      app.add_subcommand("eval",
                         "Measure a model on rated reviews, labelled texts or "
                         "sentences; prints JSON, or tables on a terminal");
  verb->add_option("--model", flags->models,
                   "Folder of the model. Several classifiers answer together, "
                   "by the mean of their probabilities")
      ->required();
  verb->add_option("--data", flags->data,
                   "Rated reviews; or labelled texts for a classifier, pairs "
                   "for a model of pairs, tagged sentences for a tagger, "
                   "parsed ones for a parser, questions about texts for a "
                   "reader or a generator of answers, trees for a model of "
                   "trees, ratings of items for a recommender, one sentence "
                   "per line for a language model (docs/guides/data.md)")
      ->required();
  AddDataFlags(verb, &flags->reading, /*labels=*/true);
  AddRatingFlags(verb, &flags->reading);
  AddOptionFlags(verb, AllOptions(), &flags->options);
  AddThreadsFlag(verb, &flags->threads);
  verb->add_flag("--json", flags->json, "Print JSON on a terminal, too");
  verb->callback(
      [flags, &command] { command = [flags] { return RunEval(*flags); }; });
}

}  // namespace whylight
